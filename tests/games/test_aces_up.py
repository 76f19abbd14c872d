"""Aces Up."""

from solterm.core import cards
from solterm.core.outcome import Outcome
from solterm.games.single_games import ACES_UP
from tests.core.positions import play_from
from tests.games.tables import after, moves, outcome, refusal


def test_an_end_card_leaves_if_another_of_its_suit_is_higher_and_aces_are_highest() -> None:
    there = "t1 2S KH\nt2 AH\nt3 5S\nt4 9S"
    assert moves(ACES_UP, there) == {"t1 d", "t3 d"}
    reason = "AH can't go there: it takes only a card outranked in its suit, Aces high."
    assert refusal(ACES_UP, there, "t2 d") == reason
    assert len(reason) <= 78, "a longer sentence opens a box at 80 columns"
    assert "t1 d" in moves(ACES_UP, after(ACES_UP, there, "t1 d"))


def test_at_level_1_the_colour_is_enough_but_aces_stay() -> None:
    there = "t1 2S KH\nt2 AD\nt3 5C\nt4 AH"
    assert moves(ACES_UP, there, 2) >= {"t1 d"}
    assert "t3 d" not in moves(ACES_UP, there, 1)
    there = "t1 2S KH\nt2 AD\nt3 5C\nt4 9S"
    assert "t1 d" not in moves(ACES_UP, there)
    assert {"t1 d", "t3 d"} <= moves(ACES_UP, there, 1)


def test_the_end_card_over_a_card_does_not_outrank_it() -> None:
    play = play_from(ACES_UP, "t1 2S KS\nt2 5H 9S\nt3 4H 5H\nt4 9D")
    play.perform("x")
    assert {str(move) for move in play.legal_moves if move.depth} == {"t1@2 d"}
    play = play_from(ACES_UP, "t1 2S KS\nt2 5H 8H\nt3 4D 6C\nt4 9C")
    play.perform("x")
    assert not any(move.depth for move in play.legal_moves)
    assert play.why_not(play.resolve("t1@2 d"))


def test_48_cards_discarded_win() -> None:
    gone = [c for c in cards.pack() if cards.rank(c) > 1 and cards.text(c) != "2H"]
    there = f"t1 AC\nt2 AD\nt3 AH\nt4 AS 2H\nd {' '.join(map(cards.text, gone))}"
    play = play_from(ACES_UP, there)
    play.perform("t4 d")
    assert (play.outcome, play.mark) == (Outcome.WON, 1000)
    assert outcome(ACES_UP, "t1 2S KH\nt2 9S\nt3 5C\nt4 9D") is Outcome.OVER
