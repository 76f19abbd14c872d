"""A short search for a win in games with all cards face up.

It may miss a win, and a win that it finds need not be the shortest.
"""

from collections.abc import Collection, Hashable

from solterm.advice.covers import Covers
from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.searches.general import General
from solterm.core.searches.search import BestFirst
from solterm.core.table import Table

_TURNS = 330
"""How often to continue from the most promising position, however many moves it has."""

_KNOWN: dict[tuple[Rules, Table], Move] = {}
"""The winning path found last: the move at each of its positions. A player who follows it gets
hints along it, and not back and forth between two paths."""


def winning_move(
    rules: Rules, table: Table, covers: Covers, passed: Collection[Table]
) -> Move | None:
    """Return the first move of a winning path that avoids the positions in ``passed``."""
    if (rules, table) not in _KNOWN:
        search = BestFirst(_OpenCards(rules, covers), table, passed)
        for _ in range(_TURNS):
            search.go_on(1)
        if search.is_won:
            _KNOWN.clear()
            here = table
            for move in search.line():
                _KNOWN[rules, here] = move
                here = rules.make(here, move)
    return _KNOWN.get((rules, table))


class _OpenCards(General):
    """The positions of a game in which the order of piles of one kind doesn't matter."""

    def __init__(self, rules: Rules, covers: Covers) -> None:
        super().__init__(rules)
        self._covers = covers

    def key(self, state: Table) -> Hashable:
        return self._covers.alike(state)
