"""Mills: one pass through the stock, a waste, and places that hold one card each.

No rule looks at suits. The sizes of the stock and of each foundation, and the ranks in the waste
and the places, make a position.

The form stays because its plans win 15 of 30 deals of Windmill in 1.5 seconds each; the general
space and that of the builders win none.
"""

from collections.abc import Iterator
from typing import NamedTuple

from solterm.core import cards
from solterm.core.engines.builders import Builders
from solterm.core.game import Group
from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.table import Pile, Table
from solterm.core.values import replace
from solterm.core.vocabulary.builds import Match
from solterm.core.vocabulary.goals import Gathered
from solterm.core.vocabulary.policies import Lift, TurnStock
from solterm.core.vocabulary.spaces import ANY_CARD, KINGS, NOTHING
from solterm.core.vocabulary.spaces import Space as Opening
from solterm.solver.declared import bared, draws_under, group_of, kinds_of, plays_as
from solterm.solver.space import Space

EMPTY = 0
"""The entry of an empty place."""
TURN = (-1, -1)
"""The step that turns a card of the stock."""
WASTE = -1
"""The source of a step from the waste; other sources are the numbers of places."""

_OPENS: dict[Opening, int] = {NOTHING: 0, KINGS: cards.KING}
"""The rank that opens an empty foundation, 0 for none."""

Step = tuple[int, int]
"""The source and the target of a card: places come first, foundations after them."""


class Milled(NamedTuple):
    """A position."""

    left: int
    """How many cards the stock has."""
    home: tuple[int, ...]
    """How many cards each foundation has."""
    waste: bytes
    """The ranks in the waste, its top last."""
    places: bytes
    """The rank in each place."""


class Mills(Space[Milled, Step]):
    """The positions of a mill."""

    has_stages = True

    def __init__(self, rules: Rules, foundations: dict[str, Group]) -> None:
        self._place = rules.index
        self._groups = foundations
        self._foundations = list(foundations)
        self._places = [name for name in rules.game.ids if name[0] == "t"]
        self.size = len(self._places)
        """The number of places."""
        self._whole = rules.game.in_play

    @classmethod
    def of(cls, rules: Rules) -> "Mills | None":
        """Return the form of games in which cards wait in places or the waste, whatever their
        suits.
        """
        game = rules.game
        known = (
            plays_as(rules, Builders)
            and rules.goal == Gathered(game.in_play)
            and not game.consequences
            and not draws_under(game)
            and kinds_of(game) == "fstw"
            and group_of(game, "s") == Group("s", action=TurnStock(passes=1))
            and group_of(game, "w") == Group("w", lift=Lift.TOP, to="ft")
        )
        places = group_of(game, "t") if known else None
        expected = Group("t", space=ANY_CARD, lift=Lift.TOP, to="f")
        if places is None or replace(places, count=1) != expected:
            return None
        foundations = {name: bared(game.group(name)) for name in game.ids if name[0] == "f"}
        return cls(rules, foundations) if all(map(_is_simple, foundations.values())) else None

    def start(self, table: Table) -> Milled:
        piles = {name: table.piles[place] for name, place in self._place.items()}
        self.stock = bytes(card & 15 for card in piles["s"])
        self.orders = [_order(group, piles[name]) for name, group in self._groups.items()]
        """The ranks that each foundation takes, in order."""
        self.kinds = [self.orders.index(order) for order in self.orders]
        """For each foundation, the first one with the same order."""
        return Milled(
            len(self.stock),
            tuple(len(piles[name]) for name in self._foundations),
            bytes(card & 15 for card in piles["w"]),
            bytes(piles[name][-1] & 15 if piles[name] else EMPTY for name in self._places),
        )

    def key(self, state: Milled) -> tuple[object, ...]:
        """Return a key that ignores the order of the places, and of foundations of one kind."""
        home = tuple(sorted(zip(self.kinds, state.home, strict=True)))
        return home, state.waste, bytes(sorted(state.places))

    def stage(self, state: Milled) -> int:
        return -state.left

    def is_won(self, state: Milled) -> bool:
        return sum(state.home) == self._whole

    def ways(self, state: Milled) -> Iterator[tuple[Step, Milled]]:
        sources = [(place, rank) for place, rank in enumerate(state.places) if rank]
        if state.waste:
            sources.append((WASTE, state.waste[-1]))
        steps = [
            (source, self.size + foundation)
            for source, rank in sources
            for foundation in self._takers(state.home, rank)
        ]
        if state.waste and EMPTY in state.places:
            steps.append((WASTE, state.places.index(EMPTY)))
        if state.left:
            steps.append(TURN)
        for step in steps:
            yield step, self._make(state, step)

    def _takers(self, home: tuple[int, ...], rank: int) -> Iterator[int]:
        met = set()
        for foundation, come in enumerate(home):
            order = self.orders[foundation]
            kind = self.kinds[foundation], come
            if come < len(order) and order[come] == rank and kind not in met:
                met.add(kind)
                yield foundation

    def _make(self, state: Milled, step: Step) -> Milled:
        left, home, waste, places = state
        if step == TURN:
            return Milled(left - 1, home, waste + self.stock[left - 1 : left], places)
        source, target = step
        if source == WASTE:
            rank, waste = waste[-1], waste[:-1]
        else:
            rank, places = places[source], _with(places, source, EMPTY)
        if target < self.size:
            return Milled(left, home, waste, _with(places, target, rank))
        foundation = target - self.size
        home = (*home[:foundation], home[foundation] + 1, *home[foundation + 1 :])
        return Milled(left, home, waste, places)

    def worth(self, state: Milled) -> float:
        """Favour cards home and free places."""
        return sum(state.home) + 0.5 * state.places.count(EMPTY)

    def moves(self, state: Milled, step: Step) -> tuple[Move, ...]:
        return (self.move_of(step),)

    def move_of(self, step: Step) -> Move:
        """Return the move that a step stands for in any position."""
        if step == TURN:
            return Move("s")
        source, target = step
        dst = [*self._places, *self._foundations][target]
        return Move("w" if source == WASTE else self._places[source], dst)


def _with(places: bytes, number: int, rank: int) -> bytes:
    return places[:number] + bytes((rank,)) + places[number + 1 :]


def _is_simple(group: Group) -> bool:
    build, space = group.build, group.space
    return (
        build is not None
        and len(build.steps) == 1
        and build.match is Match.ANY
        and not build.stop
        and space in _OPENS
        and group.capacity is not None
        and (build.wrap or group.capacity == cards.KING)
        and replace(group, count=1) == Group("f", build=build, space=space, capacity=group.capacity)
    )


def _order(group: Group, pile: Pile) -> tuple[int, ...]:
    first = pile[0] & 15 if pile else _OPENS[group.space]
    return group.build.follow(first, group.capacity) if group.build and first else ()
