"""The card table: a canvas of cells. Only the rows that changed are refreshed."""

from abc import abstractmethod
from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, cast

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Offset, Region
from textual.strip import Strip
from textual.widget import Widget

from solterm.tui.look.canvas import Canvas, Row
from solterm.tui.textual_themes import rich_styles

if TYPE_CHECKING:
    from solterm.tui.app import SoltermApp


class CardTable(Widget):
    """Shows a canvas of its size."""

    DEFAULT_CSS = """
    CardTable {
        height: 1fr;
        background: $table-paper;
    }
    """

    ALLOW_SELECT = False

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._rows: Sequence[Row] = ()
        self._styles: tuple[Style, ...] = ()
        self.selected_cell = Offset(0, 0)
        """The cell of the selection, for the terminal's cursor."""

    @property
    def solterm(self) -> "SoltermApp":
        return cast("SoltermApp", self.app)

    def canvas(self, size: tuple[int, int] | None = None) -> Canvas:
        """Return a blank canvas of this size, or of the widget's."""
        return Canvas(*(size or self.size), self.solterm.skin.glyphs)

    def show(self, canvas: Canvas, cursor: tuple[int, int] | None = None) -> None:
        """Show a canvas; ``cursor`` is the column and row of the selection."""
        old, self._rows = self._rows, canvas.rows()
        styles = rich_styles(self.solterm.skin.palette)
        if styles is not self._styles or len(old) != len(self._rows):
            self._styles = styles
            self.refresh()
        else:
            width = self.size.width
            changed = [y for y, row in enumerate(self._rows) if row != old[y]]
            if changed:
                self.refresh(*(Region(0, y, width, 1) for y in changed))
        if cursor is not None:
            self.selected_cell = Offset(*cursor)

    @property
    def text(self) -> str:
        """The characters on the table, a line a row."""
        return "\n".join(chars for chars, _ in self._rows)

    def render_line(self, y: int) -> Strip:
        if y >= len(self._rows):
            return Strip.blank(self.size.width, self.rich_style)
        return strip_of(self._rows[y], self._styles)


class PaintedTable(CardTable):
    """A canvas that is painted anew when its size changes."""

    def on_resize(self) -> None:
        self.paint()

    def paint(self) -> None:
        """Paint it now, if it has a size."""
        if self.size:
            canvas = self.canvas()
            self.paint_on(canvas)
            self.show(canvas)

    @abstractmethod
    def paint_on(self, canvas: Canvas) -> object:
        """Paint on a blank canvas of this size."""


def strip_of(row: Row, styles: Sequence[Style]) -> Strip:
    """Return a row of a canvas as a strip, a style a role."""
    chars, roles = row
    segments = []
    start = 0
    for role, run in groupby(roles):
        stop = start + len(list(run))
        segments.append(Segment(chars[start:stop], styles[role]))
        start = stop
    return Strip(segments, len(chars))
