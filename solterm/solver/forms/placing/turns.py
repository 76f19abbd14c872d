"""A rough forecast of when the cards that are placed will be wanted."""

from solterm.core.cards import KING

LATE = 1000
"""The turn of a rank that is not wanted any more."""
_KEPT = 20_000
"""The most entries of a cache."""


class Turns:
    """For each rank the times at which its cards would have their turns, in order.

    It supposes that all cards of the piles are at hand; they follow from the foundations and the
    stock. Time advances by one with each card of the stock, and with each card that goes home.
    """

    def __init__(self, wanted: list[tuple[int, ...]], feed: tuple[int, ...]) -> None:
        self._wanted = wanted
        self._feed = feed
        self._known: dict[tuple[tuple[int, ...], int], list[list[int]]] = {}
        copies = max((sum(order.count(1) for order in wanted), 4))
        self._late = [LATE] * (2 * copies)

    def of(self, home: tuple[int, ...], left: int) -> list[list[int]]:
        """Return the turns for foundations of these sizes, and so many cards in the stock."""
        if known := self._known.get((home, left)):
            return known
        if len(self._known) >= _KEPT:
            self._known.clear()
        turns = self._known[home, left] = self._work_out(home, left)
        return turns

    def _work_out(self, home: tuple[int, ...], left: int) -> list[list[int]]:
        wanted = self._wanted
        at_hand = [0] * (KING + 1)
        for order, come in zip(wanted, home, strict=True):
            for rank in order[come:]:
                at_hand[rank] += 1
        for rank in self._feed[1 : left + 1]:
            at_hand[rank] -= 1
        turns: list[list[int]] = [[] for _ in range(KING + 1)]
        reached = list(home)
        time = 0
        for rank in (0, *self._feed[left:0:-1]):
            at_hand[rank] += 1
            time += 1
            goes_on = True
            while goes_on:
                goes_on = False
                for number, order in enumerate(wanted):
                    come = reached[number]
                    if come < len(order) and at_hand[order[come]] > 0:
                        at_hand[order[come]] -= 1
                        reached[number] += 1
                        time += 1
                        turns[order[come]].append(time)
                        goes_on = True
        for each in turns:
            each += self._late
        return turns
