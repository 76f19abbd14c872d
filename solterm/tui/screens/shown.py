"""The base of the screens that show a game which is not played there."""

from solterm.contests.score import score
from solterm.core.move import Move
from solterm.core.play.play import Play
from solterm.tui.look import chrome
from solterm.tui.look.canvas import Canvas
from solterm.tui.screens.painted import PaintedScreen
from solterm.tui.table import painter
from solterm.tui.table.cursor import find_pile
from solterm.tui.table.layout import layout
from solterm.tui.table.painter import View
from solterm.tui.table.room import room_for

_TOP = 1
"""The table's first row on the screen."""


class ShowingScreen(PaintedScreen):
    """A table that is looked at; its player is somebody else, or plays no more."""

    @property
    def shown_play(self) -> Play | None:
        """The game that is shown; None while there is none."""
        raise NotImplementedError

    @property
    def shown_move(self) -> Move | None:
        """The move that was made last."""
        raise NotImplementedError

    def paint_play(self, canvas: Canvas, play: Play, extra: str = "") -> None:
        """Paint the table and the row over it, which says what it is and something more."""
        mirrored = self.solterm.settings.left_handed
        geometry = layout(play, canvas.width, canvas.height - chrome.BARS, mirrored)
        assert geometry is not None, "painted only where there is room"
        chrome.paint_status(canvas, play, score(play), extra)
        painter.paint_table(canvas, play, View(find_pile(play, self.shown_move)), geometry, _TOP)

    def lacking(self) -> tuple[int, int] | None:
        width, height = self.app.size
        play = self.shown_play
        if play and layout(play, width, height - chrome.BARS) is None:
            return room_for(play.rules.game, width, height)
        return super().lacking()

    def selection(self) -> tuple[int, int] | None:
        return 1, self.app.size.height - 2
