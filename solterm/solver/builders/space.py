"""The compact form of the builders: how a search sees Klondike's and Free Cell's kin."""

from collections.abc import Hashable, Iterator
from typing import ClassVar, NamedTuple

from solterm.core.cards import DOWN, FULL_SUITS
from solterm.core.engines.builders import Builders
from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.core.vocabulary.goals import Gathered
from solterm.core.vocabulary.policies import Lift
from solterm.solver.builders.bridges import Bridges, Host, Parts
from solterm.solver.builders.buried import make_buried
from solterm.solver.builders.dead import make_dead
from solterm.solver.builders.digging import Digging, can_dig
from solterm.solver.builders.homeward import Homeward, Wants
from solterm.solver.builders.layout import (
    KEPT,
    Layout,
    Source,
    Target,
    find_heads,
    opening,
    read,
)
from solterm.solver.builders.making import Making, Step, Way
from solterm.solver.builders.progress import make_progress
from solterm.solver.builders.rings import make_ringed
from solterm.solver.builders.states import State, States
from solterm.solver.builders.worth import Worth, make_worths, weights_for
from solterm.solver.derived.stages import PASS, is_fed, is_long, reserves_of
from solterm.solver.space import Space

_PLUNGE = 1500
"""How many positions are looked at depth first where a stock is gone through."""
_SUITS = frozenset(map(bytes, FULL_SUITS))


class _Front(NamedTuple):
    """What the piles of a target take now."""

    union: int
    takers: list[tuple[int, int]]
    spaces: list[int]
    target: Target


