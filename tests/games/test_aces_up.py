"""Aces Up."""

from solterm.core import cards
from solterm.core.outcome import Outcome
from solterm.core.words.pilehelp import describe
from solterm.games.single_games import ACES_UP
from tests.core.positions import play_from, position
from tests.games.tables import after, dealt, moves, outcome, piles_alike, position_of, refusal


def test_four_cards_begin_and_the_stock_deals_rows_of_four() -> None:
    counts = {"s": "48+0", "r": "0+0", "d": "0+0"} | piles_alike("t", 4, "0+1")
    assert dealt(ACES_UP) == counts
    there = "s 9c 2d 5d 6d 7d\nt1 KH\nt2 QS"
    assert after(ACES_UP, there, "s") == "s 9c\nt1 KH 7D\nt2 QS 6D\nt3 5D\nt4 2D"


def test_an_end_card_leaves_if_another_of_its_suit_is_higher_and_aces_are_highest() -> None:
    there = "t1 2S KH\nt2 AH\nt3 5S\nt4 9S"
    assert moves(ACES_UP, there) == {"t1 d", "t3 d"}
    reason = "AH can't go there: it takes only a card outranked in its suit, Aces high."
    assert refusal(ACES_UP, there, "t2 d") == reason
    assert len(reason) <= 78, "a longer sentence opens a box at 80 columns"
    assert "t1 d" in moves(ACES_UP, after(ACES_UP, there, "t1 d"))


def test_a_covered_card_outranks_none() -> None:
    assert moves(ACES_UP, "t1 KH 2C\nt2 5H\nt3 9D\nt4 JS") == set()


def test_an_empty_column_takes_any_end_card() -> None:
    assert moves(ACES_UP, "t1 2S KH\nt2 AD\nt3 5C") == {"t1 t4", "t2 t4", "t3 t4"}
    assert refusal(ACES_UP, "t1 2S KH\nt2 AD", "t1 t2") == "Column 2 holds a card already."


def test_level_2_has_a_cell_whose_card_may_leave_too() -> None:
    there = "t1 2S KH\nt2 AD\nt3 5C\nt4 9C"
    assert "t1 r" not in moves(ACES_UP, there)
    assert "t1 r" in moves(ACES_UP, there, 2)
    assert "r d" in moves(ACES_UP, f"{there}\nr 4C", 2)
    assert "t4 d" not in moves(ACES_UP, f"{there}\nr TC", 2)


def test_at_level_1_the_colour_is_enough_but_aces_stay() -> None:
    there = "t1 2S KH\nt2 AD\nt3 5C\nt4 AH"
    assert moves(ACES_UP, there, 2) >= {"t1 d"}
    assert "t3 d" not in moves(ACES_UP, there, 1)
    there = "t1 2S KH\nt2 AD\nt3 5C\nt4 9S"
    assert "t1 d" not in moves(ACES_UP, there)
    assert {"t1 d", "t3 d"} <= moves(ACES_UP, there, 1)


def test_x_plays_the_card_under_an_end_card() -> None:
    play = play_from(ACES_UP, "t1 2S KH\nt2 9S\nt3 5C\nt4 9D")
    play.perform("x")
    play.perform("t1@2 d")
    assert position_of(play) == "t1 KH\nt2 9S\nt3 5C\nt4 9D\nd 2S"


def test_the_end_card_over_a_card_does_not_outrank_it() -> None:
    play = play_from(ACES_UP, "t1 2S KS\nt2 5H 9S\nt3 4H 5H\nt4 9D")
    play.perform("x")
    assert {str(move) for move in play.legal_moves if move.depth} == {"t1@2 d"}
    play = play_from(ACES_UP, "t1 2S KS\nt2 5H 8H\nt3 4D 6C\nt4 9C")
    play.perform("x")
    assert not any(move.depth for move in play.legal_moves)
    assert play.why_not(play.resolve("t1@2 d"))


def test_the_help_on_the_discard_pile_says_what_leaves() -> None:
    table = position(ACES_UP, "t1 2S")
    said = "it takes only a card outranked in its suit, Aces high."
    assert said in describe(ACES_UP, "d", table)
    assert "or the discard pile." in describe(ACES_UP, "t1", table)


def test_48_cards_discarded_win() -> None:
    gone = [c for c in cards.pack() if cards.rank(c) > 1 and cards.text(c) != "2H"]
    there = f"t1 AC\nt2 AD\nt3 AH\nt4 AS 2H\nd {' '.join(map(cards.text, gone))}"
    play = play_from(ACES_UP, there)
    play.perform("t4 d")
    assert (play.outcome, play.mark) == (Outcome.WON, 1000)
    assert outcome(ACES_UP, "t1 2S KH\nt2 9S\nt3 5C\nt4 9D") is Outcome.OVER
