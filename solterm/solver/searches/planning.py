"""A search that plans a whole game, plays the plan, and improves it (simulated annealing).

The solver sees all cards, so it knows the order in which they come. A plan says what to do with
each card that has a choice, and that decides the game. Playing a plan takes a few dozen steps, and
the number of cards left over tells how good it is. A neighbouring plan makes one or a few other
choices. The search accepts it if it leaves no more cards, and sometimes if it leaves a few more, to
escape from plans that no single change improves.

No number of plans proves a loss, so a complete search takes turns with this one.
"""

from random import Random
from typing import Any, NamedTuple, Protocol

from solterm.core.move import Move
from solterm.core.searches.search import Search
from solterm.core.searches.search_space import AnySpace


class PlanOutcome(NamedTuple):
    """The result of playing a plan."""

    left: int
    """How many cards are left at the end; none if the game is won."""
    choices: Any
    """What the plan decided, for plans to change."""
    steps: list[tuple[int, int]]
    """The steps of the game."""


class Plans(Protocol):
    """The plans of a game from one of its positions."""

    lenience: float
    """How often to accept a plan that leaves one card more; two more, the square of that, etc."""
    patience: int
    """After how many plans that leave no fewer cards than the best so far to start over."""

    def begin(self, random: Random) -> Any:
        """Return a plan to start with."""
        ...

    def change(self, plan: Any, outcome: PlanOutcome, random: Random) -> Any:
        """Return a neighbouring plan."""
        ...

    def play(self, plan: Any) -> PlanOutcome:
        """Play a plan to its end."""
        ...

    def moves(self, steps: list[tuple[int, int]]) -> tuple[Move, ...]:
        """Return the legal moves that the steps of a game stand for."""
        ...


class Planning(Search[Any, Any]):
    """A search that improves plans. A plan counts as one position, the one in which it ends."""

    def __init__(self, space: AnySpace, start: Any, plans: Plans) -> None:
        super().__init__(space, start)
        self._plans = plans
        self._random = Random(0)  # the same on every machine
        self._tried = 0
        self._begin()

    def _begin(self) -> None:
        self._idle = 0
        self._plan = self._plans.begin(self._random)
        self._outcome = self._play(self._plan)
        self._least = self._outcome.left

    @property
    def positions(self) -> int:
        return self._tried

    @property
    def is_whole(self) -> bool:
        return False

    @property
    def is_exhausted(self) -> bool:
        return False

    @property
    def memory(self) -> int:
        return 0

    def go_on(self, positions: int) -> None:
        enough = self._tried + positions
        while self._tried < enough and not self.is_won:
            if self._idle < self._plans.patience:
                self._improve()
            else:
                self._begin()

    def line(self) -> tuple[Move, ...]:
        return self._plans.moves(self._outcome.steps) if self.is_won else ()

    def _play(self, plan: Any) -> PlanOutcome:
        self._tried += 1
        outcome = self._plans.play(plan)
        self.is_won = not outcome.left
        return outcome

    def _improve(self) -> None:
        plan = self._plans.change(self._plan, self._outcome, self._random)
        outcome = self._play(plan)
        self._idle += 1
        if outcome.left < self._least:
            self._least, self._idle = outcome.left, 0
        most = self._outcome.left
        while self._random.random() < self._plans.lenience:
            most += 1
        if outcome.left <= most:
            self._plan, self._outcome = plan, outcome
