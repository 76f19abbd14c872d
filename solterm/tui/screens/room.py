"""The notice that asks for a larger window."""

from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Static

from solterm.tui.screens.base import BaseScreen


class RoomScreen(Screen[None]):
    """Covers a screen that needs more room; it goes when there is room again."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "ask", show=False)]

    def __init__(self, covered: BaseScreen[Any]) -> None:
        super().__init__()
        self._covered = covered
        self._is_asking = False

    def compose(self) -> ComposeResult:
        yield Static(id="words", markup=False)

    def on_mount(self) -> None:
        self._show()

    def on_resize(self) -> None:
        if self._covered.lacking() is None and self.is_current:
            self.app.pop_screen()
        else:
            self._show()

    def _show(self) -> None:
        quit = f"{self._covered.solterm.name_key('quit')}: quit"
        columns, rows = self._covered.lacking() or (0, 0)
        lines = ["More room, please:", f"at least {columns}x{rows} cells.", "All is kept.", quit]
        if self._is_asking:
            lines = ["Quit? All is kept.", quit, "Esc: go on"]
        self.query_one("#words", Static).update("\n".join(lines))

    def action_ask(self) -> None:
        """Esc, or the key that quits: ask, or stop asking."""
        self._is_asking = not self._is_asking
        self._show()

    def on_key(self, event: Any) -> None:
        """The key that quits, twice, quits; nothing else does anything."""
        if event.key in self._covered.solterm.find_own("quit").keys:
            event.stop()
            if self._is_asking:
                self.app.exit(0)
            else:
                self.action_ask()
