"""A search for games of placing: it plans where each card is laid, plays the plan, and betters it.

Who sees all cards knows the order in which they come. So a game is decided by one choice for each
card of the stock: the column it is laid on, should it not go home when it comes. To play such a
plan to its end takes a few dozen steps, and how many cards are left then tells how good it is. One
card laid elsewhere makes another plan. That is taken where it leaves no more cards, and now and
then where it leaves a few more, so that the search gets away from plans that no single change
betters (simulated annealing). Changed most are cards that lie for good, since it is they and what
lies on them that are in the way.

In a plan cards go home whenever they can, of several alike the one in the first pile. That may lose
a win, and no number of plans proves that there is none. So ``Beam``, which leaves out nothing,
looks first whether little is left to be done, and then takes its turns beside the plans.
"""

from random import Random
from typing import NamedTuple

from solterm.core.cards import KING
from solterm.core.move import Move
from solterm.solver.beam import Beam
from solterm.solver.placing import STOCK, Placed, Placing, Step
from solterm.solver.search import Search

_FIRST = 1500
"""How many positions are met stage by stage before the plans."""
_TO_ONE = 3
"""How many plans are played for each position met stage by stage from then on."""
_STUCK = 0.75
"""How often a card is changed that the plan never brings home, and not any that it lays down."""
_ALONG = 0.33
"""How often a second card is changed along, so that it comes to where the first one lay."""
_WORSE = 0.5
"""How often a plan is taken that leaves one card more than the present one; one of two more is
taken as often again as that, and so on."""
_NONE = KING + 1
"""What a foundation wants that is complete: a rank that no card has."""
_RANKS = _NONE + 1


class _Outcome(NamedTuple):
    """What comes of a plan."""

    steps: list[Step]
    laid: list[int]
    """The cards that it laid on columns."""
    stuck: list[int]
    """The cards that lie there at the end, among them those that did from the beginning."""


class Planning(Search[Placed, Step]):
    """Plans are made and bettered, and meanwhile positions are looked at stage by stage."""

    def __init__(self, space: Placing, start: Placed) -> None:
        super().__init__(space, start)
        self._piles = space
        self._start = start
        self._stages = Beam(space, start)
        self._random = Random(0)  # the same on every machine
        self._ranks = [*space.feed[: start.left + 1]]
        """The rank of each card: of the stock by how many are left when it comes, then the rest."""
        self._begun: list[list[int]] = []
        """The cards of each pile."""
        for pile in start.piles:
            first = len(self._ranks)
            self._ranks += pile
            self._begun.append([*range(first, len(self._ranks))])
        self._wanted = [(*order, _NONE) for order in space.wanted]
        self._plan = [self._choose(space.columns) for _ in range(start.left + 1)]
        self._outcome = self._play(self._plan)
        self._tried = 1

    @property
    def positions(self) -> int:
        """A plan is a position: the one it comes to."""
        return self._tried + self._stages.positions

    @property
    def is_exhausted(self) -> bool:
        return self._stages.is_exhausted

    @property
    def memory(self) -> int:
        return self._stages.memory

    def go_on(self, positions: int) -> None:
        enough = self.positions + positions
        stages = self._stages
        while self.positions < enough and not (self.is_won or self.is_exhausted):
            met = stages.positions
            if met < _FIRST or met - _FIRST < self._tried // _TO_ONE:
                stages.go_on(1)
                self.is_won = stages.is_won
            elif not self._outcome.stuck:
                self.is_won = True
            else:
                self._better()

    def line(self) -> tuple[Move, ...]:
        if self._stages.is_won or not self.is_won:
            return self._stages.line()
        moves: list[Move] = []
        here = self._start
        for step in self._outcome.steps:
            moves += self._piles.moves(here, step)
            here = self._piles.make(here, step)
        return tuple(moves)

    def _better(self) -> None:
        """Play another plan, and go on from it unless it is much worse."""
        self._tried += 1
        chance = self._random.random
        plan, present = self._plan[:], self._outcome
        stuck = [card for card in present.stuck if card < len(plan)]
        cards = stuck if stuck and chance() < _STUCK else present.laid
        if not cards:  # all went home as they came: only what lay there before is stuck
            return
        card = cards[self._choose(len(cards))]
        plan[card] = self._choose(self._piles.columns)
        if chance() < _ALONG:
            plan[cards[self._choose(len(cards))]] = self._plan[card]
        outcome = self._play(plan)
        most = len(present.stuck)
        while chance() < _WORSE:
            most += 1
        if len(outcome.stuck) <= most:
            self._plan, self._outcome = plan, outcome

    def _choose(self, count: int) -> int:
        """One of so many numbers."""
        return int(self._random.random() * count)

    def _play(self, plan: list[int]) -> _Outcome:
        """Play the cards of the stock in turn: each goes home, or to the column it is planned for.

        Whenever one went home, all that can follow it from the piles do.
        """
        ranks, wanted = self._ranks, self._wanted
        home = list(self._start.home)
        takers: list[list[int]] = [[] for _ in range(_RANKS)]  # of each rank, the foundations
        for foundation, come in enumerate(home):
            takers[wanted[foundation][come]].append(foundation)
        piles = [pile[:] for pile in self._begun]
        steps: list[Step] = []
        laid: list[int] = []

        def bring_home(source: int, foundations: list[int]) -> None:
            foundation = min(foundations)  # of those alike the rules take the first
            foundations.remove(foundation)
            steps.append(Step(source, self._piles.home_of(foundation)))
            home[foundation] += 1
            takers[wanted[foundation][home[foundation]]].append(foundation)

        def empty(opened: range) -> None:
            goes_on = True
            while goes_on:
                goes_on = False
                for source in opened:
                    pile = piles[source]
                    while pile and (foundations := takers[ranks[pile[-1]]]):
                        pile.pop()
                        bring_home(source, foundations)
                        goes_on = True

        every = range(len(piles))
        opened = every[self._piles.columns :] if self._piles.locked else every
        empty(opened)
        for card in range(self._start.left, 0, -1):
            if foundations := takers[ranks[card]]:
                bring_home(STOCK, foundations)
                empty(opened)
            else:
                piles[plan[card]].append(card)
                steps.append(Step(STOCK, plan[card]))
                laid.append(card)
        empty(every)
        return _Outcome(steps, laid, [card for pile in piles for card in pile])
