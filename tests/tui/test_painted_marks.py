"""Mark, targets and cursor on the table: where they are drawn, and that they hide no card."""

from contextlib import suppress

import pytest

from solterm.core.cards import DOWN
from solterm.core.move import IllegalMove
from solterm.core.play.play import Play
from solterm.games import find
from solterm.tui.look.canvas import Canvas
from solterm.tui.look.glyphs import ASCII, UNICODE
from solterm.tui.table import marking
from solterm.tui.table.geometry import Geometry
from solterm.tui.table.layout import layout, shows, spots_of
from solterm.tui.table.painter import Picture, TableMarks, _Painter, paint_table
from tests.core.positions import play_from
from tests.core.strategies import over_engines
from tests.effort import tries
from tests.tui.test_layouts import SIZES, played

BARS = 3
FEWER = tries(1, 3)
"""Mark every pile, or every third one in the usual run."""


def table_of(play: Play, width: int, height: int) -> Geometry:
    geometry = layout(play, width, height - BARS)
    assert geometry
    return geometry


def picture(play: Play, view: TableMarks, size: tuple[int, int], glyphs=UNICODE) -> list[str]:
    canvas = Canvas(size[0], size[1] - BARS, glyphs)
    paint_table(canvas, play, view, table_of(play, *size))
    return [row for row, _ in canvas.rows()]


@over_engines
def test_no_mark_hides_a_rank_or_a_suit(game) -> None:
    play = played(game.id, 5, 3, 30)
    for size, glyphs in (((80, 24), UNICODE), ((60, 20), ASCII), ((132, 43), UNICODE)):
        geometry = table_of(play, *size)
        piles = [name for name in geometry.slots if shows(play, name)]
        for name in [name for name in piles if play.pile(name)][:30:FEWER]:
            view = TableMarks(name, name, marking.default_mark(play, name).depth, piles)
            rows = picture(play, view, size, glyphs)
            for other in piles:
                for spot in spots_of(play, other, geometry):
                    if spot.hidden or spot.place < 0 or play.pile(other)[spot.place] & DOWN:
                        continue
                    card = play.pile(other)[spot.place]
                    shown = rows[spot.y][spot.x : spot.x + spot.width]
                    named = glyphs.index(card, geometry.size.inner).strip()[: spot.width]
                    assert named in shown, (name, other, shown)


@over_engines
def test_a_kept_picture_is_the_picture_of_the_present_table(game) -> None:
    play = Play(game, 5)
    kept = Picture()
    for step in range(24):
        moves = list(play.legal_moves)
        event = ("undo", "level 1", "x")[step // 3 % 3] if step % 3 == 2 else ""
        with suppress(IllegalMove):
            play.perform(event or str(moves[step % len(moves)]) if moves else "undo")
        geometry = table_of(play, 80, 24)
        there = [name for name in geometry.slots if shows(play, name)]
        for name in (there[0], there[-1]):
            view = TableMarks(name, there[0], 1, there[1:2])
            blank = Canvas(80, 24 - BARS, UNICODE)
            fresh = Canvas(80, 24 - BARS, UNICODE)
            paint_table(fresh, play, view, geometry)
            assert kept.paint(blank, play, view, geometry).rows() == fresh.rows()


def test_the_cursor_alone_does_not_paint_the_piles_again(monkeypatch: pytest.MonkeyPatch) -> None:
    painted = []
    piles = _Painter.piles
    monkeypatch.setattr(_Painter, "piles", lambda *of: [painted.append(of), piles(*of)])
    play, kept = Play(find("free-cell"), 617), Picture()
    for number in range(1, 9):
        blank = Canvas(80, 24 - BARS, UNICODE)
        kept.paint(blank, play, TableMarks(f"t{number}"), table_of(play, 80, 24))
    assert len(painted) == 1


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("target", ["t2", "t6"])
def test_a_target_in_a_sideways_fan_is_marked_over_its_end_card(
    size: tuple[int, int], target: str
) -> None:
    play = Play(find("beleaguered-castle"), 617)
    rows = picture(play, TableMarks("f1", targets=(target,)), size)
    end = spots_of(play, target, table_of(play, *size))[-1]
    (y,) = (y for y, row in enumerate(rows) if UNICODE.target in row)
    assert y == end.y - 1
    assert end.x <= rows[y].index(UNICODE.target) < end.x + end.width


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (132, 43)], ids=str)
@pytest.mark.parametrize("count", [1, 2, 3, 7])
def test_the_box_of_a_mark_starts_at_the_first_marked_card(
    size: tuple[int, int], count: int
) -> None:
    play = play_from(find("scorpion"), "t2 KH 9C 8S 7D 5H 4C 3S\nt3 KS")
    rows = picture(play, TableMarks("t3", "t2", count), size)
    found = spots_of(play, "t2", table_of(play, *size))
    corner, side, left = UNICODE.double[0], UNICODE.double[3], found[0].x - 1
    first = found[7 - count]
    boxed = [y for y, row in enumerate(rows) if row[left] in (corner, side)]
    top = first.y - 1 if count == 7 else first.y
    assert boxed[0] == top, "the card's own row, if another card is right above it"
    assert rows[top][left] == corner
    assert rows[found[-1].y + found[-1].height][left] == UNICODE.double[4]
    for spot in found[: 7 - count]:
        assert rows[spot.y][left] not in (corner, side)


@pytest.mark.parametrize("pile", ["t1", "t5"])
def test_in_a_sideways_fan_the_box_holds_only_the_marked_cards(pile: str) -> None:
    play = Play(find("beleaguered-castle"), 617, 1)
    rows = picture(play, TableMarks("f1", pile, 2), (80, 24))
    found = spots_of(play, pile, table_of(play, 80, 24))
    row = rows[found[-1].y]
    left, right = row.index("║"), row.rindex("║")
    inside = [spot for spot in found if left < spot.x + 1 < right]
    assert inside == [*found[-2:]]
