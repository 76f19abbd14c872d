"""The solver process of the App: one worker, stopped in scored games."""

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from textual.timer import Timer

if TYPE_CHECKING:
    from solterm.sessions.ahead import Ahead
    from solterm.sessions.winnables import Wish
    from solterm.sessions.workers import Worker

_TENDING = 1.0
"""Seconds between two looks at the search for the next winnable deal."""


class BackgroundSearch:
    """Owns the worker, and the search for the next winnable deal while one is played."""

    def __init__(self, set_interval: Callable[[float, Callable[[], None]], Timer]) -> None:
        self._set_interval = set_interval
        self._ahead: Ahead | None = None
        self._tending: Timer | None = None

    @cached_property
    def worker(self) -> "Worker":
        """The process that searches while the player plays, started by the first question."""
        from solterm.sessions.workers import Worker

        return Worker()

    def seek_ahead(self, wish: "Wish") -> None:
        """Search for the next deal of the wanted kind."""
        from solterm.sessions.ahead import Ahead

        self._ahead = self._ahead or Ahead(self.worker)
        self._ahead.begin(wish)
        self.allow(True)

    def rest(self) -> None:
        """Pause the search for the next deal, and keep its finds."""
        if self._ahead:
            self._ahead.rest()

    def allow(self, is_free: bool) -> None:
        """Continue the search in a free game, or end the worker in a scored one."""
        if self._tending:
            self._tending.stop()
            self._tending = None
        if not is_free:
            self.end()
        elif self._ahead:
            self._tending = self._set_interval(_TENDING, self._tend)

    def _tend(self) -> None:
        if self._tending and not (self._ahead and self._ahead.tend()):
            self._tending.stop()
            self._tending = None

    def halt(self) -> None:
        """Stop the worker before the program itself is suspended."""
        if "worker" in vars(self):
            self.worker.halt()

    def end(self) -> None:
        """End the worker, if there is one."""
        self.rest()
        if "worker" in vars(self):
            self.worker.end()
