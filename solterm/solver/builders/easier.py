"""The constants of the relaxed game that proves losses (see ``dead``).

They follow from the rule set; what a pile means in that game is computed once per pile.
"""

from collections.abc import Sequence
from functools import lru_cache

from solterm.core.cards import ALL, DOWN
from solterm.core.engines.masks import TAKES_NOTHING
from solterm.core.groups import BuilderGroup
from solterm.core.vocabulary.policies import Lift
from solterm.core.vocabulary.spaces import (
    BaseRank,
    ChosenBase,
    FirstFrom,
    Only,
    ReserveThen,
    Space,
)
from solterm.solver.arrays import i64, vec
from solterm.solver.builders.kernel_layout import NOWHERE, Layout
from solterm.solver.builders.packets import Packets, packets_of
from solterm.solver.builders.pile_tree import BIT, Pile


class EasierColumn:
    """A pile of the columns, card by card."""

    def __init__(self, whole: Pile, takes: Sequence[int], lift: Lift, base: int) -> None:
        pile = whole.cards
        self.base = base
        self.bits = vec[i64]([BIT[code] for code in pile])
        """The mask of each card."""
        self.takes = vec[i64]([takes[code & ~DOWN] for code in pile])
        """The cards that each takes."""
        self.parts = vec[i64](pile)
        """The cards from whose place on each can be lifted."""
        self.heads = vec[i64](pile)
        """The place of the lowest of these."""
        self.smooth = vec[i64](pile)
        """The place from which on no card up to this one lies on one that goes home before it."""
        self.covered: i64 = 0
        """The cards that lie under others."""
        moves_whole = lift in (Lift.WHOLE, Lift.CHAIN)
        head = unit = smooth = before = 0
        for at, code in enumerate(pile):
            bit = BIT[code]
            if at and _lies_on(code, pile[at - 1], takes, lift):
                unit |= bit
            else:
                head, unit = at, bit
            height = ((code & 15) - 1 - base) % 13
            smooth = at if height > before else smooth
            before = height
            self.parts[at] = BIT[pile[head]] if moves_whole else unit
            self.heads[at], self.smooth[at] = head, smooth
            if at + 1 < len(pile):
                self.covered |= bit


def _lies_on(card: int, under: int, takes: Sequence[int], lift: Lift) -> bool:
    if lift is Lift.WHOLE:
        return not (card | under) & DOWN
    return lift is not Lift.TOP and bool(takes[under] >> card & 1)


class EasierGame:
    """The places, cards and piles of a rule set in the relaxed game."""

    def __init__(self, layout: Layout) -> None:
        group = layout.column
        self.no_cards = layout.empty[0]
        """An empty pile."""
        self.foundations = list(range(layout.home_span.start, layout.home_span.stop))
        self.columns = list(layout.columns)
        self.never_parts = group.lift in (Lift.WHOLE, Lift.CHAIN) and not group.goes_to.strip("ft")
        """Whether two neighbours in sequence part only when the upper one goes home."""
        self.opened = _open(group.space, "t")
        """The cards of columns that an empty column may ever take."""
        first = layout.index.get(_find_first_source(group.space), NOWHERE)
        fills_first = first in layout.reserves and layout.refill[:1] in ((), (first,))
        self.queue = first if fills_first and not self.opened else NOWHERE
        """The place of the reserve whose cards fill all spaces while it lasts."""
        self.opened_beside = ALL if layout.refill else self.opened
        """The other cards that an empty column may ever take, once the queue is used up."""
        for kind in "rwsh" if self.queue < 0 else "wsh":
            self.opened_beside |= _open(group.space, kind)
        action = layout.action
        buries = action is not None and action.passes == 1  # the waste is final
        wastes = [p for p, name in enumerate(layout.ids) if name[0] == "w"] if buries else []
        self.beside: list[int] = sorted([*layout.cells, *layout.reserves, *wastes])
        """The places outside the columns whose cards can lock others."""
        self.cells = list(layout.cells)
        self.reserves = [p for p in self.beside if p not in self.cells and p != self.queue]
        """Those of them that only give cards, except for the queue."""
        self.dealt = layout.stock if layout.deals_on_columns else NOWHERE
        """The place of a stock that is dealt on columns."""
        self.packets: Packets | None = None
        """The talon, if turning it in packets may never bring up some cards."""
        if layout.is_endless and layout.packet > 1:
            self.packets = packets_of(layout)
        self.takes = group.build.takes if group.build else TAKES_NOTHING
        """For each card, the mask of those that it takes in a column."""
        self._taken = vec[i64](self._list_taken())
        lift = group.lift if self.never_parts or group.lift is Lift.TOP else Lift.RUN
        self._lift = lift
        self.rises_by_base = [Rise(base) for base in range(13)]
        homes = [BuilderGroup.of(each) for each in layout.game.groups if each.kind == "f"]
        self.is_base_open = any(isinstance(each.space, BaseRank | ChosenBase) for each in homes)

    def column(self, pile: Pile, base: int) -> EasierColumn:
        """Return a pile of the columns as it is in this game, with a base on the foundations."""
        column = pile.easier
        if not isinstance(column, EasierColumn) or column.base != base:
            column = pile.easier = EasierColumn(pile, self.takes, self._lift, base)
        return column

    def has_free_cell(self, piles: list[Pile]) -> bool:
        """Whether a place of the reserve that takes cards is empty."""
        return any(not piles[place].size for place in self.cells)

    def _list_taken(self) -> list[int]:
        """Return the cards that each set of eight neighbours takes, one set after another."""
        found: list[int] = []
        for low in range(0, 64, 8):
            takes = [0]
            for card in range(low, low + 8):
                takes += [each | self.takes[card] for each in takes]
            found += takes
        return found

    def taken_by(self, cards: i64) -> i64:
        """Return the mask of the cards that some cards take."""
        taken: i64 = 0
        at: i64 = 0
        while cards:
            taken |= self._taken[at + (cards & 255)]
            cards >>= 8
            at += 256
        return taken


game_of = lru_cache(8)(EasierGame)
"""The relaxed game of a layout: all searches share it."""


class Rise:
    """Which free cards go home, in all suits at once.

    A suit is a field of bits, rotated so that the base is its lowest bit. Adding one clears the
    bits that form a row from there, and no others below the next.
    """

    def __init__(self, base: int) -> None:
        self._base: i64 = base
        self._back: i64 = 13 - base
        self._low: i64 = sum(1 << 16 * suit + 1 for suit in range(4))
        self._over: i64 = sum((1 << base) - 1 << 16 * suit + 1 for suit in range(4))
        self._mid: i64 = sum((1 << 13 - base) - 1 << 16 * suit + 1 for suit in range(4))
        self._top: i64 = ALL & ~self._mid

    def find(self, free: i64) -> i64:
        """Return the cards that can go home if these are free."""
        row = (free >> self._base) & self._mid | (free & self._over) << self._back
        row &= ~(row + self._low)
        return (row & self._mid) << self._base | (row & self._top) >> self._back


def _find_first_source(space: Space) -> str:
    """Return the pile that alone may fill a space while it has cards; empty if any may."""
    if isinstance(space, FirstFrom):
        return space.order[0]
    return space.reserve if isinstance(space, ReserveThen) else ""


def _open(space: Space, kind: str) -> int:
    if isinstance(space, Only):
        return space.cards
    if isinstance(space, FirstFrom):
        return ALL if kind in space.order else 0
    if isinstance(space, ReserveThen):
        return ALL if kind == space.reserve else space.cards if kind in space.kinds else 0
    return ALL
