"""Plans for mills: for each card its first foundation, and whether it waits in a place.

The top card of the waste goes home if it can, or to an empty place if the plan says so; else the
next card is turned over it. Cards in places go home as soon as they can.
"""

from solterm.core.cards import KING
from solterm.core.move import Move
from solterm.solver.forms.mills.space import EMPTY, TURN, WASTE, Milled, Mills, Step
from solterm.solver.searches.planning import Outcome

_NOBODY = -1
"""The entry of an empty place."""
_NONE = KING + 1
"""The next rank of a complete foundation: one that no card has."""


class MillPlans:
    """The plans from one position. The number of a card of the stock is the number of cards below
    it.

    A choice has two bits: whether the card waits in a place (1), and whether it goes to the last
    instead of the first of the foundations that take it (2).
    """

    def __init__(self, space: Mills, start: Milled) -> None:
        self._space = space
        self._start = start
        left = start.left
        lying = [number for number, rank in enumerate(start.places) if rank != EMPTY]
        self._ranks = [*space.stock[:left], *start.waste, *(start.places[n] for n in lying)]
        self._waste = [*range(left, left + len(start.waste))]
        self._places = [_NOBODY] * len(start.places)
        for card, number in enumerate(lying, left + len(start.waste)):
            self._places[number] = card
        self._wanted = [(*order, _NONE) for order in space.orders]
        self.cards = len(self._ranks)
        self.choices = 4

    def play(self, plan: list[int]) -> Outcome:
        """Turn the stock card by card; before each turn, play every card that can or should go."""
        ranks, wanted, size = self._ranks, self._wanted, self._space.size
        home = list(self._start.home)
        takers: list[list[int]] = [
            [] for _ in range(_NONE + 1)
        ]  # foundations by the rank they take
        for foundation, come in enumerate(home):
            takers[wanted[foundation][come]].append(foundation)
        waste, places = self._waste[:], self._places[:]
        kinds = self._space.kinds
        steps: list[Step] = []

        def bring_home(source: int, card: int) -> None:
            foundations = takers[ranks[card]]
            foundation = min(foundations)
            if plan[card] & 2:
                kind = kinds[max(foundations)]  # the rules use the first of equal ones
                foundation = min(each for each in foundations if kinds[each] == kind)
            foundations.remove(foundation)
            steps.append((source, size + foundation))
            home[foundation] += 1
            takers[wanted[foundation][home[foundation]]].append(foundation)

        came_home = True  # since the last look at the places
        for turned in range(self._start.left, -1, -1):
            while True:
                while waste:
                    card = waste[-1]
                    if takers[ranks[card]]:
                        bring_home(WASTE, card)
                        came_home = True
                    elif plan[card] & 1 and _NOBODY in places:
                        place = places.index(_NOBODY)
                        places[place] = card
                        steps.append((WASTE, place))
                    else:
                        break
                    waste.pop()
                if not came_home:
                    break
                came_home = False
                for place, card in enumerate(places):
                    if card >= 0 and takers[ranks[card]]:
                        bring_home(place, card)
                        places[place] = _NOBODY
                        came_home = True
            if turned:
                waste.append(turned - 1)
                steps.append(TURN)
        stuck = [*waste, *(card for card in places if card >= 0)]
        return Outcome(steps, [*range(self.cards)], stuck)

    def moves(self, steps: list[Step]) -> tuple[Move, ...]:
        return tuple(map(self._space.move_of, steps))
