"""The Canfield family and Reno."""

import pytest

from solterm.contests.score import tell_score
from solterm.core import cards
from solterm.core.game import Game
from solterm.core.outcome import Outcome
from solterm.games.canfields import DEMON, RENO, ULTIMATE
from tests.core.positions import play_from
from tests.games.tables import (
    after,
    each,
    moves,
    outcome,
    position_of,
    refusal,
)

ROUND = (ULTIMATE, DEMON)


def to(pile: str, found: set[str]) -> set[str]:
    """Return the moves to a pile."""
    return {move for move in found if f" {pile}" in move}


# -- the deal ----------------------------------------------------------------------------------


@each(*ROUND)
def test_canfields_are_dealt_in_pysolfcs_order(game: Game) -> None:
    """In order: the base, the reserve bottom up, the columns from the right, the stock."""
    opening = game.opening(cards.pack())
    piles = dict(zip(game.ids, opening.piles, strict=True))
    texts = {name: " ".join(map(cards.text, pile)).upper() for name, pile in piles.items()}
    assert texts["f1"] == "AC"
    assert texts["r"] == "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AD"
    assert [texts[t] for t in ("t4", "t3", "t2", "t1")] == ["2D", "3D", "4D", "5D"]
    assert texts["s"].endswith("8D 7D 6D")


# -- spaces ------------------------------------------------------------------------------------


def test_demon_fills_empty_columns_from_the_demon_and_then_the_waste() -> None:
    text = "r 2c 9D\nw KS\nf1 5D\nt1 KH\nt2 3D\nt3 QS\nt4 8C"
    assert after(DEMON, text, "t3 t1") == "w KS\nr 2C\nf1 5D\nt1 KH QS\nt2 3D\nt3 9D\nt4 8C"
    made = after(DEMON, text.replace("r 2c 9D\n", ""), "t3 t1")
    assert made == "f1 5D\nt1 KH QS\nt2 3D\nt3 KS\nt4 8C"


def test_an_empty_column_of_demon_stays_open_without_both() -> None:
    made = after(DEMON, "s 7c\nf1 5D\nt1 KH\nt2 3D\nt3 QS\nt4 8C", "t3 t1")
    assert made == "s 7c\nf1 5D\nt1 KH QS\nt2 3D\nt4 8C"
    assert to("t3", moves(DEMON, made)) == set()
    reason = refusal(DEMON, made, "t2 t3")
    assert reason == "3D can't go there: nothing may fill an empty column."


def test_an_empty_column_is_filled_as_soon_as_the_waste_has_a_card() -> None:
    text = "s 9c 8c 7c\nf1 5D\nt1 KH QS\nt2 3D\nt4 8C"
    assert after(DEMON, text, "s") == "w 7C 8C\nf1 5D\nt1 KH QS\nt2 3D\nt3 9C\nt4 8C"
    play = play_from(DEMON, text)
    play.perform("x")  # a single card has the same effect
    assert position_of(play) == "s 9c 8c\nf1 5D\nt1 KH QS\nt2 3D\nt3 7C\nt4 8C"
    assert play.tally.exceptions == 1


# -- level 1 -----------------------------------------------------------------------------------


@each(*ROUND)
def test_an_empty_column_of_level_1_is_filled_by_the_next_action_at_a_higher_level(
    game: Game,
) -> None:
    play = play_from(game, "s 7c 6c 5c 4c\nr 2c 9D\nf1 5D\nt1 KH\nt2 3D\nt3 QS\nt4 8C", level=1)
    play.perform("t3 t1")
    assert play.pile("t3") == ()
    play.perform("level 3")
    play.perform("s")
    assert position_of(play) == "s 7c\nw 4C 5C 6C\nr 2C\nf1 5D\nt1 KH QS\nt2 3D\nt3 9D\nt4 8C"


# -- Reno's turn slot --------------------------------------------------------------------------

TURNED = "s 8c 7c\nh 6C\nw 5C\nr 2c KD\nt1 7H\nt2 3D\nt3 QH\nt4 9S"


def test_turning_moves_the_turned_card_to_the_waste() -> None:
    made = after(RENO, TURNED, "s")
    assert made == "s 8c\nh 7C\nw 5C 6C\nr 2c KD\nt1 7H\nt2 3D\nt3 QH\nt4 9S"


def test_a_turned_card_that_only_the_waste_takes_does_not_keep_reno_alive() -> None:
    out = "h 6C\nw 5C\nr 2c KD\nt1 JC\nt2 3D\nt3 QC\nt4 9S"
    assert outcome(RENO, out) is Outcome.OVER
    assert outcome(RENO, out.replace("t1 JC", "t1 7H")) is None
    assert outcome(RENO, f"s 4c\n{out}") is None


# -- the end and the score ---------------------------------------------------------------------


@pytest.mark.parametrize(("home", "net"), [("", -52), ("f1 AC\nf2 AD", -42)])
def test_reno_costs_52_and_pays_5_per_card(home: str, net: int) -> None:
    assert play_from(RENO, f"{home}\nt1 5H").score == net


def test_reno_reports_the_payment_and_the_price() -> None:
    assert (
        tell_score(play_from(RENO, "f1 AC\nt1 5H"))
        == "-47 dollars: 5 paid, 52 for the pack (mark 0)"
    )
