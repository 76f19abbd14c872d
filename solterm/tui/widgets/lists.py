"""Lists whose cursor shows on every terminal, for dialogs, pages and the menu."""

from textual import events
from textual.binding import Binding
from textual.reactive import reactive
from textual.style import Style
from textual.widgets import OptionList


class PlainList(OptionList):
    """An ``OptionList`` whose cursor also shows without colours.

    Textual ignores ``reverse`` in component styles, and a terminal without colours has no other
    way to mark the cursor.
    """

    DEFAULT_CSS = """
    PlainList {
        height: 1fr;
        padding: 0 1;
        scrollbar-size-vertical: 1;
        &, &:focus, &:ansi {
            border: none;
            background: $table-paper;
            color: $table-ink;
        }
        & > .option-list--option-disabled {
            color: $label-ink;
            text-style: $label-style;
        }
        & > .option-list--option-highlighted, &:focus > .option-list--option-highlighted {
            background: $box-paper;
            color: $box-ink;
            text-style: $box-style;
        }
    }
    """

    def get_visual_style(self, *component_classes: str, partial: bool = False) -> Style:
        style = super().get_visual_style(*component_classes, partial=partial)
        parts = map(self.get_component_styles, component_classes)
        if any(part.text_style.reverse for part in parts):
            return style + Style(reverse=True)
        return style


class RowList(PlainList, inherit_bindings=False):
    """The list of a page. It leaves Enter to the page and its key bar."""

    BINDINGS = [
        each
        for each in OptionList.BINDINGS
        if not (isinstance(each, Binding) and each.key == "enter")
    ]


class LineList(RowList):
    """A list of lines. A first click moves the cursor, and a second one chooses the line."""

    DEFAULT_CSS = """
    LineList {
        text-wrap: nowrap;
        text-overflow: clip;
    }
    """

    # Textual paints all lines of a list again when its cursor moves.
    highlighted: reactive[int | None] = reactive(None, repaint=False)

    def _watch_highlighted(self, before: int | None, after: int | None) -> None:
        for line in (before, after):
            if line is not None:
                self.refresh_line(line)

    def scroll_to_highlight(self, top: bool = False) -> None:
        """Show the cursor, and with the first choice the heading above it."""
        super().scroll_to_highlight(top)
        if all(option.disabled for option in self.options[: self.highlighted]):
            self.scroll_home(animate=False)

    def on_click(self, event: events.Click) -> None:
        event.prevent_default()
        at = event.style.meta.get("option")
        if at is None or self.get_option_at_index(at).disabled:
            return
        if at == self.highlighted:
            self.action_select()
        else:
            self.highlighted = at
