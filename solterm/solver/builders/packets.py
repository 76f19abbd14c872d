"""The cards of a talon that can come up at best, if the stock is turned in packets without limit.

A card comes up if it is the last of a packet, or the last of all. A card that leaves uncovers the
one below it, and shifts those over it by one place in later passes. A card has three ways to come
up: as the talon lies now; if the next card over it can come up and leave; or if so many cards below
it can that its place, lower by that number, ends a packet. Cards that could ever leave count as if
they could at any time, so the result never has too few cards.
"""

from functools import lru_cache, partial
from typing import Final

from solterm.solver.arrays import i64, vec
from solterm.solver.builders.kernel_layout import NUMBER, TALON, TURNED, TURNS, Layout, pack
from solterm.solver.builders.pile_tree import BIT, Pile
from solterm.solver.cache import Cache

_BIT: Final = vec[i64](BIT)


def list_reached(turned: int, whole: int, packet: int) -> list[int]:
    """Return the sizes of the waste that turning can reach, each with the number of turns.

    They are fields of moves.

    >>> [(each >> TURNED & NUMBER, each >> TURNS) for each in list_reached(2, 5, 3)]
    [(2, 0), (5, 1), (3, 3)]
    """
    found = [turned << TURNED] if turned else []
    size, turns = turned, 0
    while size < whole:
        size = min(size + packet, whole)
        turns += 1
        found.append(size << TURNED | turns << TURNS)
    size, turns = packet, turns + 2
    while size < whole:
        if size < turned or (size - turned) % packet:
            found.append(size << TURNED | turns << TURNS)
        size += packet
        turns += 1
    return found


class Talon:
    """The cards of waste and stock as they lie."""

    def __init__(self, layout: Layout, piles: tuple[Pile, Pile], turns: bool) -> None:
        """Lay out waste and stock; ``turns`` says whether the stock may be turned."""
        waste, stock = piles
        self.waste, self.stock = waste, stock
        self.whole = whole = waste.cards + stock.cards
        """All cards, those of the waste first."""
        packet = layout.packet if turns else 0
        self.moves = _list_turns(len(waste), len(whole), packet, layout.waste)
        """The moves that turn the stock until a card is on top, without a destination."""
        self.cards = vec[i64](self.moves)
        """These cards."""
        self.mask: i64 = 0
        at: i64 = 0
        while at < len(self.cards):
            card: i64 = whole[(self.moves[at] >> TURNED & NUMBER) - 1]
            self.cards[at] = card
            self.mask |= _BIT[card]
            at += 1
        self.covered: i64 = (waste.mask | stock.mask) & ~self.mask
        """The cards that turning alone does not bring up."""


@lru_cache(1 << 13)
def _list_turns(turned: int, whole: int, packet: int, waste: int) -> vec[i64]:
    usual = pack(waste, 0, 1, 0, 0) | TALON
    reached = [turned << TURNED] if turned else []
    if packet:
        reached = list_reached(turned, whole, packet)
    return vec[i64]([each | usual for each in reached])


class Packets:
    """The talons of a game, of which turning may bring up some cards alone."""

    def __init__(self, layout: Layout) -> None:
        self._waste, self._stock, self._packet = layout.waste, layout.stock, layout.packet
        self._turned = Cache[tuple[Pile, Pile], Talon](partial(Talon, layout, turns=True))
        self._tops = Cache[tuple[Pile, Pile], Talon](partial(Talon, layout, turns=False))
        self._last: Talon | None = None
        """The one that was laid out last, with turns."""
        self._still = vec[i64]([0] * 64)
        """Places, while they are looked for."""

    def lay_out(self, piles: list[Pile], turns: bool) -> Talon:
        """Return the talon of a position; ``turns`` says whether the stock may be turned."""
        waste, stock = piles[self._waste], piles[self._stock]
        if not turns:
            return self._tops[waste, stock]
        last = self._last
        if last is None or last.waste is not waste or last.stock is not stock:
            last = self._last = self._turned[waste, stock]
        return last

    def open(self, talon: Talon, below: i64, leaving: i64) -> i64:
        """Return the cards of ``below`` that still do not come up if some cards can leave."""
        cards, packet, still = talon.whole, self._packet, self._still
        most: i64 = packet - 1
        gone: i64 = 0
        count: i64 = 0
        place: i64 = 0
        end: i64 = len(cards)
        while place < end:
            bit: i64 = _BIT[cards[place]]
            if below & bit and (place + 1) % packet > gone:
                still[count] = place
                count += 1
            elif leaving & bit:
                gone += 1
                if gone == most:
                    break
            place += 1
        closed: i64 = 0
        last: i64 = -1  # the last place that stays closed
        while count:
            count -= 1
            place = still[count]
            if place + 1 == last or not leaving & _BIT[cards[place + 1]]:
                closed |= _BIT[cards[place]]
                last = place
        return closed


packets_of = lru_cache(8)(Packets)
"""The talons of a layout: all searches share them."""
