"""Search ahead: while a player plays a winnable deal, find the next one like it.

The player's own questions to the worker go first, and the effort is bounded. What the search finds
goes to the shelf.
"""

from time import monotonic

from solterm.sessions.winnables import Wish
from solterm.sessions.workers import REPLACED, Worker, is_off

_SECONDS = 20.0
"""Seconds of the processor for one deal."""


class Ahead:
    """Has a worker find one deal of a kind, until it is on the shelf or the effort is spent."""

    def __init__(self, worker: Worker) -> None:
        self._worker = worker
        self._wish: Wish | None = None
        """The wish, until it is fulfilled."""
        self._left = 0.0
        """Seconds left to spend."""
        self._number = 0
        """The number of the question; 0 while none is asked."""
        self._asked = 0.0

    def begin(self, wish: Wish) -> None:
        """Begin to search for a deal like one that was dealt; ``tend`` does the work."""
        self.rest()
        self._wish = None if is_off() else wish
        self._left = _SECONDS

    def tend(self) -> bool:
        """Ask the worker if it is free, or hear its answer; return whether the search goes on."""
        wish = self._wish
        if wish is None:
            return False
        if self._number:
            heard = self._worker.hear(self._number)
            if heard.failed == REPLACED:
                self._spend()
            elif heard.failed or heard.answer is not None:
                self._number, self._wish = 0, None
        elif self._left <= 0 or wish.shelf.has(wish.difficulty):
            self._wish = None
        elif not self._worker.is_busy:
            given = {**wish.question(), "seconds": self._left}
            self._number = self._worker.ask("seek", quietly=True, **given)
            self._asked = monotonic()
        return self._wish is not None

    def rest(self) -> None:
        """Stop searching for now and keep what was found."""
        if self._number:
            self._worker.drop(self._number)
            self._spend()

    def _spend(self) -> None:
        """Forget the question; it has cost at most the time since it was asked."""
        self._left -= monotonic() - self._asked
        self._number = 0
