"""The moves of a position of a game of building."""

from typing import Final

from solterm.core.cards import ALL, DOWN
from solterm.core.cards import mask as make_mask
from solterm.core.engines.masks import TAKES_NOTHING, Target, read_space
from solterm.core.engines.sequences import count_carried, list_steps
from solterm.core.move import Move
from solterm.core.vocabulary.policies import Lift
from solterm.solver.builders.homeward import Homeward, Wants
from solterm.solver.builders.layout import KEPT, NOWHERE, Layout, Source, State, find_heads
from solterm.solver.kernel.position import (
    ACT,
    COUNT,
    DST,
    FIELD,
    NUMBER,
    RANK,
    SUITS,
    TALON,
    TURNED,
    TURNS,
    WAITS,
    Position,
    pack,
)
from solterm.solver.kernel.waiting import waiting_places

Talon = tuple[int, list[int], list[int]]
"""The cards of the talon that can come up: their mask, the cards in order, and for each the move
that turns the stock until it is on top, without a destination.
"""
_NO_TALON: Talon = 0, [], []
Taking = tuple[int, list[int], list[int], int]
"""What a target takes now: the cards, its piles that take one, its empty piles, and how many cards
a pile may have (0: any number)."""

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


class Kernel(Position):
    """The position of one rule set, and the moves that lead on from it."""

    def __init__(
        self, layout: Layout, homeward: Homeward, is_blind: bool = False, is_bare: bool = False
    ) -> None:
        """Begin with an empty table; the flags are those of ``Position``."""
        super().__init__(layout, homeward, is_blind, is_bare)
        self._talons: dict[tuple[bytes, bytes], Talon] = {}
        self._tops: dict[tuple[bytes, bytes], Talon] = {}
        self._is_settled = layout.is_endless and not is_bare
        """Whether turning the stock is part of other moves, unless it has other effects."""
        waiting = frozenset[int]() if is_bare else waiting_places(layout)
        self._waiting = [place in waiting for place in range(len(layout.ids))]
        self._bridges = bool(waiting)
        self._waiting_reserves = sorted(waiting - {self._waste})
        self._turns_corners = layout.column.build is not None and layout.column.build.wrap
        self._leaves_out = not is_bare
        self._splits_wait = False
        """Whether a run may be split only to bring a card home (see ``_splits_idly``)."""
        self._read_routes()

    def _read_routes(self) -> None:
        layout = self._layout
        self._sources: list[Source] = list(layout.sources)
        if self._is_bare:
            self._sources = [each._replace(is_carried=False) for each in layout.sources]
        self._carries = any(source.is_carried for source in self._sources)
        known: dict[tuple[object, ...], dict[bytes, tuple[int, int]]] = {}
        self._heads = [
            known.setdefault((each.lift, each.is_carried, each.run), {}) for each in self._sources
        ]
        """For each source, where its piles can be lifted: piles with equal rules share a cache."""
        self._is_whole = [each.lift in (Lift.WHOLE, Lift.CHAIN) for each in self._sources]
        self._targets: list[Target | None] = [None] * (1 + max(layout.targets, default=0))
        for number, target in layout.targets.items():
            self._targets[number] = target
        self._parks = [each for each in layout.targets.values() if self._is_column[each.places[0]]]
        self._to_columns = [
            any(
                self._is_column[layout.targets[number].places[0]] and not goes_to_spaces
                for number, _, goes_to_spaces in source.routes
            )
            for source in self._sources
        ]
        build = layout.column.build
        self._takes: tuple[int, ...] = build.takes if build else TAKES_NOTHING
        self._is_top = [layout.game.group(name).lift is Lift.TOP for name in layout.ids]
        self._lays_suits = layout.discard

    def allow_waiting(self) -> None:
        """Let splits of runs wait from now on, if all face-up cards of columns are runs."""
        self._splits_wait = False
        if not (self._leaves_out and self._layout.keeps_runs):
            return
        for source in self._sources:
            pile = self.piles[source.place]
            if source.kind == "t" and pile:
                shown = pile[find_heads(source, pile)[0][-1] :]
                if len(shown) != sum([card < DOWN for card in pile]):
                    return
        self._splits_wait = True

    def leave_nothing_out(self) -> None:
        """Omit no moves from now on, except those that their result proves needless.

        Tests compare the kernel with this one.
        """
        self._leaves_out = self._splits_wait = self._bridges = False
        self._waiting = [False] * len(self._waiting)
        self._filling = NOWHERE

    # -- listing moves -------------------------------------------------------------------------

    def list_moves(self) -> list[int]:
        """Return the moves of the position, each with its rank."""
        piles = self.piles
        found: list[int] = []
        wants = self._homeward.wants(tuple(piles[self._first_home : self._end_home]))
        if self.bridge >= 0:
            self._list_bridges(found, wants)
            return found
        talon = self._read_talon() if self._waste >= 0 else _NO_TALON
        drains = self._drains()
        self._list_home(found, wants, talon, drains)
        if self._action is not None and not self._may_turn_freely() and self._may_act():
            found.append(pack(self._stock, ACT, 0, 0, 0))
        self._list_onwards(found, wants, talon, drains)
        if self._bridges:
            self._list_bridges(found, wants)
        if self._lays_suits >= 0:
            for place in self._columns:
                if piles[place][-13:] in SUITS:
                    found.append(pack(place, self._lays_suits, 13, 0, 0) | _HOME)
        return found

    def _may_turn_freely(self) -> bool:
        """Whether turning the talon has no other effects, and is no move."""
        return self._is_settled and not (self._refills_waste and self._has_space())

    def _read_talon(self) -> Talon:
        """Return the cards that can come up; if turning is a move by itself, only the top card."""
        waste, stock = self.piles[self._waste], self.piles[self._stock]
        known = self._talons if self._may_turn_freely() else self._tops
        talon = known.get((waste, stock))
        if talon is None:
            if len(known) > KEPT:
                known.clear()
            whole = waste + stock
            sizes = self._reach(len(waste), len(whole)) if known is self._talons else [len(waste)]
            cards = [whole[(each & NUMBER) - 1] for each in sizes if each]
            moves = [
                pack(self._waste, 0, 1, each & NUMBER, each >> 8) | TALON for each in sizes if each
            ]
            talon = known[waste, stock] = make_mask(cards), cards, moves
        return talon

    def _reach(self, turned: int, whole: int) -> list[int]:
        """Return the sizes of the waste that turning can reach, each with the number of turns."""
        packet, begun = self._packet, turned
        found = [turned]
        turns = 0
        while turned < whole:
            turned = min(turned + packet, whole)
            turns += 1
            found.append(turned | turns << 8)
        turns += 1
        turned = packet
        while turned < whole:
            turns += 1
            if turned < begun or (turned > begun and (turned - begun) % packet):
                found.append(turned | turns << 8)
            turned += packet
        return found

    def _may_act(self) -> bool:
        piles = self.piles
        if piles[self._stock]:
            if not self._needs_all:
                return True
            cards = spaces = 0
            for place in self._row:
                cards += len(piles[place])
                if not piles[place]:
                    spaces += 1
            return not spaces or cards < len(self._row)
        if self._passes and self.passes + 1 >= self._passes:
            return False
        if self._is_row:
            return any(piles[place] for place in self._row)
        return bool(piles[self._waste]) or (self._slot >= 0 and bool(piles[self._slot]))

    def _drains(self) -> bool:
        """Whether the waste would fill a column emptied now."""
        if not self._refills_waste:
            return False
        return not any(self.piles[place] for place in self._filled_first)

    def _drain(self, found: list[int], src: int, dst: int) -> None:
        """Lay a whole column on another pile, when the waste fills the space automatically.

        The stock can be turned first, so that a different card fills it.
        """
        turned = len(self.piles[self._waste])
        count = len(self.piles[src])
        if not turned:
            found.append(pack(src, dst, count, 0, 0) | TALON | _FREES)
        for move in self._read_talon()[2]:
            turning = move & (NUMBER << TURNED | NUMBER << TURNS)
            found.append(pack(src, dst, count, 0, 0) | turning | TALON | _FREES)

    def _list_home(self, found: list[int], wants: Wants, talon: Talon, drains: bool) -> None:
        piles, wanted = self.piles, wants.wanted
        for place in self._layout.to_foundations:
            pile = piles[place]
            if place == self._waste:
                if wanted & talon[0]:
                    for number, card in enumerate(talon[1]):
                        if wanted >> card & 1:
                            for to in wants.takers[card]:
                                found.append(talon[2][number] | to << DST | _HOME)
            elif pile and wanted >> pile[-1] & 1:
                for to in wants.takers[pile[-1]]:
                    if drains and len(pile) == 1 and self._is_column[place]:
                        self._drain(found, place, to)
                    else:
                        found.append(pack(place, to, 1, 0, 0) | _HOME)

    def _list_onwards(self, found: list[int], wants: Wants, talon: Talon, drains: bool) -> None:
        piles = self.piles
        room = self._room() if self._carries else 1
        taken = self._read_targets()
        reach = 0
        for union, _, spaces, _ in taken:
            reach |= ALL if spaces else union
        splits_wait = self._splits_wait and (not self._turns_corners or wants.is_rank_home)
        for number, source in enumerate(self._sources):
            place = source.place
            pile = piles[place]
            if self._waiting[place] and (place == self._waste or len(pile) == 1):
                continue
            if place == self._waste:
                self._list_talon(found, source, taken, talon)
                continue
            if not pile:
                continue
            heads = self._heads[number].get(pile)
            if heads is None:
                heads = self._find_heads(number, pile)
            low, of_parts = heads
            if not of_parts & reach:
                continue
            end = len(pile) - 1
            is_whole = self._is_whole[number]
            most = room if source.is_carried else len(pile)
            for target, single, goes_to_spaces in source.routes:
                union, hosts, spaces, capacity = taken[target]
                if union & of_parts and not goes_to_spaces:
                    each = self._targets[target]
                    assert each is not None
                    takes = each.takes
                    at = low if is_whole and not single else end
                    lowest = end if single else low
                    while at >= lowest:
                        card = pile[at]
                        if not union >> card & 1 or end - at >= most:
                            at -= 1
                            continue
                        rank = _SHIFTS
                        if not at:
                            rank = _FREES
                        elif pile[at - 1] & DOWN:
                            rank = _BARES
                        elif source.run[pile[at - 1]] >> card & 1:
                            if splits_wait and not wants.wanted >> pile[at - 1] & 1:
                                at -= 1
                                continue
                            rank = 0
                        elif source.kind == "r":
                            rank = _FREES
                        for to in hosts:
                            if to == place or not takes[piles[to][-1]] >> card & 1:
                                continue
                            if capacity and len(piles[to]) + end - at >= capacity:
                                continue
                            if drains and not at and source.kind == "t":
                                self._drain(found, place, to)
                            else:
                                found.append(pack(place, to, end - at + 1, 0, 0) | rank)
                        at -= 1
                if spaces:
                    self._list_spaces(
                        found, number, target, single, spaces, capacity, low, of_parts, room
                    )

    def _read_targets(self) -> list[tuple[int, list[int], list[int], int]]:
        """Return for each target the cards it takes, its piles that take one, its spaces, and how
        many cards a pile may have (0: any number).
        """
        piles = self.piles
        read: list[tuple[int, list[int], list[int], int]] = []
        for target in self._targets:
            union = 0
            hosts: list[int] = []
            spaces: list[int] = []
            if target is None:
                read.append((union, hosts, spaces, 0))
                continue
            takes, capacity = target.takes, target.capacity
            for place in target.places:
                pile = piles[place]
                if not pile:
                    spaces.append(place)
                    continue
                mask = takes[pile[-1]]
                if mask and not (capacity and len(pile) >= capacity):
                    union |= mask
                    hosts.append(place)
            read.append((union, hosts, spaces, capacity))
        return read

    def _find_heads(self, number: int, pile: bytes) -> tuple[int, int]:
        """Return the lowest place where a pile can be lifted, and the cards at all of them."""
        known = self._heads[number]
        if len(known) > KEPT:
            known.clear()
        parts, mask = find_heads(self._sources[number], pile)
        heads = known[pile] = parts[-1], mask
        return heads

    def _room(self) -> int:
        """Return how many cards can be carried one by one to a pile that is not empty."""
        cells = columns = 0
        for place in self._cells:
            if not self.piles[place]:
                cells += 1
        for target in self._parks:
            if self._opening(target, "t") == ALL:
                for place in target.places:
                    if not self.piles[place]:
                        columns += 1
        return count_carried(cells, columns)

    def _list_talon(
        self,
        found: list[int],
        source: Source,
        taken: list[tuple[int, list[int], list[int], int]],
        talon: Talon,
    ) -> None:
        piles = self.piles
        for number, _, goes_to_spaces in source.routes:
            union, hosts, spaces, _ = taken[number]
            target = self._targets[number]
            assert target is not None
            opened = self._opening(target, source.kind) if spaces else 0
            takes = target.takes
            if not talon[0] & (union | opened):
                continue
            for at, card in enumerate(talon[1]):
                if not (union | opened) >> card & 1:
                    continue
                move = talon[2][at]
                if union >> card & 1 and not goes_to_spaces:
                    for to in hosts:
                        if takes[piles[to][-1]] >> card & 1:
                            found.append(move | to << DST | _LAYS)
                if opened >> card & 1:
                    found.append(move | spaces[0] << DST | _OPENS)
                    if not self._are_one(spaces):
                        for to in spaces[1:]:
                            found.append(move | to << DST | _OPENS)

    def _list_spaces(
        self,
        found: list[int],
        number: int,
        target: int,
        single: bool,
        spaces: list[int],
        capacity: int,
        low: int,
        of_parts: int,
        room: int,
    ) -> None:
        """List the moves to empty piles.

        Moving a whole column to an empty one of its group makes no difference.
        """
        source, taking = self._sources[number], self._targets[target]
        assert taking is not None
        opened = self._opening(taking, source.kind)
        if not opened & of_parts:
            return
        place = source.place
        pile = self.piles[place]
        end = len(pile) - 1
        idle = not self._is_bare and self._are_alike(place, spaces[0])
        is_one = self._are_one(spaces)
        is_whole = self._is_whole[number]
        at = low if is_whole and not single else end
        lowest = end if single else low
        while at >= lowest:
            count = end - at + 1
            if (
                not opened >> pile[at] & 1
                or (idle and not at)
                or (capacity and count > capacity)
                or (
                    count > 1
                    and source.is_carried
                    and self._lacks_room(count, room, single, taking)
                )
            ):
                at -= 1
                continue
            rank = _OPENS
            if at and pile[at - 1] & DOWN:
                rank = _BARES
            elif source.kind == "r" and taking.places[0] in self._columns:
                rank = _FREES
            for to in spaces:
                found.append(pack(place, to, count, 0, 0) | rank)
                if is_one:
                    break
            at -= 1

    def _lacks_room(self, count: int, room: int, single: bool, target: Target) -> bool:
        """Whether a run cannot be carried to a space: no card can be parked there itself."""
        if not single and self._is_column[target.places[0]]:
            room >>= 1
        return count > room

    def _are_one(self, spaces: list[int]) -> bool:
        if self._is_bare:
            return False
        return len(spaces) < 2 or self._are_alike(spaces[0], spaces[1])

    def _opening(self, target: Target, kind: str) -> int:
        """Return the cards of piles of a kind that an empty pile takes."""
        if target.opening is not None:
            return target.opening
        piles = self.piles
        if kind == "w" and not piles[self._waste]:  # a turn lays a card there first
            piles = [*piles[: self._waste], b"\x01", *piles[self._waste + 1 :]]
        return read_space(target.space, piles, self._index, kind)

    # -- bridges -------------------------------------------------------------------------------

    def _list_bridges(self, found: list[int], wants: Wants) -> None:
        """List the moves that begin a bridge, or continue one (see ``waiting``)."""
        piles, takes, begun = self.piles, self._takes, self.bridge
        onto = takes[piles[begun][-1]] if begun >= 0 else 0
        room = self._room() if begun >= 0 and self._carries else 255
        splits_wait = self._splits_wait and (not self._turns_corners or wants.is_rank_home)
        wanted = 0  # a waiting card is useful if it takes one of these cards
        for number, source in enumerate(self._sources):
            place = source.place
            pile = piles[place]
            if not pile or place == begun or not self._to_columns[number]:
                continue
            if self._waiting[place] and (place == self._waste or len(pile) == 1):
                continue
            low, _ = self._heads[number].get(pile) or self._find_heads(number, pile)
            is_whole = self._is_whole[number]
            end = len(pile) - 1
            at = low if is_whole else end
            while at >= low:
                card = pile[at]
                under = pile[at - 1] if at else 0
                if not (
                    splits_wait
                    and at
                    and source.run[under] >> card & 1
                    and not wants.wanted >> under & 1
                ):
                    wanted |= 1 << card
                    if onto >> card & 1 and end - at < room:
                        found.append(pack(place, begun, end - at + 1, 0, 0) | _FREES)
                at -= 1
        cards, moves = self._list_waiting()
        useful = self._find_useful(cards, wanted)
        for number in useful:
            card = cards[number]
            if begun >= 0:
                if onto >> card & 1:
                    found.append(moves[number] | begun << DST | WAITS)
                continue
            for target in self._parks:
                opened = -1
                for place in target.places:
                    pile = piles[place]
                    if pile:
                        if target.takes[pile[-1]] >> card & 1:
                            found.append(moves[number] | place << DST | WAITS)
                    elif opened < 0:
                        opened = (
                            target.opening
                            if target.opening is not None
                            else (read_space(target.space, piles, self._index, ""))
                        )
                        if opened >> card & 1:
                            found.append(moves[number] | place << DST | WAITS)

    def _list_waiting(self) -> tuple[list[int], list[int]]:
        """Return the cards that wait, and for each the move that lays it, without its place."""
        piles = self.piles
        cards: list[int] = []
        moves: list[int] = []
        for place in self._waiting_reserves:
            if len(piles[place]) == 1:
                cards.append(piles[place][0])
                moves.append(pack(place, 0, 1, 0, 0))
        if self._waste >= 0 and self._waiting[self._waste]:
            _, of_talon, laying = self._read_talon()
            cards += of_talon
            moves += laying
        return cards, moves

    def _find_useful(self, cards: list[int], wanted: int) -> list[int]:
        """Return the numbers of the cards that take a wanted card, or one that is useful so."""
        takes = self._takes
        useful: list[int] = []
        left = list(range(len(cards)))
        while left:
            more: list[int] = []
            others: list[int] = []
            for number in left:
                if takes[cards[number]] & wanted:
                    more.append(number)
                else:
                    others.append(number)
            if not more:
                break
            for number in more:
                wanted |= 1 << cards[number]
            useful += more
            left = others
        return useful

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
        elif count > 1 and self._is_top[src]:
            cells = [place for place in self._cells if not self.piles[place]]
            columns = [
                place
                for target in self._parks
                if self._opening(target, "t") == ALL
                for place in target.places
                if not self.piles[place] and place != dst
            ]
            carried = list_steps(src, dst, count, cells, columns)
            told += [Move(ids[one], ids[other]) for one, other in carried]
        else:
            told.append(Move(ids[src], ids[dst], count))
        self.make(move)
        return (*told, *(Move(ids[each & FIELD], ids[each >> DST]) for each in self._sent))
