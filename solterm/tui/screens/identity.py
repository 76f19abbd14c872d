"""Who the player is to the host of the session: a name, and the keys it is known by."""

import textwrap
from collections.abc import Callable, Sequence
from typing import ClassVar, NamedTuple

from textual.binding import Binding, BindingType
from textual.widgets.option_list import Option

from solterm.hall.messages import AskCode, Message, No, Rename, UseCode, Yes
from solterm.store import place
from solterm.tui.screens.dialogs import Notice
from solterm.tui.screens.host_dialog import SILENT, WAIT, HostDialog, ask
from solterm.tui.screens.page import ListPage

_LONGEST_NAME = 20
_LONGEST_CODE = 12


class _Way(NamedTuple):
    """A line: what Enter does there."""

    name: str
    about: str
    go: Callable[["IdentityScreen"], None]


class IdentityScreen(ListPage[None]):
    """Changes the name on this host, and lets one more key be the player's."""

    TITLE_TEXT = "Your name and keys"
    ABOUT = """
This host knows you by your key. The boards show your name with your results, and no other name here
may look like it; when you change it, the old one stays yours for a month. A code makes another key
yours, too: ask for it here, connect with the other key within ten minutes, and type it there, on
this screen.
"""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", "Choose", tooltip="Do what the line says")
    ]

    def __init__(self) -> None:
        super().__init__()
        self._awaits_code = False

    def title_text(self) -> str:
        return self.TITLE_TEXT

    def options(self, width: int) -> Sequence[Option]:
        name, *others = _WAYS
        return [Option(f"{name.name:28}{place.nickname()}"), *(Option(way.name) for way in others)]

    def notes(self, index: int) -> Sequence[str]:
        return textwrap.wrap(_WAYS[index].about, max(20, self.app.size.width - 2))

    def choose(self, index: int) -> None:
        _WAYS[index].go(self)

    # -- what the host is asked ------------------------------------------------------------

    def ask_name(self) -> None:
        """Ask for another name."""
        dialog = HostDialog("Your name here?", self._rename, place.nickname(), _LONGEST_NAME)
        self.app.push_screen(dialog, self._be_called)

    def _rename(self, name: str) -> Message | None:
        return None if name == place.nickname() else Rename(name)

    def _be_called(self, name: str | None) -> None:
        if name:
            place.keep_nickname(name)
            self.show_list()
            self.notice = f"You are {name} on this host."

    def ask_code(self) -> None:
        """Ask the host for a code for another key."""
        self._awaits_code = ask(AskCode())
        self.notice = WAIT if self._awaits_code else SILENT

    def _show_code(self, code: str) -> None:
        self._show(
            f"Your code: {code}\n"
            "It is valid for ten minutes, and once. Connect with your other key, open Your name and"
            " keys in the settings, choose Use a code, and type it."
        )

    def ask_for_use(self) -> None:
        """Ask for a code that the player got under another key."""
        question = (
            "Which code did you get with your other key? What you played with this key stays"
            " behind."
        )
        self.app.push_screen(HostDialog(question, UseCode, most=_LONGEST_CODE), self._show)

    def _show(self, text: str | None) -> None:
        self.notice = ""
        if text:
            self.app.push_screen(Notice(text))

    def hear(self, message: Message) -> bool:
        dialog = self.app.screen
        if isinstance(dialog, HostDialog):
            return dialog.hear(message)
        if not self._awaits_code or not isinstance(message, Yes | No):
            return False
        self._awaits_code = False
        if isinstance(message, Yes):
            self._show_code(message.text)
        else:
            self.notice = message.text
        return True


_WAYS = (
    _Way("Name", "How others here see you.", IdentityScreen.ask_name),
    _Way(
        "A code for another key ...",
        "With a code, another key of yours becomes yours here, too.",
        IdentityScreen.ask_code,
    ),
    _Way(
        "Use a code ...",
        "Type the code that you got with your other key: from the next login on, the key you use"
        " now is that player's, too. What you played with it stays behind.",
        IdentityScreen.ask_for_use,
    ),
)
