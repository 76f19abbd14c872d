"""The player's name and keys on a host, and the welcome that asks new players for a name."""

from collections.abc import Callable, Iterator
from textwrap import shorten

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message as TextualMessage
from textual.widgets import Input, Static

from solterm.hall.messages import AskCode, Erase, Message, No, Rename, UseCode, Yes
from solterm.sessions.life import GUEST, PLAYER, QUESTIONS
from solterm.tui.screens.base_screen import BaseScreen
from solterm.tui.screens.dialogs import NoticeDialog, TextDialog
from solterm.tui.screens.list_page import ListPage, ListRow, on_item

WAIT = "One moment ..."
SILENT = "The host does not answer now; try again later."
_WELCOME = "Welcome to this card room."
_HIGH = 24
"""The height from which lines about today may have several rows."""
_LONGEST_NAME = 20
_LONGEST_CODE = 12


class HostDialog(TextDialog):
    """A line of text for the host. It stays open until the host has answered.

    The result is the host's answer, or the text itself if the host need not know; None after Esc.
    """

    def __init__(
        self,
        question: str,
        message: Callable[[str], Message | None],
        text: str = "",
        most: int = 20,
    ) -> None:
        """``message`` returns the question about a text; None accepts the text at once."""
        super().__init__(question, text, most=most)
        self._message = message
        self._is_waiting = False

    @on(Input.Submitted)
    def hand_over(self, event: Input.Submitted) -> None:
        event.stop()
        event.prevent_default()  # the base would take any text
        text = event.value.strip()
        message = self._message(text)
        if message is None:
            self.dismiss(text)
        else:
            self._wait(self.seat.host.say(message))
            self.say_fault(WAIT if self._is_waiting else SILENT)

    def take_host_message(self, message: Message) -> bool:
        """Take the host's answer; return False for another message."""
        if not self._is_waiting or not isinstance(message, Yes | No):
            return False
        self._wait(False)
        if isinstance(message, Yes):
            self.dismiss(message.text)
        else:
            self.say_fault(message.text)
        return True

    def _wait(self, is_waiting: bool) -> None:
        # The host carries out the request even if the player leaves.
        self._is_waiting = is_waiting
        line = self.query_one(Input)
        line.disabled = is_waiting
        if not is_waiting:
            line.focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return not (action == "dismiss" and self._is_waiting and self.seat.host.is_up)


class WelcomeScreen(BaseScreen[None]):
    """Tells a guest how to get a name, or asks a new player for one."""

    DEFAULT_CSS = """
    WelcomeScreen {
        align: center top;
        & > #welcome { width: 72; max-width: 100%; height: 1fr; padding: 0 2; }
        & > #welcome.-asks { margin-bottom: 4; }
        & #welcome > Static { height: auto; margin-bottom: 1; }
        & #welcome > #life { height: 1fr; margin: 0; }
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
        # The dialog for the name covers the last rows of the window.
        with Vertical(id="welcome", classes="-asks" if self._called else ""):
            yield Static("s o l t e r m", id="name", markup=False)
            yield Static(_WELCOME, id="notice", markup=False)
            yield Static(PLAYER if self._called else GUEST, markup=False)
            yield Static(id="life", markup=False)
        yield Static("" if self._called else "Press any key to go on.", id="footer", markup=False)

    def on_mount(self) -> None:
        for question in QUESTIONS:
            self.seat.host.say(question)
        if self._called:
            take = "Enter takes this name, or type another one."
            self.app.push_screen(HostDialog(take, self._ask, self._called), self._take)

    def take_host_message(self, message: Message) -> bool:
        if self.solterm.life.hear(message):
            self._show_life()
            return True
        dialog = self.app.screen
        return isinstance(dialog, HostDialog) and dialog.take_host_message(message)

    def tell_bulletin(self) -> str:
        return self.seat.host.bulletin  # no key leads away from here

    def notice_line(self, sentence: str) -> None:
        """Show a sentence of the host in place of the first line."""
        told = self.skin.glyphs.sentence(sentence or _WELCOME)
        self.query_one("#notice", Static).update(told)

    def on_resize(self, event: events.Resize) -> None:
        self._show_life()

    def _show_life(self) -> None:
        """Show today's life; in a low window each line has one row."""
        width, height = self.app.size
        life = self.solterm.life.lines(self.seat.zone)
        told = [each for each in life if each.place != "evening" or each.head == "Evening"]
        lines = [f"{each.head}: {each.text}" for each in told]  # the first line tells today's
        if height < _HIGH:
            lines = [shorten(each, max(5, width - 4), placeholder=" ...") for each in lines]
        self.query_one("#life", Static).update("\n".join(lines))

    def _ask(self, name: str) -> Message | None:
        return Rename(name) if name not in ("", self._called) else None

    def _take(self, name: str | None) -> None:
        self.seat.store.rename_player(name or self._called)
        self.post_message(self.Done())

    def take_key(self, event: events.Key) -> bool:
        if self._called or event.key == "ctrl+l":
            return False
        self.post_message(self.Done())
        return True

    def on_click(self) -> None:
        if not self._called:
            self.post_message(self.Done())


