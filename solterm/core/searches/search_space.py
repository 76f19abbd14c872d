"""Search spaces: how a search sees the positions of a game, and the steps between them.

A search knows no cards. It asks a space, and every game has one: the general space asks the rules
for each move, while a family may have a compact form in which a position is a few integers. Tests
hold every form to the rules: each step stands for legal moves, and a step that the form omits costs
no win.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Any, ClassVar, Protocol, TypeVar

from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.searches.estimate import Estimate
from solterm.core.table import Table

State = TypeVar("State", bound=Hashable)
"""A position as a space represents it."""
Step = TypeVar("Step")
"""A step from one position to the next: a move, or several taken as one."""


class SearchSpace(Protocol[State, Step]):
    """The positions of one game at one level, as a search sees them.

    A form derives from it and implements the methods without a default.
    """

    is_whole: ClassVar[bool] = True
    """Whether its steps reach every win. If a cut may lose one, exhausting the space proves no
    loss.
    """

    has_stages: ClassVar[bool] = False
    """Whether every game passes the same stages, within which a search compares positions."""

    pace: ClassVar[int] = 1
    """Roughly, how many positions a search visits here while it visits one of the general space.

    It only sets the length of a turn where several spaces take turns.
    """

    is_long: bool = False
    """Whether the game is so long that a search also compares positions stage by stage."""

    is_fed: bool = False
    """Whether a search compares positions only stage by stage."""

    def start(self, table: Table) -> State:
        """Return the position of a table: hashable, and as small as possible."""
        ...

    def key(self, state: State) -> Hashable:
        """Return what equivalent positions share, so that a search visits one of them.

        Positions are equivalent if both can be won, or neither. A key is made of integers, tuples
        and bytes.
        """
        return state

    def ways(self, state: State) -> Iterable[tuple[Step, State]]:
        """Yield each step and the position it leads to, always in the same order."""
        ...

    def is_won(self, state: State) -> bool:
        """Whether the object of the game is reached."""
        ...

    def is_dead(self, state: State) -> bool:
        """Whether the position is proved lost; False if unknown."""
        return False

    def worth(self, state: State) -> float:
        """Return how promising a position is; higher is better."""
        ...

    def worths(self) -> Sequence[Callable[[State], float]]:
        """Return several such estimates, the usual one first; a search uses them in turn.

        Each alone can be led astray.
        """
        return (self.worth,)

    def plunge(self) -> int:
        """Return how many positions to search depth first by each estimate before anything else.

        It pays where most steps are irreversible: a position that looks good soon is no better off
        then.
        """
        return 0

    def shortcuts(self) -> "Sequence[SearchSpace[State, Any]]":
        """Return spaces with the same positions and fewer, longer steps, if these find wins sooner.

        Each omits steps, the first one the most. A few hundred positions show whether it leads to a
        win.
        """
        return ()

    def eager_variant(self) -> "SearchSpace[State, Any] | None":
        """Return the space in which every card goes home as soon as it can, if there is one.

        It omits steps, since a card might be needed; a search by stages gets further with it.
        """
        return None

    def reached(self, state: State) -> int | None:
        """Return what a position has brought home, if that counts as a result; else None."""
        return None

    def stage(self, state: State) -> int:
        """Return how far a position has come; no step leads back to an earlier stage."""
        return 0

    def thin(self, keys: Iterable[Any]) -> Iterable[Any]:
        """Return those keys of one stage that are worth keeping.

        A key goes if another one is proved to be as good: if the second can be won whenever it can.
        """
        return keys

    def moves(self, state: State, step: Step) -> tuple[Move, ...]:
        """Return the legal moves that a step stands for, in order."""
        ...


AnySpace = SearchSpace[Any, Any]
"""A space with any type of positions."""


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
