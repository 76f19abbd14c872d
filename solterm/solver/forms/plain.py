"""The general space: the tables of a game and its legal moves, whatever its rules.

What it saves is derived from the declaration; each derivation can be left out, so that tests may
compare what comes of a search with it and without.
"""

from collections.abc import Callable, Hashable, Iterator
from typing import NamedTuple

from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.solver.derived.growing import Growing
from solterm.solver.derived.homing import Homing
from solterm.solver.derived.likeness import Likeness
from solterm.solver.derived.pinned import Pinned
from solterm.solver.derived.stages import PASS, is_long
from solterm.solver.derived.turning import Turning
from solterm.solver.derived.worth import Worth
from solterm.solver.space import Space

Moves = tuple[Move, ...]


class Derivations(NamedTuple):
    """Which derivations a search uses."""

    piles: bool = True
    """Piles that may change places are."""
    suits: bool = True
    """Suits that no rule looks at are not looked at."""
    turns: bool = True
    """Stock turns are part of the move they lead to."""
    homing: bool = True
    """Cards that nobody can miss go home at once."""
    stuck: bool = True
    """Positions in which cards are stuck for good are lost."""


ALL = Derivations()
NONE = Derivations(*(False for _ in Derivations._fields))
"""No derivation at all: the rules as they are."""


class Plain(Space[Table, Moves]):
    """A space that asks the rules for everything."""

    def __init__(self, rules: Rules, using: Derivations = ALL) -> None:
        self._rules = rules
        self._worth = Worth(rules)
        self.is_long = is_long(rules.game)
        self._turning = Turning.of(rules) if using.turns else None
        self._homing = Homing.of(rules) if using.homing else None
        self._stuck = (Growing.of(rules) or Pinned.of(rules)) if using.stuck else None
        self._alike = Likeness(rules, using.piles, using.suits)
        self._stock = [rules.index[name] for name in ("s", "w") if name in rules.index]

    @classmethod
    def of(cls, rules: Rules) -> "Plain":
        """The space of a game: it plays them all."""
        return cls(rules)

    def start(self, table: Table) -> Table:
        return table

    def key(self, state: Table) -> Hashable:
        turning = self._turning
        if turning is None or (rest := turning.rest(state)) is None:
            return self._alike.key(state)
        piles = list(state.piles)
        for place in self._stock:
            piles[place] = ()
        return rest, self._alike.key(state._replace(piles=tuple(piles)))

    def ways(self, state: Table) -> Iterator[tuple[Moves, Table]]:
        rules = self._rules
        if self._homing and (home := self._homing.find(state, list(rules.generate(state)))):
            yield (home,), rules.make(state, home)
        elif self._turning:
            yield from self._turning.ways(state)
        else:
            for move in rules.generate(state):
                yield (move,), rules.make(state, move)

    def stage(self, state: Table) -> int:
        """How much of the stock is gone, and how often it was."""
        stock = len(state.piles[self._stock[0]]) if self._stock else 0
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
        """On a grid cards are placed for good: few games are won, and each card home counts."""
        return self._rules.count_scored(state) if self._rules.family == "grid" else None

    def moves(self, state: Table, step: Moves) -> Moves:
        return step
