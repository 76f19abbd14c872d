"""The compact form of the builders: piles as bytes, turned stocks as one talon, safe cards at once.

A state is the piles of a table as bytes, in the order of the game's ids, and its redeals as the
last of them. The stock lies in the order it is turned, and face up. So a state and a table say the
same, and each step stands for moves that can be shown to the rules.
"""

from collections.abc import Hashable, Iterable, Iterator
from operator import itemgetter
from typing import NamedTuple

from solterm.core.cards import ALL, DOWN, FULL_SUITS
from solterm.core.engines.builders import Builders
from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.core.vocabulary.goals import Gathered
from solterm.core.vocabulary.policies import TURNS_UP, Lift, TurnStock
from solterm.core.vocabulary.spaces import FirstFrom, ReserveThen, After
from solterm.core.vocabulary.actions import DealRow, TurnToSlot
from solterm.solver.builders.carrying import carry
from solterm.solver.builders.homeward import Homeward, may_be_safe
from solterm.solver.builders.layout import Layout, read

State = tuple[bytes, ...]

_CARD = [bytes([code]) for code in range(256)]
_SUITS = frozenset(map(bytes, FULL_SUITS))
_SEPARATOR = b"\xff"


class Step(NamedTuple):
    """Stock turns, then cards from one place to another; then safe cards go home."""

    src: int
    dst: int
    """-1: the pile acts alone."""
    cards: int
    turns: int


