"""A Textual App that sends its terminal only the cells that change.

Textual rewrites every span it calls dirty, though most of its cells are on the screen already: a
cursor key may cost kilobytes on a line that carries few. Here a ``Wire`` stands between Textual's
compositor and the driver. A frame is compared with what the terminal shows and not with what the
same screen drew before, so screens come and go as they like, and a line that lags gets the newest
frame instead of every one it missed.
"""

from typing import Any

from rich.console import RenderableType
from textual import constants
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.app import App, ReturnType
from textual.driver import Driver
from textual.geometry import Offset, Size
from textual.screen import Screen

from solterm.capabilities import colours
from solterm.tui.terminal.driver import TerminalDriver
from solterm.tui.terminal.pens import colour_system
from solterm.tui.terminal.wire import Wire, cells_of_strip

_TEARS = 400
"""Characters from which an update may be seen half done."""


class WiredApp(App[ReturnType]):
    """An App with a ``TerminalDriver`` and a ``Wire``, unless TEXTUAL_DRIVER names a driver.

    Under any other driver, and in tests, Textual paints as it always does.
    """

    def __init__(self) -> None:
        super().__init__()
        self.wire = Wire()
        self.sent = 0
        """Characters of frames sent so far."""
        self.colour_system = colour_system(colours())
        """The colours that the terminal shows, by Rich's name; None: none."""

    def get_driver_class(self) -> type[Driver]:
        return TerminalDriver if constants.DRIVER is None else super().get_driver_class()

    @property
    def terminal(self) -> TerminalDriver | None:
        """Our driver, where it is the one that runs."""
        return self._driver if isinstance(self._driver, TerminalDriver) else None

    @property
    def lags(self) -> bool:
        """Whether the terminal has yet to take what was sent, so that animations should wait."""
        return self.terminal is not None and self.terminal.is_busy

    # -- what the driver tells -------------------------------------------------------------

    def last_words(self) -> None:
        """Save what is not saved: the process ends when this returns (``driver.Client``)."""

    def suspended(self) -> None:
        """Prepare to be stopped by SIGTSTP (``driver.Client``)."""

    def line_ready(self) -> None:
        """Send the frame that was withheld."""
        self._send_changes()

    def picture_lost(self) -> None:
        """Repaint every cell: what the terminal shows is unknown."""
        self.wire.forget()
        self._send_changes()

    def cursor(self) -> Offset:
        """Return the cell where the terminal's own cursor belongs."""
        return self.cursor_position

    # -- frames ----------------------------------------------------------------------------

    # Textual has no public place between compositor and driver: `_display` is the one through
    # which every frame passes, and a frame is a `LayoutUpdate` or a `ChopsUpdate`. Of all its
    # private names these three are used, and here alone.
    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        ours = isinstance(renderable, LayoutUpdate | ChopsUpdate)
        if not ours or self.terminal is None:
            super()._display(screen, renderable)
            return
        if not self._batch_count:
            self.wire.resize(*screen.outer_size)
            if isinstance(renderable, LayoutUpdate):
                self._want_all(renderable)
            elif isinstance(renderable, ChopsUpdate):
                self._want_some(renderable)
            self._send_changes()
        self.post_display_hook()

    def _want_all(self, update: LayoutUpdate) -> None:
        for y, strips in enumerate(update.strips, update.region.y):
            x = update.region.x
            for strip in strips:
                self.wire.put(x, y, cells_of_strip(list(strip), self.colour_system))
                x += strip.cell_length

    def _want_some(self, update: ChopsUpdate) -> None:
        for y, left, right in update.spans:
            for end, (x, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=True):
                if strip is not None and x < right and end > left:
                    cells = cells_of_strip(list(strip), self.colour_system)
                    self.wire.put(x, y, cells, max(x, left), min(end, right))

    def _send_changes(self) -> None:
        """Bring the terminal up to date, unless it is busy or not ours."""
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
