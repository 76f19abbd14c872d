"""Available cards that stay where they are until another card goes on top of them.

A card of a stock turned singly with unlimited passes is always available, and so is one that has a
place of the reserve to itself. No card ever covers it, and it hinders none while it stays. So a
line need not play it to a column earlier than the card that goes on top of it there.

Proof: take a winning line that plays it earlier. Until the next card comes, no other card goes
where it lies, since it is the end of that column. A move of the column's end with it on top also
moves the end without it. If it moves on or goes home, it can do so from its own place. So it can
move later, just before the next card comes; if none comes, it need not move at all.

The two cards, or a row of such cards with the card on the last of them, make one step: a bridge.
"""

from collections.abc import Iterator
from typing import NamedTuple

from solterm.core.engines.masks import TAKES_NOTHING
from solterm.core.vocabulary.actions import DealRow
from solterm.core.vocabulary.policies import Lift
from solterm.solver.builders.layout import NOWHERE, Layout
from solterm.solver.builders.states import State, States
from solterm.solver.builders.successors import Successors, Way


class Waiting(NamedTuple):
    """An available card."""

    card: int
    place: int
    turned: int = 0
    """The size of the waste once it is on top, if it is a card of the talon."""
    turns: int = 0
    """How many turns of the stock that takes."""


Parts = list[tuple[int, bytes, tuple[int, ...]]]
"""The other cards that can move: a place, its pile, and where its cards can be lifted."""
Host = tuple[int, int]
"""A place, and the mask of the cards it takes."""


def waiting_places(layout: Layout) -> frozenset[int]:
    """Return the places whose cards are always available and serve no purpose where they are."""
    if layout.refill or isinstance(layout.action, DealRow):
        return frozenset()
    if not layout.is_even or layout.column.space.by_source:
        return frozenset()
    places = set()
    if layout.is_endless and layout.packet == 1:
        places.add(layout.waste)
    for place in layout.reserves:
        group = layout.game.group(layout.ids[place])
        if group.count > 1 and not group.goes_to.strip("ft"):
            places.add(place)
    return frozenset(places)


class Bridges:
    """The steps that lay waiting cards, and the card they waited for on top."""

    def __init__(self, layout: Layout, states: States, successors: Successors) -> None:
        self._states = states
        self._successors = successors
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
        """Let no card wait from now on."""
        self._places = frozenset()

    def waits(self, place: int, pile: bytes) -> bool:
        """Whether the cards of a place wait there."""
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
        """Yield the steps that begin a bridge on a host, or continue one."""
        begun = state[-1][1:]
        if begun:  # it continues where its last card lies
            to = begun[0]
            onto = self._takes[state[to][-1]]
            hosts = [(to, onto)]
            room = self._successors.room(state) if self._is_carried else 52
            for place, pile, heads in parts:
                for at in heads if place != to else ():
                    if onto >> pile[at] & 1 and len(pile) - at <= room:
                        step, after = self._successors.lay(state, place, to, len(pile) - at)
                        yield step, (*after[:-1], state[-1][:1])
        waiting = self._waiting(state)
        takes = self._takes
        wanted = 0  # a waiting card is useful if it takes one of these cards
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
                    yield self._successors.wait(state, each.place, to, each.turned, each.turns)
