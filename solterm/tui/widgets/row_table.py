"""A table of a page, which leaves Enter to the page: its key bar says what Enter does there."""

from typing import ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.widgets import DataTable


class RowTable(DataTable[Text], inherit_bindings=False):
    """A ``DataTable`` with a cursor for rows, and without a binding for Enter."""

    BINDINGS: ClassVar[list[BindingType]] = [
        each
        for each in DataTable.BINDINGS
        if not (isinstance(each, Binding) and "enter" in each.key)
    ]

    def __init__(self, id: str) -> None:
        super().__init__(id=id, cursor_type="row")