class IdentityScreen(ListPage[None]):
    """Changes the player's name on this host, and adds another key."""

    TITLE = "Your name and keys"
    ABOUT = """
This host knows you by your key. The boards show your name with your results, and no other name here
may look like it; when you change it, the old one stays yours for a month. A code makes another key
yours, too: ask for it here, connect with the other key within ten minutes, and type it there, on
this screen.
"""
    ARE_COMMANDS = True
    BINDINGS = [on_item("enter", "choose", "Choose", "Choose the line")]

    def __init__(self) -> None:
        super().__init__()
        self._awaits_code = False

    @property
    def _name_here(self) -> str:
        return self.solterm.context.nickname

    def rows(self) -> Iterator[ListRow]:
        name = f"{'Name':28}{self._name_here}"
        yield ListRow((name,), self.ask_name, "How others here see you.")
        about = "A code adds another key to your name here."
        yield ListRow(("A code for another key ...",), self.ask_code, about)
        about = (
            "Type the code that you got with your other key. From the next login on, the key you"
            " use now belongs to that player, too. Your games with it stay behind."
        )
        yield ListRow(("Use a code ...",), self.ask_for_use, about)
        about = (
            "Delete your account here: your name, keys, games, statistics and results. This can't"
            " be undone. Tournaments that you have published stay."
        )
        yield ListRow(("Delete everything ...",), self.ask_to_erase, about)

    # -- questions to the host -------------------------------------------------------------

    def ask_name(self) -> None:
        dialog = HostDialog("Your name here?", self._rename, self._name_here, _LONGEST_NAME)
        self.prompt(dialog, self._be_called)

    def _rename(self, name: str) -> Message | None:
        return None if name == self._name_here else Rename(name)

    def _be_called(self, name: str) -> None:
        if name:
            self.seat.store.rename_player(name)
            self.show_rows()
            self.notice = f"You are {name} on this host."

    def ask_code(self) -> None:
        self._awaits_code = self.seat.host.say(AskCode())
        self.notice = WAIT if self._awaits_code else SILENT

    def _show_code(self, code: str) -> None:
        self._show(
            f"Your code: {code}\n"
            "It works once, within ten minutes. Connect with your other key, open Your name and"
            " keys in the settings, choose Use a code, and type it."
        )

    def ask_for_use(self) -> None:
        question = (
            "Which code did you get with your other key? Your games with this key stay behind."
        )
        self.app.push_screen(HostDialog(question, UseCode, most=_LONGEST_CODE), self._show)

    def ask_to_erase(self) -> None:
        question = "Type your name to delete your account with all games and results."
        self.app.push_screen(HostDialog(question, Erase, most=_LONGEST_NAME))

    def _show(self, text: str | None) -> None:
        self.notice = ""
        if text:
            self.app.push_screen(NoticeDialog(text))

    def take_host_message(self, message: Message) -> bool:
        dialog = self.app.screen
        if isinstance(dialog, HostDialog):
            return dialog.take_host_message(message)
        if not self._awaits_code or not isinstance(message, Yes | No):
            return False
        self._awaits_code = False
        if isinstance(message, Yes):
            self._show_code(message.text)
        else:
            self.notice = message.text
        return True
