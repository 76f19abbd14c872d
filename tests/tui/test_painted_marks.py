"""Mark, targets and cursor on the table: where they are drawn, and that they hide no card."""

from contextlib import suppress
from itertools import product

import pytest

from solterm.core.cards import DOWN
from solterm.core.move import IllegalMove
from solterm.core.play.play import Play
from solterm.games import find
from solterm.tui.look.canvas import Canvas
from solterm.tui.look.glyphs import ASCII, UNICODE
from solterm.tui.table import marking
from solterm.tui.table.layout import shows, spots_of
from solterm.tui.table.painter import Picture, TableMarks, _Painter, paint_table
from tests.core.positions import play_from
from tests.core.strategies import over_engines
from tests.effort import tries
from tests.harness.cases import over
from tests.tui.painting import SIZES, painted, played, table_of

FEWER = tries(1, 3)
"""Mark every pile, or every third one in the usual run."""


@over_engines
def test_no_mark_hides_a_rank_or_a_suit(game) -> None:
    play = played(game.id, 5, 3, 30)
    for size, glyphs in (((80, 24), UNICODE), ((60, 20), ASCII), ((132, 43), UNICODE)):
        geometry = table_of(play, *size)
        piles = [name for name in geometry.slots if shows(play, name)]
        for name in [name for name in piles if play.pile(name)][:30:FEWER]:
            view = TableMarks(name, name, marking.default_mark(play, name).depth, piles)
            rows = painted(play, size, view, glyphs)
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
            blank = Canvas(80, 21, UNICODE)
            fresh = Canvas(80, 21, UNICODE)
            paint_table(fresh, play, view, geometry)
            assert kept.paint(blank, play, view, geometry).rows() == fresh.rows()


def test_the_cursor_alone_does_not_paint_the_piles_again(monkeypatch: pytest.MonkeyPatch) -> None:
    painted = []
    piles = _Painter.piles
    monkeypatch.setattr(_Painter, "piles", lambda *of: [painted.append(of), piles(*of)])
    play, kept = Play(find("free-cell"), 617), Picture()
    for number in range(1, 9):
        blank = Canvas(80, 21, UNICODE)
        kept.paint(blank, play, TableMarks(f"t{number}"), table_of(play, 80, 24))
    assert len(painted) == 1


@over("size target", product(SIZES, ["t2", "t6"]))
def test_a_target_in_a_sideways_fan_is_marked_over_its_end_card(
    size: tuple[int, int], target: str
) -> None:
    play = Play(find("beleaguered-castle"), 617)
    rows = painted(play, size, TableMarks("f1", targets=(target,)))
    end = spots_of(play, target, table_of(play, *size))[-1]
    (y,) = (y for y, row in enumerate(rows) if UNICODE.target in row)
    assert y == end.y - 1
    assert end.x <= rows[y].index(UNICODE.target) < end.x + end.width


@over("size count", product([(80, 24), (60, 20), (132, 43)], [1, 2, 3, 7]))
def test_the_box_of_a_mark_starts_at_the_first_marked_card(
    size: tuple[int, int], count: int
) -> None:
    play = play_from(find("scorpion"), "t2 KH 9C 8S 7D 5H 4C 3S\nt3 KS")
    rows = painted(play, size, TableMarks("t3", "t2", count))
    found = spots_of(play, "t2", table_of(play, *size))
    corner, side, left = UNICODE.double[0], UNICODE.double[3], found[0].x - 1
    first = found[7 - count]
    boxed = [y for y, row in enumerate(rows) if row[left] in (corner, side)]
    top = first.y - 1 if count == 7 else first.y
    assert boxed[0] == top, "the card's own row, if another card is right above it"
    assert rows[top][left] == corner
    assert rows[found[-1].y + found[-1].height][left] == UNICODE.double[4]


@over("pile", ["t1", "t5"])
def test_in_a_sideways_fan_the_box_holds_only_the_marked_cards(pile: str) -> None:
    play = Play(find("beleaguered-castle"), 617, 1)
    found = spots_of(play, pile, table_of(play, 80, 24))
    row = painted(play, view=TableMarks("f1", pile, 2))[found[-1].y]
    left, right = row.index("║"), row.rindex("║")
    inside = [spot for spot in found if left < spot.x + 1 < right]
    assert inside == [*found[-2:]]


@over("size mirrored glyphs", product(SIZES, [False, True], [UNICODE, ASCII]))
def test_lines_of_poker_have_points_and_the_total_is_by_the_stock(size, mirrored, glyphs) -> None:
    # Three of a kind in the first row, a pair in the first column.
    play = play_from(find("poker"), "g1 AH\ng2 AS\ng3 AD\ng6 AC\ng7 5C\ng11 KD")
    geometry = table_of(play, *size, mirrored)
    rows = painted(play, size, glyphs=glyphs, mirrored=mirrored)
    first, fifth = geometry.slots["g1"], geometry.slots["g5"]
    row = rows[first.y + first.height // 2]
    end = row[: first.x] if mirrored else row[fifth.x + fifth.width :]
    assert end.split()[-1 if mirrored else 0] == "10"
    foot = geometry.slots["g21"]
    assert " 2 " in rows[foot.y + foot.height - 1][foot.x : foot.x + foot.width]
    assert any("12 of 200" in row for row in rows)
