"""The general space: the tables of a game and its legal moves, whatever its rules."""

from collections.abc import Iterator

from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.searches.estimate import Estimate
from solterm.core.searches.search_space import SearchSpace
from solterm.core.table import Table

Moves = tuple[Move, ...]


class General(SearchSpace[Table, Moves]):
    """A space that asks the rules for everything. Other spaces derive from it and add hooks."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._worth = Estimate(rules)

    def start(self, table: Table) -> Table:
        return table

    def ways(self, state: Table) -> Iterator[tuple[Moves, Table]]:
        for move in self._rules.generate(state):
            yield (move,), self._rules.make(state, move)

    def is_won(self, state: Table) -> bool:
        return self._rules.is_won(state)

    def worth(self, state: Table) -> float:
        return self._worth.of(state)

    def moves(self, state: Table, step: Moves) -> Moves:
        return step
