"""A Textual App that sends its terminal only the cells that change.

Textual rewrites every span it calls dirty, though most of its cells are on the screen already, so a
cursor key may cost kilobytes. Here a ``Wire`` stands between Textual's compositor and the driver.
It compares each frame with the cells on the terminal, whatever screen drew them, and a slow line
gets the newest frame instead of all the frames it missed.
"""

from inspect import isabstract
from typing import Any

from textual import constants
from textual.app import ReturnType
from textual.driver import Driver
from textual.geometry import Offset, Size
from textual.screen import Screen

from solterm.capabilities import colours
from solterm.tui.terminal.driver import TerminalDriver
from solterm.tui.terminal.pens import colour_system
from solterm.tui.terminal.wire import Wire, cells_of_strip
from solterm.tui.textual_hooks import Frame, HookedApp, RegionFrame, SpansFrame

_TEARS = 400
"""Characters from which the terminal may show half an update."""


class WrongDriver(Exception):
    """TEXTUAL_DRIVER names no driver; the message says so."""


class WiredApp(HookedApp[ReturnType]):
    """An App with a ``TerminalDriver`` and a ``Wire``, unless TEXTUAL_DRIVER names a driver.

    Under any other driver, and in tests, Textual paints as usual.
    """

    def __init__(self) -> None:
        super().__init__()
        self.wire = Wire()
        self.sent = 0
        """Characters of frames sent so far."""
        self.colour_system = colour_system(colours())
        """Rich's name for the colours of the terminal; None if it has none."""

    def get_driver_class(self) -> type[Driver]:
        """Return the class of the driver; raises ``WrongDriver``."""
        if constants.DRIVER is None:
            return TerminalDriver
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
    def terminal(self) -> TerminalDriver | None:
        """Our driver, if it is the one that runs."""
        driver = self.current_driver
        return driver if isinstance(driver, TerminalDriver) else None

    @property
    def lags(self) -> bool:
        """Whether the terminal has not yet taken the last frame, so that animations should wait."""
        return self.terminal is not None and self.terminal.is_busy

    # -- calls from the driver (driver.Client) ---------------------------------------------

    def last_words(self) -> None:
        """Save unsaved data: the process ends when this returns."""

    def suspended(self) -> None:
        """Prepare for SIGTSTP."""

    def line_ready(self) -> None:
        """Send the frame that was withheld."""
        self._send_changes()

    def picture_lost(self) -> None:
        """Repaint every cell: the terminal's picture is unknown."""
        self.wire.forget()
        self._send_changes()

    def cursor(self) -> Offset:
        """Return the cell for the terminal's cursor."""
        return self.cursor_position

    # -- frames ----------------------------------------------------------------------------

    def take_frame(self, screen: Screen[Any], frame: Frame) -> bool:
        if self.terminal is None:
            return False
        self.wire.resize(*screen.outer_size)
        if isinstance(frame, RegionFrame):
            self._put_region(frame)
        else:
            self._put_spans(frame)
        self._send_changes()
        return True

    def _put_region(self, update: RegionFrame) -> None:
        for y, strips in enumerate(update.strips, update.region.y):
            x = update.region.x
            for strip in strips:
                self.wire.put(x, y, cells_of_strip(list(strip), self.colour_system))
                x += strip.cell_length

    def _put_spans(self, update: SpansFrame) -> None:
        for y, left, right in update.spans:
            for end, (x, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=True):
                if strip is not None and x < right and end > left:
                    cells = cells_of_strip(list(strip), self.colour_system)
                    self.wire.put(x, y, cells, max(x, left), min(end, right))

    def _send_changes(self) -> None:
        terminal = self.terminal
        if terminal is None or terminal.is_busy or not terminal.is_ours or not self.is_running:
            return
        # Terminals that know synchronised updates erase in the background colour as well.
        self.wire.erases_in_colour = terminal.is_synchronised
        cursor = Size(*self.wire.size).clamp_offset(self.cursor())
        changes = self.wire.changes(cursor)
        if len(changes) > _TEARS and terminal.is_synchronised:
            changes = f"\x1b[?2026h{changes}\x1b[?2026l"
        if changes:
            self.sent += len(changes)
            terminal.write(changes)
