"""The first page for new players of a host, and for guests."""

from collections.abc import Callable

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from solterm.hall.messages import Message, Rename
from solterm.sessions.welcome import GUEST, PLAYER
from solterm.tui.screens.base import BaseScreen
from solterm.tui.screens.identity import HostDialog
from solterm.tui.widgets.lines import MessageLine


class WelcomeScreen(BaseScreen[None]):
    """Tells a guest how to get a name, or asks a new player for one."""

    AUTO_FOCUS = None

    def __init__(self, name: str, then: Callable[[], object]) -> None:
        """``name`` is the player's name on this host; a guest has none."""
        super().__init__()
        self._then = then
        self._called = name

    def compose(self) -> ComposeResult:
        with Vertical(id="welcome"):
            yield Static("s o l t e r m", id="name", markup=False)
            yield Static("Welcome to this card room.", markup=False)
            yield Static(PLAYER if self._called else GUEST, markup=False)
        yield MessageLine()
        yield Static("" if self._called else "Press any key to go on.", id="footer", markup=False)

    def on_mount(self) -> None:
        if self._called:
            question = "Enter takes this name, or type another one."
            self.app.push_screen(HostDialog(question, self._ask, self._called), self._take)

    def take_host_message(self, message: Message) -> bool:
        dialog = self.app.screen
        return isinstance(dialog, HostDialog) and dialog.take_host_message(message)

    def _ask(self, name: str) -> Message | None:
        return Rename(name) if name not in ("", self._called) else None

    def _take(self, name: str | None) -> None:
        self.solterm.store.rename_player(name or self._called)
        self.carry_out(self._then)

    def take_key(self, event: events.Key) -> bool:
        if self._called or event.key == "ctrl+l":
            return False
        self._then()
        return True

    def on_click(self) -> None:
        if not self._called:
            self._then()
