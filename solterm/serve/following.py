"""Spectators whose player has left; they resume watching a player who is back within a minute.

A player who reconnects has another session, perhaps on another host, so this finds them by name.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from solterm.hall.messages import Visitor

PATIENCE = 60.0
"""Seconds that a spectator waits for a player."""


class _Wait(NamedTuple):
    player: str
    left: str
    """The session that has ended; other hosts may list it for a moment."""
    until: float


class Following:
    """The spectators who wait for their players."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._waits: dict[str, _Wait] = {}

    def begin(self, spectator: str, player: str, left: str) -> None:
        """Let a spectator, by their session, wait for a player whose session has ended."""
        self._waits[spectator] = _Wait(player, left, self._clock() + PATIENCE)

    def drop(self, spectator: str) -> None:
        """Let a spectator wait no longer; ignore one who does not wait."""
        self._waits.pop(spectator, None)

    def settle(
        self, list_visitors: Callable[[], Iterable[Visitor]]
    ) -> Iterator[tuple[str, str, str]]:
        """Yield the spectators whose wait is over: their session, their player, and the session
        to watch, which is empty where the player did not come back.
        """
        if not self._waits:
            return
        visitors = [each for each in list_visitors() if each.player and each.is_open]
        for spectator, wait in list(self._waits.items()):
            back = [
                each.session
                for each in visitors
                if each.player == wait.player and each.session not in (spectator, wait.left)
            ]
            if back or self._clock() >= wait.until:
                del self._waits[spectator]
                yield spectator, wait.player, next(iter(back), "")
