"""A table of a page, with a cursor that moves by rows as in a list."""

from typing import ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.widgets import DataTable


class RowTable(DataTable[Text], inherit_bindings=False):
    """A ``DataTable`` for rows. It leaves Enter to the page, whose key bar says what it does."""

    BINDINGS: ClassVar[list[BindingType]] = [
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
        """Go up a row; above the first one comes the last."""
        if self.cursor_row == 0:
            self.action_scroll_bottom()
        else:
            super().action_cursor_up()

    def action_cursor_down(self) -> None:
        """Go down a row; under the last one comes the first."""
        if self.cursor_row >= self.row_count - 1:
            self.action_scroll_top()
        else:
            super().action_cursor_down()