class BuildersSpace:
    """How a search sees a game of building."""

    def __init__(self, rules: Builders, layout: Layout) -> None:
        self._rules = rules
        self._layout = layout
        self._home = Homeward(layout)
        self._foundations = layout.foundations
        self._first_f = layout.foundations[0] if layout.foundations else 0
        self._last_f = layout.foundations[-1] + 1 if layout.foundations else 0
        self._safe_places = may_be_safe(layout)
        self._turns_up = tuple(name[0] in TURNS_UP for name in layout.ids)
        self._columns = set(layout.columns)
        self._refill = layout.refill
        self._refills_waste = layout.waste is not None and layout.waste in layout.refill
        action = layout.action
        self._endless = isinstance(action, TurnStock) and action.passes is None
        self._packet = action.count if isinstance(action, TurnStock) else 1
        self._in_order = (
            layout.index
            and isinstance(action, DealRow)
            and any(layout.index[name] in self._columns for name in action.piles)
        )
        self._sources = layout.sources
        self._heads: list[dict[bytes, tuple[tuple[int, ...], int]]] = [{} for _ in layout.ids]
        self._carries = tuple(
            source.lift is Lift.TOP and source.kind == "t" for source in layout.sources
        )
        self._parks = tuple(
            (target.places, target.space)
            for target in layout.targets
            if target.places[0] in self._columns
        )
        self._cells = tuple(
            place
            for target in layout.targets
            for place in target.places
            if layout.ids[place][0] == "r"
        )
        groups: list[tuple[int, ...]] = []
        taken: set[int] = set()
        for alike in layout.alike:
            groups.append(alike)
            taken.update(alike)
        self._alike = tuple(groups)
        skip = set(self._foundations) if self._home.in_suit else set()
        if self._endless:
            assert layout.stock is not None and layout.waste is not None
            skip |= {layout.stock, layout.waste}
        self._fixed = tuple(
            place for place in range(len(layout.ids) + 1) if place not in taken | skip
        )
        self._needed = (
            layout.goal.cards if isinstance(layout.goal, Gathered) and layout.goal.cards else 52
        )
        self._goal_places = (
            tuple(p for p, n in enumerate(layout.ids) if n[0] == layout.goal.kind)
            if isinstance(layout.goal, Gathered)
            else ()
        )
        self._same_column = {place: alike for alike in layout.alike for place in alike}
        one_build = {id(layout.game.group(layout.ids[p])) for p in layout.columns}
        self._splits_wait = (
            len(one_build) == 1
            and bool(layout.columns)
            and layout.game.group(layout.ids[layout.columns[0]]).lift is Lift.RUN
            and isinstance(action, TurnStock)
        )

    @classmethod
    def of(cls, rules: Rules) -> "BuildersSpace | None":
        """The space of a rule-set, as far as its declaration is known; else None."""
        if not isinstance(rules, Builders):
            return None
        layout = read(rules)
        return cls(rules, layout) if layout else None

    # -- states and tables -----------------------------------------------------------------

    def start(self, table: Table) -> State:
        """The state of a table."""
        piles = [bytes(pile) for pile in table.piles]
        s = self._layout.stock
        if s is not None:
            piles[s] = bytes(card & ~DOWN for card in reversed(table.piles[s]))
        return (*piles, bytes([table.passes]))

    def table(self, state: State) -> Table:
        """The table of a state."""
        piles = [tuple(pile) for pile in state[:-1]]
        s = self._layout.stock
        if s is not None:
            piles[s] = tuple(card | DOWN for card in reversed(state[s]))
        return Table(tuple(piles), state[-1][0])

    def key(self, state: State) -> Hashable:
        """Equal for states that differ only in which of like piles has what."""
        layout = self._layout
        parts: list[bytes] = []
        stock = layout.stock
        ordered = self._in_order and stock is not None and state[stock]
        for alike in self._alike:
            piles = state[alike[0] : alike[-1] + 1]
            parts += piles if ordered and alike[0] in self._columns else sorted(piles)
        for place in self._fixed:
            parts.append(state[place])
        if self._endless:
            assert stock is not None and layout.waste is not None
            waste, rest = state[layout.waste], state[stock]
            parts.append(waste + rest)
            at = len(waste)
            if self._refills_waste and not all(state[p] for p in layout.columns):
                parts.append(_CARD[at])
            elif rest and at % self._packet:
                parts.append(_CARD[at])
        return _SEPARATOR.join(parts)

    def is_won(self, state: State) -> bool:
        """Is the object of the game reached?"""
        if self._goal_places:
            return sum([len(state[place]) for place in self._goal_places]) == self._needed
        return sum([state[place] in _SUITS for place in self._layout.columns]) == 4

    # -- the ways on -----------------------------------------------------------------------

    def _reachable(self, state: State) -> list[tuple[int, int]]:
        """How many cards the waste can have by turning alone, and how many turns that takes."""
        layout = self._layout
        assert layout.stock is not None and layout.waste is not None
        at, rest = len(state[layout.waste]), len(state[layout.stock])
        count, whole = self._packet, len(state[layout.waste]) + len(state[layout.stock])
        if not self._endless or (
            self._refills_waste and not all(state[place] for place in layout.columns)
        ):
            return [(at, 0)] if at else []
        found = [(at, 0)] if at else []
        met = {0, at}
        turns = 0
        for _ in range(2):
            while at < whole:
                at = min(at + count, whole)
                turns += 1
                if at not in met:
                    met.add(at)
                    found.append((at, turns))
            at = 0
            turns += 1
        return found

    def ways(self, state: State) -> Iterator[tuple[Step, State]]:
        """Every step from a state, and the state it leads to."""
        layout = self._layout
        wants = self._home.wants(state[self._first_f : self._last_f])
        wanted, home = wants.wanted, wants.takers
        w = layout.waste
        # Foundations first: what goes home is most often right.
        talon = self._reachable(state) if w is not None else []
        if talon:
            assert w is not None and layout.stock is not None
            whole = state[w] + state[layout.stock]
        for place in layout.to_foundations:
            pile = state[place]
            if place == w:
                for at, turns in talon:
                    card = whole[at - 1]
                    if wanted >> card & 1:
                        for to in home[card]:
                            yield self._from_talon(state, whole, at, turns, to)
            elif pile and wanted >> pile[-1] & 1:
                for to in home[pile[-1]]:
                    yield from self._lay(state, place, to, 1)
        if layout.action:
            yield from self._act(state)
        fronts = []
        for target in layout.targets:
            union = 0
            takers: list[tuple[int, int]] = []
            spaces: list[int] = []
            takes = target.takes
            for place in target.places:
                pile = state[place]
                if pile:
                    mask = takes[pile[-1]]
                    if mask:
                        takers.append((place, mask))
                        union |= mask
                else:
                    spaces.append(place)
            fronts.append((union, takers, spaces, target))
        room = 1
        if any(self._carries):
            cells, columns = self._free(state)
            room = (len(cells) + 1) << len(columns)
        for source, carries in zip(self._sources, self._carries, strict=True):
            place, kind, lift, run, routes = source
            pile = state[place]
            if place == w:
                for number, _, to_spaces in routes:
                    union, takers, spaces, target = fronts[number]
                    opening = self._opening(state, target, kind, spaces)
                    for at, turns in talon:
                        card = whole[at - 1]
                        if union >> card & 1 and not to_spaces:
                            for to, mask in takers:
                                if mask >> card & 1:
                                    yield self._from_talon(state, whole, at, turns, to)
                        if opening >> card & 1:
                            for to in self._distinct(state, spaces):
                                yield self._from_talon(state, whole, at, turns, to)
                continue
            if not pile:
                continue
            known = self._heads[place]
            heads = known.get(pile)
            if heads is None:
                heads = known[pile] = self._find_heads(pile, lift, run, carries)
            parts, mask_of = heads
            end = len(pile) - 1
            for number, single, to_spaces in routes:
                union, takers, spaces, target = fronts[number]
                if union & mask_of and not to_spaces:
                    for at in (end,) if single else parts:
                        card = pile[at]
                        if not union >> card & 1:
                            continue
                        if (
                            self._splits_wait
                            and at
                            and kind == "t"
                            and run[pile[at - 1]] >> card & 1
                            and not wanted >> pile[at - 1] & 1
                        ):
                            continue
                        for to, mask in takers:
                            if mask >> card & 1 and to != place:
                                count = end - at + 1
                                if carries and count > room:
                                    continue
                                yield from self._lay(state, place, to, count)
                if spaces:
                    opening = self._opening(state, target, kind, spaces)
                    if not opening & mask_of:
                        continue
                    open_to = self._distinct(state, spaces)
                    alike = len(open_to) == 1 and self._are_alike(state, place, spaces[0])
                    for at in (end,) if single else parts:
                        card = pile[at]
                        if not opening >> card & 1 or (alike and not at):
                            continue
                        count = end - at + 1
                        for to in open_to:
                            if carries and count > 1 and count > room >> (opening == ALL):
                                continue
                            yield from self._lay(state, place, to, count)
        if layout.discard is not None:
            for place in layout.columns:
                if state[place][-13:] in _SUITS:
                    yield from self._lay(state, place, layout.discard, 13)

    def _opening(self, state: State, target: "object", kind: str, spaces: list[int]) -> int:
        if not spaces:
            return 0
        fixed = target.fixed
        if fixed is not None:
            return fixed
        if kind == "w" and self._endless and not state[self._layout.waste]:
            state = (*state[: self._layout.waste], b"\x01", *state[self._layout.waste + 1 :])
        return target.space.mask(state, self._layout.index, kind)

    def _are_alike(self, state: State, one: int, other: int) -> bool:
        """Does it make no difference which of two places has what?"""
        alike = self._same_column.get(one)
        if alike is None or other not in alike:
            return False
        stock = self._layout.stock
        return not (self._in_order and stock is not None and state[stock] and one in self._columns)

    def _distinct(self, state: State, spaces: list[int]) -> list[int]:
        """Of empty places, one of each kind."""
        if len(spaces) < 2 or self._are_alike(state, spaces[0], spaces[1]):
            return spaces[:1]
        return spaces

    def _find_heads(
        self, pile: bytes, lift: Lift, run: tuple[int, ...], carries: bool
    ) -> tuple[tuple[int, ...], int]:
        """Where cards can be lifted from, and the mask of those and the end card."""
        head = end = len(pile) - 1
        if lift is Lift.WHOLE or lift is Lift.ANY:
            while head and not pile[head - 1] & DOWN:
                head -= 1
        elif lift is not Lift.TOP or carries:
            while head and run[pile[head - 1]] >> pile[head] & 1:
                head -= 1
        whole = lift is Lift.WHOLE or lift is Lift.CHAIN
        parts = (head,) if whole else tuple(range(end, head - 1, -1))
        mask = 1 << pile[end]
        for at in parts:
            mask |= 1 << pile[at]
        return parts, mask

    def _free(self, state: State, kind: str = "t") -> tuple[list[int], list[int]]:
        """Free cells, and empty columns that take every card."""
        cells = [place for place in self._cells if not state[place]]
        columns = [
            place
            for places, space in self._parks
            if space.mask(state, self._layout.index, kind) == ALL
            for place in places
            if not state[place]
        ]
        return cells, columns

    # -- steps made ------------------------------------------------------------------------

    def _from_talon(
        self, state: State, whole: bytes, at: int, turns: int, to: int
    ) -> tuple[Step, State]:
        new = list(state)
        layout = self._layout
        assert layout.waste is not None and layout.stock is not None
        new[to] += whole[at - 1 : at]
        new[layout.waste] = whole[: at - 1]
        new[layout.stock] = whole[at:]
        self._settle(new)
        return Step(layout.waste, to, 1, turns), tuple(new)

    def _lay(self, state: State, src: int, dst: int, count: int) -> Iterator[tuple[Step, State]]:
        pile = state[src]
        new = list(state)
        rest = pile[:-count]
        new[dst] += pile[-count:]
        if rest and rest[-1] & DOWN and self._turns_up[src]:
            rest = rest[:-1] + _CARD[rest[-1] ^ DOWN]
        new[src] = rest
        if (
            self._refills_waste
            and not rest
            and src in self._columns
            and self._endless
            and not any(state[place] for place in self._refill if place != self._layout.waste)
        ):
            w, s = self._layout.waste, self._layout.stock
            whole = state[w] + state[s]
            for at, turns in [(len(state[w]), 0), *self._reachable(state)]:
                other = new[:]
                other[w], other[s] = whole[:at], whole[at:]
                self._settle(other)
                yield Step(src, dst, count, turns), tuple(other)
            return
        self._settle(new)
        yield Step(src, dst, count, 0), tuple(new)

    def _act(self, state: State) -> Iterator[tuple[Step, State]]:
        """What the stock does, where turning it is not part of other steps."""
        layout = self._layout
        action, s = layout.action, layout.stock
        assert s is not None
        if self._endless and not (
            self._refills_waste and not all(state[place] for place in layout.columns)
        ):
            return
        table = self.table(state)
        if action is None or action.why_not(table, layout.index) is not None:
            return
        new = list(self.start(action.make(table, layout.index)))
        self._settle(new)
        yield Step(s, -1, 1, 0), tuple(new)

    def _settle(self, new: list[bytes], log: list[tuple[int, int]] | None = None) -> None:
        """What happens by itself, then safe cards home until none is left."""
        if self._refill:
            self._fill(new)
        first, last = self._first_f, self._last_f
        places = self._safe_places
        while places:
            safe = (wants := self._home.wants(tuple(new[first:last]))).safe
            if not safe:
                return
            for place in places:
                pile = new[place]
                if pile and safe >> pile[-1] & 1:
                    if self._refill and len(pile) == 1 and place in self._columns:
                        continue
                    to = wants.takers[pile[-1]][0]
                    new[to] += pile[-1:]
                    rest = pile[:-1]
                    if rest and rest[-1] & DOWN and self._turns_up[place]:
                        rest = rest[:-1] + _CARD[rest[-1] ^ DOWN]
                    new[place] = rest
                    if log is not None:
                        log.append((place, to))
                    if self._refill:
                        self._fill(new)
                    break
            else:
                return

    def _fill(self, new: list[bytes]) -> None:
        """Fill empty columns from the first pile that has a card."""
        for place in self._layout.columns:
            if not new[place]:
                for source in self._refill:
                    pile = new[source]
                    if pile:
                        new[place] = pile[-1:]
                        rest = pile[:-1]
                        if rest and rest[-1] & DOWN and self._turns_up[source]:
                            rest = rest[:-1] + _CARD[rest[-1] ^ DOWN]
                        new[source] = rest
                        break

    def moves(self, state: State, step: Step) -> tuple[Move, ...]:
        """The legal moves a step stands for, in order."""
        ids, rules = self._layout.ids, self._rules
        table = self.table(state)
        stock = self._layout.stock
        made: list[Move] = []

        def make(move: Move) -> None:
            nonlocal table
            made.append(move)
            table = rules.make(table, move)

        for _ in range(step.turns):
            make(Move(ids[stock or 0]))
        if step.dst < 0:
            make(Move(ids[step.src]))
        else:
            move = Move(ids[step.src], ids[step.dst], step.cards)
            lift = self._layout.game.group(move.src).lift
            if step.cards > 1 and lift is Lift.TOP:
                cells, columns = self._free(state)
                columns = [place for place in columns if place != step.dst]
                for src, dst in carry(step.src, step.dst, step.cards, cells, columns):
                    make(Move(ids[src], ids[dst]))
            else:
                make(move)
        log: list[tuple[int, int]] = []
        self._settle(list(self.start(table)), log)
        for src, dst in log:
            make(Move(ids[src], ids[dst]))
        return tuple(made)

    def is_dead(self, state: State) -> bool:
        return False

    def worths(self):
        from solterm.solver.builders.worth import Weights, make_worth

        W = Weights
        return [
            make_worth(self._layout, self._home, w)
            for w in (
                W(),
                W(home=1, depth=-2, covering=-0.5, joined=1),
                W(home=0.5, hidden=-6, covering=-2, joined=1.5, depth=-1, held=-2),
            )
        ]
