"""The page that shows a report: rows and columns to look at and to choose from."""

from abc import abstractmethod
from collections.abc import Sequence
from itertools import compress

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import DataTable, Static

from solterm.sessions.report import ASCII_BLOCKS, BLOCKS, Column, Graph, Report, Share, Value
from solterm.tui.look.canvas import Role
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
        # Rows with a style of their own get the cursor's ink, so they need its paper as well.
        super().__init__(id=id, cursor_type="row", cursor_background_priority="css")

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


_LEAST = 8
"""Columns that a shrinking column keeps."""
_BAR, _SHORT_BAR = 20, 10
"""Cells of a full bar in a wide and in a narrow window."""
_WIDE = 96
"""The width from which the bars are long."""
_HIGH = 32
"""The height from which graphs are large."""


class RowsPage(Page[Result]):
    """A report to look at and to choose rows from."""

    DEFAULT_CSS = "RowsPage #graph { padding: 0 1; color: $table-ink; }"

    EMPTY = "Nothing to list yet."
    shown = Report("", (), ())

    def title_text(self) -> str:
        return self.shown.title

    def compose_content(self) -> ComposeResult:
        yield Static(self.EMPTY, id="empty", markup=False)
        yield RowTable(id="list")
        yield Words(id="graph")
        yield Words(id="notes")

    @abstractmethod
    def report(self) -> Report:
        """Return what the page shows now."""

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
        table, report = self.table, self.report()
        self.shown = report
        here = table.cursor_row if here is None else here
        fits = [each.from_width <= self.app.size.width for each in report.columns]
        columns = list(compress(report.columns, fits))
        heads = [self._line(Text(each.short or each.title), each) for each in columns]
        rows = [
            [
                self._line(self._highlight(number, self.cell(value, column)), column)
                for value, column in zip(compress(row, fits), columns, strict=True)
            ]
            for number, row in enumerate(report.rows)
        ]
        self.query_one("#title", Static).update(report.title)
        table.clear(columns=True)
        for head, width in zip(heads, self._widths(columns, [heads, *rows]), strict=True):
            table.add_column(head, width=width)
        for row in rows:
            table.add_row(*row)
        table.move_cursor(row=max(0, min(here, len(rows) - 1)))
        table.show_header = bool(rows)
        self.query_one("#empty").display = not rows
        self.show_notes()

    def cell(self, value: Value, column: Column) -> Text:
        """Return a cell as this terminal shows it."""
        if isinstance(value, Share):
            # Among numbers, a long bar would push the columns apart.
            is_long = self.app.size.width >= _WIDE and not column.is_number
            cells = _BAR if is_long else _SHORT_BAR
            return Text(value.draw(cells, *("#." if self.skin.glyphs.ascii else "█░")))
        return Text(column.text(value))

    def _highlight(self, row: int, text: Text) -> Text:
        """Highlight the player's own rows, and the totals."""
        if row in self.shown.own:
            text.style = self.style(Role.MESSAGE)
        elif self.shown.has_totals and row == len(self.shown.rows) - 1:
            text.style = self.style(Role.LABEL)
        return text

    def _line(self, text: Text, column: Column) -> Text:
        text.justify = "right" if column.is_number else "left"
        text.no_wrap = True
        text.overflow = "crop" if self.skin.glyphs.ascii else "ellipsis"
        return text

    def _widths(self, columns: Sequence[Column], rows: Sequence[Sequence[Text]]) -> list[int]:
        widths = [max(*(row[at].cell_len for row in rows), 1) for at in range(len(columns))]
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
        graph = self.graph(self.here) if self.table.row_count else None
        self.query_one("#graph", Words).say("\n".join(self._draw(graph)) if graph else "")

    def _draw(self, graph: Graph) -> list[str]:
        width, height = self.app.size
        rows = 2 if height < _HIGH else 5
        heights = ASCII_BLOCKS if self.skin.glyphs.ascii else BLOCKS
        return graph.draw(width - 2, rows, heights)

    def graph(self, row: int) -> Graph | None:
        """Return the graph under the table for a row: the report's, unless rows have their own."""
        return self.shown.graph

    def notes(self, row: int) -> Sequence[str]:
        """Return the text under the table for a row: the report's, unless rows have their own."""
        return self.shown.notes
