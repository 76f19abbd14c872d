"""Accordion."""

import pytest

from solterm.core.outcome import Outcome
from solterm.core.play.play import Play
from solterm.games.single_games import ACCORDION
from tests.games.tables import after, moves, outcome, refusal


def test_a_pile_goes_one_or_three_places_to_the_left_by_suit_or_rank() -> None:
    row = "t1 5H\nt2 9C\nt3 TD\nt4 9H\nt5 2H"
    assert moves(ACCORDION, row) == {"t4 t1", "t5 t4"}
    assert after(ACCORDION, row, "t4 t1") == "t1 5H 9H\nt2 9C\nt3 TD\nt4 2H"
    assert moves(ACCORDION, "t1 5H 9C\nt2 9H 2C\nt3 9D") == {"t2 t1 2"}


def test_a_pile_moves_as_a_whole_and_the_gap_closes() -> None:
    row = "t1 5H\nt2 9C\nt3 TD 6C\nt4 KS"
    assert after(ACCORDION, row, "t3 t2 2") == "t1 5H\nt2 9C TD 6C\nt3 KS"
    play = Play(ACCORDION, 5)
    play.perform("t7 t4")
    assert [len(pile) for pile in play.table.piles][3:7] == [2, 1, 1, 1]
    assert play.table.piles[-1] == ()


def test_level_2_adds_two_places_to_the_left_and_level_1_the_colour() -> None:
    row = "t1 5H\nt2 9C\nt3 TH\nt4 2D"
    assert moves(ACCORDION, row) == set()
    assert moves(ACCORDION, row, 2) == {"t3 t1"}
    assert moves(ACCORDION, row, 1) == {"t3 t1", "t4 t3", "t4 t1"}


@pytest.mark.parametrize(
    ("move", "level", "reason"),
    [
        ("t3 t1", 3, "A pile goes 1 or 3 places to the left."),
        ("t5 t1", 2, "A pile goes 1, 2 or 3 places to the left."),
        ("t4 t3", 3, "2D can't go on TH: neither rank nor suit is the same."),
        ("t5 t4", 1, "KS can't go on 2D: neither rank nor colour is the same."),
        ("t2", 3, "Say onto which pile it goes, as in t4 t1."),
        ("t9 t8", 3, "There is no card on pile 9."),
        ("t6 t5 1", 3, "All of pile 6 goes together."),
    ],
)
def test_a_refusal_names_the_cards_or_the_way(move: str, level: int, reason: str) -> None:
    row = "t1 5H\nt2 9C\nt3 TH\nt4 2D\nt5 KS\nt6 2S 3S"
    assert refusal(ACCORDION, row, move, level) == reason


def test_one_pile_wins_and_each_pile_closed_up_counts() -> None:
    play = Play(ACCORDION, 5)
    whole = play.table._replace(piles=(ACCORDION.shuffle(5), *((),) * 51))
    assert ACCORDION.rules().is_won(whole)
    assert ACCORDION.rules().count_scored(whole) == 51
    play.perform("t7 t4")
    assert play.mark == 10
    assert outcome(ACCORDION, "t1 5H\nt2 9C") is Outcome.OVER
    assert outcome(ACCORDION, "t1 5H\nt2 9H") is None
