"""A search that plans a whole game, one choice for each card, then plays and improves the plan.

The solver sees all cards, so it knows the order in which they come. A plan says where each card
goes when it has a choice, and that decides the game. Playing a plan takes a few dozen steps, and
the number of cards left over tells how good it is. A neighbouring plan changes the choice for one
card. The search accepts it if it leaves no more cards, and sometimes if it leaves a few more, to
escape from plans that no single change improves (simulated annealing). It changes mostly cards that
never leave, since these and the cards on them are in the way.

No number of plans proves a loss. So a complete search first checks whether the rest of the game is
small, and later takes turns with the plans.
"""

from random import Random
from typing import Any, NamedTuple, Protocol

from solterm.core.move import Move
from solterm.core.searches.search import Search

_FIRST = 1500
"""How many positions the complete search visits before the first plan."""
_TO_ONE = 3
"""How many plans to play for each position of the complete search after that."""
_STUCK = 0.5
"""How often to change a card that the plan never brings home, rather than any card it decided."""
_ALONG = 0.5
"""How often to change a second card too, to the previous choice of the first."""
_WORSE = 0.5
"""How often to accept a plan that leaves one card more; two more, the square of that, and so on."""
_AFRESH = 5000
"""After how many plans to start over; most that lead to a win do so sooner."""


class Outcome(NamedTuple):
    """The result of playing a plan."""

    steps: list[tuple[int, int]]
    """Where cards went from and to."""
    asked: list[int]
    """The cards that the plan decided."""
    stuck: list[int]
    """The cards left at the end; none if the game is won."""


class Plans(Protocol):
    """The plans of a game from one of its positions."""

    cards: int
    """How many cards a plan has a choice for: those with the lowest numbers."""
    choices: int
    """How many choices each of them has."""

    def play(self, plan: list[int]) -> Outcome:
        """Play a plan to its end."""
        ...

    def moves(self, steps: list[tuple[int, int]]) -> tuple[Move, ...]:
        """Return the legal moves that its steps stand for."""
        ...


class Planning(Search[Any, Any]):
    """A search that improves plans, in turns with a complete search."""

    def __init__(self, plans: Plans, beside: Search[Any, Any]) -> None:
        self._plans = plans
        self._beside = beside
        self._random = Random(0)  # the same on every machine
        self._tried = 0
        self._begin()
        self.is_won = beside.is_won
        self.most = beside.most

    @property
    def positions(self) -> int:
        """How many positions it has visited; a plan counts as one, the position it ends in."""
        return self._tried + self._beside.positions

    @property
    def is_whole(self) -> bool:
        return self._beside.is_whole

    @property
    def is_exhausted(self) -> bool:
        return self._beside.is_exhausted

    @property
    def memory(self) -> int:
        return self._beside.memory

    def go_on(self, positions: int) -> None:
        enough = self.positions + positions
        beside = self._beside
        while self.positions < enough and not (self.is_won or self.is_exhausted):
            met = beside.positions
            if met < _FIRST or met - _FIRST < self._tried // _TO_ONE:
                beside.go_on(1)
                self.is_won = beside.is_won
            elif not self._outcome.stuck:
                self.is_won = True
            elif self._tried % _AFRESH:
                self._better()
            else:
                self._begin()

    def line(self) -> tuple[Move, ...]:
        if self._beside.is_won or not self.is_won:
            return self._beside.line()
        return self._plans.moves(self._outcome.steps)

    def _begin(self) -> None:
        self._tried += 1
        self._plan = [self._choose(self._plans.choices) for _ in range(self._plans.cards)]
        self._outcome = self._plans.play(self._plan)

    def _better(self) -> None:
        self._tried += 1
        chance = self._random.random
        plan, present = self._plan[:], self._outcome
        stuck = [card for card in present.stuck if card < len(plan)]
        cards = stuck if stuck and chance() < _STUCK else present.asked
        if not cards:  # only cards that lay there before are stuck
            return
        card = cards[self._choose(len(cards))]
        plan[card] = self._choose(self._plans.choices)
        if chance() < _ALONG:
            plan[cards[self._choose(len(cards))]] = self._plan[card]
        outcome = self._plans.play(plan)
        most = len(present.stuck)
        while chance() < _WORSE:
            most += 1
        if len(outcome.stuck) <= most:
            self._plan, self._outcome = plan, outcome

    def _choose(self, count: int) -> int:
        return int(self._random.random() * count)
