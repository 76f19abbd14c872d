"""Lists whose cursor shows on every terminal, and one that leaves Enter to its page."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.style import Style
from textual.widgets import OptionList


class PlainList(OptionList):
    """An ``OptionList`` whose cursor shows without colours, too.

    Textual passes over ``reverse`` when it puts a part's style together, and a terminal without
    colours has nothing else to tell the cursor by.
    """

    def get_visual_style(self, *component_classes: str, partial: bool = False) -> Style:
        style = super().get_visual_style(*component_classes, partial=partial)
        parts = map(self.get_component_styles, component_classes)
        if any(part.text_style.reverse for part in parts):
            return style + Style(reverse=True)
        return style


class RowList(PlainList, inherit_bindings=False):
    """The list of a page, whose key bar says what Enter does there."""

    BINDINGS: ClassVar[list[BindingType]] = [
        each
        for each in OptionList.BINDINGS
        if not (isinstance(each, Binding) and each.key == "enter")
    ]
