"""Small tables of games, for the menu, the rules, the pages of results and who is here."""

from collections.abc import Sequence
from typing import NamedTuple

from textual.geometry import Size

from solterm.core.play.play import Play
from solterm.tui.look.canvas import Canvas, Role
from solterm.tui.table.geometry import Geometry
from solterm.tui.table.layout import BARS, ROOM, layout
from solterm.tui.table.painter import paint_piles
from solterm.tui.table.small_painter import paint_miniature
from solterm.tui.widgets.card_table import PaintedTable

SAMPLE = 617
"""The deal to show of a game that is not in progress."""
_TALLEST = 40
_COLUMN = 42
"""Columns for each of several tables."""


class Miniature(PaintedTable):
    """Shows a play in small. With ``height: auto`` it is as tall as its table."""

    def __init__(
        self, play: Play | None = None, with_captions: bool = False, grows: bool = False
    ) -> None:
        """``grows`` draws the cards with their frames where there is room."""
        super().__init__()
        self._play = play
        self._with_captions = with_captions
        self._grows = grows

    def show_play(self, play: Play | None) -> None:
        self._play = play
        self.paint()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return self.paint_on(self.canvas((width, _TALLEST)))

    def paint_on(self, canvas: Canvas) -> int:
        """Return the number of rows used."""
        if not self._play:
            return 0
        geometry = self._lay_out(self._play, canvas) if self._grows else None
        if geometry and geometry.size.framed:
            paint_piles(canvas, self._play, geometry)
            return canvas.height
        return paint_miniature(canvas, self._play, self._with_captions)

    def _lay_out(self, play: Play, canvas: Canvas) -> Geometry | None:
        """Return the layout of the usual table; None if there is less room than a window needs."""
        width, height = canvas.width, canvas.height
        if width < ROOM[0] or height < ROOM[1] - BARS:
            return None
        return layout(play, width, height, self.solterm.settings.left_handed)


class ShownTable(NamedTuple):
    """A table among others."""

    play: Play
    caption: str
    is_chosen: bool
    """Whether it is to be seen in any case; its caption stands out."""


class Miniatures(PaintedTable):
    """Shows tables of several players in small, as far as they have room."""

    _tables: Sequence[ShownTable] = ()

    def show_tables(self, tables: Sequence[ShownTable]) -> None:
        self._tables = tables
        self.paint()

    def paint_on(self, canvas: Canvas) -> None:
        if len(self._tables) == 1 and self._tables[0].is_chosen:
            paint_miniature(canvas, self._tables[0].play)
            return
        across = max(1, canvas.width // _COLUMN)
        groups = [self._tables[at : at + across] for at in range(0, len(self._tables), across)]
        heights = [self._paint_group(canvas, group, canvas.height) for group in groups]
        chosen = next((at for at, group in enumerate(groups) if _has_chosen(group)), 0)
        first = 0 if sum(heights[: chosen + 1]) <= canvas.height else chosen
        top = 0
        for group, height in zip(groups[first:], heights[first:], strict=True):
            if top and top + height - 1 > canvas.height:
                break
            self._paint_group(canvas, group, top)
            top += height

    def _paint_group(self, canvas: Canvas, group: Sequence[ShownTable], top: int) -> int:
        """Paint tables beside each other; return the rows used, with a blank one below."""
        used = 0
        for at, each in enumerate(group):
            table = Canvas(min(_COLUMN - 2, canvas.width), _TALLEST, canvas.glyphs)
            used = max(used, paint_miniature(table, each.play))
            role = Role.MESSAGE if each.is_chosen else Role.FAINT
            canvas.text(at * _COLUMN, top, each.caption[: table.width], role)
            canvas.paste(at * _COLUMN, top + 1, table)
        return used + 2


def _has_chosen(group: Sequence[ShownTable]) -> bool:
    return any(each.is_chosen for each in group)
