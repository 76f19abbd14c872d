"""The first page for new players of a host, and for guests."""

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message as TextualMessage
from textual.widgets import Static

from solterm.hall.messages import Message, Rename
from solterm.sessions.welcome import GUEST, PLAYER
from solterm.tui.screens.base import BaseScreen
from solterm.tui.screens.identity import HostDialog
from solterm.tui.widgets.lines import MessageLine


class WelcomeScreen(BaseScreen[None]):
    """Tells a guest how to get a name, or asks a new player for one."""

    DEFAULT_CSS = """
    WelcomeScreen {
        align: center top;
        & > #welcome { width: 72; max-width: 100%; height: 1fr; padding: 0 2; }
        & #welcome > Static { height: auto; margin-bottom: 1; }
        & #name {
            width: 100%;
            margin: 1 0;
            text-align: center;
            color: $label-ink;
            text-style: $label-style;
        }
        & > #footer {
            height: 1;
            padding: 0 1;
            background: $key-label-paper;
            color: $key-label-ink;
            text-style: $key-label-style;
        }
    }
    """

    AUTO_FOCUS = None

    class Done(TextualMessage):
        """The player goes on."""

    def __init__(self, name: str) -> None:
        """``name`` is the player's name on this host; a guest has none."""
        super().__init__()
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
        self.post_message(self.Done())

    def take_key(self, event: events.Key) -> bool:
        if self._called or event.key == "ctrl+l":
            return False
        self.post_message(self.Done())
        return True

    def on_click(self) -> None:
        if not self._called:
            self.post_message(self.Done())
