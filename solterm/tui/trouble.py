"""Say what a file or the system did to us as a sentence, and play on."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from textual.message import Message
from textual.message_pump import MessagePump

from solterm.core.play.record import RecordError
from solterm.store.errors import StoreError

EXPECTED = (StoreError, RecordError, OSError)
"""What a player's files and the system may do to us, and what does not end the program."""


def tell(error: Exception) -> str:
    """Return the sentence for an expected error."""
    if isinstance(error, OSError):
        return f"The system reports an error: {error.strerror or error}."
    return str(error)


class Troubled(MessagePump):
    """A mixin for the App and its screens: an expected error in a handler becomes a sentence."""

    if TYPE_CHECKING:

        def say_trouble(self, sentence: str) -> None:
            """Beep, and show the sentence."""

    # Every message of a pump passes through this one method. Textual has no public place that
    # does, and one guard here replaces one in each of some hundred handlers.
    async def _dispatch_message(self, message: Message) -> None:
        with self.telling_trouble():
            await super()._dispatch_message(message)

    @contextmanager
    def telling_trouble(self) -> Iterator[None]:
        """Turn an expected error of a callback, which comes as no message, into a sentence."""
        try:
            yield
        except EXPECTED as error:
            self.say_trouble(tell(error))
