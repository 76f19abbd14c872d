"""A search that plans a whole game: one choice for each card. It plays the plan, and betters it.

Who sees all cards knows the order in which they come. So a game is decided once it is settled what
becomes of each card when nothing compels it: such is a plan. To play it to its end takes a few
dozen steps, and how many cards are left then tells how good it is. Another choice for one card
makes another plan. That is taken where it leaves no more cards, and now and then where it leaves a
few more, so that the search gets away from plans that no single change betters (simulated
annealing). Changed most are cards that lie for good, since it is they and what lies on them that
are in the way.

No number of plans proves that there is no win. So a search that leaves out nothing looks first
whether little is left to be done, and then takes its turns beside the plans.
"""

from random import Random
from typing import Any, NamedTuple, Protocol

from solterm.core.move import Move
from solterm.solver.searches.search import Search

_FIRST = 1500
"""How many positions are met one by one before the plans."""
_TO_ONE = 3
"""How many plans are played for each position met one by one from then on."""
_STUCK = 0.5
"""How often a card is changed that the plan never brings home, and not any that was asked for."""
_ALONG = 0.5
"""How often a second card is changed along, to what was chosen for the first one until then."""
_WORSE = 0.5
"""How often a plan is taken that leaves one card more than the present one; one of two more is
taken as often again as that, and so on."""
_AFRESH = 5000
"""After how many plans another one is begun with: most that come to a win do so sooner."""


class Outcome(NamedTuple):
    """What comes of a plan."""

    steps: list[tuple[int, int]]
    """Where cards went from and to."""
    asked: list[int]
    """The cards it was asked for."""
    stuck: list[int]
    """The cards that are left at the end; none where the game is won."""


class Plans(Protocol):
    """The plans of a game from one of its positions."""

    cards: int
    """How many cards a plan has a choice for: those with the first numbers."""
    choices: int
    """How many things there are to choose from for each."""

    def play(self, plan: list[int]) -> Outcome:
        """Play a plan to its end."""
        ...

    def moves(self, steps: list[tuple[int, int]]) -> tuple[Move, ...]:
        """The legal moves that its steps stand for."""
        ...


class Planning(Search[Any, Any]):
    """Plans are made and bettered, and another search goes on meanwhile."""

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
        """A plan is a position: the one it comes to."""
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
        if not cards:  # only what lay there before is stuck
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
