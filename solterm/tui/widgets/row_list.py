"""A list of a page, which leaves Enter to the page: its key bar says what Enter does there."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.css.styles import RenderStyles
from textual.style import Style
from textual.widgets import OptionList


class RowList(OptionList, inherit_bindings=False):
    """An ``OptionList`` without a binding for Enter."""

    BINDINGS: ClassVar[list[BindingType]] = [
        each
        for each in OptionList.BINDINGS
        if not (isinstance(each, Binding) and each.key == "enter")
    ]

    def get_visual_style(self, *component_classes: str, partial: bool = False) -> Style:
        """Return a style with its ``reverse``, which Textual 8 forgets.

        In one colour nothing else shows where the cursor is.
        """
        style = super().get_visual_style(*component_classes, partial=partial)
        styles = map(self.get_component_styles, component_classes)
        return style + Style(reverse=True) if any(_is_reverse(each) for each in styles) else style


def _is_reverse(styles: RenderStyles) -> bool:
    return bool(styles.text_style.reverse)
