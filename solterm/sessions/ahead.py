"""Seeking ahead: while a deal that can be won is played, the next one like it is sought.

It is sought quietly, by the worker whom the player asks other things as well, which all go before;
and with a bounded effort. What is found lies on the shelf, whoever asks for it next.
"""

from time import monotonic

from solterm.sessions.winnables import Wish
from solterm.sessions.workers import REPLACED, Worker, is_off

_SECONDS = 20.0
"""Of the processor, for one deal ahead."""


class Ahead:
    """Has a worker seek one deal of a kind, until it lies on the shelf or the effort is spent."""

    def __init__(self, worker: Worker) -> None:
        self._worker = worker
        self._wish: Wish | None = None
        """What is sought, until it is found."""
        self._left = 0.0
        """Seconds that may yet be spent."""
        self._number = 0
        """The question's number, 0 while it is not asked."""
        self._asked = 0.0

    def begin(self, wish: Wish) -> None:
        """Have a deal like one that was handed out sought, by and by; ``tend`` does it."""
        self.rest()
        self._wish = None if is_off() else wish
        self._left = _SECONDS

    def tend(self) -> bool:
        """Ask while nobody else does, or hear what was found; is there still something to seek?"""
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
        """Seek no more for now; what was found is kept."""
        if self._number:
            self._worker.drop(self._number)
            self._spend()

    def _spend(self) -> None:
        """The question is no more: it has taken no longer than has passed since it was asked."""
        self._left -= monotonic() - self._asked
        self._number = 0
