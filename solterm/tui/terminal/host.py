"""The Textual App: keeps the time and runs until the program is left.

It neither hears nor paints: keys come from ``evening``, and every picture goes from the program's
canvas to the wire. Its one screen stays empty.
"""

from collections.abc import Callable
from contextlib import ExitStack
from contextvars import copy_context
from typing import Any, ClassVar

from textual.app import App
from textual.driver import Driver
from textual.geometry import Size
from textual.screen import Screen
from textual.timer import Timer

from solterm.tui.terminal.evening import Program


class _NoDriver(Driver):
    """No terminal: ours is in other hands, and what Textual would say to one is for nobody."""

    def write(self, data: str) -> None:
        pass

    def start_application_mode(self) -> None:
        pass

    def disable_input(self) -> None:
        pass

    def stop_application_mode(self) -> None:
        pass


class Host(App[None]):
    """Keeps the time for a program, and guards what is done then."""

    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    BINDINGS: ClassVar = []

    def __init__(self, program: Program) -> None:
        """A host to a program that is shown already."""
        super().__init__(driver_class=_NoDriver)
        self._program = program
        self.animation_level = "none"
        self._painting = ExitStack()
        self._inside = copy_context()
        """The framework's own: keys come from outside of it, and what they put off must be in."""

    @property
    def size(self) -> Size:
        """The size the program is painted in."""
        return Size(*self._program.size)

    def get_default_screen(self) -> Screen[None]:
        """A screen that is never painted."""
        return Screen()

    def on_load(self) -> None:
        """Keep Textual from painting."""
        self._painting.enter_context(self.batch_update())

    def on_mount(self) -> None:
        """Time passes from now on."""
        self._inside = copy_context()
        self._guarded(lambda: self._program.run_on(self))()

    def call_once(self, seconds: float, do: Callable[[], None]) -> Timer:
        """Call after so many seconds."""
        return self._inside.run(self.set_timer, seconds, self._guarded(do))

    def call_again(self, seconds: float, do: Callable[[], None]) -> Timer:
        """Call again and again, each time after so many seconds."""
        return self._inside.run(self.set_interval, seconds, self._guarded(do))

    def _guarded(self, do: Callable[[], None]) -> Callable[[], Any]:
        """The same, but whatever nobody foresaw ends the program in order, with a report."""

        def attempt() -> None:
            try:
                do()
            except Exception as error:
                self._program.fail(error)

        return attempt
