"""Klondikes and Seven Devils."""

import pytest
from pysol_cards.cards import CardRenderer
from pysol_cards.deal_game import Game as PysolGame
from pysol_cards.random_base import RandomBase

from solterm.core import cards
from solterm.core.cards import DOWN
from solterm.core.game import Game
from solterm.games.klondikes import DEAL_1, DEAL_3, ROYALE, SEVEN_DEVILS, ULTIMATE
from tests.core.positions import play_from
from tests.games.tables import after, full, moves, piles_alike, position_of

KLONDIKES = (ROYALE, ULTIMATE, DEAL_3, DEAL_1)
packets_of_three = pytest.mark.parametrize("game", KLONDIKES[:3], ids=lambda game: game.id)

TRIANGLE = piles_alike("t", 7, "0+1", "1+1", "2+1", "3+1", "4+1", "5+1", "6+1")


# -- the deal ----------------------------------------------------------------------------------


@pytest.mark.parametrize("deal", [1, 617, 11_982, 32_000, 32_001, 24_680_246_802])
def test_klondike_deals_match_pysolfc(deal: int) -> None:
    talon, *columns = (
        PysolGame("klondike", deal, RandomBase.DEALS_PYSOLFC)
        .calc_layout_string(CardRenderer(True))
        .splitlines()
    )
    opening = DEAL_1.deal(deal).table
    piles = dict(zip(DEAL_1.ids, opening.piles, strict=True))
    ours = [
        " ".join(f"<{cards.text(c & ~DOWN)}>" if c & DOWN else cards.text(c) for c in piles[t])
        for t in TRIANGLE
    ]
    assert ours == columns
    in_turn = " ".join(cards.text(card & ~DOWN) for card in reversed(piles["s"]))
    assert f"Talon: {in_turn}" == talon


# -- the stock ---------------------------------------------------------------------------------

HAND = "s 6c 5c 4c 3c\nt1 9C"


# -- levels and the exception ------------------------------------------------------------------


@packets_of_three
def test_x_turns_one_card_at_level_3_and_a_turnover_does_not_count(game: Game) -> None:
    play = play_from(game, HAND)
    play.perform("x")
    assert position_of(play) == "s 6c 5c 4c\nw 3C\nt1 9C"
    assert play.tally.exceptions == 1
    play.perform("s")
    play.perform("x")
    assert position_of(play) == "s 6c 5c 4c 3c\nt1 9C"
    assert play.tally.exceptions == 1


def test_in_deal_1_a_foundation_card_may_return_from_level_2_on() -> None:
    text = "f1 AH 2H 3H\nt1 4S\nt2 4D\nt3 KC\nt4 QC\nt5 JC\nt6 9C\nt7 8C"
    assert not any(m.startswith("f") for m in moves(DEAL_1, text))
    assert {m for m in moves(DEAL_1, text, level=2) if m.startswith("f")} == {"f1 t1"}
    assert {m for m in moves(DEAL_1, text, level=1) if m.startswith("f")} == {"f1 t1", "f1 t2"}
    assert "f1 AH 2H\n" in after(DEAL_1, text, "f1 t1", level=2)
    assert "f1 t1" in moves(DEAL_1, full("H") + "\nt2 5C", level=2)  # a King to an empty column
    for game in KLONDIKES[:3]:
        assert not any(m.startswith("f") for m in moves(game, text, level=1))


# -- Seven Devils ------------------------------------------------------------------------------


FULL_COLUMNS = "t1 9C\nt2 TH\nt3 5D\nt4 3C\nt5 3S\nt6 KH\nt7 KD"


def test_a_devil_goes_only_to_the_foundations() -> None:
    assert moves(SEVEN_DEVILS, f"r 4c 8H\n{FULL_COLUMNS}") == {"t1 t2"}
    home = moves(SEVEN_DEVILS, f"f1 AH\nr 4c 2H\n{FULL_COLUMNS}")
    assert home == {"r f1", "t1 t2"}
    assert "r 4C" in after(SEVEN_DEVILS, f"f1 AH\nr 4c 2H\n{FULL_COLUMNS}", "r f1")
