"""Games played with cards held back are legal, and late verdicts agree with the rules."""

from random import Random

import pytest

from solterm.games import find
from solterm.solver import Limit, solve
from solterm.solver.forms.fed import Fed, FedPlans
from solterm.solver.forms.plain import Plain
from solterm.solver.space_choice import space_of
from tests.effort import tries
from tests.solver.late import dealt, ends

both = pytest.mark.parametrize("game", [find("interregnum"), find("matrimony")], ids=str)


@both
def test_every_game_played_is_legal(game):
    """This includes lost games and their counts of cards home."""
    rules, chance = game.rules(3), Random(3)
    space = Fed.of(rules)
    assert space
    for deal in range(1, 1 + tries(20, 3)):
        table = dealt(game, deal)
        for _ in range(chance.randrange(30)):
            table = rules.make(table, chance.choice(list(rules.legal_moves(table))))
        plans = FedPlans(space, table)
        plan = plans.begin(chance)
        for _ in range(5):
            outcome = plans.play(plan)
            plan = plans.change(plan, outcome, chance)
        for move in plans.moves(outcome.steps):
            assert rules.why_not(table, move) is None
            table = rules.make(table, move)
        indicators = sum(len(table.piles[rules.index[name]]) for name in game.ids if name[0] == "r")
        assert rules.count_scored(table) == game.in_play - outcome.left - indicators
        assert outcome.choices


@both
def test_late_positions_agree_with_the_rules(game):
    rules, chance = game.rules(3), Random(1)
    found = set()
    for deal in (2, 14, *range(3, tries(30, 3))):
        won = solve(rules, dealt(game, deal), Limit(positions=600)).moves
        tables = [dealt(game, deal)]
        for move in won:
            tables.append(rules.make(tables[-1], move))
        for table in [*tables[-30::15], *ends(game, 3, deal, chance)]:
            known = solve(rules, table, Limit(positions=tries(20_000, 500)), Plain(rules))
            if not known.ended_by:
                verdict = solve(rules, table, space=space_of(rules))
                assert verdict.finding is known.finding
                found.add(str(known.finding))
    assert found == {"won", "lost"}
