"""Cards that can always be had wait until another one is to be laid on them.

Nothing can ever lie over a card of a stock that is turned singly and without end, or over one that
has a place of the reserve to itself; and while it stays there it hinders nothing. So it need not be
laid on a column before the moment when something is laid on it there. Take a way to win that lays
it earlier. Until then nothing else goes where it lies, for it is the end of that column; what moves
the column's end with it on top moves it as well without; if it is laid elsewhere or goes home, it
can do so from its own place. So the card can be laid later, up to the next card that is laid on
it, and where none ever is, not at all. The two, or a whole row of such cards and the one that is
laid on the last, make one way: a bridge.
"""

from collections.abc import Iterator
from typing import NamedTuple

from solterm.core.engines.masks import TAKES_NOTHING
from solterm.core.vocabulary.actions import DealRow
from solterm.core.vocabulary.policies import Lift
from solterm.solver.builders.layout import NOWHERE, Layout
from solterm.solver.builders.making import Making, Way
from solterm.solver.builders.states import State, States


class Waiting(NamedTuple):
    """A card that can be had."""

    card: int
    place: int
    turned: int = 0
    """How many cards lie on the waste then, where it is one of those."""
    turns: int = 0
    """How many turns of the stock that takes."""


Parts = list[tuple[int, bytes, tuple[int, ...]]]
"""What else can be laid: a place, its pile, and where its cards can be lifted."""
Host = tuple[int, int]
"""A place, and the mask of what it takes."""


def waiting_places(layout: Layout) -> frozenset[int]:
    """The places whose cards can always be had, and are missed by nobody there."""
    if layout.refill or isinstance(layout.action, DealRow):
        return frozenset()
    if not layout.is_even or layout.column.space.by_source:
        return frozenset()
    places = set()
    if layout.is_endless and layout.packet == 1:
        places.add(layout.waste)
    for place in layout.reserves:
        group = layout.game.group(layout.ids[place])
        if group.count > 1 and not group.to.strip("ft"):
            places.add(place)
    return frozenset(places)


class Bridges:
    """Ways that lay cards that wait, and on them the one they waited for."""

    def __init__(self, layout: Layout, states: States, making: Making) -> None:
        self._states = states
        self._making = making
        self._places = waiting_places(layout)
        self._stock = layout.stock
        self._waste = layout.waste if layout.waste in self._places else NOWHERE
        self._reserves = tuple(sorted(self._places - {self._waste}))
        build = layout.column.build
        self._takes = build.takes if build else TAKES_NOTHING
        self._is_carried = layout.column.lift is Lift.TOP

    def __bool__(self) -> bool:
        return bool(self._places)

    def stop(self) -> None:
        """Let no card wait any more."""
        self._places = frozenset()

    def waits(self, place: int, pile: bytes) -> bool:
        """Do the cards of a place wait there?"""
        return place in self._places and (place == self._waste or len(pile) == 1)

    def _waiting(self, state: State) -> list[Waiting]:
        found = [
            Waiting(state[place][0], place) for place in self._reserves if len(state[place]) == 1
        ]
        if self._waste >= 0:
            whole = state[self._waste] + state[self._stock]
            found += [
                Waiting(whole[turned - 1], self._waste, turned, turns)
                for turned, turns in self._states.reachable(state)
            ]
        return found

    def ways(self, state: State, parts: Parts, hosts: list[Host]) -> Iterator[Way]:
        """What is laid on hosts by a bridge that is begun, or gone on with."""
        begun = state[-1][1:]
        if begun:  # only where its last card lies
            to = begun[0]
            onto = self._takes[state[to][-1]]
            hosts = [(to, onto)]
            room = self._making.room(state) if self._is_carried else 52
            for place, pile, heads in parts:
                for at in heads if place != to else ():
                    if onto >> pile[at] & 1 and len(pile) - at <= room:
                        step, after = self._making.lay(state, place, to, len(pile) - at)
                        yield step, (*after[:-1], state[-1][:1])
        waiting = self._waiting(state)
        takes = self._takes
        wanted = 0  # by those that are useful: they take what can be laid, or another that does
        for place, pile, heads in parts:
            for at in heads if not begun or place != begun[0] else ():
                wanted |= 1 << pile[at]
        useful: list[Waiting] = []
        left = waiting
        while more := [each for each in left if takes[each.card] & wanted]:
            left = [each for each in left if not takes[each.card] & wanted]
            useful += more
            for each in more:
                wanted |= 1 << each.card
        for each in useful:
            for to, mask in hosts:
                if mask >> each.card & 1:
                    yield self._making.wait(state, each.place, to, each.turned, each.turns)
