"""Corners and the two Four Seasons."""

import pytest

from solterm.core import cards
from solterm.core.game import Game
from solterm.core.move import IllegalMove
from solterm.core.outcome import Outcome
from solterm.games.four_seasons import CORNERS, SMALLWARE, ULTIMATE
from tests.core.positions import play_from
from tests.games.tables import after, moves, outcome

ALL = (CORNERS, ULTIMATE, SMALLWARE)
all_three = pytest.mark.parametrize("game", ALL, ids=lambda game: game.id)

CROSS = "f1 5D\nt1 9C\nt2 3D\nt3 QS\nt4 7C\nt5 KD"


# -- the deal ----------------------------------------------------------------------------------


@all_three
def test_the_base_is_dealt_first_as_in_pysolfc(game: Game) -> None:
    opening = game.opening(cards.pack())
    assert opening.piles[game.ids.index("f1")] == (cards.parse("AC"),)
    cross = [opening.piles[game.ids.index(f"t{n}")] for n in range(1, 6)]
    assert cross == [(cards.parse(f"{rank}C"),) for rank in "23456"]


# -- moves -------------------------------------------------------------------------------------


@all_three
def test_the_game_is_over_even_if_a_pile_can_move_to_an_empty_place(game: Game) -> None:
    stuck = "f1 5D\nt1 9C\nt2 3D\nt4 7C\nt5 KD"
    assert outcome(game, stuck) is Outcome.OVER
    assert outcome(game, f"{stuck}\nw JC") is None


# -- the stock ---------------------------------------------------------------------------------


def test_in_corners_the_turned_card_goes_to_the_waste_when_the_next_is_turned() -> None:
    assert after(CORNERS, f"s 4c 2h\n{CROSS}", "s") == f"s 4c\nh 2H\n{CROSS}"
    assert after(CORNERS, f"s 4c\nh 2H\nw JC\n{CROSS}", "s") == f"h 4C\nw JC 2H\n{CROSS}"
    assert "s" not in moves(CORNERS, f"h 4C\nw JC 2H\n{CROSS}")


def test_a_second_pass_of_corners_includes_the_turned_card() -> None:
    made = after(CORNERS, f"h 4C\nw JC 2H\n{CROSS}", "s", level=2)
    assert made == f"s 4c 2h jc\n{CROSS}\npasses 1"


# -- levels and the exception ------------------------------------------------------------------


@all_three
def test_x_swaps_the_top_cards_of_the_waste(game: Game) -> None:
    play = play_from(game, f"w 2C 4C\n{CROSS}")
    play.perform("x")
    assert play.pile("w") == (cards.parse("4C"), cards.parse("2C"))
    assert play.tally.exceptions == 1
    with pytest.raises(IllegalMove):
        play_from(game, f"w 2C\n{CROSS}").perform("x")
