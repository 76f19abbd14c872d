"""The cards of a talon that can come up at best, if the stock is turned in packets without limit.

A card comes up if it is the last of a packet, or the last of all. A card that leaves uncovers the
one below it, and shifts those over it by one place in later passes. A card has three ways to come
up: as the talon lies now; if the next card over it can come up and leave; or if so many cards below
it can that its place, lower by that number, ends a packet. Cards that could ever leave count as if
they could at any time, so the result never has too few cards.
"""

from solterm.solver.arrays import i64, vec
from solterm.solver.builders.kernel_layout import State
from solterm.solver.cache import Cache


def list_reached(turned: int, whole: int, packet: int) -> list[tuple[int, int]]:
    """Return the sizes of the waste that turning can reach, each with the number of turns.

    >>> list_reached(2, 5, 3)
    [(2, 0), (5, 1), (3, 3)]
    """
    found = {turned: 0} if turned else {}
    turns = 0
    while turned < whole:
        turned = min(turned + packet, whole)
        turns += 1
        found[turned] = turns
    turns, turned = turns + 1, 0
    while turned < whole:
        turned = min(turned + packet, whole)
        turns += 1
        found.setdefault(turned, turns)
    return list(found.items())


class Talon:
    """The cards of stock and waste as they lie."""

    def __init__(self, cards: bytes, turned: int, packet: int) -> None:
        """Lay out the cards, those of the waste first."""
        self.bits = vec[i64]([1 << card for card in cards])
        """The mask of each card."""
        self.over = vec[i64]([(place + 1) % packet for place in range(len(cards))])
        """How many cards over whole packets end at each place."""
        self.covered: i64 = 0
        """The mask of the cards that turning alone does not bring up."""
        for place in range(len(cards) - 1):
            if (place + 1) % packet and (place + 1 < turned or (place + 1 - turned) % packet):
                self.covered |= self.bits[place]


class Packets:
    """The talon of a game whose stock is turned several cards at a time."""

    def __init__(self, waste: int, stock: int, packet: int) -> None:
        self._waste = waste
        self._stock = stock
        self._packet = packet
        self._known: Cache[tuple[bytes, bytes], Talon] = Cache(
            lambda talon: Talon(talon[0] + talon[1], len(talon[0]), packet)
        )
        self._still = vec[i64]([0] * 64)
        """Places, while they are looked for."""

    def lay_out(self, state: State) -> Talon:
        """Return the talon of a state."""
        return self._known[state[self._waste], state[self._stock]]

    def open(self, talon: Talon, below: i64, leaving: i64) -> i64:
        """Return the cards of ``below`` that still do not come up if some cards can leave."""
        bits, over, still = talon.bits, talon.over, self._still
        most: i64 = self._packet - 1
        gone: i64 = 0
        count: i64 = 0
        place: i64 = 0
        end: i64 = len(bits)
        while place < end:
            bit = bits[place]
            if below & bit and over[place] > gone:
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
            if place + 1 == last or not leaving & bits[place + 1]:
                closed |= bits[place]
                last = place
        return closed
