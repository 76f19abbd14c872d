"""Games of placing: forms and plans agree with searches that omit less."""

from random import Random

import pytest

from solterm.games import find
from solterm.solver import Limit, solve
from solterm.solver.forms.lady_of_the_manor import LadyOfTheManor
from solterm.solver.forms.placing.placing_space import PlacingSpace
from solterm.solver.searches.beam import Beam
from solterm.solver.searches.staged import InTurn
from solterm.solver.space_choice import search_of, space_of
from tests.effort import tries
from tests.solver.late import dealt, ends


def form_of(rules):
    space = PlacingSpace.of(rules)
    assert space
    return space


class EachWay(LadyOfTheManor):
    """A search that visits every position, without thinning."""

    def thin(self, keys):
        return keys


@pytest.mark.parametrize("level", [2, 3])
@pytest.mark.parametrize("form", [PlacingSpace, EachWay])
def test_fetching_loses_no_win(form, level):
    game = find("lady-of-the-manor")
    rules, chance = game.rules(level), Random(level)
    assert isinstance(space_of(rules), LadyOfTheManor)
    found = set()
    for deal in range(1, 1 + tries(40, 2)):
        for table in ends(game, level, deal, chance):
            known = solve(rules, table, Limit(positions=tries(20_000, 500)), form.of(rules))
            if not known.ended_by:
                assert solve(rules, table).finding is known.finding
                found.add(str(known.finding))
    assert found


def assert_wins(rules, table, moves):
    for move in moves:
        assert rules.why_not(table, move) is None
        table = rules.make(table, move)
    assert rules.is_won(table)


def test_fetching_brings_home_the_cards_needed():
    game = find("lady-of-the-manor")
    rules = game.rules(3)
    assert_wins(rules, dealt(game, 1), solve(rules, dealt(game, 1)).moves)


@pytest.mark.parametrize("game_id", ["calculation", "sir-tommy", "strategy", "fly"])
def test_winning_plans_are_legal(game_id):
    game = find(game_id)
    rules = game.rules(3)
    for deal in range(1, 1 + tries(40, 1)):
        verdict = solve(rules, dealt(game, deal), Limit(positions=tries(20_000, 5000)))
        if not verdict.ended_by:
            assert_wins(rules, dealt(game, deal), verdict.moves)


def test_planning_is_deterministic():
    """Random numbers have a fixed seed, and the clock is not read."""
    game = find("sir-tommy")
    rules, table = game.rules(3), dealt(game, 5)
    assert solve(rules, table) == solve(rules, table)


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
