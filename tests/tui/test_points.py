"""Poker's table: the points of each line, and the total."""

import pytest

from solterm.core.play.play import Play
from solterm.games import find
from solterm.tui.look.canvas import Canvas
from solterm.tui.look.glyphs import ASCII, UNICODE
from solterm.tui.table.layout import BARS, layout
from solterm.tui.table.painter import TableMarks, paint_table
from tests.core.positions import play_from
from tests.tui.test_layouts import SIZES

CARDS = "g1 AH\ng2 AS\ng3 AD\ng6 AC\ng7 5C\ng11 KD"
"""Three of a kind in the first row, a pair in the first column."""


def picture(play: Play, size: tuple[int, int], mirrored: bool, glyphs=UNICODE) -> list[str]:
    geometry = layout(play, size[0], size[1] - BARS, mirrored)
    assert geometry
    canvas = Canvas(*size, glyphs)
    paint_table(canvas, play, TableMarks("g1"), geometry)
    return [row for row, _ in canvas.rows()]


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_lines_have_points_and_the_total_is_by_the_stock(size, mirrored, glyphs) -> None:
    play = play_from(find("poker"), CARDS)
    geometry = layout(play, size[0], size[1] - BARS, mirrored)
    assert geometry
    rows = picture(play, size, mirrored, glyphs)
    first, fifth = geometry.slots["g1"], geometry.slots["g5"]
    row = rows[first.y + first.height // 2]
    end = row[: first.x] if mirrored else row[fifth.x + fifth.width :]
    assert end.split()[-1 if mirrored else 0] == "10"
    foot = geometry.slots["g21"]
    assert " 2 " in rows[foot.y + foot.height - 1][foot.x : foot.x + foot.width]
    assert any("12 of 200" in row for row in rows)


def test_other_grids_have_no_points() -> None:
    rows = picture(Play(find("farewell-to-kings"), 617), (80, 24), mirrored=False)
    assert not any(" of " in row for row in rows)
