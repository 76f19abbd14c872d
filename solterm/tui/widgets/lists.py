"""Lists whose cursor shows on every terminal, for dialogs, pages and the menu."""

from collections.abc import Sequence
from enum import Enum, auto

from rich.segment import Segment
from textual import events
from textual.binding import Binding
from textual.reactive import reactive
from textual.strip import Strip
from textual.style import Style
from textual.widgets import OptionList
from textual.widgets.option_list import Option


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


class LineLook(Enum):
    """How a line stands out."""

    PLAIN = auto()
    OWN = auto()
    """The player's own among those of others."""
    TOTALS = auto()
    HEADING = auto()
    """The cursor leaves it out."""


class LineList(PlainList, inherit_bindings=False):
    """The list of a page. It leaves Enter to the page and its key bar.

    A first click moves the cursor, and a second one chooses the line. If the lines are commands,
    one click is enough.
    """

    DEFAULT_CSS = """
    LineList {
        text-wrap: nowrap;
        text-overflow: clip;
        & > .line-list--own { color: $message-ink; text-style: $message-style; }
        & > .line-list--totals { color: $label-ink; text-style: $label-style; }
    }
    """

    COMPONENT_CLASSES = {"line-list--own", "line-list--totals"}
    BINDINGS = [
        each
        for each in OptionList.BINDINGS
        if not (isinstance(each, Binding) and each.key == "enter")
    ]

    _looks: Sequence[LineLook] = ()
    are_commands = False

    # Textual paints all lines of a list again when its cursor moves.
    highlighted: reactive[int | None] = reactive(None, repaint=False)

    def show(self, lines: Sequence[str], looks: Sequence[LineLook] = ()) -> None:
        """Fill the list."""
        self._looks = looks
        self.set_options(
            Option(line, disabled=look is LineLook.HEADING)
            for line, look in zip(lines, looks, strict=True)
        )

    def render_line(self, y: int) -> Strip:
        """Return a line in its look; the one under the cursor has the cursor's."""
        strip = super().render_line(y)
        at = self.scroll_offset.y + y
        look = self._looks[at] if at < len(self._looks) else LineLook.PLAIN
        if at == self.highlighted or look not in (LineLook.OWN, LineLook.TOTALS):
            return strip
        style = self.get_component_rich_style(f"line-list--{look.name.lower()}", partial=True)
        return Strip(Segment.apply_style(strip, post_style=style), strip.cell_length)

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
        is_chosen = self.are_commands or at == self.highlighted
        self.highlighted = at
        if is_chosen:
            self.action_select()
