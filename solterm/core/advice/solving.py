"""A short search for a win in games with all cards face up.

It always expands the most promising position: many cards home, few on top of lower ones or out of
sequence, many free places. It may miss a win. A win that it finds is not the
shortest.
"""

from collections.abc import Collection
from heapq import heappop, heappush
from itertools import count, pairwise

from solterm.core.advice.covers import Covers
from solterm.core.cards import DOWN
from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.table import Table

_POSITIONS = 500
"""The most positions to search."""
_AWAY, _OVER, _LOOSE, _HELD, _EMPTY = 2, 4, 1, 3, 4
"""Penalties for a card not home, a card on a lower one, a card out of sequence and a card in a
reserve; and the credit for an empty column."""

_Path = tuple["_Path", Move, Table] | None

_KNOWN: dict[tuple[Rules, Table], Move] = {}
"""The winning path found last: the move at each of its positions. A player who follows it gets
hints along it, and not back and forth between two paths."""


def winning_move(
    rules: Rules, table: Table, covers: Covers, passed: Collection[Table]
) -> Move | None:
    """Return the first move of a winning path that avoids the positions in ``passed``."""
    if (rules, table) not in _KNOWN and (way := _way(rules, table, covers, passed)):
        _KNOWN.clear()
        _KNOWN.update(way)
    return _KNOWN.get((rules, table))


def _way(
    rules: Rules, start: Table, covers: Covers, passed: Collection[Table]
) -> dict[tuple[Rules, Table], Move] | None:
    """Return the moves of a winning path by position, or None."""
    judge = _Judge(rules)
    met = {covers.alike(table) for table in (start, *passed)}
    order = count()
    queue: list[tuple[int, int, Table, _Path]] = [(0, next(order), start, None)]
    for _ in range(_POSITIONS):
        if not queue:
            break
        _, _, table, path = heappop(queue)
        for move in rules.legal_moves(table):
            after = rules.make(table, move)
            key = covers.alike(after)
            if key in met:
                continue
            met.add(key)
            further = (path, move, table)
            if rules.is_won(after):
                return _steps(rules, further)
            heappush(queue, (judge.charge(after), next(order), after, further))
    return None


def _steps(rules: Rules, path: _Path) -> dict[tuple[Rules, Table], Move]:
    steps = {}
    while path:
        path, move, table = path
        steps[rules, table] = move
    return steps


class _Judge:
    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        groups = [rules.game.group(name) for name in rules.ids]
        self._columns = [
            (place, group.build.takes)
            for place, group in enumerate(groups)
            if group.build and group.kind != "f"
        ]
        self._held = [
            place for place, group in enumerate(groups) if not group.build and group.kind != "f"
        ]

    def charge(self, table: Table) -> int:
        """Return the rating of a position; lower is better."""
        piles = table.piles
        charge = -_AWAY * self._rules.count_scored(table)
        charge += _HELD * sum(len(piles[place]) for place in self._held)
        for place, takes in self._columns:
            pile = piles[place]
            if not pile:
                charge -= _EMPTY
                continue
            lowest = pile[0] & 15
            for under, card in pairwise(pile):
                rank = card & 15
                charge += _OVER * (rank > lowest) + _LOOSE * (
                    not takes[under] >> (card & ~DOWN) & 1
                )
                lowest = min(lowest, rank)
        return charge
