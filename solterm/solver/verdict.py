"""What a search is allowed, and what it found."""

from collections.abc import Callable
from enum import Enum
from typing import NamedTuple

from solterm.core.move import Move

MEMORY = 256 << 20
"""Bytes a search may take where nothing else is said."""


def _go_on() -> bool:
    return False


class Limit(NamedTuple):
    """What ends a search that has found nothing yet."""

    seconds: float | None = None
    """Of the clock; None for no end."""
    positions: int | None = None
    """Looked at; None for no end. A verdict within such a limit is the same on every machine."""
    memory: int = MEMORY
    """Bytes, estimated."""
    is_stopped: Callable[[], bool] = _go_on
    """Asked now and then: does somebody want the search to end?"""


ANY = Limit()
"""No limit but that of memory."""


class Finding(Enum):
    """How a position stands, to somebody who sees all cards."""

    WON = "won"
    """It can be won: the verdict has the moves."""
    LOST = "lost"
    """It cannot: every way that could have led to a win was looked at."""
    UNDECIDED = "undecided"
    """The search ended before it knew."""

    def __str__(self) -> str:
        return self.value


class Verdict(NamedTuple):
    """What a search has found out about a position."""

    finding: Finding
    moves: tuple[Move, ...] = ()
    """The way to the win or, in a game of points, to the best that was found."""
    positions: int = 0
    """How many positions were looked at."""
    ended_by: str = ""
    """What ended an undecided search: ``seconds``, ``positions``, ``memory``, ``stopped``; or
    ``cut`` where all that was looked at is exhausted, but a win may have been cut off."""
    best: int | None = None
    """In a game that is not merely won or lost, the best that was reached: points in hands, cards
    home, or turns; None elsewhere."""
    is_best: bool = False
    """Is it proved that nothing better can be reached?"""
