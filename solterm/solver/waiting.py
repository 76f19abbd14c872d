"""Positions with an exception or a cheat armed: one irregular move may follow wider rules.

Regular moves may come first and leave it armed. A position is lost only if every line of regular
moves fails, with one irregular move anywhere in it or without.
"""

from collections.abc import Callable, Iterator

from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.solver.solve import solve
from solterm.solver.verdict import Finding, Limit, Verdict

_SHORTLY = 1000
"""Positions to visit for each irregular move in the first round."""
_MOST = 200_000
"""The most positions that a proof of loss may take."""

_Node = tuple[Table, bool]
"""A table, and whether the exception is still armed there."""


def solve_waiting(rules: Rules, wider: Rules, table: Table, is_over: Callable[[], bool]) -> Verdict:
    """Return whether the rules win a position, with at most one move by the wider rules.

    It tries no irregular move first, then one as the first move, then one anywhere.
    """
    irregular = [move for move in wider.generate(table) if move not in rules.legal_moves(table)]
    for positions in (_SHORTLY, None):
        limit = Limit(positions=positions, is_stopped=is_over)
        verdict = solve(rules, table, limit)
        if verdict.finding is Finding.WON:
            return verdict
        for move in irregular:
            after = wider.make(table, move)
            if rules.is_won(after):
                return Verdict(Finding.WON, (move,))
            found = solve(rules, after, limit)
            if found.finding is Finding.WON:
                return found._replace(moves=(move, *found.moves))
        if verdict.finding is Finding.LOST:
            return _exhaust(rules, wider, table, is_over)
    return Verdict(Finding.UNDECIDED)


def _exhaust(rules: Rules, wider: Rules, table: Table, is_over: Callable[[], bool]) -> Verdict:
    start = table, True
    before: dict[_Node, tuple[_Node, Move] | None] = {start: None}
    left: list[_Node] = [start]
    while left:
        if len(before) > _MOST or is_over():
            return Verdict(Finding.UNDECIDED)
        here = left.pop()
        for move, after in _list_ways(rules, wider, here):
            if after in before:
                continue
            before[after] = here, move
            if rules.is_won(after[0]):
                return Verdict(Finding.WON, _trace(before, after))
            left.append(after)
    return Verdict(Finding.LOST)


def _list_ways(rules: Rules, wider: Rules, here: _Node) -> Iterator[tuple[Move, _Node]]:
    table, waits = here
    if not waits:
        for move in rules.generate(table):
            yield move, (rules.make(table, move), False)
        return
    regular = set(rules.generate(table))
    for move in wider.generate(table):
        yield move, (wider.make(table, move), move in regular)


def _trace(before: dict[_Node, tuple[_Node, Move] | None], node: _Node) -> tuple[Move, ...]:
    moves = []
    while step := before[node]:
        node, move = step
        moves.append(move)
    return tuple(reversed(moves))
