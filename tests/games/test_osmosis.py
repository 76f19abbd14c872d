"""Osmosis and Peek."""

from solterm.core.cards import DOWN
from solterm.core.outcome import Outcome
from solterm.core.play.play import Play
from solterm.games.single_games import OSMOSIS
from tests.core.positions import play_from
from tests.games.tables import after, full, moves, outcome, refusal

ROWS = "f1 7H KH 2H\nf2 7S KS\nf3 7C"


def test_peek_is_an_option_that_turns_the_reserves_up() -> None:
    closed, peek = Play(OSMOSIS, 617), Play(OSMOSIS, 617, options={"peek": "yes"})
    assert all(not card & DOWN for card in peek.pile("r1"))
    assert [card & ~DOWN for card in closed.pile("r2")] == list(peek.pile("r2"))


def test_a_rank_goes_to_a_row_once_the_row_above_has_it() -> None:
    there = f"{ROWS}\nr1 2S\nr2 3S\nr3 KC\nw 2C"
    assert moves(OSMOSIS, there) == {"s", "r1 f2", "r3 f3"}
    wanted = "it takes only clubs whose rank lies in the row above."
    assert refusal(OSMOSIS, there, "w f3") == f"2C can't go there: {wanted}"
    assert "w f3" in moves(OSMOSIS, after(OSMOSIS, there, "r1 f2"))


def test_rows_open_in_turn_with_the_base_rank() -> None:
    there = "f1 7H KH\nr1 7S\nr2 KS\nr3 7C"
    assert moves(OSMOSIS, there) == {"r1 f2", "r3 f2"}
    assert refusal(OSMOSIS, there, "r2 f2") == "KS can't go there: it takes only a 7."
    assert refusal(OSMOSIS, there, "r1 f3") == "7S can't go there: it takes nothing yet."
    assert moves(OSMOSIS, after(OSMOSIS, there, "r1 f2")) == {"r2 f2", "r3 f3"}


def test_at_level_1_all_rows_look_to_the_first() -> None:
    there = f"{ROWS}\nr1 2C\nr2 7D"
    assert moves(OSMOSIS, there) == {"r2 f4"}
    assert moves(OSMOSIS, there, 1) == {"r1 f3", "r2 f4"}
    assert moves(OSMOSIS, "f1 7H\nr1 7S", 1) == {"r1 f2", "r1 f3", "r1 f4"}


def test_four_whole_rows_win_and_a_useless_stock_ends_the_game() -> None:
    there = full("C", "D", "H", "S").replace(" QS", "")
    play = play_from(OSMOSIS, f"{there}\nr1 QS")
    play.perform("r1 f4")
    assert play.outcome is Outcome.WON
    assert outcome(OSMOSIS, "f1 7H\ns 9c 2d 5d\nr1 AC") is Outcome.OVER
    assert outcome(OSMOSIS, "f1 7H\ns 9h 2d 5d\nr1 AC") is None
