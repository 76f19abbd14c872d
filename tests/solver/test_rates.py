"""Our findings agree with published rates, and between levels."""

import pytest

from solterm.games import find
from solterm.manual.odds import Odds, find_letters

PUBLISHED = {
    ("klondike-deal-3", 3): 0.815,
    ("ultimate-klondike", 3): 0.815,
    ("klondike-deal-1", 3): 0.902,
    ("beleaguered-castle", 3): 0.682,
    ("free-cell", 3): 0.99999,
    ("royale-golf", 3): 0.265,
    ("ultimate-golf", 3): 0.265,
    ("smallware-golf", 3): 0.451,
}
"""The share of deals that a player who sees all cards can win (Blake and Gent, "The Winnability of
Klondike and Many Other Single-Player Card Games"), for rule sets identical to ours. Klondike has
unlimited passes, moves parts of sequences, and takes no card back from the foundations; golf puts
no card on a King, or only a Queen.
"""


@pytest.mark.parametrize(("game", "level"), PUBLISHED)
def test_published_rates_are_within_our_intervals(game, level):
    odds = Odds.of_letters(find_letters(find(game), level))
    assert odds.least <= PUBLISHED[game, level] <= odds.most
