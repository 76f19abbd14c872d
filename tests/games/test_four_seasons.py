"""Corners and the two Four Seasons."""

import pytest

from solterm.core import cards
from solterm.core.game import Game
from solterm.core.move import IllegalMove
from solterm.core.outcome import Outcome
from solterm.games.four_seasons import CORNERS, SMALLWARE, ULTIMATE
from tests.core.positions import play_from
from tests.games.tables import after, dealt, full, moves, outcome, piles_alike, refusal

ALL = (CORNERS, ULTIMATE, SMALLWARE)
all_three = pytest.mark.parametrize("game", ALL, ids=lambda game: game.id)
without_a_slot = pytest.mark.parametrize("game", ALL[1:], ids=lambda game: game.id)

CROSS = "f1 5D\nt1 9C\nt2 3D\nt3 QS\nt4 7C\nt5 KD"


# -- the deal ----------------------------------------------------------------------------------


@all_three
def test_the_deal_is_a_cross_of_five_and_a_base_in_the_upper_left_corner(game: Game) -> None:
    lying = {"s": "46+0", "w": "0+0"} | ({"h": "0+0"} if game is CORNERS else {})
    lying |= piles_alike("f", 4, "0+1", "0+0", "0+0", "0+0") | piles_alike("t", 5, "0+1")
    assert dealt(game) == lying


@all_three
def test_the_base_is_dealt_first_as_in_pysolfc(game: Game) -> None:
    opening = game.opening(cards.pack())
    assert opening.piles[game.ids.index("f1")] == (cards.parse("AC"),)
    cross = [opening.piles[game.ids.index(f"t{n}")] for n in range(1, 6)]
    assert cross == [(cards.parse(f"{rank}C"),) for rank in "23456"]


@all_three
def test_the_corners_surround_the_cross(game: Game) -> None:
    rows = [line[:20].split() for line in game.layout.splitlines() if line[:20].strip()]
    assert rows == [["f1", "t1", "f2"], ["t2", "t3", "t4"], ["f3", "t5", "f4"]]


# -- moves -------------------------------------------------------------------------------------


@all_three
def test_the_cross_builds_down_regardless_of_suit_and_wraps(game: Game) -> None:
    found = moves(game, CROSS.replace("9C", "KS").replace("7C", "AH"))
    assert {"t1 t4", "t5 t4", "t3 t1", "t3 t5"} <= found
    assert "t4 t1" not in found


@all_three
def test_single_cards_move(game: Game) -> None:
    text = CROSS.replace("t1 9C", "t1 9C 8D")
    assert "t1 t4" not in moves(game, text)
    assert {m for m in moves(game, text) if m.startswith("t4")} == {"t4 t1"}
    assert refusal(game, f"{text}\nw TC", "t1 t3 2") == "Only the end card of pile 1 moves."


@all_three
def test_foundations_open_with_the_base_rank_and_wrap(game: Game) -> None:
    assert "w f2" in moves(game, f"{CROSS}\nw 5C")
    assert "w f2" not in moves(game, f"{CROSS}\nw AC")
    assert "w f1" in moves(game, f"{CROSS}\nw 6D")
    around = CROSS.replace("f1 5D", "f1 5D 6D 7D 8D 9D TD JD QD KD")
    assert "w f1" in moves(game, f"{around}\nw AD")


@all_three
def test_an_empty_place_takes_any_available_card(game: Game) -> None:
    text = CROSS.replace("t1 9C\n", "") + "\nw 2H 4S"
    filling = {"w t1", "t2 t1", "t3 t1", "t4 t1", "t5 t1"}
    assert {m for m in moves(game, text) if m.endswith("t1")} == filling
    if game is CORNERS:
        assert "h t1" in moves(game, f"{text}\nh JC")


@all_three
def test_the_game_is_over_even_if_a_pile_can_move_to_an_empty_place(game: Game) -> None:
    stuck = "f1 5D\nt1 9C\nt2 3D\nt4 7C\nt5 KD"
    assert outcome(game, stuck) is Outcome.OVER
    assert outcome(game, f"{stuck}\nw JC") is None


