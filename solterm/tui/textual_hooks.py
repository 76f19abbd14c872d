"""The private names of Textual that the App uses, all in this module; check them on upgrades.

Textual has no public place between its compositor and its driver, around every message handler,
or for errors that no handler expects. The classes below override private methods and pass the calls
on to methods with public names, which the App and its screens define.
"""

from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, cast

from rich.console import RenderableType
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.app import App, ReturnType
from textual.driver import Driver
from textual.message import Message
from textual.message_pump import MessagePump
from textual.screen import Screen, ScreenResultType

RegionFrame = LayoutUpdate
SpansFrame = ChopsUpdate
Frame = RegionFrame | SpansFrame
"""A picture from the compositor: a whole region, or spans of rows."""


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
    """An App that may take over its frames and its last-resort error handler."""

    _pointer_sent = "default"

    @property
    def current_driver(self) -> Driver | None:
        """The driver, once the App runs."""
        return self._driver

    def take_frame(self, screen: Screen[Any], frame: Frame) -> bool:
        """Show a frame and return True, or return False to let Textual do it."""
        return False

    def handle_crash(self, error: Exception) -> None:
        """Report an error that no handler expected, and exit."""
        super()._handle_exception(error)

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        is_frame = isinstance(renderable, Frame) and not self._batch_count
        if is_frame and self.take_frame(screen, cast(Frame, renderable)):
            self.post_display_hook()
        else:
            super()._display(screen, renderable)

    def _handle_exception(self, error: Exception) -> None:
        if self.is_headless:  # a test, which should see the error
            super()._handle_exception(error)
        else:
            self.handle_crash(error)

    # Textual sends the mouse pointer's shape for each new screen; here only a change is sent.
    def _set_pointer_shape(self, shape: str) -> None:
        if shape != self._pointer_sent:
            self._pointer_sent = shape
            super()._set_pointer_shape(shape)
