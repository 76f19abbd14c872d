"""The search space of the builders: Klondike, Free Cell and their relatives."""

from collections.abc import Hashable, Iterator, Mapping
from typing import ClassVar

from solterm.core.cards import DOWN, FULL_SUITS
from solterm.core.engines.builders import Builders
from solterm.core.engines.masks import Accepted, Target, read_accepted, read_space
from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.searches.space import Space
from solterm.core.table import Table
from solterm.core.vocabulary.goals import Gathered
from solterm.solver.builders.bridges import Bridges, Host, Parts
from solterm.solver.builders.buried import make_buried
from solterm.solver.builders.dead import make_dead
from solterm.solver.builders.digging import Digging, can_dig
from solterm.solver.builders.homeward import Homeward, Wants
from solterm.solver.builders.layout import (
    KEPT,
    NOWHERE,
    Layout,
    Source,
    find_heads,
    read,
)
from solterm.solver.builders.progress import make_progress
from solterm.solver.builders.rings import make_ringed
from solterm.solver.builders.states import State, States
from solterm.solver.builders.successors import Step, Successors, Way
from solterm.solver.builders.worth import Worth, make_worths, weights_for
from solterm.solver.derived.likeness import is_blind_to_suits
from solterm.solver.derived.stages import PASS, has_places, is_fed, is_long, reserves_of

_PLUNGE = 1500
"""How many positions to search depth first in games with a stock."""
_SUITS = frozenset(map(bytes, FULL_SUITS))

AcceptedByTarget = Mapping[int, Accepted]
"""What each target takes now, by its number."""


