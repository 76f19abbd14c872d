"""Which cards of a talon can be had at best, where the stock is turned in packets without end.

A card comes up when it is the last of a packet, or the last of all. A card that leaves shifts those
over it by one place in the passes that follow, and bares the one below it. So a card can only be
had when it comes up as the talon lies now; or the next card over it can be had and can leave; or of
the cards below it so many can be had and can leave that its place, as many lower, ends a packet.
Here cards that could ever leave are counted as if they could at any time, which never says too few.
"""

from solterm.solver.builders.states import State


class Packets:
    """The talon of a game whose stock is turned so many cards at a time."""

    def __init__(self, waste: int, stock: int, packet: int) -> None:
        self._waste = waste
        self._stock = stock
        self._packet = packet

    def lay_out(self, state: State) -> tuple[list[int], list[int]]:
        """The cards of the talon as bits, and the places of those that do not come up now."""
        turned = len(state[self._waste])
        whole = state[self._waste] + state[self._stock]
        packet, count = self._packet, len(whole)
        below = [
            place
            for place in range(count - 1)
            if (place + 1) % packet and (place + 1 < turned or (place + 1 - turned) % packet)
        ]
        return [1 << card for card in whole], below

    def open(self, talon: list[int], below: list[int], leaving: int) -> list[int]:
        """The places that still do not come up, if the cards of others could leave."""
        packet = self._packet
        closed = set(below)
        gone = 0  # of the cards below
        for place, bit in enumerate(talon):
            if place in closed:
                if (place + 1) % packet > gone:
                    continue
                closed.remove(place)
            if leaving & bit:
                gone += 1
                if gone == packet - 1:
                    closed = {each for each in closed if each < place}
                    break
        still = []
        for place in reversed(below):
            if place in closed:
                if leaving & talon[place + 1] and place + 1 not in closed:
                    closed.remove(place)
                else:
                    still.append(place)
        return still[::-1]
