"""Tables laid out and painted as text, without a screen."""

import random
from functools import lru_cache

from solterm.core.play.play import Play
from solterm.games import catalogue
from solterm.tui.look.canvas import Canvas
from solterm.tui.look.glyphs import UNICODE, Glyphs
from solterm.tui.table.geometry import Geometry
from solterm.tui.table.layout import BARS, layout
from solterm.tui.table.painter import TableMarks, paint_table

SIZES = [(60, 20), (60, 48), (80, 24), (100, 30), (132, 43), (200, 60)]


def table_of(play: Play, width: int, height: int, mirrored: bool = False) -> Geometry:
    geometry = layout(play, width, height - BARS, mirrored)
    assert geometry is not None, f"{play.game.id} does not fit {width}x{height}"
    return geometry


def painted(
    play: Play,
    size: tuple[int, int] = (80, 24),
    view: TableMarks | None = None,
    glyphs: Glyphs = UNICODE,
    mirrored: bool = False,
) -> list[str]:
    """Return the rows of a table in a window of this size."""
    geometry = table_of(play, *size, mirrored)
    canvas = Canvas(size[0], size[1] - BARS, glyphs)
    paint_table(canvas, play, view or TableMarks(next(iter(geometry.slots))), geometry)
    return [row for row, _ in canvas.rows()]


@lru_cache(8)
def played(game_id: str, deal: int, level: int, moves: int) -> Play:
    """Return a play after random moves, few of them stock turns. It is cached: don't play it."""
    play = Play(catalogue()[game_id], deal, level)
    chance = random.Random(deal)
    for _ in range(moves):
        legal = list(play.legal_moves)
        if not legal:
            break
        cards = [move for move in legal if not play.rules.is_turn(move)]
        play.push(chance.choice(cards if cards and chance.random() < 0.8 else legal))
    return play