class BuildersSpace(Space[State, Step]):
    """The positions of a game of building, with piles as bytes."""

    _is_eager: ClassVar[bool] = False
    """Whether each card goes home as soon as it can."""

    def __init__(self, rules: Builders, layout: Layout) -> None:
        self._rules = rules
        self._layout = layout
        self.is_long = is_long(layout.game)
        self._progress = make_progress(layout)
        self.has_progress = self._progress is not None
        self.is_fed = is_fed(layout.game)
        homeward = self._homeward = Homeward(layout, self._is_eager)
        states = self._states = States(layout, homeward, is_blind_to_suits(rules))
        self._successors = Successors(layout, states, homeward)
        self._worths = make_worths(layout, homeward, weights_for(layout))
        self._bridges = Bridges(layout, states, self._successors)
        self._dead = make_dead(layout, homeward) or make_ringed(layout) or make_buried(rules)
        self._homes = layout.home_span
        self._waste = layout.waste
        self._stock = layout.stock
        self._dwindling = reserves_of(layout.game)
        self._heads: list[dict[bytes, tuple[tuple[int, ...], int]]] = [{} for _ in layout.ids]
        self._carries = any(source.is_carried for source in layout.sources)
        self._leaves_out = True
        self._splits_wait = layout.keeps_runs
        self._turns_corners = layout.column.build is not None and layout.column.build.wrap
        goal = layout.goal
        kind, self._needed = (goal.kind, goal.cards) if isinstance(goal, Gathered) else ("", 0)
        self._goal = layout.find_span(kind)

    @classmethod
    def of(cls, rules: Rules) -> "BuildersSpace | None":
        """Return the space of a rule set; None if its declaration is not covered."""
        layout = read(rules) if isinstance(rules, Builders) else None
        return cls(rules, layout) if layout and isinstance(rules, Builders) else None

    def start(self, table: Table) -> State:
        state = self._states.of(table)
        self._splits_wait = self._leaves_out and self._layout.keeps_runs and self._are_runs(state)
        return state

    def _are_runs(self, state: State) -> bool:
        for source in self._layout.sources:
            pile = state[source.place]
            if source.kind == "t" and pile:
                shown = pile[find_heads(source, pile)[0][-1] :]
                if len(shown) != sum([card < DOWN for card in pile]):
                    return False
        return True

    def table(self, state: State) -> Table:
        """Return the table of a state."""
        return self._states.table(state)

    def key(self, state: State) -> Hashable:
        return self._states.key(state)

    def stage(self, state: State) -> int:
        """Return the progress; else how much of the stock is gone and how often, or of reserves."""
        if self._progress:
            return self._progress(state)
        if self._stock == NOWHERE:
            return -sum([len(state[place]) for place in self._dwindling])
        return PASS * state[-1][0] - len(state[self._stock])

    def worth(self, state: State) -> float:
        return self._worths[0](state)

    def worths(self) -> tuple[Worth, ...]:
        return self._worths

    def worths_in_stages(self) -> tuple[Worth, ...]:
        """Return all estimates, or only the usual one if whole suits leave."""
        return self._worths if self._layout.foundations else self._worths[:1]

    def plunge(self) -> int:
        return _PLUNGE if self._stock != NOWHERE else 0

    def shortcuts(self) -> tuple[Digging, ...]:
        if not (self._leaves_out and can_dig(self._layout)):
            return ()
        return tuple(
            Digging(self, self._layout, self._homeward, self._successors, pauses)
            for pauses in (False, True)
        )

    def eager_variant(self) -> "EagerSpace | None":
        if not (self._leaves_out and self._homeward.in_suit):
            return None
        game = self._layout.game
        if not (self.is_fed or game.packs == 1 or has_places(game)):
            return None
        return EagerSpace(self._rules, self._layout)

    def is_won(self, state: State) -> bool:
        if self._needed:
            return sum([len(pile) for pile in state[self._goal]]) == self._needed
        return sum([state[place] in _SUITS for place in self._layout.columns]) == 4

    def moves(self, state: State, step: Step) -> tuple[Move, ...]:
        return self._successors.moves(self._rules, state, step)

    def leave_nothing_out(self) -> None:
        """Omit no steps from now on, except those that their result proves needless.

        Tests compare the space with this one.
        """
        self._dead = None
        self._leaves_out = False
        self._bridges.stop()
        self._successors.leave_spaces()

    # -- steps -----------------------------------------------------------------------------

    def is_locked(self, state: State) -> bool:
        """Whether cards that lock one another prove a loss."""
        return self._dead is not None and self._dead(state)

    def ways(self, state: State) -> Iterator[Way]:
        if self._dead and self._dead(state):  # here, since most states are never expanded
            return
        wants = self._homeward.wants(state[self._homes])
        if len(state[-1]) > 1:
            yield from self._bridged(state, {}, wants)
            return
        talon = self._states.reachable(state) if self._waste != NOWHERE else []
        drains = self._successors.drains(state)
        yield from self._homewards(state, wants, talon, drains)
        yield from self._successors.act(state)
        index = self._layout.index
        accepted = {
            number: read_accepted(target, state, index)
            for number, target in self._layout.targets.items()
        }
        yield from self._onwards(state, accepted, wants, talon, drains)
        if self._bridges:
            yield from self._bridged(state, accepted, wants)
        if self._layout.discard != NOWHERE:
            for place in self._layout.columns:
                if state[place][-13:] in _SUITS:
                    yield self._successors.lay(state, place, self._layout.discard, 13)

    def _onwards(
        self,
        state: State,
        accepted: AcceptedByTarget,
        wants: Wants,
        talon: list[tuple[int, int]],
        drains: bool,
    ) -> Iterator[Way]:
        room = self._successors.room(state) if self._carries else 1
        lay, waits = self._successors.lay, self._bridges.waits
        for source in self._layout.sources:
            place = source.place
            pile = state[place]
            if waits(place, pile):
                continue
            if place == self._waste:
                if talon:
                    yield from self._from_talon(state, source, accepted, talon)
                continue
            if not pile:
                continue
            heads = self._find_heads(source, pile)
            parts, of_parts = heads
            end = len(pile) - 1
            most = room if source.is_carried else len(pile)
            for number, single, goes_to_spaces in source.routes:
                union, takers, spaces, _, _, _ = accepted[number]
                if union & of_parts and not goes_to_spaces:
                    for at in (end,) if single else parts:
                        card = pile[at]
                        if not union >> card & 1 or end - at >= most:
                            continue
                        if self._splits_wait and at and self._splits(source, pile, at, wants):
                            continue
                        for to, mask in takers:
                            if mask >> card & 1 and to != place:
                                if drains and not at and source.kind == "t":
                                    yield from self._successors.drain(state, place, to)
                                else:
                                    yield lay(state, place, to, end - at + 1)
                if spaces:
                    target = self._layout.targets[number]
                    yield from self._to_spaces(state, source, target, spaces, single, heads, room)

    def _bridged(self, state: State, accepted: AcceptedByTarget, wants: Wants) -> Iterator[Way]:
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
        for number, (_, takers, spaces, opening, _, _) in accepted.items():
            if self._layout.targets[number].places[0] in self._layout.columns:
                hosts += takers
                if spaces:
                    hosts += [(place, opening) for place in self._distinct(state, spaces)]
        yield from self._bridges.ways(state, parts, hosts)

    def _reaches_columns(self, source: Source) -> bool:
        targets = self._layout.targets
        return any(
            targets[number].places[0] in self._layout.columns and not goes_to_spaces
            for number, _, goes_to_spaces in source.routes
        )

    def _find_heads(self, source: Source, pile: bytes) -> tuple[tuple[int, ...], int]:
        known = self._heads[source.place]
        heads = known.get(pile)
        if heads is None:
            if len(known) > KEPT:
                known.clear()
            heads = known[pile] = find_heads(source, pile)
        return heads

    def _splits(self, source: Source, pile: bytes, at: int, wants: Wants) -> bool:
        """Whether a move splits a run and brings no card nearer home, so that it can wait.

        It takes the tail T of a run from its host p to another host q, a card of the same rank and
        colour. Where the line of a win makes this move, leave T on p instead, and let q take what
        the line lays on p, until p goes home; only then T moves. Every other move of the line
        works as well: a run ends with p in the line and with p and T here, or with q and T there
        and with q here. The exception is a run that moves together with p onto a card above q,
        since T lies there in the line. That needs p and q in one run. Only a run that turns the
        corner twice holds two cards of one rank and colour, and it holds cards of every rank in
        both colours; so ``is_rank_home`` rules it out.
        """
        if self._turns_corners and not wants.is_rank_home:
            return False
        under = pile[at - 1]
        return bool(source.run[under] >> pile[at] & 1) and not wants.wanted >> under & 1

    def _homewards(
        self, state: State, wants: Wants, talon: list[tuple[int, int]], drains: bool
    ) -> Iterator[Way]:
        wanted = wants.wanted
        for place in self._layout.to_foundations:
            pile = state[place]
            if place == self._waste:
                whole = pile + state[self._stock] if talon else b""
                for turned, turns in talon:
                    card = whole[turned - 1]
                    if wanted >> card & 1:
                        for to in wants.takers[card]:
                            yield self._successors.play(state, turned, turns, to)
            elif pile and wanted >> pile[-1] & 1:
                for to in wants.takers[pile[-1]]:
                    if drains and len(pile) == 1 and self._layout.ids[place][0] == "t":
                        yield from self._successors.drain(state, place, to)
                    else:
                        yield self._successors.lay(state, place, to, 1)

    def _from_talon(
        self, state: State, source: Source, accepted: AcceptedByTarget, talon: list[tuple[int, int]]
    ) -> Iterator[Way]:
        whole = state[self._waste] + state[self._stock]
        play = self._successors.play
        for number, _, goes_to_spaces in source.routes:
            union, takers, spaces, _, _, _ = accepted[number]
            target = self._layout.targets[number]
            opened = self._opening(state, target, source.kind) if spaces else 0
            for turned, turns in talon:
                card = whole[turned - 1]
                if union >> card & 1 and not goes_to_spaces:
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
        target: Target,
        spaces: list[int],
        single: bool,
        heads: tuple[tuple[int, ...], int],
        room: int,
    ) -> Iterator[Way]:
        """Yield the steps to empty piles.

        Moving a whole column to an empty one of its group makes no difference.
        """
        parts, of_parts = heads
        opened = self._opening(state, target, source.kind)
        if not opened & of_parts:
            return
        pile, place = state[source.place], source.place
        end = len(pile) - 1
        spaces = self._distinct(state, spaces)
        idle = self._states.are_alike(state, place, spaces[0])
        for at in (end,) if single else parts:
            if not opened >> pile[at] & 1 or (idle and not at):
                continue
            if at < end and source.is_carried:
                # No card can be parked in the target itself.
                taken = not single and target.places[0] in self._layout.columns
                if end - at >= room >> taken:
                    continue
            for to in spaces:
                yield self._successors.lay(state, place, to, end - at + 1)

    def _opening(self, state: State, target: Target, kind: str) -> int:
        if target.opening is not None:
            return target.opening
        piles: State = state
        if kind == "w" and not state[self._waste]:  # a turn lays a card there first
            piles = (*state[: self._waste], b"\x01", *state[self._waste + 1 :])
        return read_space(target.space, piles, self._layout.index, kind)

    def _distinct(self, state: State, spaces: list[int]) -> list[int]:
        if len(spaces) < 2 or self._states.are_alike(state, spaces[0], spaces[1]):
            return spaces[:1]
        return spaces


class EagerSpace(BuildersSpace):
    """The positions from which no card can go home."""

    is_whole = False
    _is_eager = True
