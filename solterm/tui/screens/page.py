"""The frame of all screens but the table: a title, the content, a message, and the keys.

A screen declares its keys as ``Binding``s. Those with ``show`` are in the last row; F2 and ``?``
list all of them with their tooltips.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from solterm.tui.look.canvas import Role
from solterm.tui.screens.base import BaseScreen, Result
from solterm.tui.themes import rich_styles
from solterm.tui.widgets.key_bar import KeyBar, key_words
from solterm.tui.widgets.lines import MessageLine, Words
from solterm.tui.widgets.lists import RowList

if TYPE_CHECKING:
    from solterm.tui.widgets.row_table import RowTable


class Page(BaseScreen[Result]):
    """A screen with a title, over another one."""

    ABOUT: ClassVar[str] = ""
    """The introduction of the help, in Markdown."""
    BINDINGS: ClassVar[list[BindingType]] = [
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
        self.solterm.show_page(self.title_text(), self.help_text())

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

    EMPTY: ClassVar[str] = "Nothing to list yet."

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


class Column(NamedTuple):
    """A column of a ``TablePage``."""

    label: str
    is_number: bool = False
    """Whether it is aligned to the right."""
    least: int = 0
    """The narrowest window that has the column."""
    shrinks: bool = False
    """Whether it gives up room that other columns need."""


_LEAST = 8
"""Columns that a shrinking column keeps."""


class TablePage(Page[Result]):
    """Rows and columns to look at and to choose from."""

    COLUMNS: ClassVar[tuple[Column, ...]] = ()
    EMPTY: ClassVar[str] = "Nothing to list yet."

    def compose_content(self) -> ComposeResult:
        # Imported here: few sessions look at a table.
        from solterm.tui.widgets.row_table import RowTable

        yield Static(self.EMPTY, id="empty", markup=False)
        yield RowTable(id="list")
        yield Words(id="notes")

    def columns(self) -> Sequence[Column]:
        return self.COLUMNS

    @abstractmethod
    def rows(self) -> Sequence[Sequence[object]]:
        """Return the cells of all rows, one for each column."""

    @property
    def table(self) -> "RowTable":
        from solterm.tui.widgets.row_table import RowTable

        return self.query_one("#list", RowTable)

    @property
    def here(self) -> int:
        """The row under the cursor, from 0."""
        return self.table.cursor_row

    def on_mount(self) -> None:
        self.show_rows()
        self.table.focus()

    def on_resize(self, event: events.Resize) -> None:
        if self.table.columns:
            self.show_rows()

    def show_rows(self, here: int | None = None) -> None:
        """Fill the table; the cursor stays on its row, or goes to row ``here``."""
        table = self.table
        here = table.cursor_row if here is None else here
        rows, columns = self.rows(), self.columns()
        shown = [at for at, each in enumerate(columns) if each.least <= self.app.size.width]
        columns = [columns[at] for at in shown]
        cells = [
            [self._cell(row[at], column) for at, column in zip(shown, columns, strict=True)]
            for row in rows
        ]
        table.clear(columns=True)
        table.name_column = next((k for k, each in enumerate(columns) if not each.is_number), 0)
        for column, width in zip(columns, self._widths(columns, cells), strict=True):
            table.add_column(self._cell(column.label, column), width=width)
        for row in cells:
            table.add_row(*row)
        table.move_cursor(row=max(0, min(here, len(rows) - 1)))
        table.show_header = bool(rows)
        self.query_one("#empty").display = not rows
        self.show_notes()

    def _cell(self, value: object, column: Column) -> Text:
        text = value.copy() if isinstance(value, Text) else Text(str(value))
        text.justify = "right" if column.is_number else "left"
        text.no_wrap = True
        text.overflow = "crop" if self.solterm.glyphs.ascii else "ellipsis"
        return text

    def _widths(self, columns: Sequence[Column], cells: Sequence[Sequence[Text]]) -> list[int]:
        widths = [
            max(cell_len(column.label), *(row[at].cell_len for row in cells), 1)
            for at, column in enumerate(columns)
        ]
        # A cell has a blank on both sides; the last column is the scroll bar's.
        over = sum(widths) + 2 * len(widths) + 1 - self.app.size.width
        shrinking = [at for at, column in enumerate(columns) if column.shrinks]
        while over > 0 and any(widths[at] > _LEAST for at in shrinking):
            widths[max(shrinking, key=widths.__getitem__)] -= 1
            over -= 1
        return widths

    def action_select_cursor(self) -> None:
        self.table.action_select_cursor()

    def on_data_table_cell_highlighted(self) -> None:
        self.show_notes()

    def show_notes(self) -> None:
        notes = self.notes(self.here) if self.table.row_count else []
        self.query_one("#notes", Words).say("\n".join(notes))

    def notes(self, row: int) -> Sequence[str]:
        """Return the text under the table for a row."""
        return []
