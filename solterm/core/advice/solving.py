"""Solving: a way to win games in which every card lies open, as far as a short search finds one.

Always the most promising position is looked into next: the one with the most cards home, the
fewest over lower ones or out of sequence, and the most free places. It proves nothing where it
finds no way; the way it finds is no short one, but it wins.
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
"""How many positions a search looks into before it lets go."""
_AWAY, _OVER, _LOOSE, _HELD, _EMPTY = 2, 4, 1, 3, 4
"""What a position is charged for a card not home, one over a lower card, one not in sequence and
one in a reserve; and what it is credited for an empty column."""

_Path = tuple["_Path", Move, Table] | None

_KNOWN: dict[tuple[Rules, Table], Move] = {}
"""The way that was found last: the move to make at each of its positions. So a player who follows
it is led on along it, and never back and forth between two ways."""


def winning_move(
    rules: Rules, table: Table, covers: Covers, passed: Collection[Table]
) -> Move | None:
    """The first move of a way to win that leads through no position passed before."""
    if (rules, table) not in _KNOWN and (way := _way(rules, table, covers, passed)):
        _KNOWN.clear()
        _KNOWN.update(way)
    return _KNOWN.get((rules, table))


def _way(
    rules: Rules, start: Table, covers: Covers, passed: Collection[Table]
) -> dict[tuple[Rules, Table], Move] | None:
    """The moves of a way to win by the positions they are made at; None where none is found."""
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
    """Judges how promising positions of a game are."""

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
        """What a position is charged; the less the better."""
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
