"""The solver agrees with brute force, in all games, at all levels, and with X armed.

The tests use late and random positions of random games, and positions on the line of a
win or one move away from it. `scripts/test --all` compares more than 20,000.
"""

from collections.abc import Iterator
from random import Random

import pytest

from solterm.core.game import Game
from solterm.core.levels import LEVELS
from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.games import catalogue
from solterm.solver import Finding, Limit, Verdict, solve
from solterm.solver.poker import PokerSearch
from solterm.solver.waiting import solve_waiting
from tests.effort import THOROUGH, tries
from tests.solver.late import dealt, quick_win

GAMES = list(catalogue().values())
SAMPLE = [
    (game, level)
    for number, game in enumerate(GAMES)
    for level in LEVELS
    if THOROUGH or (number + level) % 5 == 0
]
"""Every fifth game and level in the usual run."""
LINES = SAMPLE if THOROUGH else SAMPLE[::3]
MOST = tries(2000, 150)
"""The maximum number of positions for brute force."""

Node = tuple[Table, bool]
"""A table, and whether the exception is still armed."""


def walk(rules: Rules, deal: int, chance: Random) -> list[Table]:
    """Return the positions of a random game, played mostly with moves that make progress."""
    tables = [dealt(rules.game, deal)]
    for _ in range(250):
        if not (moves := list(rules.legal_moves(tables[-1]))):
            break
        leading = [move for move in moves if rules.leads_on(tables[-1], move)]
        tables.append(rules.make(tables[-1], chance.choice(leading or moves)))
    return tables


def can_win(rules: Rules, wider: Rules | None, table: Table) -> bool | None:
    """Search all positions, depth first. Return None if there are too many."""
    start = table, wider is not None
    met, left = {start}, [start]
    while left:
        here, waits = left.pop()
        if rules.is_won(here):
            return True
        if len(met) > MOST:
            return None
        for after in ways(rules, wider if waits else None, here):
            if after not in met:
                met.add(after)
                left.append(after)
    return False


def ways(rules: Rules, wider: Rules | None, table: Table) -> Iterator[Node]:
    """Yield the positions one move away; an irregular move uses up the exception."""
    regular = set(rules.legal_moves(table))
    for move in regular if wider is None else wider.legal_moves(table):
        yield (wider or rules).make(table, move), wider is not None and move in regular


def wins(rules: Rules, wider: Rules | None, table: Table, moves: tuple[Move, ...]) -> bool:
    """Return whether legal moves win, with at most one irregular move if the exception is armed."""
    for move in moves:
        if move not in rules.legal_moves(table):
            assert wider is not None, f"{move} is not legal"
            assert move in wider.legal_moves(table)
            table, wider = wider.make(table, move), None
        else:
            table = (wider or rules).make(table, move)
    return rules.is_won(table)


def judge(rules: Rules, wider: Rules | None, table: Table) -> Verdict:
    """Solve the position, with as much work as brute force may do."""
    if wider is None:
        return solve(rules, table, Limit(positions=MOST))
    asked = 0

    def is_over() -> bool:
        nonlocal asked
        asked += 1
        return asked > MOST // 50

    return solve_waiting(rules, wider, table, is_over)


def compare(rules: Rules, wider: Rules | None, table: Table, truth: bool | None = None) -> bool:
    """Compare the solver with brute force. Return whether both decided."""
    verdict = judge(rules, wider, table)
    if verdict.finding is Finding.WON:
        assert wins(rules, wider, table, verdict.moves)
        return True
    if truth is None:
        truth = can_win(rules, wider, table)
    if verdict.finding is Finding.LOST:
        assert truth is not True, f"{table} can be won"
    return truth is not None and verdict.finding is Finding.LOST


def arm(game: Game, level: int) -> Rules | None:
    """Return the rules of the next move with X armed, or None if there is no such exception."""
    wider = game.rules_of_next_move(level, armed=True, cheating=False)
    return None if wider is game.rules(level) else wider


def is_won_or_lost(rules: Rules) -> bool:
    """Return whether a game is won or lost, not scored in points."""
    return not PokerSearch.of(rules, dealt(rules.game, 1))


@pytest.mark.parametrize(("game", "level"), SAMPLE, ids=lambda each: getattr(each, "id", each))
def test_the_solver_agrees_with_brute_force_on_late_and_random_positions(
    game: Game, level: int
) -> None:
    rules, chance = game.rules(level), Random(f"{game.id} {level}")
    if not is_won_or_lost(rules):
        return
    wider = arm(game, level)
    for deal in range(1, 1 + tries(8, 1)):
        tables = walk(rules, deal, chance)
        for table in (*tables[: -tries(12, 2) : -1], *chance.choices(tables, k=tries(3, 1))):
            compare(rules, None, table)
            if wider and chance.random() < tries(50, 40) / 100:
                compare(rules, wider, table)


@pytest.mark.parametrize(("game", "level"), LINES, ids=lambda each: getattr(each, "id", each))
def test_the_solver_calls_no_position_on_a_winning_line_lost(game: Game, level: int) -> None:
    rules, chance = game.rules(level), Random(f"{game.id} {level}")
    if not is_won_or_lost(rules) or (won := quick_win(game, level)) is None:
        return
    wider, (deal, verdict) = arm(game, level), won
    tables = [dealt(game, deal)]
    for move in verdict.moves:
        tables.append(rules.make(tables[-1], move))
    for table in chance.choices(tables, k=tries(20, 3)):
        compare(rules, None, table, truth=True)
    for table in tables[-4 : -tries(40, 12) : -4]:
        astray = rules.make(table, chance.choice(list(rules.legal_moves(table))))
        compare(rules, None, astray)
        if wider:
            compare(rules, wider, astray)
