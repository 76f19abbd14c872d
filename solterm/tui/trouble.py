"""Show expected errors as messages, and play on."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from solterm.core.play.record import RecordError
from solterm.store.errors import StoreError
from solterm.tui.textual_hooks import GuardedPump

EXPECTED = (StoreError, RecordError, OSError)
"""Errors that the player's files and the system may cause; they do not end the program."""


def tell(error: Exception) -> str:
    """Return the sentence for an expected error."""
    if isinstance(error, OSError):
        return f"The system reports an error: {error.strerror or error}."
    return str(error)


class Troubled(GuardedPump):
    """A mixin for the App and its screens: an expected error in a handler becomes a message."""

    if TYPE_CHECKING:

        def say_trouble(self, sentence: str) -> None:
            """Beep, and show the sentence."""

    @contextmanager
    def telling_trouble(self) -> Iterator[None]:
        """Show an expected error as a message; callbacks need this, handlers have it already."""
        try:
            yield
        except EXPECTED as error:
            self.say_trouble(tell(error))
