"""An App on ``solterm.wire``, and what the driver must know of it."""

from inspect import isabstract
from typing import Any, cast

from rich.color import ColorSystem
from textual import constants
from textual.app import ReturnType
from textual.driver import Driver
from textual.geometry import Offset

from solterm.capabilities import Terminal
from solterm.tui.textual_hooks import HookedApp
from solterm.wire.cell_style import colour_system
from solterm.wire.driver import WireDriver


class WrongDriver(Exception):
    """TEXTUAL_DRIVER names no driver; the message says so."""


class AppDriver(WireDriver):
    """The driver of a ``WiredApp``."""

    reports_hover = False
    reports_focus = False
    longest_paste = 4096

    def __init__(self, app: "WiredApp[Any]", **named: Any) -> None:
        self._colours = colour_system(app.abilities.colours)
        super().__init__(app, **named)

    @property
    def charset(self) -> str:
        return self._wired.abilities.charset

    @property
    def colours(self) -> ColorSystem | None:
        return self._colours

    @property
    def _wired(self) -> "WiredApp[Any]":
        return cast("WiredApp[Any]", self._app)

    def cursor(self) -> Offset:
        return self._wired.cursor()

    def on_terminate(self) -> None:
        self._wired.on_terminate()

    def suspended(self) -> None:
        self._wired.suspended()

    def line_width_told(self, cells: int) -> None:
        if cells > 1:
            self._wired.call_later(self._wired.avoid_lines)


class WiredApp(HookedApp[ReturnType]):
    """An App with an ``AppDriver``, unless TEXTUAL_DRIVER names a driver.

    Under any other driver, and in tests, Textual paints as usual.
    """

    def get_driver_class(self) -> type[Driver]:
        """Return the class of the driver; raises ``WrongDriver``."""
        if constants.DRIVER is None:
            return AppDriver
        try:
            driver = super().get_driver_class()
        except Exception:  # whatever the import of that module raises
            driver = None
        if driver is None or isabstract(driver):
            raise WrongDriver(
                f"TEXTUAL_DRIVER names no driver of Textual: {constants.DRIVER!r}. Unset it to play"
                " in this terminal."
            )
        return driver

    @property
    def abilities(self) -> Terminal:
        """What the environment says about the terminal."""
        raise NotImplementedError

    @property
    def terminal(self) -> WireDriver | None:
        """Our driver, if it is the one that runs."""
        driver = self.current_driver
        return driver if isinstance(driver, WireDriver) else None

    @property
    def lags(self) -> bool:
        """Whether the terminal has not yet taken the last frame, so that animations should wait."""
        return self.terminal is not None and self.terminal.is_busy

    @property
    def sent(self) -> int:
        """Characters of frames sent so far."""
        return self.terminal.sent if self.terminal else 0

    def picture_lost(self) -> None:
        """Repaint every cell: the terminal's picture is unknown."""
        if self.terminal:
            self.terminal.repaint()

    # -- calls from the driver -------------------------------------------------------------

    def on_terminate(self) -> None:
        """Save unsaved data: the process ends when this returns."""

    def suspended(self) -> None:
        """Prepare for SIGTSTP."""

    def avoid_lines(self) -> None:
        """Draw frames in ASCII: this terminal draws line characters two cells wide."""

    def cursor(self) -> Offset:
        """Return the cell for the terminal's cursor."""
        return self.cursor_position
