"""The general space: the tables of a game and its legal moves, whatever its rules.

It saves positions by properties derived from the declaration. Each derivation can be switched off,
so that tests can compare searches with and without it.
"""

from collections.abc import Callable, Hashable, Iterator
from typing import NamedTuple

from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.solver.derived.growing import Growing
from solterm.solver.derived.likeness import Likeness
from solterm.solver.derived.pinned import Pinned
from solterm.solver.derived.stages import PASS, is_long
from solterm.solver.derived.worth import Worth
from solterm.solver.space import Space

Moves = tuple[Move, ...]


class Derivations(NamedTuple):
    """The derivations a search uses."""

    piles: bool = True
    """Exchange equivalent piles."""
    suits: bool = True
    """Ignore suits if no rule looks at them."""
    stuck: bool = True
    """Count positions as lost in which cards are stuck for good."""


ALL = Derivations()
NONE = Derivations(*(False for _ in Derivations._fields))
"""No derivations: the rules alone."""


class Plain(Space[Table, Moves]):
    """A space that asks the rules for everything. Other forms derive from it and add hooks."""

    def __init__(self, rules: Rules, using: Derivations = ALL) -> None:
        self._rules = rules
        self._worth = Worth(rules)
        self.is_long = is_long(rules.game)
        self._stuck = (Growing.of(rules) or Pinned.of(rules)) if using.stuck else None
        self._alike = Likeness(rules, using.piles, using.suits)
        self._stock = rules.index.get("s")

    @classmethod
    def of(cls, rules: Rules) -> "Plain":
        """Return the space of any game."""
        return cls(rules)

    def start(self, table: Table) -> Table:
        return table

    def key(self, state: Table) -> Hashable:
        return self._alike.key(state)

    def ways(self, state: Table) -> Iterator[tuple[Moves, Table]]:
        for move in self._rules.generate(state):
            yield (move,), self._rules.make(state, move)

    def stage(self, state: Table) -> int:
        """Return how much of the stock is gone, and how often it was."""
        stock = 0 if self._stock is None else len(state.piles[self._stock])
        return PASS * state.passes - stock

    def is_won(self, state: Table) -> bool:
        return self._rules.is_won(state)

    def is_dead(self, state: Table) -> bool:
        return self._stuck is not None and self._stuck.is_stuck(state)

    def worth(self, state: Table) -> float:
        return self._worth.of(state)

    def worths(self) -> tuple[Callable[[Table], float], ...]:
        return (self.worth, self._worth.of_depth) if self.is_long else (self.worth,)

    def reached(self, state: Table) -> int | None:
        """Return the cards home on a grid, where few games are won and each card counts."""
        return self._rules.count_scored(state) if self._rules.family == "grid" else None

    def moves(self, state: Table, step: Moves) -> Moves:
        return step
