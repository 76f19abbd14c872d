"""The solver's general space: the rules alone, with what the solver derives from the declaration.

The derivations save positions. Each can be switched off, so that tests can compare searches with
and without it.
"""

from collections.abc import Callable, Hashable
from typing import NamedTuple

from solterm.core.rules import Rules
from solterm.core.searches.search_space import General
from solterm.core.table import Table
from solterm.solver.derived.likeness import Likeness
from solterm.solver.derived.stages import PASS, is_long


class Derivations(NamedTuple):
    """The derivations a search uses."""

    piles: bool = True
    """Exchange equivalent piles."""
    suits: bool = True
    """Ignore suits if no rule looks at them."""


ALL = Derivations()
NONE = Derivations(*(False for _ in Derivations._fields))
"""No derivations: the rules alone."""


class Plain(General):
    """The general space with derivations. Other forms derive from it and add hooks."""

    def __init__(self, rules: Rules, using: Derivations = ALL) -> None:
        super().__init__(rules)
        self.is_long = is_long(rules.game)
        self._alike = Likeness(rules, using.piles, using.suits)
        self._stock = rules.index.get("s")

    def key(self, state: Table) -> Hashable:
        return self._alike.key(state)

    def stage(self, state: Table) -> int:
        """Return how much of the stock is gone, and how often it was."""
        stock = 0 if self._stock is None else len(state.piles[self._stock])
        return PASS * state.passes - stock

    def worths(self) -> tuple[Callable[[Table], float], ...]:
        return (self.worth, self._worth.of_depth) if self.is_long else (self.worth,)

    def reached(self, state: Table) -> int | None:
        """Return the cards home on a grid, where few games are won and each card counts."""
        return self._rules.count_scored(state) if self._rules.engine_name == "grid" else None