class BuildersSpace(Space[State, Step]):
    """The positions of a game of building, piles as bytes."""

    _hurries: ClassVar[bool] = False
    """Does each card go home that can?"""

    def __init__(self, rules: Builders, layout: Layout) -> None:
        self._rules = rules
        self._layout = layout
        self.is_long = is_long(layout.game)
        self._progress = make_progress(layout)
        self.has_progress = self._progress is not None
        self.is_fed = is_fed(layout.game)
        homeward = self._homeward = Homeward(layout, self._hurries)
        states = self._states = States(layout, homeward)
        self._making = Making(layout, states, homeward)
        self._worths = make_worths(layout, homeward, weights_for(layout))
        self._bridges = Bridges(layout, states, self._making)
        self._dead = make_dead(layout, homeward) or make_ringed(layout) or make_buried(rules)
        self._first, self._last = layout.span(layout.foundations)
        self._waste = layout.waste if layout.waste is not None else -1
        self._stock = layout.stock if layout.stock is not None else -1
        self._dwindling = reserves_of(layout.game)
        self._heads: list[dict[bytes, tuple[tuple[int, ...], int]]] = [{} for _ in layout.ids]
        self._carries = any(_carries(source) for source in layout.sources)
        self._leaves_out = True
        self._splits_wait = layout.keeps_runs
        goal = layout.goal
        kind, self._needed = (goal.kind, goal.cards) if isinstance(goal, Gathered) else ("", 0)
        self._goal_span = layout.span(
            tuple(place for place, name in enumerate(layout.ids) if name[0] == kind)
        )

    @classmethod
    def of(cls, rules: Rules) -> "BuildersSpace | None":
        """The space of a rule-set, as far as its declaration is known; else None."""
        layout = read(rules) if isinstance(rules, Builders) else None
        return cls(rules, layout) if layout and isinstance(rules, Builders) else None

    def start(self, table: Table) -> State:
        state = self._states.of(table)
        self._splits_wait = self._leaves_out and self._layout.keeps_runs and self._are_runs(state)
        return state

    def _are_runs(self, state: State) -> bool:
        """Is what lies face up in each column one run?"""
        for source in self._layout.sources:
            pile = state[source.place]
            if source.kind == "t" and pile:
                shown = pile[find_heads(source, pile)[0][-1] :]
                if len(shown) != sum([card < DOWN for card in pile]):
                    return False
        return True

    def table(self, state: State) -> Table:
        """The table a state stands for."""
        return self._states.table(state)

    def key(self, state: State) -> Hashable:
        return self._states.key(state)

    def stage(self, state: State) -> int:
        """How far it has come; else how much of the stock is gone and how often, or of reserves."""
        if self._progress:
            return self._progress(state)
        if self._stock < 0:
            return -sum([len(state[place]) for place in self._dwindling])
        return PASS * state[-1][0] - len(state[self._stock])

    def worth(self, state: State) -> float:
        return self._worths[0](state)

    def worths(self) -> tuple[Worth, ...]:
        return self._worths

    def worths_in_stages(self) -> tuple[Worth, ...]:
        """Where whole suits leave, the usual one alone."""
        return self._worths if self._layout.foundations else self._worths[:1]

    def plunge(self) -> int:
        return _PLUNGE if self._layout.stock is not None else 0

    def shortcuts(self) -> tuple[Digging, ...]:
        if not (self._leaves_out and can_dig(self._layout)):
            return ()
        return tuple(
            Digging(self, self._layout, self._homeward, self._making, pauses)
            for pauses in (False, True)
        )

    def hurry(self) -> "Hurried | None":
        if not (self._leaves_out and self._homeward.in_suit):
            return None
        if not (self.is_fed or self._layout.game.packs == 1):
            return None
        return Hurried(self._rules, self._layout)

    def is_won(self, state: State) -> bool:
        if self._needed:
            first, last = self._goal_span
            return sum([len(pile) for pile in state[first:last]]) == self._needed
        return sum([state[place] in _SUITS for place in self._layout.columns]) == 4

    def moves(self, state: State, step: Step) -> tuple[Move, ...]:
        return self._making.moves(self._rules, state, step)

    def leave_nothing_out(self) -> None:
        """Show from now on every way there is, as far as none is proved needless by its end.

        What is left out is compared with it.
        """
        self._dead = None
        self._leaves_out = False
        self._bridges.stop()
        self._making.leave_spaces()

    # -- the ways on -----------------------------------------------------------------------

    def is_locked(self, state: State) -> bool:
        """Is it lost for cards that lock one another?"""
        return self._dead is not None and self._dead(state)

    def ways(self, state: State) -> Iterator[Way]:
        if self._dead and self._dead(state):  # asked here, since most states are never looked into
            return
        wants = self._homeward.wants(state[self._first : self._last])
        if len(state[-1]) > 1:
            yield from self._bridged(state, [], wants)
            return
        talon = self._states.reachable(state) if self._waste >= 0 else []
        drains = self._making.drains(state)
        yield from self._homewards(state, wants, talon, drains)
        yield from self._making.act(state)
        fronts = [self._front(target, state) for target in self._layout.targets]
        yield from self._onwards(state, fronts, wants, talon, drains)
        if self._bridges:
            yield from self._bridged(state, fronts, wants)
        if self._layout.discard is not None:
            for place in self._layout.columns:
                if state[place][-13:] in _SUITS:
                    yield self._making.lay(state, place, self._layout.discard, 13)

    def _onwards(
        self,
        state: State,
        fronts: list[_Front],
        wants: Wants,
        talon: list[tuple[int, int]],
        drains: bool,
    ) -> Iterator[Way]:
        """Cards of each pile that go to columns and the like, but for those that wait."""
        room = self._making.room(state) if self._carries else 1
        lay, waits = self._making.lay, self._bridges.waits
        for source in self._layout.sources:
            place = source.place
            pile = state[place]
            if waits(place, pile):
                continue
            if place == self._waste:
                if talon:
                    yield from self._from_talon(state, source, fronts, talon)
                continue
            if not pile:
                continue
            heads = self._find_heads(source, pile)
            parts, of_parts = heads
            end = len(pile) - 1
            most = room if _carries(source) else len(pile)
            for number, single, to_spaces in source.routes:
                front = fronts[number]
                if front.union & of_parts and not to_spaces:
                    for at in (end,) if single else parts:
                        card = pile[at]
                        if not front.union >> card & 1 or end - at >= most:
                            continue
                        if self._splits_wait and at and self._splits(source, pile, at, wants):
                            continue
                        for to, mask in front.takers:
                            if mask >> card & 1 and to != place:
                                if drains and not at and source.kind == "t":
                                    yield from self._making.drain(state, place, to)
                                else:
                                    yield lay(state, place, to, end - at + 1)
                if front.spaces:
                    yield from self._to_spaces(state, source, front, single, heads, room)

    def _bridged(self, state: State, fronts: list[_Front], wants: Wants) -> Iterator[Way]:
        """Cards that wait, laid to take others."""
        parts: Parts = []
        for source in self._layout.sources:
            place, pile = source.place, state[source.place]
            if pile and not self._bridges.waits(place, pile) and self._reaches_columns(source):
                heads = self._find_heads(source, pile)[0]
                if self._splits_wait:
                    heads = tuple(
                        at for at in heads if not at or not self._splits(source, pile, at, wants)
                    )
                parts.append((place, pile, heads))
        hosts: list[Host] = []
        for front in fronts:
            if front.target.places[0] in self._layout.columns:
                hosts += front.takers
                if front.spaces:
                    opened = self._opening(state, front.target, "")
                    hosts += [(place, opened) for place in self._distinct(state, front.spaces)]
        yield from self._bridges.ways(state, parts, hosts)

    def _reaches_columns(self, source: Source) -> bool:
        """May its cards be laid on columns, whether or not they are empty?"""
        targets = self._layout.targets
        return any(
            targets[number].places[0] in self._layout.columns and not to_spaces
            for number, _, to_spaces in source.routes
        )

    def _find_heads(self, source: Source, pile: bytes) -> tuple[tuple[int, ...], int]:
        """Where cards can be lifted from, and the mask of those and the end card."""
        known = self._heads[source.place]
        heads = known.get(pile)
        if heads is None:
            if len(known) > KEPT:
                known.clear()
            heads = known[pile] = find_heads(source, pile)
        return heads

    def _splits(self, source: Source, pile: bytes, at: int, wants: Wants) -> bool:
        """Would a run be split to no end, the card it leaves not going home?"""
        under = pile[at - 1]
        return bool(source.run[under] >> pile[at] & 1) and not wants.wanted >> under & 1

    def _homewards(
        self, state: State, wants: Wants, talon: list[tuple[int, int]], drains: bool
    ) -> Iterator[Way]:
        """Cards that go to foundations."""
        wanted = wants.wanted
        for place in self._layout.to_foundations:
            pile = state[place]
            if place == self._waste:
                whole = pile + state[self._stock] if talon else b""
                for turned, turns in talon:
                    card = whole[turned - 1]
                    if wanted >> card & 1:
                        for to in wants.takers[card]:
                            yield self._making.play(state, turned, turns, to)
            elif pile and wanted >> pile[-1] & 1:
                for to in wants.takers[pile[-1]]:
                    if drains and len(pile) == 1 and self._layout.ids[place][0] == "t":
                        yield from self._making.drain(state, place, to)
                    else:
                        yield self._making.lay(state, place, to, 1)

    def _front(self, target: Target, state: State) -> _Front:
        union = 0
        takers: list[tuple[int, int]] = []
        spaces: list[int] = []
        takes = target.takes
        for place in target.places:
            pile = state[place]
            if not pile:
                spaces.append(place)
            elif mask := takes[pile[-1]]:
                takers.append((place, mask))
                union |= mask
        return _Front(union, takers, spaces, target)

    def _from_talon(
        self, state: State, source: Source, fronts: list[_Front], talon: list[tuple[int, int]]
    ) -> Iterator[Way]:
        """Cards of the talon that go to columns and the like."""
        whole = state[self._waste] + state[self._stock]
        play = self._making.play
        for number, _, to_spaces in source.routes:
            union, takers, spaces, target = fronts[number]
            opened = self._opening(state, target, source.kind) if spaces else 0
            for turned, turns in talon:
                card = whole[turned - 1]
                if union >> card & 1 and not to_spaces:
                    for to, mask in takers:
                        if mask >> card & 1:
                            yield play(state, turned, turns, to)
                if opened >> card & 1:
                    for to in self._distinct(state, spaces):
                        yield play(state, turned, turns, to)

    def _to_spaces(
        self,
        state: State,
        source: Source,
        front: _Front,
        single: bool,
        heads: tuple[tuple[int, ...], int],
        room: int,
    ) -> Iterator[Way]:
        """Cards that go to empty piles.

        A whole column laid on an empty one like it changes nothing.
        """
        parts, of_parts = heads
        opened = self._opening(state, front.target, source.kind)
        if not opened & of_parts:
            return
        pile, place = state[source.place], source.place
        end = len(pile) - 1
        spaces = self._distinct(state, front.spaces)
        idle = self._states.are_alike(state, place, spaces[0])
        for at in (end,) if single else parts:
            if not opened >> pile[at] & 1 or (idle and not at):
                continue
            if at < end and _carries(source):
                # The column itself is no place to park in.
                taken = not single and front.target.places[0] in self._layout.columns
                if end - at >= room >> taken:
                    continue
            for to in spaces:
                yield self._making.lay(state, place, to, end - at + 1)

    def _opening(self, state: State, target: Target, kind: str) -> int:
        """What empty piles of a target take from piles of a kind."""
        if target.fixed is not None:
            return target.fixed
        piles: State = state
        if kind == "w" and not state[self._waste]:  # a turn lays a card there first
            piles = (*state[: self._waste], b"\x01", *state[self._waste + 1 :])
        return opening(target.space, piles, self._layout.index_of, kind)

    def _distinct(self, state: State, spaces: list[int]) -> list[int]:
        """Of empty places, one of those that are alike."""
        if len(spaces) < 2 or self._states.are_alike(state, spaces[0], spaces[1]):
            return spaces[:1]
        return spaces


class Hurried(BuildersSpace):
    """The positions of such a game from which no card can go home."""

    is_whole = False
    _hurries = True


def _carries(source: Source) -> bool:
    """Are its runs carried card by card?"""
    return source.lift is Lift.TOP and source.kind == "t"
