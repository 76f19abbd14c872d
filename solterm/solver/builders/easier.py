"""The easier game by which lost positions are told (see ``dead``): what never changes in it.

It is read off a rule-set; and what a pile says in it is worked out once for each pile.
"""

from collections.abc import Callable, Sequence

from solterm.core.cards import ALL, CODES, DOWN
from solterm.core.vocabulary.actions import DealRow
from solterm.core.vocabulary.policies import Lift, TurnStock
from solterm.core.vocabulary.spaces import BaseRank, FirstFrom, Only, ReserveThen, Space
from solterm.solver.builders.layout import KEPT, TAKES_NOTHING, Layout
from solterm.solver.builders.packets import Packets
from solterm.solver.builders.states import State

BIT = tuple(1 << (code & ~DOWN) for code in range(CODES))
"""The mask of each card alone."""

Dig = tuple[int, int, int, int, int]
"""A card of a column, as it is dug up: its bit, what it takes, the mask of those cards from whose
place on it could be lifted, where the lowest of these lies, and from where on up to it no card lies
on one that goes home before it."""


class EasierGame:
    """What the easier game of a rule-set knows of places, cards and piles."""

    def __init__(self, layout: Layout) -> None:
        group = layout.game.group(layout.ids[layout.columns[0]])
        self.foundations = slice(*layout.span(layout.foundations))
        self.columns = slice(*layout.span(layout.columns))
        self.never_parts = group.lift in (Lift.WHOLE, Lift.CHAIN) and not group.to.strip("ft")
        """Do two neighbours in sequence never part but by the upper one going home?"""
        self.opened = _open(group.space, "t")
        """The cards that some empty column may ever take from columns."""
        self.queue = -1 if self.opened else _find_queue(layout)
        """The place of the reserve whose cards fill all spaces while it lasts; -1: there is none.
        """
        self.opened_beside = ALL if layout.refill else self.opened
        """The cards that some empty column may ever take from elsewhere, once no queue is left."""
        for kind in "rwsh" if self.queue < 0 else "wsh":
            self.opened_beside |= _open(group.space, kind)
        action = layout.action
        buries = action is not None and action.passes == 1  # no waste is turned over again
        self.beside = [
            place
            for place, name in enumerate(layout.ids)
            if name[0] == "r" or (buries and name[0] == "w")
        ]
        """The places whose cards can lock others beside the columns."""
        taking = {place for target in layout.targets for place in target.places}
        self.cells = [place for place in self.beside if place in taking]
        """Those of them that take cards."""
        self.reserves = [p for p in self.beside if p not in taking and p != self.queue]
        """Those that do not, but for the queue."""
        deals_on_columns = isinstance(action, DealRow) and "t1" in action.piles
        self.dealt = layout.stock if deals_on_columns and layout.stock is not None else -1
        """The place of a stock that is dealt on columns; -1: there is none."""
        self.packets = _find_packets(layout)
        self.takes = group.build.takes if group.build else TAKES_NOTHING
        """For each card, the mask of those that may be laid on it in a column."""
        self.taken_by = _Taken(self.takes)
        self.cards_of = _Piles()
        lift = group.lift if self.never_parts or group.lift is Lift.TOP else Lift.RUN
        self.columns_by_base = [_Columns(lift, self.takes, base) for base in range(13)]
        self.rises_by_base = [make_rises(base) for base in range(13)]
        homes = [each for each in layout.game.groups if each.kind == "f"]
        self._is_base_open = any(isinstance(each.space, BaseRank) for each in homes)

    def knows(self, state: State) -> bool:
        """Can anything be locked, and is it known in what order cards go home?

        In a free cell all cards can be laid, one after another, since they stay free for good.
        """
        if self._is_base_open and not any(state[self.foundations]):
            return False
        return self.never_parts or not self.has_free_cell(state)

    def has_free_cell(self, state: State) -> bool:
        """Is a place beside the columns empty that takes cards?"""
        return not all(map(state.__getitem__, self.cells))

    def find_taken(self, pile: bytes) -> int:
        """What the cards of a pile take."""
        taken = 0
        for card in pile:
            taken |= self.takes[card]
        return taken


