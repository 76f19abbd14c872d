"""Write a recorded game as an asciicast, version 2, which asciinema and web pages play.

It is a header line, then one line per picture: seconds since the first, and the text sent to the
terminal. There is one picture per step, and a cascade after a win.
"""

import json
from collections.abc import Iterator
from itertools import takewhile
from typing import NamedTuple

from solterm.context import Context
from solterm.core.outcome import Outcome
from solterm.core.play.play import Play
from solterm.core.play.record import Record
from solterm.core.play.replay import Replay
from solterm.games import find
from solterm.store.settings import load_settings
from solterm.tui.look import glyphs
from solterm.tui.look.canvas import Canvas, Role
from solterm.tui.look.glyphs import Glyphs
from solterm.tui.look.themes import chosen_palette
from solterm.tui.table import painter
from solterm.tui.table.animation import CASCADE_SECONDS, Cascade
from solterm.tui.table.cursor import find_pile
from solterm.tui.table.geometry import Geometry
from solterm.tui.table.layout import BARS, layout
from solterm.tui.table.painter import View
from solterm.tui.themes import rich_styles
from solterm.tui.widgets.card_table import strip_of
from solterm.tui.widgets.lines import status
from solterm.wire.cell_style import colour_system
from solterm.wire.wire import Wire, cells_of_strip

COLUMNS, ROWS = 80, 24
STEP_SECONDS = 0.8
LAST_SECONDS = 4.0
"""How long the last picture stays."""
_WON_SECONDS = 0.4
"""From the winning move to its cascade."""
CASCADE = 40
"""The most pictures of the cascade."""
_TOP = 1
"""The table's first row on the screen."""


class Picture(NamedTuple):
    """A picture, and the second at which it appears."""

    seconds: float
    canvas: Canvas


def asciicast(context: Context, title: str, record: Record) -> str:
    """Return the text of an asciicast file that replays a record.

    Raises ``RecordError`` if the record is damaged or illegal.
    """
    header = {
        "version": 2,
        "width": COLUMNS,
        "height": ROWS,
        "title": title,
        "env": {"TERM": "xterm-256color"},
    }
    frames = ([round(seconds, 2), "o", sent] for seconds, sent in _frames(context, title, record))
    lines = (json.dumps(each, ensure_ascii=False) for each in (header, *frames))
    return "".join(f"{line}\n" for line in lines)


def _frames(context: Context, title: str, record: Record) -> Iterator[tuple[float, str]]:
    settings = load_settings(context)[0]
    chosen = glyphs.choose(settings.cards, context.terminal.charset, settings.deck)
    film = Film(
        title, Replay(record, find, only_moves=True), chosen, (COLUMNS, ROWS), settings.left_handed
    )
    colours = context.terminal.colours
    styles, terminal = rich_styles(chosen_palette(settings, colours)), colour_system(colours)
    wire = Wire()
    wire.resize(COLUMNS, ROWS)
    sent, seconds = "\x1b[?25l\x1b[2J", 0.0
    for seconds, canvas in film.pictures():
        for y, row in enumerate(canvas.rows()):
            wire.put(0, y, cells_of_strip(list(strip_of(row, styles)), terminal))
        yield seconds, sent + wire.changes()
        sent = ""
    yield seconds + LAST_SECONDS, "\x1b[0m"


class Film:
    """The pictures of a replay at one size."""

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
            yield Picture(seconds, self.paint(step))
        play = self._replay.at(len(self._replay))
        geometry = self._lay_out(play)
        if play.outcome is not Outcome.WON or geometry is None:
            return
        cascade = Cascade(play, geometry, self._width, self._height, _TOP)
        seconds += _WON_SECONDS
        for _ in takewhile(lambda _: cascade.go_on(), range(CASCADE)):
            yield Picture(seconds, self.paint(len(self._replay), cascade))
            seconds += CASCADE_SECONDS

    def _lay_out(self, play: Play) -> Geometry | None:
        return layout(play, self._width, self._height - BARS, self._left_handed)

    def paint(self, step: int, cascade: Cascade | None = None) -> Canvas:
        """Return the picture of a step, with the cascade over it."""
        replay = self._replay
        play = replay.at(step)
        canvas = Canvas(self._width, self._height, self._glyphs, self._left_handed)
        first = status(play, play.score, self._width)
        _paint_row(canvas, 0, first.removeprefix(" "), Role.STATUS)
        if geometry := self._lay_out(play):
            view = View(find_pile(play, replay.move(step)))
            painter.paint_table(canvas, play, view, geometry, _TOP)
        if cascade:
            cascade.paint(canvas)
        told = self._glyphs.sentence(f"{step}/{len(replay)}  {replay.words(step)}")
        canvas.text(1, self._height - 2, told[: self._width - 2], Role.MESSAGE)
        _paint_row(canvas, self._height - 1, self._title, Role.KEY_LABEL)
        return canvas


def _paint_row(canvas: Canvas, y: int, text: str, role: Role) -> None:
    canvas.fill(0, y, canvas.width, 1, role)
    canvas.text(1, y, text[: canvas.width - 2], role)
