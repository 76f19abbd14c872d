"""Games of placing: forms and plans agree with searches that omit less."""

from random import Random

import pytest

from solterm.games import find
from solterm.solver.forms.placing.placing_space import PlacingSpace
from solterm.solver.searches.beam import Beam
from solterm.solver.searches.staged import InTurn
from solterm.solver.space_choice import search_of
from tests.effort import tries
from tests.solver.late import ends


def form_of(rules):
    space = PlacingSpace.of(rules)
    assert space
    return space


@pytest.mark.parametrize("game_id", ["calculation", "sir-tommy", "strategy", "fly"])
def test_plans_agree_with_the_beam(game_id):
    game = find(game_id)
    rules, chance = game.rules(3), Random(game_id)
    compared = 0
    for deal in range(1, 1 + tries(20, 2)):
        for table in ends(game, 3, deal, chance):
            space = form_of(rules)
            start = space.start(table)
            plans, stages = search_of(space, start), Beam(space, start)
            assert isinstance(plans, InTurn)
            stages.go_on(tries(20_000, 1000))
            if stages.is_won or stages.is_exhausted:
                compared += 1
                plans.go_on(tries(10**6, 10_000))
                assert (plans.is_won, plans.is_exhausted) == (stages.is_won, stages.is_exhausted)
    assert compared
