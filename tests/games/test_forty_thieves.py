"""Forty Thieves, Josephine, Forty and Eight, Lucas, Rank and File."""

import pytest

from solterm.core import cards
from solterm.core.game import Game
from solterm.core.outcome import Outcome
from solterm.games.forty_thieves import (
    FORTY_AND_EIGHT,
    LUCAS,
)
from tests.games.tables import outcome

KINGS = "\n".join(f"t{number} KS" for number in range(4, 14))
"""Kings on all columns after the third, for games with fewer too."""


def kings(game: Game) -> str:
    return "\n".join(line for line in KINGS.splitlines() if line.split()[0] in game.ids)


# -- the deal ----------------------------------------------------------------------------------


@pytest.mark.parametrize("deal", [1, 617, 32_001])
def test_lucas_deals_two_aces_of_each_suit_to_the_foundations(deal: int) -> None:
    table = LUCAS.deal(deal).table
    homes = [cards.text(pile[0]) for pile in table.piles[2:10]]
    assert homes == ["AC", "AD", "AH", "AS"] * 2
    assert LUCAS.rules().count_scored(table) == 8


# -- stock and end -----------------------------------------------------------------------------


def test_the_last_pass_of_a_lost_game_ends_it() -> None:
    text = f"w 5H\nt1 9D\nt2 3S\nt3 3D\n{kings(FORTY_AND_EIGHT)}\n"
    assert outcome(FORTY_AND_EIGHT, f"{text}passes 0") is None
    assert outcome(FORTY_AND_EIGHT, f"{text}passes 1") is Outcome.OVER
