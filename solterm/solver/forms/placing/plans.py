"""Plans for games of placing: for each card of the stock, the column it waits on.

A card goes there unless it goes home when it comes. Cards go home whenever they can, from the first
of several piles; that may lose a win. A changed plan is mostly one for cards that never leave,
since these and the cards on them are in the way.
"""

from random import Random

from solterm.core.cards import KING
from solterm.core.move import Move
from solterm.solver.forms.placing.placing_space import STOCK, Placed, PlacingSpace, PlacingStep
from solterm.solver.searches.planning import PlanOutcome

_NONE = KING + 1
"""The next rank of a complete foundation: one that no card has."""
_STUCK = 0.5
"""How often to change a card that the plan never brings home, rather than any card it decided."""
_ALONG = 0.5
"""How often to change a second card too, to the previous choice of the first."""


class PlacingPlans:
    """The plans from one position. A card's number is the number of cards below it in the stock."""

    lenience = 0.5
    patience = 3000

    def __init__(self, space: PlacingSpace, start: Placed) -> None:
        self._space = space
        self._start = start
        self.ranks = [*space.feed[1 : start.left + 1]]
        self.piles: list[list[int]] = []
        for pile in start.piles:
            first = len(self.ranks)
            self.ranks += pile
            self.piles.append([*range(first, len(self.ranks))])
        self.wanted = [[*order, _NONE] for order in space.wanted]
        self.home = [*start.home]
        self.first_home = space.home_of(0)
        self.takers: list[list[int]] = [[] for _ in range(_NONE + 1)]
        """The foundations by the rank that they take next."""
        for foundation, come in enumerate(self.home):
            self.takers[self.wanted[foundation][come]].append(foundation)

    def begin(self, random: Random) -> list[int]:
        return [self._choose(random, self._space.columns) for _ in range(self._start.left)]

    def change(self, plan: list[int], outcome: PlanOutcome, random: Random) -> list[int]:
        asked, stuck = outcome.choices
        cards = stuck if stuck and random.random() < _STUCK else asked
        if not cards:  # only cards that lay there before are stuck
            return plan
        changed = plan[:]
        card = cards[self._choose(random, len(cards))]
        changed[card] = self._choose(random, self._space.columns)
        if random.random() < _ALONG:
            changed[cards[self._choose(random, len(cards))]] = plan[card]
        return changed

    def _choose(self, random: Random, count: int) -> int:
        return int(random.random() * count)

    def play(self, plan: list[int]) -> PlanOutcome:
        """Play the cards of the stock in turn; when one goes home, send all that can follow."""
        space, ranks = self._space, self.ranks
        course = _Course(self)
        asked: list[int] = []
        course.empty(0 if space.is_open(len(plan)) else space.shut)
        for card in range(len(plan) - 1, -1, -1):
            if space.feeds_home and course.takers[ranks[card]]:
                course.bring_home(STOCK, ranks[card])
                course.empty(space.shut)
            else:
                course.piles[plan[card]].append(card)
                course.steps.append((STOCK, plan[card]))
                asked.append(card)
        course.empty(0)
        left = [card for pile in course.piles for card in pile]
        stuck = [card for card in left if card < len(plan)]
        return PlanOutcome(len(left), (asked, stuck), course.steps)

    def moves(self, steps: list[tuple[int, int]]) -> tuple[Move, ...]:
        moves: list[Move] = []
        here = self._start
        for source, target in steps:
            step = PlacingStep(source, target)
            moves += self._space.moves(here, step)
            here = self._space.make(here, step)
        return tuple(moves)


class _Course:
    """The cards while a plan is played."""

    def __init__(self, plans: PlacingPlans) -> None:
        self.piles = [pile[:] for pile in plans.piles]
        self.takers = [each[:] for each in plans.takers]
        self.home = plans.home[:]
        self.steps: list[tuple[int, int]] = []
        self._ranks = plans.ranks
        self._wanted = plans.wanted
        self._first_home = plans.first_home

    def empty(self, first: int) -> None:
        """Send home what can go from the piles, but not from those before the first."""
        piles, ranks, takers = self.piles, self._ranks, self.takers
        goes_on = True
        while goes_on:
            goes_on = False
            for source in range(first, len(piles)):
                pile = piles[source]
                while pile and takers[ranks[pile[-1]]]:
                    self.bring_home(source, ranks[pile.pop()])
                    goes_on = True

    def bring_home(self, source: int, rank: int) -> None:
        """Send a card home, to the first foundation that takes it, as the rules have it."""
        foundations = self.takers[rank]
        at = foundations.index(min(foundations)) if len(foundations) > 1 else 0
        foundation = foundations.pop(at)
        self.steps.append((source, self._first_home + foundation))
        self.home[foundation] += 1
        self.takers[self._wanted[foundation][self.home[foundation]]].append(foundation)
