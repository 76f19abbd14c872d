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
        self._ranks = [*space.feed[1 : start.left + 1]]
        self._piles: list[list[int]] = []
        for pile in start.piles:
            first = len(self._ranks)
            self._ranks += pile
            self._piles.append([*range(first, len(self._ranks))])
        self._wanted = [(*order, _NONE) for order in space.wanted]

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
        space, ranks, wanted = self._space, self._ranks, self._wanted
        home = list(self._start.home)
        takers: list[list[int]] = [[] for _ in range(_NONE + 1)]  # foundations by the next rank
        for foundation, come in enumerate(home):
            takers[wanted[foundation][come]].append(foundation)
        piles = [pile[:] for pile in self._piles]
        steps: list[tuple[int, int]] = []
        asked: list[int] = []

        def bring_home(source: int, foundations: list[int]) -> None:
            foundation = min(foundations)  # the rules use the first of equal ones
            foundations.remove(foundation)
            steps.append((source, space.home_of(foundation)))
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
        opened = every[space.shut :]
        empty(every if space.is_open(len(plan)) else opened)
        for card in range(len(plan) - 1, -1, -1):
            if space.feeds_home and (foundations := takers[ranks[card]]):
                bring_home(STOCK, foundations)
                empty(opened)
            else:
                piles[plan[card]].append(card)
                steps.append((STOCK, plan[card]))
                asked.append(card)
        empty(every)
        left = [card for pile in piles for card in pile]
        return PlanOutcome(len(left), (asked, [card for card in left if card < len(plan)]), steps)

    def moves(self, steps: list[tuple[int, int]]) -> tuple[Move, ...]:
        moves: list[Move] = []
        here = self._start
        for source, target in steps:
            step = PlacingStep(source, target)
            moves += self._space.moves(here, step)
            here = self._space.make(here, step)
        return tuple(moves)
