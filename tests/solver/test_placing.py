"""What games of placing leave out, and their search, are held to what leaves out less."""

from random import Random

import pytest

from solterm.games import find
from solterm.solver import Limit, solve
from solterm.solver.beam import Beam
from solterm.solver.placing import Placing
from solterm.solver.stacking import Stacking
from tests.effort import tries
from tests.solver.late import dealt, ends


def form_of(rules):
    space = Placing.of(rules)
    assert space
    return space


@pytest.mark.parametrize("level", [2, 3])
def test_cards_that_wait_until_they_are_fetched_lose_no_win(level):
    game = find("lady-of-the-manor")
    rules, chance = game.rules(level), Random(level)
    found = set()
    for deal in range(1, 1 + tries(40, 2)):
        for table in ends(game, level, deal, chance):
            plain = form_of(rules)
            plain.fetch_nothing()
            known = solve(rules, table, Limit(positions=tries(20_000, 500)), plain)
            if not known.ended_by:
                assert solve(rules, table, space=form_of(rules)).finding is known.finding
                found.add(str(known.finding))
    assert found


def test_a_card_is_brought_home_with_all_that_it_needs():
    game = find("lady-of-the-manor")
    rules = game.rules(3)
    verdict = solve(rules, dealt(game, 1))
    table = dealt(game, 1)
    for move in verdict.moves:
        assert rules.why_not(table, move) is None
        table = rules.make(table, move)
    assert rules.is_won(table)


@pytest.mark.parametrize("game_id", ["calculation", "sir-tommy", "strategy", "fly"])
def test_stacks_come_to_what_stages_come_to(game_id):
    """Late positions are lost or won whichever search looks at them."""
    game = find(game_id)
    rules, chance = game.rules(3), Random(game_id)
    compared = 0
    for deal in range(1, 1 + tries(20, 2)):
        for table in ends(game, 3, deal, chance):
            space = form_of(rules)
            start = space.start(table)
            stacks, stages = Stacking(space, start), Beam(space, start)
            stages.go_on(tries(20_000, 1000))
            if stages.is_won or stages.is_exhausted:
                compared += 1
                stacks.go_on(tries(10**6, 10_000))
                assert (stacks.is_won, stacks.is_exhausted) == (stages.is_won, stages.is_exhausted)
    assert compared
