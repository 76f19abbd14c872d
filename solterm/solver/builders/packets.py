"""The cards of a talon that can come up at best, if the stock is turned in packets without limit.

A card comes up if it is the last of a packet, or the last of all. A card that leaves uncovers the
one below it, and shifts those over it by one place in later passes. A card has three ways to come
up: as the talon lies now; if the next card over it can come up and leave; or if so many cards below
it can that its place, lower by that number, ends a packet. Cards that could ever leave count as if
they could at any time, so the result never has too few cards.
"""

from typing import NamedTuple

from solterm.solver.builders.layout import KEPT, State


class Talon(NamedTuple):
    """The cards of stock and waste as they lie."""

    bits: tuple[int, ...]
    """A mask for each card, those of the waste first."""
    below: tuple[int, ...]
    """The places of those that turning alone does not bring up."""
    covered: int
    """The mask of the latter."""


class Packets:
    """The talon of a game whose stock is turned several cards at a time."""

    def __init__(self, waste: int, stock: int, packet: int) -> None:
        self._waste = waste
        self._stock = stock
        self._packet = packet
        self._known: dict[tuple[bytes, bytes], Talon] = {}

    def lay_out(self, state: State) -> Talon:
        """Return the talon of a state."""
        piles = state[self._waste], state[self._stock]
        talon = self._known.get(piles)
        if talon is None:
            if len(self._known) > KEPT:
                self._known.clear()
            talon = self._known[piles] = self._work_out(*piles)
        return talon

    def _work_out(self, waste: bytes, stock: bytes) -> Talon:
        packet, turned = self._packet, len(waste)
        bits = tuple(1 << card for card in waste + stock)
        below = tuple(
            place
            for place in range(len(bits) - 1)
            if (place + 1) % packet and (place + 1 < turned or (place + 1 - turned) % packet)
        )
        return Talon(bits, below, sum(bits[place] for place in below))

    def open(self, bits: tuple[int, ...], below: tuple[int, ...], leaving: int) -> tuple[int, ...]:
        """Return the places that still do not come up if some cards can leave once they do."""
        packet = self._packet
        gone = number = 0  # cards that left, and places of ``below`` passed
        still: list[int] = []
        for place, bit in enumerate(bits):
            if number < len(below) and below[number] == place:
                number += 1
                if (place + 1) % packet > gone:
                    still.append(place)
                    continue
            if leaving & bit:
                gone += 1
                if gone == packet - 1:
                    break
        closed: list[int] = []
        over = -1  # the last place that stays closed
        for place in reversed(still):
            if place + 1 == over or not leaving & bits[place + 1]:
                closed.append(place)
                over = place
        return tuple(closed[::-1])
