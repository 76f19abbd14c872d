"""The moves of a position of a game of building."""

from typing import Final

from solterm.core.cards import ALL, DOWN
from solterm.core.engines.masks import Target, read_space
from solterm.core.engines.sequences import list_steps
from solterm.core.move import Move
from solterm.core.vocabulary.actions import Regather, Rotate
from solterm.core.vocabulary.policies import Lift
from solterm.solver.arrays import i64, vec
from solterm.solver.builders.homeward import Homeward, Wants
from solterm.solver.builders.kernel_layout import (
    ACT,
    COUNT,
    DRAWS,
    DST,
    FIELD,
    NUMBER,
    RANK,
    TALON,
    TURNED,
    TURNS,
    Layout,
    PileSource,
    pack,
)
from solterm.solver.builders.packets import Talon, packets_of
from solterm.solver.builders.pile_tree import BIT, Pile, State
from solterm.solver.kernel.position import KernelPosition


class _Taking:
    """Piles of one group that take cards, and what they take now."""

    def __init__(self, target: Target, is_column: bool) -> None:
        self.target = target
        self.places = list(target.places)
        self.takes = vec[i64](target.takes)
        self.capacity: i64 = target.capacity
        """How many cards a pile may have; 0: any number, as where cards go on others."""
        self.is_column = is_column
        self.union: i64 = 0
        """The cards that its piles take."""
        self.hosts = vec[i64]([0] * len(self.places))
        self.masks = vec[i64]([0] * len(self.places))
        """The places of these piles, and what each takes;"""
        self.count: i64 = 0
        """so many they are."""
        self.spaces: list[int] = []
        """The places of empty piles."""

    def read(self, piles: list[Pile]) -> i64:
        """Read what its piles take, and return it with what any space might take."""
        takes, capacity = self.takes, self.capacity
        union: i64 = 0
        count: i64 = 0
        self.spaces.clear()
        for place in self.places:
            pile = piles[place]
            if not pile.size:
                self.spaces.append(place)
                continue
            mask = takes[pile.end]
            if mask and not (capacity and pile.size >= capacity):
                union |= mask
                self.hosts[count] = place
                self.masks[count] = mask
                count += 1
        self.union, self.count = union, count
        return ALL if self.spaces else union


class _Route:
    """Where cards of a source may go."""

    def __init__(self, taking: _Taking, is_single: bool, goes_to_spaces: bool) -> None:
        self.taking = taking
        self.is_single = is_single
        """Whether only the end card may go there."""
        self.goes_to_spaces = goes_to_spaces
        """Whether only to empty piles."""


class _Giving:
    """A pile that cards may leave."""

    def __init__(self, source: PileSource, routes: list[_Route]) -> None:
        self.source = source
        self.place = source.place
        self.is_column = source.kind == "t"
        self.is_reserve = source.kind == "r"
        self.is_carried = source.is_carried
        self.is_whole = source.lift in (Lift.WHOLE, Lift.CHAIN)
        self.run = vec[i64](source.run)
        self.routes = routes


_HOME: Final = 6 << RANK
"""The rank of moves by which a card goes home."""
_BARES: Final = 5 << RANK
"""A hidden card turns up."""
_FREES: Final = 4 << RANK
"""A reserve, or a whole column, gives a card."""
_LAYS: Final = 3 << RANK
"""A card of the talon is laid on a column."""
_OPENS: Final = 2 << RANK
"""An empty pile is taken."""
_SHIFTS: Final = 1 << RANK
"""A run moves to another column. Moves that split one have rank 0."""


def widen(row: vec[i64]) -> vec[i64]:
    """Return a row of twice the length that begins with the same numbers."""
    wide = vec[i64]([0] * (2 * len(row)))
    at: i64 = 0
    while at < len(row):
        wide[at] = row[at]
        at += 1
    return wide