# -- the stock ---------------------------------------------------------------------------------


@without_a_slot
def test_the_stock_is_turned_card_by_card_and_once(game: Game) -> None:
    assert after(game, f"s 4c 2h\n{CROSS}", "s").startswith("s 4c\nw 2H\n")
    assert "s" not in moves(game, f"w 4C\n{CROSS}")


@all_three
def test_at_level_2_the_stock_has_another_pass(game: Game) -> None:
    assert after(game, f"w 4C 2H\n{CROSS}", "s", level=2) == f"s 2h 4c\n{CROSS}\npasses 1"
    assert "s" not in moves(game, f"w 4C 2H\n{CROSS}\npasses 1", level=2)


def test_in_corners_the_turned_card_goes_to_the_waste_when_the_next_is_turned() -> None:
    assert after(CORNERS, f"s 4c 2h\n{CROSS}", "s") == f"s 4c\nh 2H\n{CROSS}"
    assert after(CORNERS, f"s 4c\nh 2H\nw JC\n{CROSS}", "s") == f"h 4C\nw JC 2H\n{CROSS}"
    assert "s" not in moves(CORNERS, f"h 4C\nw JC 2H\n{CROSS}")


def test_in_corners_turned_card_and_waste_top_are_both_playable() -> None:
    found = moves(CORNERS, f"s 4c\nh 2H\nw 6S JC\n{CROSS}")
    assert {"h t2", "w t3"} <= found
    assert "h w" not in found
    assert refusal(CORNERS, f"h 2H\n{CROSS}", "h w") == (
        "Cards can't go from the turned card to the waste."
    )


def test_a_second_pass_of_corners_includes_the_turned_card() -> None:
    made = after(CORNERS, f"h 4C\nw JC 2H\n{CROSS}", "s", level=2)
    assert made == f"s 4c 2h jc\n{CROSS}\npasses 1"


# -- levels and the exception ------------------------------------------------------------------


@all_three
def test_at_level_1_runs_move_as_a_unit(game: Game) -> None:
    text = "f1 5D\nt1 9C 7D 6C\nt2 3D\nt3 8S\nt4 QC"
    assert {m for m in moves(game, text, level=2) if m.startswith("t1")} == {"t1 t5"}
    lifted = {m for m in moves(game, text, level=1) if m.startswith("t1")}
    assert lifted == {"t1 t3 2", "t1 t5", "t1 t5 2"}
    assert after(game, text, "t1 t3 2", level=1) == "f1 5D\nt1 9C\nt2 3D\nt3 8S 7D 6C\nt4 QC"


@all_three
def test_x_swaps_the_top_cards_of_the_waste(game: Game) -> None:
    play = play_from(game, f"w 2C 4C\n{CROSS}")
    play.perform("x")
    assert play.pile("w") == (cards.parse("4C"), cards.parse("2C"))
    assert play.tally.exceptions == 1
    with pytest.raises(IllegalMove):
        play_from(game, f"w 2C\n{CROSS}").perform("x")


@all_three
def test_x_at_level_2_moves_one_run(game: Game) -> None:
    play = play_from(game, "f1 5D\nt1 9C 7D 6C\nt2 3D\nt3 8S\nt4 QC", level=2)
    play.perform("x")
    play.perform("t1 t3 2")
    assert play.tally.exceptions == 1


# -- the end and the score ---------------------------------------------------------------------


@all_three
def test_the_game_is_won_with_52_cards_home(game: Game) -> None:
    assert outcome(game, full("C", "D", "H", "S")) is Outcome.WON


def test_corners_scores_the_base_card_too() -> None:
    play = play_from(CORNERS, CROSS)
    assert play.score == 1
    assert ULTIMATE.own_score is SMALLWARE.own_score is None


def test_a_move_without_a_turned_card_is_refused_as_such() -> None:
    assert refusal(CORNERS, "s 4c\nt1 5H", "h t1") == "No card is turned up."
