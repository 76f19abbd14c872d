"""Our findings agree with published rates, and between levels."""

import pytest

from solterm.games import find
from solterm.manual.odds import Odds, find_letters
from solterm.solver import Finding, Limit, solve

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


LOOSENED = (
    *("beleaguered-castle", "bakers-game", "free-cell", "bouquet", "the-wish", "royale-pyramid"),
    *("royale-golf", "ultimate-golf", "smallware-golf", "sir-tommy", "strategy", "monte-carlo"),
)
"""Games whose levels only loosen the rules: turning, passes and bases stay the same."""
STEPS = ((3, 2), (2, 1), (3, 1))
"""Pairs of a stricter and a looser level."""


@pytest.mark.parametrize("game", LOOSENED)
@pytest.mark.parametrize(("stricter", "looser"), STEPS)
def test_looser_levels_win_the_same_deals(game, stricter, looser):
    findings = (find_letters(find(game), level) for level in (stricter, looser))
    assert ("W", "L") not in zip(*findings, strict=False)


@pytest.mark.parametrize("game", LOOSENED)
def test_winning_lines_win_at_looser_levels(game):
    """The same moves are legal there, and win."""
    game = find(game)
    for deal in range(1, 4):
        table = game.deal(deal).table
        verdict = solve(game.rules(3), table, Limit(positions=1_000))
        for rules in (game.rules(level) for level in (2, 1)):
            assert rules.is_won(play_through(rules, table, verdict.moves)) or (
                verdict.finding is not Finding.WON
            )


def play_through(rules, table, moves):
    for move in moves:
        assert move in rules.legal_moves(table), move
        table = rules.make(table, move)
    return table
