"""Score sheets: rows and totals."""

import pytest

from solterm.contests.series import Leg, Row
from solterm.contests.sheet import Fate, fate, row_of
from solterm.core.play.play import Play
from solterm.games import find
from tests.contests.sheets import THREE_GAMES, sheet_of


def test_three_games_add_up() -> None:
    assert THREE_GAMES.totals == Row(score=1160, moves=286, exceptions=7)
    assert (THREE_GAMES.played, THREE_GAMES.next) == (3, 2)


def test_an_empty_sheet_has_six_rows_and_no_points() -> None:
    assert sheet_of().rows == (None,) * 6
    assert sheet_of().totals == Row(0, 0, 0)


def test_a_replayed_game_replaces_its_row() -> None:
    again = THREE_GAMES.with_leg(0, Leg("demon", 0, 500, moves=10, exceptions=5))
    assert again.totals == Row(score=660, moves=176, exceptions=12)
    assert THREE_GAMES.totals.score == 1160, "a sheet is immutable"


@pytest.mark.parametrize(
    ("there", "expected"), [(None, Fate.WRITES), (10, Fate.WRITES), (11, Fate.WORSENS)]
)
def test_only_a_better_row_is_in_danger(there: int | None, expected: Fate) -> None:
    play = Play(find("kloncan-klondike"), 17)
    play.perform("t3 f1")
    assert row_of(play).score == 10
    sheet = sheet_of(None, None, None if there is None else Row(there, 90, 0))
    assert fate(sheet, 3, play) is expected
    assert fate(sheet, 3, Play(find("kloncan-klondike"), 17)) is Fate.NOTHING, "an untouched deal"


def test_a_row_has_the_counted_exceptions_and_all_moves() -> None:
    play = Play(find("kloncan-klondike"), 17)
    for event in ("x", "x", "t3 f1", "s"):
        play.perform(event)
    assert row_of(play) == Row(score=8, moves=1, exceptions=2)

    for event in ("level 2", "t5 f2"):
        play.perform(event)
    assert row_of(play) == Row(score=10, moves=2, exceptions=0)
