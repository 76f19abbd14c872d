"""A list of lines: Enter and a second click choose the line under the cursor."""

from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.widgets import OptionList


class LineList(OptionList, inherit_bindings=False):
    """An OptionList that leaves Enter to its screen, whose key bar then can name it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "cursor_up", "Up", show=False),
        Binding("down", "cursor_down", "Down", show=False),
        Binding("home", "first", "First", show=False),
        Binding("end", "last", "Last", show=False),
        Binding("pageup", "page_up", "Page up", show=False),
        Binding("pagedown", "page_down", "Page down", show=False),
    ]

    def on_click(self, event: events.Click) -> None:
        """Put the cursor on a line; a click on the line under the cursor chooses it."""
        event.prevent_default()
        at = event.style.meta.get("option")
        if at is None or self.get_option_at_index(at).disabled:
            return
        if at == self.highlighted:
            self.action_select()
        else:
            self.highlighted = at
