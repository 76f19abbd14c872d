"""The pictures of a recorded game: one for each step, and the cascade where it ends in a win.

No terminal and no screen is needed: whoever writes a film down paints the canvases it yields.
"""

from collections.abc import Iterator
from typing import NamedTuple

from solterm.contests.score import score
from solterm.core.outcome import Outcome
from solterm.core.play.play import Play
from solterm.core.play.replay import Replay
from solterm.tui.look.canvas import Canvas, Role
from solterm.tui.look.glyphs import Glyphs
from solterm.tui.table import painter
from solterm.tui.table.cascade import SECONDS as CASCADE_SECONDS
from solterm.tui.table.cascade import Cascade
from solterm.tui.table.cursor import find_pile
from solterm.tui.table.geometry import Geometry
from solterm.tui.table.layout import layout
from solterm.tui.table.painter import View
from solterm.tui.table.room import BARS
from solterm.tui.table.status import status

STEP_SECONDS = 0.8
"""From step to step."""
LAST_SECONDS = 4.0
"""How long the last picture stays."""
_WON_SECONDS = 0.4
"""From the winning move to its cascade."""
_TOP = 1
"""The table's first row on the screen."""


class Picture(NamedTuple):
    """A picture, and when it appears."""

    seconds: float
    canvas: Canvas


class Film:
    """A replay, painted at one size."""

    def __init__(
        self,
        title: str,
        replay: Replay,
        glyphs: Glyphs,
        size: tuple[int, int],
        left_handed: bool = False,
    ) -> None:
        self._title = title
        self._replay = replay
        self._glyphs = glyphs
        self._width, self._height = size
        self._left_handed = left_handed

    def pictures(self) -> Iterator[Picture]:
        """Yield the pictures in order."""
        seconds = 0.0
        for step in range(len(self._replay) + 1):
            seconds = step * STEP_SECONDS
            yield Picture(seconds, self._paint(step, None))
        play = self._replay.at(len(self._replay))
        geometry = self._lay_out(play)
        if play.outcome is not Outcome.WON or geometry is None:
            return
        cascade = Cascade(play, geometry, self._width, self._height, _TOP)
        seconds += _WON_SECONDS
        while cascade.go_on():
            yield Picture(seconds, self._paint(len(self._replay), cascade))
            seconds += CASCADE_SECONDS

    def _lay_out(self, play: Play) -> Geometry | None:
        return layout(play, self._width, self._height - BARS, self._left_handed)

    def _paint(self, step: int, cascade: Cascade | None) -> Canvas:
        replay = self._replay
        play = replay.at(step)
        canvas = Canvas(self._width, self._height, self._glyphs, self._left_handed)
        first = status(play, score(play), self._width)
        _paint_row(canvas, 0, first.removeprefix(" "), Role.STATUS)
        if geometry := self._lay_out(play):
            view = View(find_pile(play, replay.move(step)))
            painter.paint_table(canvas, play, view, geometry, _TOP)
        if cascade:
            cascade.paint(canvas)
        told = f"{step}/{len(replay)}  {replay.words(step)}"
        canvas.text(
            1, self._height - 2, self._glyphs.sentence(told)[: self._width - 2], Role.MESSAGE
        )
        _paint_row(canvas, self._height - 1, self._title, Role.KEY_LABEL)
        return canvas


def _paint_row(canvas: Canvas, y: int, text: str, role: Role) -> None:
    canvas.fill(0, y, canvas.width, 1, role)
    canvas.text(1, y, text[: canvas.width - 2], role)
