"""The frame of all screens but the table: a title, what the screen shows, a message, its keys.

A screen lists its keys as ``Binding``s. Those with ``show`` stand in the last row, and F2 or ``?``
explains them all, by their descriptions and tooltips.
"""

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from solterm.tui.screens.base import BaseScreen, Result
from solterm.tui.widgets.key_bar import KeyBar, key_words
from solterm.tui.widgets.message_line import MessageLine
from solterm.tui.widgets.words import Words

if TYPE_CHECKING:
    from textual.widgets import DataTable


class Page(BaseScreen[Result]):
    """A screen with a title, over the one that was there before."""

    ABOUT: ClassVar[str] = ""
    """What the help says of the screen before its keys, in Markdown."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f2,2,question_mark", "help", "Help", key_display="?"),
        Binding("escape", "back", "Back"),
    ]

    def compose(self) -> ComposeResult:
        yield Static(self.title_text(), id="title", markup=False)
        yield from self.compose_content()
        yield MessageLine()
        yield KeyBar()

    @abstractmethod
    def title_text(self) -> str:
        """Return the first row."""

    def compose_content(self) -> ComposeResult:
        """Yield what stands between the title and the message line."""
        yield from ()

    def action_back(self) -> None:
        """Esc: back to the screen that was there before."""
        if self.solterm.is_covering(self):
            self.dismiss()

    def action_help(self) -> None:
        """F2: what this screen is for, and what its keys do."""
        self.solterm.show_page(self.title_text(), self.help_text())

    def help_text(self) -> str:
        """Return the help, in Markdown."""
        rows = []
        for binding, words in self._explained():
            rows.append(f"| {words} | {binding.tooltip or binding.description} |")
        table = "\n".join(["| Key | Does |", "|---|---|", *rows])
        return f"{self.ABOUT.strip()}\n\n{table}"

    def _explained(self) -> list[tuple[Binding, str]]:
        """The bindings that say what they do, with all their keys."""
        keys: dict[str, tuple[Binding, list[str]]] = {}
        for active in self.active_bindings.values():
            binding = active.binding
            if binding.description and (binding.show or binding.tooltip):
                _, words = keys.setdefault(binding.action, (binding, []))
                word = binding.key_display or key_words(binding.key)
                if word not in words:
                    words.append(word)
        return [(binding, " ".join(words)) for binding, words in keys.values()]


class ListPage(Page[Result]):
    """Lines to choose from, of which some may be headings."""

    EMPTY: ClassVar[str] = "Nothing to list yet."

    def compose_content(self) -> ComposeResult:
        yield OptionList(id="list", markup=False)
        yield Words(id="notes")

    @abstractmethod
    def options(self, width: int) -> list[Option]:
        """Return the lines for so many columns; a heading is ``disabled``."""

    @property
    def list(self) -> OptionList:
        """The list."""
        return self.query_one("#list", OptionList)

    def on_mount(self) -> None:
        self.show_list()
        self.list.focus()

    def show_list(self, here: int | None = None) -> None:
        """Fill the list; the cursor stays on its line, or goes to a given one."""
        wanted = self.list.highlighted if here is None else here
        options = self.options(self.app.size.width - 2)
        self.list.clear_options()
        self.list.add_options(options or [Option(self.EMPTY, disabled=True)])
        usable = [at for at, option in enumerate(options) if not option.disabled]
        if usable:
            behind = [at for at in usable if at >= (wanted or 0)]
            self.list.highlighted = (behind or usable[-1:])[0]

    def on_resize(self, event: object) -> None:
        self.show_list()

    @on(OptionList.OptionSelected)
    def choose_option(self, event: OptionList.OptionSelected) -> None:
        """Enter, or a click."""
        event.stop()
        self.choose(event.option_index)

    @on(OptionList.OptionHighlighted)
    def show_notes(self, event: OptionList.OptionHighlighted) -> None:
        """Tell more about the line under the cursor."""
        self.notice = ""
        self.query_one("#notes", Words).say("\n".join(self.notes(event.option_index)))

    def choose(self, index: int) -> None:
        """Do what Enter does to a line."""

    def notes(self, index: int) -> list[str]:
        """Return what stands under the list about the line under the cursor."""
        return []


class Column(NamedTuple):
    """A column of a table."""

    label: str
    is_number: bool = False
    """Whether it is set to the right."""


class TablePage(Page[Result]):
    """Rows and columns to look at, and to choose from."""

    COLUMNS: ClassVar[tuple[Column, ...]] = ()
    EMPTY: ClassVar[str] = "Nothing to list yet."

    def compose_content(self) -> ComposeResult:
        # Imported here: few sessions look at a table.
        from textual.widgets import DataTable

        yield DataTable(id="list", cursor_type="row")
        yield Words(id="notes")

    @abstractmethod
    def rows(self) -> Sequence[Sequence[object]]:
        """Return the cells of all rows, a text or number a column."""

    @property
    def table(self) -> "DataTable[Text]":
        """The table."""
        from textual.widgets import DataTable

        return self.query_one("#list", DataTable)

    @property
    def here(self) -> int:
        """The row under the cursor, counted from 0."""
        return self.table.cursor_row

    def on_mount(self) -> None:
        self.show_rows()
        self.table.focus()

    def show_rows(self) -> None:
        """Fill the table; the cursor stays where it was."""
        table, here = self.table, self.table.cursor_row
        rows = self.rows()
        table.clear(columns=True)
        for column in self.COLUMNS:
            table.add_column(Text(column.label, justify="right" if column.is_number else "left"))
        for row in rows:
            table.add_row(
                *(_cell(cell, column) for cell, column in zip(row, self.COLUMNS, strict=True))
            )
        table.move_cursor(row=max(0, min(here, len(rows) - 1)))
        if not rows:
            self.notice = self.EMPTY


def _cell(value: object, column: Column) -> Text:
    return Text(str(value), justify="right" if column.is_number else "left", no_wrap=True)