class Kernel(KernelPosition):
    """The position of one rule set, and the moves that lead on from it."""

    def __init__(self, layout: Layout, homeward: Homeward) -> None:
        """Begin with an empty table."""
        super().__init__(layout, homeward)
        self._packets = packets_of(layout)
        self._no_talon = Talon(layout, (self._empty[0], self._empty[0]), turns=False)
        self._splits_wait = False
        """Whether a run may be split only to bring a card home (see ``_splits_idly``)."""
        self.found = vec[i64]([0] * 64)
        self.many: i64 = 0
        """The moves found last, and so many they are."""
        self._read_routes()

    def _read_routes(self) -> None:
        layout = self._layout
        takings = {
            number: _Taking(target, self._is_column[target.places[0]])
            for number, target in layout.targets.items()
        }
        self._takings = list(takings.values())
        self._parks = [each for each in self._takings if each.is_column]
        self._sources: list[_Giving] = []
        for source in layout.sources:
            routes = [_Route(takings[number], *how) for number, *how in source.routes]
            self._sources.append(_Giving(source, routes))
        self._carries = any(source.is_carried for source in self._sources)
        self._bits = vec[i64](BIT)
        self._is_top = [layout.game.group(name).lift is Lift.TOP for name in layout.ids]

    def allow_waiting(self) -> None:
        """Let splits of runs wait from now on, if all face-up cards of columns are runs."""
        self._splits_wait = False
        if self._is_bare or not self._layout.keeps_runs:
            return
        for source in self._sources:
            pile = self.piles[source.place]
            shown = sum([card < DOWN for card in pile.cards])
            if source.is_column and shown and shown != pile.size - pile.low:
                return
        self._splits_wait = True

    # -- listing moves -------------------------------------------------------------------------

    def list_moves(self) -> list[int]:
        """Return the moves of the position, each with its rank."""
        self.find_moves()
        return [self.found[at] for at in range(self.many)]

    def find_moves(self) -> None:
        """Find the moves of the position, each with its rank."""
        self.many = 0
        wants = self._read_wants()
        if self._bases and not self.piles[self._first_home].size:
            for place in self._bases:
                if self._is_shown(place):
                    self._add(self._choose(place))
            return
        talon = self._read_talon() if self._waste >= 0 else self._no_talon
        drains = self._drains()
        self._list_home(wants, talon, drains)
        if self.passes < self._redeals and self._may_redeal(wants.wanted):
            self._add(pack(self._redeal, ACT, 0, 0, 0))
        if self._action is not None and not self._may_turn_freely() and self._may_act():
            self._add(pack(self._stock, ACT, 0, 0, 0))
        self._list_onwards(wants, talon, drains)
        if self._depth and not self.spent:
            self._list_draws(wants)

    def _add(self, move: i64) -> None:
        if self.many == len(self.found):
            self.found = widen(self.found)
        self.found[self.many] = move
        self.many += 1

    def _may_turn_freely(self) -> bool:
        """Whether turning the talon has no other effects, and is no move."""
        return self._is_settled and not (self._refills_waste and self._has_space())

    def _read_talon(self) -> Talon:
        """Return the cards that can come up; if turning is a move by itself, only the top card."""
        return self._packets.lay_out(self.piles, self._may_turn_freely())

    def _may_act(self) -> bool:
        piles = self.piles
        if piles[self._stock].size:
            return True
        if self._passes and self.passes + 1 >= self._passes:
            return False
        if self._is_row:
            return any(piles[place].size for place in self._row)
        return bool(piles[self._waste].size or (self._slot >= 0 and piles[self._slot].size))

    def _may_redeal(self, wanted: i64) -> bool:
        """Whether dealing again changes something, and no card that could go home is in its way."""
        if isinstance(self._redealing, Rotate):
            return any(self.piles[place].size > 1 for place in self._columns)
        if isinstance(self._redealing, Regather):
            return self._deal_again() != [self.piles[place].cards for place in self._columns]
        ends: i64 = 0
        for place in self._columns:
            if self.piles[place].size:
                ends |= self._bits[self.piles[place].end]
        return ends != 0 and not ends & wanted

    def _is_shown(self, place: int) -> bool:
        end = self.piles[place].end
        return end > 0 and not end & DOWN

    def _choose(self, place: int) -> int:
        """Return the move by which the end card of a pile becomes the base."""
        return pack(place, self._first_home, 1, 0, 0) | _HOME

    def _drains(self) -> bool:
        """Whether the waste would fill a column emptied now."""
        if not self._refills_waste:
            return False
        return not any(self.piles[place].size for place in self._filled_first)

    def _drain(self, src: int, dst: int) -> None:
        """Lay a whole column on another pile, when the waste fills the space automatically.

        The stock can be turned first, so that a different card fills it.
        """
        turned = self.piles[self._waste].size
        count = self.piles[src].size
        if not turned:
            self._add(pack(src, dst, count, 0, 0) | TALON | _FREES)
        for move in self._read_talon().moves:
            turning = move & (NUMBER << TURNED | NUMBER << TURNS)
            self._add(pack(src, dst, count, 0, 0) | turning | TALON | _FREES)

    def _list_home(self, wants: Wants, talon: Talon, drains: bool) -> None:
        piles, wanted = self.piles, wants.wanted
        for place in self._layout.to_foundations:
            pile = piles[place]
            if place == self._waste:
                if wanted & talon.mask:
                    for number, card in enumerate(talon.cards):
                        if wanted >> card & 1:
                            for to in wants.takers[card]:
                                self._add(talon.moves[number] | to << DST | _HOME)
            elif pile.size and not pile.end & DOWN and wanted >> pile.end & 1:
                for to in wants.takers[pile.end]:
                    if drains and pile.size == 1 and self._is_column[place]:
                        self._drain(place, to)
                    else:
                        self._add(pack(place, to, 1, 0, 0) | _HOME)

    def _list_onwards(self, wants: Wants, talon: Talon, drains: bool) -> None:
        piles = self.piles
        room = self._room() if self._carries else 1
        reach: i64 = 0
        for taking in self._takings:
            reach |= taking.read(piles)
        wanted = wants.wanted
        splits_wait = self._splits_wait and wants.has_short_runs
        for source in self._sources:
            place = source.place
            pile = piles[place]
            if place == self._waste:
                self._list_talon(source, talon)
                continue
            if not pile.lifts & reach:
                continue
            cards = pile.cards
            low: i64 = pile.low
            end: i64 = pile.size - 1
            most: i64 = room if source.is_carried else end + 1
            for route in source.routes:
                taking = route.taking
                union = taking.union
                if union & pile.lifts and not route.goes_to_spaces:
                    at = low if source.is_whole and not route.is_single else end
                    lowest = end if route.is_single else low
                    while at >= lowest:
                        card: i64 = cards[at]
                        if not union >> card & 1 or end - at >= most:
                            at -= 1
                            continue
                        rank: i64 = _SHIFTS
                        if not at:
                            rank = _FREES
                        else:
                            under: i64 = cards[at - 1]
                            if under & DOWN:
                                rank = _BARES
                            elif source.is_column and source.run[under] >> card & 1:
                                if splits_wait and not wanted >> under & 1:
                                    at -= 1
                                    continue
                                rank = 0
                            elif source.is_reserve:
                                rank = _FREES
                        count: i64 = end - at + 1
                        for number in range(taking.count):
                            to = taking.hosts[number]
                            if to == place or not taking.masks[number] >> card & 1:
                                continue
                            if taking.capacity and piles[to].size + count > taking.capacity:
                                continue
                            if drains and not at and source.is_column:
                                self._drain(place, to)
                            else:
                                self._add(pack(place, to, count, 0, 0) | rank)
                        at -= 1
                if taking.spaces:
                    self._list_spaces(source, route, pile, room)

    def _list_draws(self, wants: Wants) -> None:
        """List the moves of single cards from under the end cards of columns."""
        for source in self._sources:
            pile = self.piles[source.place]
            for depth in range(2, min(self._depth, pile.size) + 1 if source.is_column else 0):
                card = pile.cards[pile.size - depth]
                if card & DOWN:
                    break
                draw = pack(source.place, 0, depth, 0, 0) | DRAWS
                if wants.wanted >> card & 1:
                    for to in wants.takers[card]:
                        self._add(draw | to << DST | _HOME)
                for route in source.routes:
                    taking = route.taking
                    for number in range(0 if route.goes_to_spaces else taking.count):
                        to = taking.hosts[number]
                        if taking.masks[number] >> card & 1 and to != source.place:
                            self._add(draw | to << DST)
                    if taking.spaces and self._opening(taking, "t") >> card & 1:
                        for to in taking.spaces:
                            self._add(draw | to << DST)

    def _room(self) -> int:
        """Return how many cards can be carried one by one to a pile that is not empty."""
        room = 1
        for place in self._cells:
            if not self.piles[place].size:
                room += 1
        for taking in self._parks:
            if self._opening(taking, "t") == ALL:
                for place in taking.places:
                    if not self.piles[place].size:
                        room *= 2
        return room

    def _list_talon(self, source: _Giving, talon: Talon) -> None:
        for route in source.routes:
            taking = route.taking
            union: i64 = 0 if route.goes_to_spaces else taking.union
            spaces = taking.spaces
            opened: i64 = self._opening(taking, "w") if spaces else 0
            either = union | opened
            if not talon.mask & either:
                continue
            for at, code in enumerate(talon.cards):
                card: i64 = code
                if not either >> card & 1:
                    continue
                move: i64 = talon.moves[at]
                if union >> card & 1:
                    for number in range(taking.count):
                        if taking.masks[number] >> card & 1:
                            self._add(move | taking.hosts[number] << DST | _LAYS)
                if opened >> card & 1:
                    self._add(move | spaces[0] << DST | _OPENS)
                    if not self._are_one(spaces):
                        for to in spaces[1:]:
                            self._add(move | to << DST | _OPENS)

    def _list_spaces(self, source: _Giving, route: _Route, pile: Pile, room: int) -> None:
        """List the moves to empty piles.

        Moving a whole column to an empty one of its group makes no difference.
        """
        taking = route.taking
        opened: i64 = self._opening(taking, source.source.kind)
        if not opened & pile.lifts:
            return
        place, spaces, capacity = source.place, taking.spaces, taking.capacity
        cards = pile.cards
        end: i64 = pile.size - 1
        idle = not self._is_bare and self._are_alike(place, spaces[0])
        is_one = self._are_one(spaces)
        most: i64 = end + 1
        if source.is_carried:
            most = room
            if not route.is_single and taking.is_column:  # no card can be parked in the space
                most >>= 1
        at: i64 = pile.low if source.is_whole and not route.is_single else end
        lowest: i64 = end if route.is_single else pile.low
        while at >= lowest:
            count = end - at + 1
            card: i64 = cards[at]
            if (
                not opened >> card & 1
                or (idle and not at)
                or (capacity and count > capacity)
                or (count > 1 and count > most)
            ):
                at -= 1
                continue
            rank: i64 = _OPENS
            if at and cards[at - 1] & DOWN:
                rank = _BARES
            elif source.is_reserve and taking.is_column:
                rank = _FREES
            for to in spaces:
                self._add(pack(place, to, count, 0, 0) | rank)
                if is_one:
                    break
            at -= 1

    def _are_one(self, spaces: list[int]) -> bool:
        if self._is_bare:
            return False
        return len(spaces) < 2 or self._are_alike(spaces[0], spaces[1])

    def _opening(self, taking: _Taking, kind: str) -> int:
        """Return the cards of piles of a kind that an empty pile takes."""
        target = taking.target
        if target.opening is not None:
            return target.opening
        piles = self.piles
        if kind == "w" and not piles[self._waste].size:  # a turn lays a card there first
            piles = piles[:]
            piles[self._waste] = piles[self._waste].lay(1)
        return read_space(target.space, piles, self._index, kind)

    def lay(self, state: State, src: int, dst: int, count: int) -> tuple[int, State]:
        """Return the move of some end cards to another pile, and the state that it leads to."""
        self.load(state)
        move = pack(src, dst, count, 0, 0)
        self.make(move)
        return move, self.state()

    # -- telling moves ----------------------------------------------------------------------

    def tell(self, move: int) -> tuple[Move, ...]:
        """Make a move, and return the legal moves that it stands for, in order."""
        ids = self._layout.ids
        src, dst, count = move & FIELD, move >> DST & FIELD, move >> COUNT & NUMBER
        told = [Move(ids[self._stock])] * (move >> TURNS & NUMBER)
        if dst == ACT:
            told.append(Move(ids[src]))
        elif move & DRAWS:
            told.append(Move(ids[src], ids[dst], depth=count))
        elif count > 1 and self._is_top[src]:
            cells = [place for place in self._cells if not self.piles[place].size]
            columns = [
                place
                for taking in self._parks
                if self._opening(taking, "t") == ALL
                for place in taking.places
                if not self.piles[place].size and place != dst
            ]
            carried = list_steps(src, dst, [1] * count, cells, columns)
            told += [Move(ids[one], ids[other], size) for one, other, size in carried]
        else:
            told.append(Move(ids[src], ids[dst], count))
        self.make(move)
        return (*told, *(Move(ids[each & FIELD], ids[each >> DST]) for each in self._sent))
