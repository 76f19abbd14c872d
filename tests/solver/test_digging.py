"""Digs are shortcuts of legal moves, and prove no loss."""

from random import Random

import pytest

from solterm.core.searches.search import BestFirst
from solterm.games import catalogue, find
from solterm.solver import Limit, solve
from solterm.solver.kernel.kernel_space import KernelSpace
from tests.core.positions import position
from tests.effort import tries
from tests.harness.cases import over
from tests.solver.late import at_levels, dealt, is_won_by, table_of

OPEN = (
    *("beleaguered-castle", "bakers-game", "bouquet", "free-cell", "eight-off", "seahaven-towers"),
    *("forecell", "double-free-cell", "streets-and-alleys", "fortress", "bakers-dozen"),
    *("king-albert", "raglan", "bisley", "brigade", "grandfathers-clock"),
)
"""The games with digs, in the order of the catalogue."""
HARD = (617, 479, 2081, 169, 209, 237, 352, 369, 657, 675)
"""Deals of Free Cell that digs without pauses don't win. The first three are hard for single moves
too.
"""


def shortcuts_of(game, level):
    space = KernelSpace.of(game.rules(level))
    return space.shortcuts() if space else ()


def test_digs_apply_to_games_without_a_stock():
    served = [game for game in catalogue().values() if shortcuts_of(game, 3)]
    assert [game.id for game in served] == list(OPEN)
    assert not any(group.action for game in served for group in game.groups)


@pytest.mark.parametrize("pauses", [False, True])
@over("game_id level", at_levels(OPEN))
def test_digs_match_legal_moves(game_id, level, pauses):
    game, chance = find(game_id), Random(game_id)
    rules = game.rules(level)
    if not (shortcuts := shortcuts_of(game, level)):
        return  # digs don't apply at this level
    short = shortcuts[pauses]
    for deal in range(1, 1 + tries(20, 2)):
        state = short.start(dealt(game, deal))
        for _ in range(tries(100, 20)):
            if not (ways := list(short.ways(state))):
                break
            for step, after in ways:
                made = table_of(rules, state)
                for move in short.moves(state, step):
                    assert rules.why_not(made, move) is None
                    made = rules.make(made, move)
                assert made == table_of(rules, after)
                assert short.is_won(after) == rules.is_won(made)
            state = chance.choice(ways)[1]


def test_digs_win_most_deals_of_free_cell():
    game = find("free-cell")
    for deal in range(1, 1 + tries(100, 10)):
        few = Limit(positions=tries(1_500, 600))
        assert str(solve(game.rules(3), dealt(game, deal), few).finding) == "won", deal


@pytest.mark.parametrize("deal", HARD[: tries(len(HARD), 3)])
def test_digs_with_pauses_win_hard_deals(deal):
    game = find("free-cell")
    rules, table = game.rules(3), dealt(game, deal)
    verdict = solve(rules, table, Limit(positions=4000))
    assert is_won_by(rules, table, verdict.moves)


@over("game_id", OPEN)
def test_pauses_only_add_steps(game_id):
    game = find(game_id)
    at_a_stroke, with_pauses = shortcuts_of(game, 3)
    for deal in range(1, 4):
        state = at_a_stroke.start(dealt(game, deal))
        fewer = {after for _, after in at_a_stroke.ways(state)}
        assert fewer <= {after for _, after in with_pauses.ways(state)}


def test_an_exhausted_shortcut_proves_nothing():
    game = find("bakers-game")
    for deal in range(1, 10):
        short, _ = shortcuts_of(game, 3)
        search = BestFirst(short, short.start(dealt(game, deal)))
        search.go_on(600)
        if search.is_exhausted:
            found = solve(game.rules(3), dealt(game, deal), Limit(positions=search.positions + 50))
            assert str(found.finding) == "undecided"
            assert found.positions > search.positions
            return
    pytest.fail("each deal was won by digs, or too large to search")


def test_a_dig_may_end_where_a_card_has_gone_home():
    game = find("free-cell")
    at_a_stroke, _ = shortcuts_of(game, 3)
    others = "t2 5S\nt3 KC\nt4 KH\nt5 KS\nt6 QH\nt7 JH\nt8 JD"
    table = position(game, f"t1 KD 9D AC\n{others}")
    home = position(game, f"f1 AC\nt1 KD 9D\n{others}")
    found = {after for _, after in at_a_stroke.ways(at_a_stroke.start(table))}
    assert at_a_stroke.start(home) in found
