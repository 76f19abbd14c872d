"""The app as all screens need it: keys one at a time, and no end but in order."""

import asyncio
from typing import Any

from textual import events

from solterm.store.report import reported
from solterm.tui.screens.painted import PaintedScreen
from solterm.tui.terminal.wire import WiredApp


class GuardedApp(WiredApp[int]):
    """Hands keys to screens, and writes a report of what nobody foresaw."""

    def __init__(self) -> None:
        super().__init__()
        self.report = ""
        """What is to be said, once the terminal is the player's again, of an unforeseen end."""
        self.is_left = False
        """Is the program about to end?"""

    def on_load(self) -> None:
        """What fails outside of any screen, where keys are heard and frames are sent, ends here."""
        if not self.is_headless:
            asyncio.get_running_loop().set_exception_handler(self._astray)

    def _astray(self, _: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Asyncio would print a traceback, and call again what has failed."""
        error = context.get("exception")
        if isinstance(error, Exception) and "handle" in context and not self.is_left:
            self._handle_exception(error)

    async def on_event(self, event: events.Event) -> None:
        """Each key goes to the screen that is there when its turn comes, and not before.

        Textual hands keys to a screen's queue as they arrive: of several in one packet, those
        behind a key that closes the screen would come to one that is gone.
        """
        if not isinstance(event, events.Key) or event.is_forwarded:
            await super().on_event(event)
            return
        screen = self.screen
        while self.is_running and not screen.is_mounted:
            await asyncio.sleep(0)
        if isinstance(screen, PaintedScreen) and not self.is_left:
            screen.take_key(event.key, event.character)

    def exit(self, *args: Any, **more: Any) -> None:
        """As Textual's; keys that were typed before the program ends do nothing more."""
        self.is_left = True
        super().exit(*args, **more)

    def _handle_exception(self, error: Exception) -> None:
        """The last guard: whatever nobody foresaw ends the program in order, with a report."""
        if self.is_headless:  # in a test
            super()._handle_exception(error)
            return
        self.report = self.report or reported(error)
        self._return_code = 1
        self.is_left = True
        self._close_messages_no_wait()