class _Taken(dict[int, int]):
    """The mask of what some cards of one suit take, worked out when it is asked for."""

    def __init__(self, takes: Sequence[int]) -> None:
        self._takes = takes

    def __missing__(self, cards: int) -> int:
        low = cards & -cards
        rest = cards ^ low
        mask = self[cards] = self._takes[low.bit_length() - 1] | (self[rest] if rest else 0)
        return mask


class _Piles(dict[bytes, int]):
    """The mask of the cards of piles."""

    def __missing__(self, pile: bytes) -> int:
        if len(self) > KEPT:
            self.clear()
        mask = 0
        for code in pile:
            mask |= BIT[code]
        self[pile] = mask
        return mask


class _Columns(dict[bytes, tuple[tuple[Dig, ...], int]]):
    """How columns are dug up, and the mask of what lies in them under others."""

    def __init__(self, lift: Lift, takes: Sequence[int], base: int) -> None:
        self._lift = lift
        self._base = base
        self._takes = takes

    def _lies_on(self, card: int, under: int) -> bool:
        """Is it lifted together with the one below it?"""
        if self._lift is Lift.WHOLE:
            return not (card | under) & DOWN
        return self._lift is not Lift.TOP and bool(self._takes[under] >> card & 1)

    def __missing__(self, pile: bytes) -> tuple[tuple[Dig, ...], int]:
        if len(self) > KEPT:
            self.clear()
        digs: list[Dig] = []
        head = unit = smooth = before = 0
        for at, code in enumerate(pile):
            bit = BIT[code]
            if at and self._lies_on(code, pile[at - 1]):
                unit |= bit
            else:
                head, unit = at, bit
            height = ((code & 15) - 1 - self._base) % 13
            smooth = at if height > before else smooth
            before = height
            parts = BIT[pile[head]] if self._lift in (Lift.WHOLE, Lift.CHAIN) else unit
            digs.append((bit, self._takes[code & ~DOWN], parts, head, smooth))
        made = self[pile] = tuple(digs), sum(dig[0] for dig in digs[:-1])
        return made


def make_rises(base: int) -> Callable[[int], int]:
    """Tells which of some cards go home if they are free, all suits at a stroke.

    A suit is a field of bits; it is turned until the base is its lowest bit, to which one is added:
    that clears the bits which stand in a row from there, and no others below the next.
    """
    low = sum(1 << 16 * suit + 1 for suit in range(4))
    over = sum((1 << base) - 1 << 16 * suit + 1 for suit in range(4))
    back = 13 - base
    mid = sum((1 << back) - 1 << 16 * suit + 1 for suit in range(4))
    top = ALL & ~mid

    def rises(free: int) -> int:
        row = (free >> base) & mid | (free & over) << back
        row &= ~(row + low)
        return (row & mid) << base | (row & top) >> back

    return rises


def _open(space: Space, kind: str) -> int:
    """The cards that some empty column may ever take from piles of a kind."""
    if isinstance(space, Only):
        return space.cards
    if isinstance(space, FirstFrom):
        return ALL if kind in space.order else 0
    if isinstance(space, ReserveThen):
        return ALL if kind == space.reserve else space.cards if kind in space.kinds else 0
    return ALL


def _find_queue(layout: Layout) -> int:
    """The place of the reserve whose cards fill all spaces while it lasts; -1 where none does."""
    space = layout.game.group(layout.ids[layout.columns[0]]).space
    name = ""
    if isinstance(space, FirstFrom):
        name = space.order[0]
    elif isinstance(space, ReserveThen):
        name = space.reserve
    place = layout.index_of.get(name, -1) if name[:1] == "r" else -1
    if place < 0 or layout.refill[:1] not in ((), (place,)):
        return -1
    taking = {each for target in layout.targets for each in target.places}
    return -1 if place in taking else place


def _find_packets(layout: Layout) -> Packets | None:
    """The talon that is turned in packets without end; None where there is none."""
    action = layout.action
    if not (isinstance(action, TurnStock) and action.passes is None and action.count > 1):
        return None
    assert layout.waste is not None and layout.stock is not None
    return Packets(layout.waste, layout.stock, action.count)
