"""Estimate the points that a line of a poker grid will make, for hints.

The estimate depends on the number of cards in the line and on the best hand that they have made, or
that all of them can still serve. Cards that mix suits and lie far apart in rank promise little,
and so does a pair that fills up with other ranks.
"""

from collections.abc import Sequence

from solterm.core import cards
from solterm.core.cards import Card
from solterm.games.poker import PokerHand, hand_of

_WINDOWS = (*(frozenset(range(low, low + 5)) for low in range(1, 10)), {10, 11, 12, 13, 1})
"""The ranks of all straights."""
_PROMISE: dict[PokerHand, tuple[float, ...]] = {
    PokerHand.NOTHING: (0, 0, 4, 1.5, 0.5),
    PokerHand.PAIR: (0, 0, 12, 10, 4),
    PokerHand.TWO_PAIR: (0, 0, 0, 0, 15),
    PokerHand.THREE_OF_A_KIND: (0, 0, 0, 23, 20),
    PokerHand.STRAIGHT: (0, 0, 5.5, 4, 4),
    PokerHand.FLUSH: (0, 0, 7, 10, 14),
    PokerHand.FOUR_OF_A_KIND: (0, 0, 0, 0, 57),
    PokerHand.STRAIGHT_FLUSH: (10, 8, 9.5, 14, 22),
}
"""The points to expect of lines with no card to four, found by experiment: a player who always
follows the highest promise makes about 104 points."""


def promise_of(line: Sequence[Card]) -> float:
    """Return the points to expect of a line of up to five cards.

    >>> [promise_of([cards.parse(card) for card in line.split()]) for line in ("2H 9H", "2H 9C")]
    [7, 4]
    """
    hand = hand_of(line)
    if len(line) == 5:
        return hand
    if hand is PokerHand.NOTHING:
        hand = _aim_of(line)
    return _PROMISE[hand][len(line)]


def _aim_of(line: Sequence[Card]) -> PokerHand:
    """Return the best hand that cards of different ranks can serve together."""
    ranks = {cards.rank(card) for card in line}
    is_straight = any(ranks <= window for window in _WINDOWS)
    if len({cards.suit(card) for card in line}) < 2:
        return PokerHand.STRAIGHT_FLUSH if is_straight else PokerHand.FLUSH
    return PokerHand.STRAIGHT if is_straight else PokerHand.NOTHING
