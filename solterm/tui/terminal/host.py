"""The Textual App: hears keys and the mouse, keeps the time, and leaves painting to the display.

Of Textual it takes the event loop, the parser of keys and the pilot of the tests. Its one screen
stays empty: every picture goes from the program's canvas to the wire.
"""

import asyncio
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any, ClassVar, Protocol

from textual import events, messages
from textual.app import App
from textual.geometry import Size
from textual.screen import Screen

from solterm.tui.terminal.display import Display
from solterm.tui.terminal.driver import TerminalDriver

_KINDS: dict[type[events.MouseEvent], str] = {
    events.MouseDown: "down",
    events.MouseUp: "up",
    events.MouseScrollDown: "wheel_down",
    events.MouseScrollUp: "wheel_up",
}


class Program(Protocol):
    """What is shown and steered."""

    display: Display | None
    is_left: bool

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows it is painted in."""

    def resize(self, width: int, height: int) -> None:
        """Be painted in a window of this size from now on."""

    def take_key(self, key: str, character: str | None) -> None:
        """Act on a key, by its Textual name and the character it types."""

    def take_mouse(self, kind: str, x: int, y: int) -> None:
        """Act on the mouse: ``down``, ``up``, ``wheel_down`` or ``wheel_up`` on a cell."""

    def run_on(self, host: "Host") -> None:
        """Begin, or go on, with somebody who keeps the time."""

    def fail(self, error: Exception) -> None:
        """Something happened that nobody foresaw: the program ends."""


class Host(App[int]):
    """Runs a program, on its display if it has one, else where tests look at its pictures."""

    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    BINDINGS: ClassVar = []

    def __init__(self, program: Program) -> None:
        """A host to a program; it owns the terminal from `run` on."""
        super().__init__(driver_class=TerminalDriver if program.display else None)
        self.program = program
        self.animation_level = "none"
        self._painting = ExitStack()

    @property
    def tty(self) -> Any:
        """The terminal."""
        assert self.program.display, "a terminal has a display"
        return self.program.display.tty

    @property
    def size(self) -> Size:
        """The window's size."""
        return Size(*self.tty.size) if self.program.display else super().size

    def get_default_screen(self) -> Screen[None]:
        """A screen that is never painted."""
        return Screen()

    def on_load(self) -> None:
        """Keep Textual from painting, and hear of what fails outside of any of its events."""
        self._painting.enter_context(self.batch_update())
        if not self.is_headless:
            asyncio.get_running_loop().set_exception_handler(self._astray)

    def on_mount(self) -> None:
        """Go on with what is shown already, or begin."""
        if display := self.program.display:
            display.soon = self._soon
            display.on_resize = self._resized
        self.program.resize(*self.size)
        self.program.run_on(self)

    def on_resize(self, event: events.Resize) -> None:
        """Where there is no terminal, Textual tells the size."""
        self.program.resize(*event.size)

    def _soon(self, do: Callable[[], None]) -> None:
        asyncio.get_running_loop().call_soon(do)

    def _resized(self) -> None:
        """A terminal resized to and fro may have lost cells though its size is the same."""
        if display := self.program.display:
            if self.program.size == self.size:
                display.picture_lost()
            self.program.resize(*self.size)

    async def on_event(self, event: events.Event) -> None:
        """Keys and the mouse are the program's, in the order they come; Textual sees none."""
        if not isinstance(event, events.InputEvent):
            await super().on_event(event)
        elif isinstance(event, events.Key):
            self.program.take_key(event.key, event.character)
        elif kind := _KINDS.get(type(event)) if isinstance(event, events.MouseEvent) else None:
            assert isinstance(event, events.MouseEvent)
            self.program.take_mouse(kind, event.screen_x, event.screen_y)

    def on_terminal_supports_synchronized_output(
        self, event: messages.TerminalSupportsSynchronizedOutput
    ) -> None:
        """The terminal can show an update all at once."""
        if self.program.display:
            self.program.display.is_synchronised = True

    def _astray(self, _: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Asyncio would print a traceback, and call again what has failed."""
        error = context.get("exception")
        if isinstance(error, Exception) and "handle" in context and not self.program.is_left:
            self._handle_exception(error)

    def _handle_exception(self, error: Exception) -> None:
        """The last guard: whatever nobody foresaw ends the program in order, with a report."""
        if self.is_headless:  # in a test
            super()._handle_exception(error)
            return
        self.program.fail(error)
        self._return_code = 1
        self._close_messages_no_wait()
