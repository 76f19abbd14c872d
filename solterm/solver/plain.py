"""The general space: the tables of a game and its legal moves, whatever its rules."""

from collections.abc import Hashable, Iterator

from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.solver.space import Space


class Plain(Space[Table, Move]):
    """A space that asks the rules for everything."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules

    @classmethod
    def of(cls, rules: Rules) -> "Plain":
        """The space of a game: it plays them all."""
        return cls(rules)

    def start(self, table: Table) -> Table:
        return table

    def key(self, state: Table) -> Hashable:
        return state

    def ways(self, state: Table) -> Iterator[tuple[Move, Table]]:
        for move in self._rules.generate(state):
            yield move, self._rules.make(state, move)

    def is_won(self, state: Table) -> bool:
        return self._rules.is_won(state)

    def worth(self, state: Table) -> float:
        return self._rules.count_scored(state)

    def moves(self, state: Table, step: Move) -> tuple[Move, ...]:
        return (step,)
