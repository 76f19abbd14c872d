"""Crescent."""

import pytest

from solterm.games.single_games import CRESCENT
from tests.core.positions import play_from
from tests.games.tables import after, moves, refusal

OPEN = "f1 AC\nf2 AD\nf3 AH\nf4 AS\nf5 KC\nf6 KD\nf7 KH\nf8 KS"


def test_foundations_of_a_suit_go_up_and_down_without_going_round() -> None:
    text = f"{OPEN}\nt1 2C\nt2 QD\nt3 KH\nt4 AS"
    assert {m for m in moves(CRESCENT, text) if " f" in m} == {"t1 f1", "t2 f6"}
    half = OPEN.replace("f1 AC", "f1 AC 2C 3C 4C 5C 6C").replace("f5 KC", "f5 KC QC JC TC 9C 8C")
    assert {m for m in moves(CRESCENT, f"{half}\nt1 7C") if " f" in m} == {"t1 f1", "t1 f5"}


def test_a_card_passes_between_the_foundations_of_its_suit_from_level_2_on() -> None:
    met = OPEN.replace("f1 AC", "f1 AC 2C 3C").replace("f5 KC", "f5 KC QC JC TC 9C 8C 7C 6C 5C 4C")
    passing = {"f1 f5", "f5 f1"}
    found = [passing & moves(CRESCENT, met, level) for level in (3, 2, 1)]
    assert found == [set(), passing, passing]
    assert not any(move.startswith("f") for move in moves(CRESCENT, OPEN, level=1))
    play = play_from(CRESCENT, f"{met}\nt1 9D", level=2)
    home = play.cards_home
    play.push("f1 f")
    assert (play.cards_home, play.rules.automatic(play.table)) == (home, None)


def test_piles_build_either_way_in_suit_and_round_the_corner() -> None:
    text = f"{OPEN}\nt1 KC\nt2 AC\nt3 QC\nt4 9D\nt5 8D\nt6 8H"
    found = {m for m in moves(CRESCENT, text) if " t" in m}
    assert found == {"t1 t2", "t2 t1", "t1 t3", "t3 t1", "t4 t5", "t5 t4"}
    assert refusal(CRESCENT, text, "t6 t7") == "8H can't go there: nothing may fill an empty pile."
    level_1 = moves(CRESCENT, text, level=1)
    assert {"t6 t7", "t6 t4"} <= level_1


def test_a_rotation_brings_up_the_bottom_card_of_every_pile() -> None:
    text = f"{OPEN}\nt1 9C 4D 7H\nt2 5S\nt16 8D 3S"
    assert after(CRESCENT, text, "s") == f"{OPEN}\nt1 4D 7H 9C\nt2 5S\nt16 3S 8D\npasses 1"
    assert refusal(CRESCENT, f"{OPEN}\nt2 5S", "s") == "No pile has a second card to bring up."


@pytest.mark.parametrize(("level", "times"), [(3, 3), (2, 4), (1, 4)])
def test_a_game_has_three_rotations_and_at_level_2_a_fourth(level: int, times: int) -> None:
    text = f"{OPEN}\nt1 9C 4D 7H"
    for used in range(times):
        assert "s" in moves(CRESCENT, f"{text}\npasses {used}", level)
    assert refusal(CRESCENT, f"{text}\npasses {times}", "s", level) == "No rotations left."
