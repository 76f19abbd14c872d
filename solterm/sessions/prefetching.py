"""Search ahead: while a player plays a winnable deal, find the next one like it.

The player's own questions to the worker go first, and the effort is limited. The deals found go to
the shelf.
"""

from time import monotonic

from solterm.advice.workers import REPLACED, Worker
from solterm.sessions.winnables import Wish

_SECONDS = 20.0
"""Seconds of processor time for one deal."""


class DealPrefetcher:
    """Uses a worker to find one deal of a kind, until it is on the shelf or the time is used up."""

    def __init__(self, worker: Worker) -> None:
        self._worker = worker
        self._wish: Wish | None = None
        """None once it is fulfilled."""
        self._left = 0.0
        """The seconds left."""
        self._number = 0
        """The number of the question; 0: none."""
        self._asked = 0.0

    def begin(self, wish: Wish) -> None:
        """Start searching for a deal like the one dealt; ``tend`` does the work."""
        self.rest()
        self._wish = None if self._worker.is_off else wish
        self._left = _SECONDS

    def tend(self) -> bool:
        """Ask the worker if it is free, or read its answer. Return whether the search goes on."""
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
        """Stop searching for now and keep the deals found."""
        if self._number:
            self._worker.drop(self._number)
            self._spend()

    def _spend(self) -> None:
        """Drop the question, and subtract at most the time since ``ask``."""
        self._left -= monotonic() - self._asked
        self._number = 0
