"""What is known of deals agrees with what others found, and with itself from level to level."""

import pytest

from scripts import winnability
from solterm.games import find
from solterm.solver import Finding, Limit, solve

FINDINGS = winnability.read_raw(winnability.RAW.read_text())

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
"""The share that can be won by one who sees all cards (Blake and Gent, "The Winnability of
Klondike and Many Other Single-Player Card Games"), of the rule-sets that are ours card for card.
Klondike has any number of passes, moves parts of sequences, and takes nothing back from the
foundations; golf has nothing on a King, or only a Queen."""


@pytest.mark.parametrize(("game", "level"), PUBLISHED)
def test_a_published_rate_lies_within_our_interval(game, level):
    odds = winnability.odds_of(FINDINGS[game, level])
    assert odds.least <= PUBLISHED[game, level] <= odds.most


LOOSENED = (
    *("beleaguered-castle", "bakers-game", "free-cell", "bouquet", "the-wish", "royale-pyramid"),
    *("royale-golf", "ultimate-golf", "smallware-golf", "sir-tommy", "strategy", "monte-carlo"),
)
"""Games in which a level only loosens: turning, passes and bases stay as they are."""
STEPS = ((3, 2), (2, 1), (3, 1))
"""From a stricter level to a looser one."""


@pytest.mark.parametrize("game", LOOSENED)
@pytest.mark.parametrize(("stricter", "looser"), STEPS)
def test_looser_levels_win_what_stricter_ones_win(game, stricter, looser):
    """So it is with all deals that were looked at."""
    findings = (FINDINGS.get((game, level), "") for level in (stricter, looser))
    assert ("W", "L") not in zip(*findings, strict=False)


@pytest.mark.parametrize("game", LOOSENED)
def test_a_way_to_win_wins_at_looser_levels_too(game):
    """The very same moves are legal there, and win."""
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
