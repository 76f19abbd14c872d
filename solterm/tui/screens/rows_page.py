"""The base of pages with rows and columns."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import DataTable, Static

from solterm.tui.screens.base import Result
from solterm.tui.screens.page import Page
from solterm.tui.widgets.lines import Words


class RowTable(DataTable[Text], inherit_bindings=False):
    """A ``DataTable`` that leaves Enter to the page and its key bar."""

    DEFAULT_CSS = """
    RowTable {
        height: 1fr;
        padding: 0;
        scrollbar-size-vertical: 1;
        &, &:focus, &:ansi {
            border: none;
            background: $table-paper;
            color: $table-ink;
        }
        & > .datatable--cursor, &:focus > .datatable--cursor, &:ansi > .datatable--cursor {
            background: $box-paper;
            color: $box-ink;
            text-style: $box-style;
        }
        & > .datatable--header, &:ansi > .datatable--header {
            background: $table-paper;
            color: $faint-ink;
            text-style: $faint-style;
        }
    }
    """

    BINDINGS = [
        Binding("up", "cursor_up", "Up", show=False),
        Binding("down", "cursor_down", "Down", show=False),
        Binding("pageup", "page_up", "Page up", show=False),
        Binding("pagedown", "page_down", "Page down", show=False),
        Binding("home,ctrl+home", "scroll_top", "First", show=False),
        Binding("end,ctrl+end", "scroll_bottom", "Last", show=False),
    ]

    def __init__(self, id: str) -> None:
        super().__init__(id=id, cursor_type="row")

    def action_cursor_up(self) -> None:
        if self.cursor_row == 0:
            self.action_scroll_bottom()
        else:
            super().action_cursor_up()

    def action_cursor_down(self) -> None:
        if self.cursor_row >= self.row_count - 1:
            self.action_scroll_top()
        else:
            super().action_cursor_down()

    def action_select_cursor(self) -> None:
        if self.row_count:
            key = self.coordinate_to_cell_key(self.cursor_coordinate).row_key
            self.post_message(self.RowSelected(self, self.cursor_row, key))

    def on_click(self, event: events.Click) -> None:
        event.prevent_default()  # of DataTable's own, which goes by cells
        row = event.style.meta.get("row", -1)
        if row == self.cursor_row:
            self.action_select_cursor()
        elif row >= 0:
            self.move_cursor(row=row)


class Column(NamedTuple):
    """A column of a ``RowsPage``."""

    label: str
    is_number: bool = False
    """Whether it is aligned to the right."""
    least: int = 0
    """The narrowest window that has the column."""
    shrinks: bool = False
    """Whether it gives up room that other columns need."""


_LEAST = 8
"""Columns that a shrinking column keeps."""


class RowsPage(Page[Result]):
    """Rows and columns to look at and to choose from."""

    COLUMNS: ClassVar[tuple[Column, ...]] = ()
    EMPTY = "Nothing to list yet."

    def compose_content(self) -> ComposeResult:
        yield Static(self.EMPTY, id="empty", markup=False)
        yield RowTable(id="list")
        yield Words(id="notes")

    def columns(self) -> Sequence[Column]:
        return self.COLUMNS

    @abstractmethod
    def rows(self) -> Sequence[Sequence[object]]:
        """Return the cells of all rows, one for each column."""

    @property
    def table(self) -> RowTable:
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

    def on_data_table_row_highlighted(self) -> None:
        self.show_notes()

    def show_notes(self) -> None:
        notes = self.notes(self.here) if self.table.row_count else []
        self.query_one("#notes", Words).say("\n".join(notes))

    def notes(self, row: int) -> Sequence[str]:
        """Return the text under the table for a row."""
        return []
