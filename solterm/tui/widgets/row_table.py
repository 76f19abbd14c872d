"""A table whose cursor moves by rows."""

from typing import ClassVar

from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.coordinate import Coordinate
from textual.widgets import DataTable


class RowTable(DataTable[Text], inherit_bindings=False):
    """A ``DataTable`` that leaves Enter to the page and its key bar.

    The cursor highlights the name only, as a whole row costs many bytes.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "cursor_up", "Up", show=False),
        Binding("down", "cursor_down", "Down", show=False),
        Binding("pageup", "page_up", "Page up", show=False),
        Binding("pagedown", "page_down", "Page down", show=False),
        Binding("home,ctrl+home", "scroll_top", "First", show=False),
        Binding("end,ctrl+end", "scroll_bottom", "Last", show=False),
    ]

    def __init__(self, id: str) -> None:
        self.name_column = 0
        """The column that the cursor highlights."""
        super().__init__(id=id, cursor_type="cell")

    def validate_cursor_coordinate(self, value: Coordinate) -> Coordinate:
        return super().validate_cursor_coordinate(Coordinate(value.row, self.name_column))

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
