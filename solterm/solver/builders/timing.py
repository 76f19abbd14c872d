"""How soon cards can go home at best, and which cards lie over sooner ones.

A card goes home after all lower ones of its suit, so not before the last of them has come out of
the stock. A card over one that could go home before it must move elsewhere first; otherwise it can
wait where it is. The order of turns sorts cards by how many cards of the stock must come out, then
by height. It ignores every other obstacle, so it serves only to estimate.
"""

from functools import lru_cache

from solterm.core.cards import DOWN
from solterm.solver.builders.kernel_layout import Layout, State
from solterm.solver.cache import KEPT, Cache

_LAST = 255
"""The turn of codes that are no cards."""


class Timing:
    """The turns of cards in a game of one pack whose foundations build up in suit."""

    def __init__(self, layout: Layout) -> None:
        self._homes = layout.home_span
        self._stock = layout.stock
        self._known = Cache[tuple[bytes, ...], bytes](_work_out)

    def order(self, state: State) -> bytes:
        """Return each card's place in the order of turns, as a table to translate piles."""
        stock = state[self._stock] if self._stock >= 0 else b""
        return self._known[stock, *state[self._homes]]


def _work_out(stock_and_foundations: tuple[bytes, ...]) -> bytes:
    stock, *foundations = stock_and_foundations
    base = next((pile[0] & 15 for pile in foundations if pile), 1) - 1
    heights = {pile[0] >> 4: len(pile) for pile in foundations if pile}
    turns: dict[tuple[int, int], list[int]] = {}
    for suit in range(4):
        turn = 0
        for height in range(heights.get(suit, 0), 13):
            card = suit << 4 | (base + height) % 13 + 1
            turn = max(turn, stock.find(card) + 1)
            turns.setdefault((turn, height), []).append(card)
    order = bytearray([_LAST]) * 256
    for number, turn_and_height in enumerate(sorted(turns)):
        for card in turns[turn_and_height]:
            order[card] = order[card | DOWN] = number
    return bytes(order)


@lru_cache(KEPT)
def count_late(turns: bytes) -> int:
    """Return how many cards of a pile lie over one with a sooner turn.

    >>> count_late(bytes((5, 3, 4, 1, 1)))
    1
    """
    late, soonest = 0, _LAST
    for turn in turns:
        if turn > soonest:
            late += 1
        else:
            soonest = turn
    return late
