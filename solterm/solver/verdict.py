"""The limits of a search, the effort it has spent, and its verdict."""

from collections.abc import Callable
from enum import StrEnum
from time import thread_time
from typing import NamedTuple

from solterm.core.move import Move

MEMORY = 256 << 20
"""The usual limit of memory, in bytes."""


def _never() -> bool:
    return False


class Limit(NamedTuple):
    """The limits that end an undecided search."""

    seconds: float | None = None
    """Processor time, so that a busy machine ends no search early; None for no limit."""
    positions: int | None = None
    """Positions visited; None for no limit. Verdicts within it are the same on every machine."""
    memory: int = MEMORY
    """Bytes, estimated; 256 MiB unless you choose."""
    is_stopped: Callable[[], bool] = _never
    """Polled during the search; True ends it."""


ANY = Limit()
"""No limit except memory."""


class Effort:
    """The effort that a search, or several of them together, may spend; the clock starts now."""

    def __init__(self, limit: Limit = ANY) -> None:
        self.limit = limit
        self._begun = thread_time()
        self.met = 0
        """The positions met so far."""

    @property
    def is_late(self) -> bool:
        """Whether the time is up or somebody has stopped the search."""
        return self.why_end() in ("seconds", "stopped")

    @property
    def is_spent(self) -> bool:
        """Whether a limit is reached."""
        return bool(self.why_end())

    def why_end(self, memory: int = 0) -> str:
        """Return what ends the search now: a field of the limit or ``stopped``; empty to go on."""
        limit = self.limit
        if limit.seconds is not None and thread_time() - self._begun >= limit.seconds:
            return "seconds"
        if limit.is_stopped():
            return "stopped"
        if limit.positions is not None and self.met >= limit.positions:
            return "positions"
        return "memory" if memory >= limit.memory else ""


class Finding(StrEnum):
    """The value of a position to a player who sees all cards. It equals its word."""

    WON = "won"
    """It can be won; the verdict has the moves."""
    LOST = "lost"
    """It cannot be won: the search exhausted every line that could have led to a win."""
    UNDECIDED = "undecided"
    """The search ended too early to tell."""


class Verdict(NamedTuple):
    """The result of a search."""

    finding: Finding
    moves: tuple[Move, ...] = ()
    """The moves to the win or, in a game of points, to the best result found."""
    positions: int = 0
    """How many positions the search visited."""
    ended_by: str = ""
    """The limit that ended an undecided search: ``seconds``, ``positions``, ``memory`` or
    ``stopped``; or ``cut`` if the search exhausted its space, but may have cut off a win.
    """
    best: int | None = None
    """The best result found, in a game that has more results than won and lost: points in hands,
    cards home, or turns. None elsewhere.
    """
    is_best: bool = False
    """Whether that result is proved to be the best possible."""
