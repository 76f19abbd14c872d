"""Windmill: one pass through the stock, a waste, and places that hold one card each.

No rule looks at suits. So a plan says for each card whether it waits in a place, and to which
foundation it goes. The top card of the waste goes home if it can, or to an empty place if the plan
says so; else the next card is turned over it. Cards in places go home as soon as they can.

In 2 seconds each, plans win 26 of the deals 1 to 50; the space of the builders wins 24, the general
one 2. In 5 seconds each, plans win 21 of the deals 51 to 80, the space of the builders 10.
"""

from solterm.core import cards
from solterm.core.engines.builders import Builders
from solterm.core.groups import BuilderGroup
from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.table import Pile, Table
from solterm.core.values import replace
from solterm.core.vocabulary.actions import TurnStock
from solterm.core.vocabulary.builds import Match
from solterm.core.vocabulary.goals import Gathered
from solterm.core.vocabulary.policies import Lift
from solterm.core.vocabulary.spaces import ANY_CARD, KINGS, NOTHING, Space
from solterm.solver.declared import bared, draws_under, group_of, kinds_of, plays_as
from solterm.solver.forms.plain import Plain
from solterm.solver.searches.planning import Outcome

_NOBODY = -1
"""The entry of an empty place."""
_NONE = cards.KING + 1
"""The next rank of a complete foundation: one that no card has."""
_WASTE = -1
"""The source of a step from the waste; other sources are the numbers of places."""
_TURN = (-1, -1)
"""The step that turns a card of the stock."""
_OPENS: dict[Space, int] = {NOTHING: 0, KINGS: cards.KING}
"""The rank that opens an empty foundation, 0 for none."""

_Step = tuple[int, int]
"""The source and the target of a card: places come first, foundations after them."""


class Windmill(Plain):
    """The positions of such a game by the rules, with data for its plans."""

    pace = 5  # plans win sooner than searches by looser rules, so they get longer turns
    has_stages = True

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.game = rules.game
        self.index = rules.index
        self.foundations = [name for name in rules.ids if name[0] == "f"]
        self.places = [name for name in rules.ids if name[0] == "t"]

    @classmethod
    def of(cls, rules: Rules) -> "Windmill | None":
        """Return the space of games whose cards wait in places or the waste."""
        game = rules.game
        known = (
            plays_as(rules, Builders)
            and rules.goal == Gathered(game.in_play)
            and not game.consequences
            and not draws_under(game)
            and kinds_of(game) == "fstw"
            and group_of(game, "s") == BuilderGroup("s", action=TurnStock(passes=1))
            and group_of(game, "w") == BuilderGroup("w", lift=Lift.TOP, goes_to="ft")
            and all(
                _is_simple(bared(BuilderGroup.of(group)))
                for group in game.groups
                if group.kind == "f"
            )
        )
        places = group_of(game, "t") if known else None
        expected = BuilderGroup("t", space=ANY_CARD, lift=Lift.TOP, goes_to="f")
        return cls(rules) if places and replace(places, count=1) == expected else None

    def worth(self, state: Table) -> float:
        """Favour cards home and free places."""
        home = sum(len(state.piles[self.index[name]]) for name in self.foundations)
        return home + 0.5 * sum(not state.piles[self.index[name]] for name in self.places)


def _is_simple(group: BuilderGroup) -> bool:
    build, space = group.build, group.space
    return (
        build is not None
        and len(build.steps) == 1
        and build.match is Match.ANY
        and not build.stop
        and space in _OPENS
        and group.capacity is not None
        and (build.wrap or group.capacity == cards.KING)
        and replace(group, count=1)
        == BuilderGroup("f", build=build, space=space, capacity=group.capacity)
    )


class WindmillPlans:
    """The plans from one position; a card of the stock is numbered by the cards below it.

    A choice has two bits: whether the card waits in a place (1), and whether it goes to the last
    instead of the first of the foundations that take it (2).
    """

    def __init__(self, space: Windmill, start: Table) -> None:
        piles = {name: start.piles[place] for name, place in space.index.items()}
        self._left = len(piles["s"])
        self._home = [len(piles[name]) for name in space.foundations]
        self._size = len(space.places)
        self._names = [*space.places, *space.foundations]
        lying = [number for number, name in enumerate(space.places) if piles[name]]
        ends = [piles[space.places[number]][-1] for number in lying]
        self._ranks = [card & 15 for card in (*piles["s"], *piles["w"], *ends)]
        first = self._left + len(piles["w"])
        self._waste = [*range(self._left, first)]
        self._places = [_NOBODY] * self._size
        for card, number in enumerate(lying, first):
            self._places[number] = card
        orders = [
            _order(BuilderGroup.of(space.game.group(name)), piles[name])
            for name in space.foundations
        ]
        self._wanted = [(*order, _NONE) for order in orders]
        self._kinds = [orders.index(order) for order in orders]
        self.cards = len(self._ranks)
        self.choices = 4

    def play(self, plan: list[int]) -> Outcome:
        """Turn the stock card by card; before each turn, play every card that can or should go."""
        ranks, wanted, kinds = self._ranks, self._wanted, self._kinds
        home = self._home[:]
        takers: list[list[int]] = [[] for _ in range(_NONE + 1)]  # foundations by the next rank
        for foundation, come in enumerate(home):
            takers[wanted[foundation][come]].append(foundation)
        waste, places = self._waste[:], self._places[:]
        steps: list[_Step] = []

        def bring_home(source: int, card: int) -> None:
            foundations = takers[ranks[card]]
            foundation = min(foundations)
            if plan[card] & 2:
                kind = kinds[max(foundations)]  # the rules use the first of equal ones
                foundation = min(each for each in foundations if kinds[each] == kind)
            foundations.remove(foundation)
            steps.append((source, self._size + foundation))
            home[foundation] += 1
            takers[wanted[foundation][home[foundation]]].append(foundation)

        came_home = True  # since the last look at the places
        for turned in range(self._left, -1, -1):
            while True:
                while waste:
                    card = waste[-1]
                    if takers[ranks[card]]:
                        bring_home(_WASTE, card)
                        came_home = True
                    elif plan[card] & 1 and _NOBODY in places:
                        place = places.index(_NOBODY)
                        places[place] = card
                        steps.append((_WASTE, place))
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
                steps.append(_TURN)
        stuck = [*waste, *(card for card in places if card >= 0)]
        return Outcome(steps, [*range(self.cards)], stuck)

    def moves(self, steps: list[_Step]) -> tuple[Move, ...]:
        return tuple(map(self._move, steps))

    def _move(self, step: _Step) -> Move:
        if step == _TURN:
            return Move("s")
        source, target = step
        return Move("w" if source == _WASTE else self._names[source], self._names[target])


def _order(group: BuilderGroup, pile: Pile) -> tuple[int, ...]:
    first = pile[0] & 15 if pile else _OPENS[group.space]
    return group.build.follow(first, group.capacity) if group.build and first else ()
