"""Steps and the positions they lead to: moves, automatic moves, and safe cards that go home."""

from collections.abc import Iterator
from typing import NamedTuple

from solterm.core.cards import ALL, DOWN
from solterm.core.engines.masks import read_space
from solterm.core.engines.sequences import count_carried, list_steps
from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.vocabulary.policies import TURNS_UP, Lift
from solterm.solver.builders.homeward import Homeward, safe_places
from solterm.solver.builders.layout import NOWHERE, Layout
from solterm.solver.builders.places import find_places
from solterm.solver.builders.states import CARD, State, States
from solterm.solver.derived.filling import find_filling


class Step(NamedTuple):
    """Some stock turns, then a move of cards; after that, safe cards go home."""

    src: int
    dst: int
    """-1 if the pile acts alone."""
    cards: int = 1
    turns: int = 0
    is_bridge: bool = False
    """Whether the next step must put another card on it."""


Way = tuple[Step, State]


class Successors:
    """The steps of one rule set, and the moves that they stand for."""

    def __init__(self, layout: Layout, states: States, homeward: Homeward) -> None:
        self._layout = layout
        self._states = states
        self._homeward = homeward
        self._turns_up = tuple(name[0] in TURNS_UP for name in layout.ids)
        self._columns = frozenset(layout.columns)
        self._refill = layout.refill
        self._reserves = tuple(place for place in layout.refill if place != layout.waste)
        self._stock = layout.stock
        self._waste = layout.waste
        self._safe = safe_places(layout)
        self._places = find_places(layout)
        filling = find_filling(layout.game)
        self._filling = layout.index[filling] if filling else NOWHERE
        self._homes = layout.home_span
        self._parks = tuple(
            (each.places, each.space)
            for each in layout.targets.values()
            if each.places[0] in self._columns
        )

    def lay(self, state: State, src: int, dst: int, count: int) -> Way:
        """Lay the end cards of one pile on another."""
        pile = state[src]
        new = list(state)
        new[dst] += pile[-count:]
        new[src] = self._uncover(src, pile[:-count])
        self._settle(new)
        return Step(src, dst, count), tuple(new)

    def drain(self, state: State, src: int, dst: int) -> Iterator[Way]:
        """Lay a whole column on another pile, if the waste fills the space automatically.

        The stock can be turned first, so that a different card fills it.
        """
        whole = state[self._waste] + state[self._stock]
        for turned, turns in dict(
            ((len(state[self._waste]), 0), *self._states.reachable(state))
        ).items():
            new = list(state)
            new[dst] += state[src]
            new[src] = b""
            new[self._waste], new[self._stock] = whole[:turned], whole[turned:]
            self._settle(new)
            yield Step(src, dst, len(state[src]), turns), tuple(new)

    def drains(self, state: State) -> bool:
        """Whether the waste would fill a column emptied now."""
        return self._states.refills_waste and not any(state[p] for p in self._reserves)

    def play(self, state: State, turned: int, turns: int, dst: int) -> Way:
        """Play the card of the talon that is on top when the waste has so many cards."""
        new = list(state)
        whole = state[self._waste] + state[self._stock]
        new[dst] += whole[turned - 1 : turned]
        new[self._waste] = whole[: turned - 1]
        new[self._stock] = whole[turned:]
        self._settle(new)
        return Step(self._waste, dst, 1, turns), tuple(new)

    def wait(self, state: State, src: int, dst: int, turned: int, turns: int) -> Way:
        """Lay a waiting card; safe cards go home only after its bridge has ended."""
        new = list(state)
        if src == self._waste:
            whole = state[src] + state[self._stock]
            new[dst] += whole[turned - 1 : turned]
            new[src], new[self._stock] = whole[: turned - 1], whole[turned:]
        else:
            new[dst] += state[src]
            new[src] = b""
        new[-1] = state[-1][:1] + CARD[dst]
        return Step(src, dst, 1, turns, True), tuple(new)

    def act(self, state: State) -> Iterator[Way]:
        """Yield the stock's action, if it is a step."""
        action, index = self._layout.action, self._layout.index
        if action is None or self._states.may_settle(state):
            return
        table = self._states.table(state)
        if action.why_not(table, index) is None:
            new = list(self._states.of(action.make(table, index)))
            self._settle(new)
            yield Step(self._stock, -1), tuple(new)

    def room(self, state: State) -> int:
        """Return how many cards can be carried one by one to a pile that is not empty."""
        cells, columns = self._free(state)
        return count_carried(len(cells), len(columns))

    def moves(self, rules: Rules, state: State, step: Step) -> tuple[Move, ...]:
        """Return the legal moves that a step stands for, in order."""
        ids = self._layout.ids
        table = self._states.table(state)
        made = self._move(rules, state, step)
        for move in made:
            table = rules.make(table, move)
        log: list[tuple[int, int]] = []
        if not step.is_bridge:
            self._settle(list(self._states.of(table)), log)
        return (*made, *(Move(ids[src], ids[dst]) for src, dst in log))

    def _move(self, rules: Rules, state: State, step: Step) -> list[Move]:
        ids = self._layout.ids
        turns = [Move(ids[self._stock])] * step.turns
        if step.dst < 0:
            return [Move(ids[step.src])]
        if step.cards > 1 and rules.game.group(ids[step.src]).lift is Lift.TOP:
            cells, columns = self._free(state)
            others = [place for place in columns if place != step.dst]
            carried = list_steps(step.src, step.dst, step.cards, cells, others)
            return [Move(ids[src], ids[dst]) for src, dst in carried]
        return [*turns, Move(ids[step.src], ids[step.dst], step.cards)]

    def _free(self, state: State) -> tuple[list[int], list[int]]:
        cells = [place for place in self._layout.cells if not state[place]]
        columns = [
            place
            for places, space in self._parks
            if read_space(space, state, self._layout.index, "t") == ALL
            for place in places
            if not state[place]
        ]
        return cells, columns

    def _uncover(self, place: int, rest: bytes) -> bytes:
        if rest and rest[-1] & DOWN and self._turns_up[place]:
            return rest[:-1] + CARD[rest[-1] ^ DOWN]
        return rest

    def _settle(self, new: list[bytes], log: list[tuple[int, int]] | None = None) -> None:
        if self._refill:
            self._fill(new)
        columns = self._columns
        again = bool(self._safe)
        if self._filling >= 0:
            self._fill_at_once(new, log)
        while again:
            again = False
            wants = self._homeward.wants(tuple(new[self._homes]))
            safe = wants.safe
            if not (safe or self._places):
                return
            for place in self._safe:
                pile = new[place]
                may = wants.wanted if place in self._places else safe
                if not pile or not may >> pile[-1] & 1:
                    continue
                if self._refill and len(pile) == 1 and place in columns:
                    continue  # the card that fills the space might better wait
                to = wants.takers[pile[-1]][0]
                new[to] += pile[-1:]
                new[place] = self._uncover(place, pile[:-1])
                if log is not None:
                    log.append((place, to))
                if self._filling >= 0:
                    self._fill_at_once(new, log)
                again = True
                break

    def _fill_at_once(self, new: list[bytes], log: list[tuple[int, int]] | None) -> None:
        source = self._filling
        for place in self._layout.columns:
            if not new[place] and new[source]:
                pile = new[source]
                new[place] = pile[-1:]
                new[source] = self._uncover(source, pile[:-1])
                if log is not None:
                    log.append((source, place))

    def leave_spaces(self) -> None:
        """Stop filling empty columns at once."""
        self._filling = -1

    def _fill(self, new: list[bytes]) -> None:
        for place in self._layout.columns:
            if new[place]:
                continue
            for source in self._refill:
                pile = new[source]
                if pile and source == self._stock:
                    new[place], new[source] = pile[:1], pile[1:]
                    break
                if pile:
                    new[place] = pile[-1:]
                    new[source] = self._uncover(source, pile[:-1])
                    break
