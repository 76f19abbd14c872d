"""A list of a page, which leaves Enter to the page: its key bar says what Enter does there."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import OptionList


class RowList(OptionList, inherit_bindings=False):
    """An ``OptionList`` without a binding for Enter."""

    BINDINGS: ClassVar[list[BindingType]] = [
        each
        for each in OptionList.BINDINGS
        if not (isinstance(each, Binding) and each.key == "enter")
    ]
