"""A small table of a game, for the menu, the rules and the pages of results."""

from textual import events
from textual.geometry import Size

from solterm.core.play.play import Play
from solterm.tui.look.canvas import Canvas
from solterm.tui.table.geometry import Geometry
from solterm.tui.table.layout import BARS, ROOM, layout
from solterm.tui.table.painter import paint_piles
from solterm.tui.table.small_painter import paint_miniature
from solterm.tui.widgets.card_table import CardTable

SAMPLE = 617
"""The deal to show of a game that is not in progress."""
_TALLEST = 40


class Miniature(CardTable):
    """Shows a play in small. With ``height: auto`` it is as tall as its table."""

    DEFAULT_CLASSES = ""

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
        self._paint()

    def on_resize(self, event: events.Resize) -> None:
        self._paint()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return self._paint_on(self.canvas((width, _TALLEST)))

    def _paint(self) -> None:
        if self.size:
            canvas = self.canvas()
            self._paint_on(canvas)
            self.show(canvas)

    def _paint_on(self, canvas: Canvas) -> int:
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
