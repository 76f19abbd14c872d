"""Find the cell for the terminal's cursor: the selection, which screen readers follow."""

from typing import Any

from textual.geometry import Offset
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input, OptionList


def selection(screen: Screen[Any]) -> Offset:
    """Return the cell of a screen's selection."""
    widget = screen.focused
    if widget is None:
        widget = getattr(screen, "card_table", None)  # a table takes no focus
    if widget is None:
        return Offset(screen.size.width - 1, screen.size.height - 1)
    return _within(widget)


def _within(widget: Widget) -> Offset:
    region = widget.content_region
    if isinstance(widget, Input):
        return widget.cursor_screen_offset
    own = getattr(widget, "selected_cell", None)  # a widget of ours that knows its selection
    if isinstance(own, Offset):
        return region.offset + own
    if isinstance(widget, OptionList):
        return region.offset + Offset(0, _line_of(widget) - widget.scroll_offset.y)
    return region.offset


def _line_of(options: OptionList) -> int:
    here = options.highlighted
    if here is None:
        return 0
    if all("\n" not in str(options.get_option_at_index(at).prompt) for at in range(here)):
        return here
    return sum(str(options.get_option_at_index(at).prompt).count("\n") + 1 for at in range(here))
