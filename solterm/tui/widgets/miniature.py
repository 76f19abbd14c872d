"""A small table of a game, for the menu and the rules."""

from textual import events
from textual.geometry import Size

from solterm.core.play.play import Play
from solterm.tui.look.canvas import Canvas
from solterm.tui.table.small_painter import paint_miniature
from solterm.tui.widgets.card_table import CardTable

SAMPLE = 617
"""The deal to show of a game that is not in progress."""
_TALLEST = 40


class Miniature(CardTable):
    """Shows a play in small. With ``height: auto`` it is as tall as its table."""

    DEFAULT_CLASSES = ""

    def __init__(self, play: Play | None = None, with_captions: bool = False) -> None:
        super().__init__()
        self._play = play
        self._with_captions = with_captions

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
        return paint_miniature(canvas, self._play, self._with_captions)
