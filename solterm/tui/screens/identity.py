"""Who the player is to the host of the session: a name, and the keys it is known by."""

import textwrap
from collections.abc import Callable
from typing import ClassVar, NamedTuple, cast

from solterm.hall.messages import AskCode, Message, No, Rename, UseCode, Yes
from solterm.store import place
from solterm.tui.boxes.dialogs import MessageBox
from solterm.tui.boxes.hostline import SILENT, WAIT, HostLine, ask
from solterm.tui.boxes.questions import wrap
from solterm.tui.screens.listed import ListScreen

_LONGEST_NAME = 20
_LONGEST_CODE = 12


class _Way(NamedTuple):
    """A line: what Enter does there."""

    name: str
    about: str
    go: Callable[["IdentityScreen"], None]


class IdentityScreen(ListScreen):
    """Changes the name on this host, and has one more key be the player's."""

    TITLE_TEXT = "Your name and keys"
    ABOUT = """
This host knows you by your key. Your name stands beside your results, and nobody else here has one
that looks like it; an old one stays yours for a month. With a code, another key becomes yours too:
ask for it here, come with the other key within ten minutes, and type it there, on this screen.
"""
    ENTER: ClassVar[tuple[str, str]] = ("Choose", "Do what the line says")

    def __init__(self) -> None:
        super().__init__()
        self._awaits_code = False

    @property
    def entries(self) -> list[_Way]:
        return list(_WAYS)

    def line(self, entry: object, width: int) -> str:
        way = cast(_Way, entry)
        return f"{way.name:28}{place.nickname() if way is _WAYS[0] else ''}".rstrip()

    def notes(self, width: int) -> list[str]:
        return textwrap.wrap(cast(_Way, self.entry).about, width)

    def choose(self) -> None:
        cast(_Way, self.entry).go(self)

    # -- what the host is asked ------------------------------------------------------------

    def ask_name(self) -> None:
        """Another name."""
        question = "What will you be called here?"
        name = place.nickname()
        self.prompt = HostLine(question, self._rename, self._be_called, name, _LONGEST_NAME)

    def _rename(self, name: str) -> Message | None:
        return None if name == place.nickname() else Rename(name)

    def _be_called(self, name: str) -> None:
        place.keep_nickname(name)
        self.notice = f"You are {name} on this host."

    def ask_code(self) -> None:
        """A code for another key."""
        self._awaits_code = ask(AskCode())
        self.notice = WAIT if self._awaits_code else SILENT

    def _show_code(self, code: str) -> None:
        self._read(
            f"Your code: {code}\n"
            "It holds for ten minutes, and once. Come with your other key, open Your name and keys"
            " in the settings there, choose Use a code, and type it."
        )

    def ask_for_use(self) -> None:
        """A code that the player got under another key."""
        question = (
            "What code were you given where you came with your other key? What you have played"
            " with this key stays behind."
        )
        self.prompt = HostLine(question, UseCode, self._read, most=_LONGEST_CODE)

    def _read(self, text: str) -> None:
        """Have something read in a box."""
        self.notice = ""
        self.prompt = MessageBox(*wrap(text, self.app.size.width - 8))

    def hear(self, message: Message) -> bool:
        if self._awaits_code and isinstance(message, Yes | No):
            self._awaits_code = False
            if isinstance(message, Yes):
                self._show_code(message.text)
            else:
                self.notice = message.text
        elif not isinstance(self.prompt, HostLine) or not self.prompt.hear(self, message):
            return False
        self.show_outcome()
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
        "Type the code that you got with your other key: from the next login on, the key you came"
        " with now is that player's, too. What was played with it stays behind.",
        IdentityScreen.ask_for_use,
    ),
)
