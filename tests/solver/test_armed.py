"""Positions with an exception or a cheat armed: verdicts agree with brute force."""

from random import Random

import pytest

from solterm.core.game import Game
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.games import find
from solterm.solver.solve import solve_armed
from solterm.solver.verdict import Finding
from tests.effort import tries
from tests.solver.late import ends, near_wins

_MANY = 3_000


def can_win(rules: Rules, wider: Rules, table: Table) -> bool | None:
    """Search all positions. Return None if there are too many."""
    met, left = {(table, True)}, [(table, True)]
    while left:
        here, waits = left.pop()
        if rules.is_won(here):
            return True
        if len(met) > _MANY:
            return None
        for move in (wider if waits else rules).generate(here):
            irregular = waits and move not in rules.legal_moves(here)
            after = (wider if waits else rules).make(here, move), waits and not irregular
            if after not in met:
                met.add(after)
                left.append(after)
    return False


def replays(rules: Rules, wider: Rules, table: Table, moves) -> int:
    """Return the number of irregular moves in a winning line."""
    irregular = 0
    for move in moves:
        if move in rules.legal_moves(table) and not irregular:
            table = wider.make(table, move)
        elif move in rules.legal_moves(table):
            table = rules.make(table, move)
        else:
            assert move in wider.legal_moves(table)
            irregular += 1
            table = wider.make(table, move)
    assert rules.is_won(table)
    return irregular


@pytest.mark.parametrize(
    ("name", "level"), [("the-wish", 2), ("royale-golf", 2), ("monte-carlo", 2)]
)
def test_verdicts_agree_with_brute_force(name: str, level: int) -> None:
    game, compared = find(name), 0
    rules = game.rules(level)
    wider = game.rules_of_next_move(level, armed=True, cheating=False)
    lately = [ends(game, level, deal, Random(deal)) for deal in range(1, tries(20, 4))]
    for tables in (*near_wins(game, level, Random(1)), *lately):
        for table in tables:
            expected = can_win(rules, wider, table)
            if expected is None:
                continue
            verdict = solve_armed(rules, wider, table, lambda: False)
            assert verdict.finding is (Finding.WON if expected else Finding.LOST)
            if expected:
                assert replays(rules, wider, table, verdict.moves) <= 1
            compared += 1
    assert compared > 3


def test_an_exception_saves_a_lost_position() -> None:
    game: Game = find("the-wish")
    rules = game.rules(2)
    wider = game.rules_of_next_move(2, armed=True, cheating=False)
    saved = 0
    lately = (ends(game, 2, deal, Random(deal)) for deal in range(1, tries(40, 10)))
    for tables in (*near_wins(game, 2, Random(2)), *lately):
        for table in tables[:20]:
            if can_win(rules, rules, table) is False and can_win(rules, wider, table):
                verdict = solve_armed(rules, wider, table, lambda: False)
                assert replays(rules, wider, table, verdict.moves) == 1
                saved += 1
    assert saved
