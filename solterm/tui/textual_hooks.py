"""The private names of Textual that the App and its screens use; check them on upgrades.

Textual has no public place around every message handler, or for errors that no handler expects. The
classes below override private methods and pass the calls on to methods with public names, which the
App and its screens define. The Wire's private names are in ``wire/frames.py``.
"""

from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from textual.app import App, ReturnType
from textual.driver import Driver
from textual.message import Message
from textual.message_pump import MessagePump
from textual.screen import Screen, ScreenResultType


class GuardedPump(MessagePump):
    """A message pump that handles every message inside ``telling_trouble``."""

    if TYPE_CHECKING:

        def telling_trouble(self) -> AbstractContextManager[None]:
            """Return a context that turns expected errors into messages."""

    async def _dispatch_message(self, message: Message) -> None:
        with self.telling_trouble():
            await super()._dispatch_message(message)


class HookedScreen(Screen[ScreenResultType]):
    """A screen that does not paint while the App batches updates, as Textual drops such frames."""

    def _compositor_refresh(self) -> None:
        if not self.app._batch_count:
            super()._compositor_refresh()


class HookedApp(App[ReturnType]):
    """An App that may take over its last-resort error handler."""

    @property
    def current_driver(self) -> Driver | None:
        """The driver, once the App runs."""
        return self._driver

    def handle_crash(self, error: Exception) -> None:
        """Report an error that no handler expected, and exit."""
        super()._handle_exception(error)

    def _handle_exception(self, error: Exception) -> None:
        if self.is_headless:  # a test, which should see the error
            super()._handle_exception(error)
        else:
            self.handle_crash(error)
