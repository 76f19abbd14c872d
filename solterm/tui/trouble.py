"""Show expected errors as messages, and play on."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, cast

from solterm.core.play.record import RecordError
from solterm.store.errors import StoreError
from solterm.tui.textual_hooks import GuardedPump

if TYPE_CHECKING:
    from solterm.tui.app import SoltermApp


def tell(error: Exception) -> str:
    """Return the sentence for an expected error."""
    if isinstance(error, OSError):
        return f"The system reports an error: {error.strerror or error}."
    return str(error)


class ErrorReporting(GuardedPump):
    """A mixin for the App and its screens: an expected error in a handler becomes a message."""

    EXPECTED = (StoreError, RecordError, OSError)
    """Errors that the player's files and the system may cause; they do not end the program."""

    @property
    def solterm(self) -> "SoltermApp":
        return cast("SoltermApp", self.app)

    def say_trouble(self, sentence: str) -> None:
        """Beep, and show the sentence."""
        self.solterm.say_trouble(sentence)

    @contextmanager
    def telling_trouble(self) -> Iterator[None]:
        """Show an expected error as a message; callbacks need this, handlers have it already."""
        try:
            yield
        except self.EXPECTED as error:
            self.tell_trouble(error)

    def tell_trouble(self, error: Exception) -> None:
        self.say_trouble(tell(error))
