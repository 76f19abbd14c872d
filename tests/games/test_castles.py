"""Beleaguered Castle and its relatives."""

import pytest
from pysol_cards.cards import CardRenderer
from pysol_cards.deal_game import Game as PysolGame
from pysol_cards.random_base import RandomBase

from solterm.core import cards, deals
from solterm.core.move import IllegalMove
from solterm.core.outcome import Outcome
from solterm.games.castles import BELEAGUERED_CASTLE as CASTLE
from tests.core.positions import play_from
from tests.games.tables import after, dealt, full, moves, outcome, piles_alike, position_of, refusal

ACES = "f1 AC\nf2 AD\nf3 AH\nf4 AS"


# -- Beleaguered Castle ------------------------------------------------------------------------


def test_the_castle_is_dealt_as_pysolfc_deals_it() -> None:
    lying = piles_alike("f", 4, "0+1") | piles_alike("t", 8, "0+6") | {"r": "0+0"}
    assert dealt(CASTLE) == lying
    theirs = PysolGame("beleaguered_castle", 24680, RandomBase.DEALS_PYSOLFC)
    lines = theirs.calc_layout_string(CardRenderer(True)).splitlines()
    rows = [line.split() for line in lines if not line.startswith("Foundations")]
    opening = dict(zip(CASTLE.ids, CASTLE.opening(deals.shuffle(24680)).piles, strict=True))
    assert [[cards.text(card) for card in opening[f"t{n}"]] for n in range(1, 9)] == rows


def test_rows_build_down_regardless_of_suit_and_do_not_wrap() -> None:
    text = f"{ACES}\nt1 9C 8H\nt2 7C\nt3 7H\nt4 KD\nt5 QD\nt6 2C\nt7 2S\nt8 9S"
    assert moves(CASTLE, text) == {"t2 t1", "t3 t1", "t5 t4", "t1 t8", "t6 f1", "t7 f4"}
    assert refusal(CASTLE, text, "t4 t6") == "KD can't go on 2C: an Ace is wanted."


def test_one_card_moves_at_a_time() -> None:
    text = f"{ACES}\nt1 8H 7C\nt2 9S\nt3 KC\nt4 KD\nt5 QD\nt6 TC\nt7 JS\nt8 5S"
    assert "t1 t2 2" not in moves(CASTLE, text)
    assert refusal(CASTLE, text, "t1 t2 2") == "Only the end card of row 1 moves."


def test_an_empty_row_takes_any_single_card() -> None:
    text = f"{ACES}\nt1 9C 5H\nt2 3C\nt3 3D\nt4 3H\nt5 3S\nt6 8C\nt7 8D"
    assert {m for m in moves(CASTLE, text) if m.endswith("t8")} == {f"t{n} t8" for n in range(1, 8)}


def test_foundations_build_up_in_suit() -> None:
    assert "t1 f2" in moves(CASTLE, f"{ACES}\nt1 2D")
    assert "t1 f1" not in moves(CASTLE, f"{ACES}\nt1 2D")
    assert outcome(CASTLE, full(*"CDHS")) is Outcome.WON


def test_the_game_is_over_even_if_a_whole_row_can_move_to_an_empty_one() -> None:
    rows = "\n".join(
        f"t{n} {card}" for n, card in enumerate(["9C", "9D", "9H", "9S", "KC", "KD", "KH"], 1)
    )
    assert moves(CASTLE, f"{ACES}\n{rows}")
    assert outcome(CASTLE, f"{ACES}\n{rows}") is Outcome.OVER


def test_level_2_opens_a_holding_space_for_one_card() -> None:
    text = f"{ACES}\nt1 9C 5H\nt2 KC"
    assert refusal(CASTLE, text, "t1 r") == "The reserve is not open at this level."
    assert {"t1 r", "t2 r"} <= moves(CASTLE, text, 2)
    held = after(CASTLE, text, "t1 r", level=2)
    assert "t2 r" not in moves(CASTLE, held, 2)
    assert "r t4" in moves(CASTLE, held, 2)
    assert "r t4" in moves(CASTLE, held, 3)


def test_at_level_1_runs_move_as_a_unit_but_not_to_the_holding_space() -> None:
    text = f"{ACES}\nt1 KS 8H 7C\nt2 9S"
    assert "t1 t2 2" not in moves(CASTLE, text, 2)
    found = moves(CASTLE, text, 1)
    assert {"t1 t2 2", "t1 t3 2", "t1 r"} <= found
    assert "t1 t3 3" not in found
    assert "t1 r 2" not in found


def test_x_draws_the_card_under_an_end_card() -> None:
    text = f"{ACES}\nt1 5C 8H KC\nt2 9S\nt3 QD 2D 7S\nt4 JC\nt5 JD\nt6 JH\nt7 JS\nt8 JC"
    play = play_from(CASTLE, text)
    play.perform("x")
    assert {str(m) for m in play.legal_moves if m.depth} == {"t1@2 t2", "t3@2 f2"}
    play.perform("t3@2 f2")
    assert play.tally.exceptions == 1
    assert "t3 QD 7S" in position_of(play)
    with pytest.raises(IllegalMove):
        play.perform("t1@2 t2")


def test_at_level_2_x_allows_one_move_of_level_1() -> None:
    play = play_from(CASTLE, f"{ACES}\nt1 KS 8H 7C\nt2 9S\nt3 TC 6D 5D\nt4 7S", level=2)
    play.perform("x")
    play.perform("t1 t2 2")
    assert play.tally.exceptions == 1
    with pytest.raises(IllegalMove):
        play.perform("t2 t3 2")
