"""Estimate the points that a line of a poker grid may still reach, for hints.

Each hand that the line can still become counts its points times the chance that its missing cards
arrive, as if they arrived independently; the best hands first, lesser ones for when those fail.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from math import prod

from solterm.core import cards
from solterm.core.cards import Card
from solterm.games.poker import PokerHand, hand_of

_WINDOWS = [*(range(low, low + 5) for low in range(1, 10)), (10, 11, 12, 13, 1)]
"""The ranks of all straights."""
_SHARED = 0.6
"""The share of a chance that remains per missing card, since other lines want the same cards."""


class Prospects:
    """The cards that may still come, and the chance of each."""

    def __init__(self, unseen: Collection[Card], draws: int) -> None:
        self._chance = min(1.0, draws / len(unseen)) if unseen else 0.0
        self._ranks = Counter(cards.rank(card) for card in unseen)
        self._suits = Counter(cards.suit(card) for card in unseen)
        self._unseen = frozenset(unseen)

    def points(self, line: Sequence[Card]) -> float:
        """Return the likely points of a line of up to five cards."""
        lacking = 5 - len(line)
        if not lacking:
            return float(hand_of(line))
        worth, left = 0.0, 1.0
        chances: dict[PokerHand, float] = {}
        for hand, chance in self._chances(line, lacking):
            chances[hand] = max(chance, chances.get(hand, 0.0))
        for hand, chance in sorted(chances.items(), reverse=True):
            worth += left * chance * hand
            left *= 1 - chance
        return max(worth, float(hand_of(line)))

    def _chances(self, line: Sequence[Card], lacking: int) -> Iterator[tuple[PokerHand, float]]:
        ranks = Counter(cards.rank(card) for card in line)
        suits = {cards.suit(card) for card in line}
        if max(ranks.values(), default=0) <= 1:
            if len(suits) == 1:
                yield PokerHand.FLUSH, self._come(self._suits[next(iter(suits))], lacking)
            for window in _WINDOWS:
                if ranks.keys() <= set(window):
                    yield from self._straights(window, ranks, suits)
        for most, hand in (
            (4, PokerHand.FOUR_OF_A_KIND),
            (3, PokerHand.THREE_OF_A_KIND),
            (2, PokerHand.PAIR),
        ):
            if len(ranks) - 1 <= 5 - most:
                for rank, held in ranks.items():
                    if most - held <= lacking:
                        yield hand, self._come(self._ranks[rank], most - held)
        if len(ranks) == 2:
            (first, n), (second, m) = ranks.items()
            for wanted, hand in (((3, 2), PokerHand.FULL_HOUSE), ((2, 2), PokerHand.TWO_PAIR)):
                for a, b in {wanted, wanted[::-1]}:
                    if n <= a and m <= b and a - n + b - m <= lacking:
                        chance = self._come(self._ranks[first], a - n)
                        yield hand, chance * self._come(self._ranks[second], b - m)

    def _straights(
        self, window: Sequence[int], ranks: Collection[int], suits: Collection[int]
    ) -> Iterator[tuple[PokerHand, float]]:
        wanted = [rank for rank in window if rank not in ranks]
        yield PokerHand.STRAIGHT, prod(self._come(self._ranks[rank], 1) for rank in wanted)
        if len(suits) == 1:
            suit = next(iter(suits))
            there = [cards.card(rank, suit) in self._unseen for rank in wanted]
            chance = (self._chance * _SHARED) ** len(wanted) if all(there) else 0.0
            yield PokerHand.ROYAL_FLUSH if window[0] == 10 else PokerHand.STRAIGHT_FLUSH, chance

    def _come(self, left: int, wanted: int) -> float:
        """Return the chance that a number of the suitable cards arrive."""
        if wanted <= 0:
            return 1.0
        if left < wanted:
            return 0.0
        chance = 1.0
        for short in range(wanted):
            chance *= _SHARED * (1 - (1 - self._chance) ** (left / wanted if short else left))
        return chance
