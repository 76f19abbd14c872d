"""The frame of all screens but the table: a title, the content, a message, and the keys.

A screen declares its keys as ``Binding``s. Those with ``show`` are in the last row; F2 and ``?``
list all of them with their tooltips.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from rich.style import Style
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from solterm.games import find_known
from solterm.tui.keys.keymap import key_words
from solterm.tui.look.canvas import Role
from solterm.tui.screens.base import BaseScreen, Result
from solterm.tui.themes import rich_styles
from solterm.tui.widgets.key_bar import KeyBar
from solterm.tui.widgets.lines import MessageLine, Words
from solterm.tui.widgets.lists import RowList


def name_of(game_id: str) -> str:
    """Return the name of a game; its id if this version does not know it."""
    game = find_known(game_id)
    return game.name if game else game_id


class Page(BaseScreen[Result]):
    """A screen with a title, over another one."""

    ABOUT = ""
    """The introduction of the help, in Markdown."""
    BINDINGS = [
        Binding("f2,2,question_mark", "help", "Help", key_display="?"),
        Binding("escape", "back", "Back"),
    ]

    def compose(self) -> ComposeResult:
        yield Static(self.title_text(), id="title", markup=False)
        yield from self.compose_content()
        yield MessageLine()
        yield KeyBar()

    def title_text(self) -> str:
        """Return the text of the first row: the ``TITLE``, unless a screen says more."""
        return self.TITLE or ""

    def compose_content(self) -> ComposeResult:
        yield from ()

    def style(self, role: Role) -> Style:
        return rich_styles(self.solterm.palette)[role]

    def action_help(self) -> None:
        from solterm.tui.screens.reading import TextScreen

        self.app.push_screen(TextScreen(self.title_text(), self.help_text(), is_page=True))

    def help_text(self) -> str:
        rows = []
        for binding, words in self._explained():
            rows.append(f"| {words} | {binding.tooltip or binding.description} |")
        table = "\n".join(["| Key | Does |", "|---|---|", *rows])
        return f"{self.ABOUT.strip()}\n\n{table}"

    def _explained(self) -> list[tuple[Binding, str]]:
        keys: dict[str, tuple[Binding, list[str]]] = {}
        for active in self.active_bindings.values():
            binding = active.binding
            if binding.description and (binding.show or binding.tooltip):
                _, words = keys.setdefault(binding.action, (binding, []))
                word = binding.key_display or key_words(binding.key)
                if word not in words:
                    words.append(word)
        last = ("help", "back")
        explained = sorted(keys.values(), key=lambda each: each[0].action in last)
        return [(binding, " ".join(words)) for binding, words in explained]


class Line(NamedTuple):
    """A line of a ``ListPage``."""

    text: str
    do: Callable[[], object] | None = None
    """What Enter does; None for a heading."""
    about: str = ""
    """The text under the list while the cursor is on the line."""


class ListPage(Page[Result]):
    """Lines to choose from, with headings."""

    EMPTY = "Nothing to list yet."

    def compose_content(self) -> ComposeResult:
        yield RowList(id="list", markup=False)
        yield Words(id="notes")

    shown: Sequence[Line] = ()

    @abstractmethod
    def lines(self, width: int) -> Iterable[Line]:
        """Return the lines for a list of this width."""

    @property
    def list(self) -> OptionList:
        return self.query_one("#list", OptionList)

    def on_mount(self) -> None:
        self.show_list()
        self.list.focus()

    def show_list(self, here: int | None = None) -> None:
        """Fill the list; the cursor stays on its line, or goes to line ``here``."""
        wanted = self.list.highlighted if here is None else here
        self.shown = list(self.lines(self.app.size.width - 2))
        lines = self.shown or [Line(self.EMPTY)]
        self.list.set_options(Option(line.text, disabled=line.do is None) for line in lines)
        usable = [at for at, line in enumerate(lines) if line.do]
        if usable:
            behind = [at for at in usable if at >= (wanted or 0)]
            self.list.highlighted = (behind or usable[-1:])[0]

    def on_resize(self, event: events.Resize) -> None:
        self.show_list()

    def action_select(self) -> None:
        self.list.action_select()

    @on(OptionList.OptionSelected)
    def choose_option(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if do := self.shown[event.option_index].do:
            do()

    @on(OptionList.OptionHighlighted)
    def show_notes(self, event: OptionList.OptionHighlighted) -> None:
        self.query_one("#notes", Words).say(self.shown[event.option_index].about)
