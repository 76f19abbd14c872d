"""Packs with fewer ranks or suits than the usual one."""

from abc import ABC, abstractmethod
from collections import Counter

from solterm.core import cards, deals
from solterm.core.cards import Card
from solterm.core.values import Value


class Pack(ABC):
    """The cards of a game that does not use whole packs."""

    @property
    @abstractmethod
    def size(self) -> int:
        """The number of cards."""

    @abstractmethod
    def shuffle(self, deal: int) -> tuple[Card, ...]:
        """Return the cards of a deal number in dealing order.

        Raises ``Refusal`` for an invalid deal number.
        """


class Ranks(Pack, Value):
    """All four cards of some ranks, shuffled the way PySolFC shuffles such a pack."""

    ranks: tuple[int, ...]

    @property
    def size(self) -> int:
        return 4 * len(self.ranks)

    def shuffle(self, deal: int) -> tuple[Card, ...]:
        return deals.shuffle(deal, ranks=self.ranks)


class Couples(Pack, Value):
    """Randomly chosen ranks, each in two randomly chosen suits.

    The full pack of the deal number makes the choice: the ranks and suits that come up first. A
    separate shuffle arranges them, because in the order of the full pack equal ranks would be too
    close together.
    """

    count: int = 12

    @property
    def size(self) -> int:
        return 2 * self.count

    def shuffle(self, deal: int) -> tuple[Card, ...]:
        pack = deals.shuffle(deal)
        ranks = list(dict.fromkeys(map(cards.rank, pack)))[: self.count]
        taken = Counter[int]()
        chosen = []
        for card in pack:
            rank = cards.rank(card)
            if rank in ranks and taken[rank] < 2:
                taken[rank] += 1
                chosen.append(card)
        return tuple(deals.reshuffle(sorted(chosen), deal, 0))


class InSuits(Pack, Value):
    """Whole packs with fewer suits, each the same number of times (Spider).

    The order is that of the deal number with four suits; only the suits are replaced.
    """

    suits: str
    """The suits' letters: ``S``, or ``SH``."""
    packs: int = 1

    @property
    def size(self) -> int:
        return 52 * self.packs

    def shuffle(self, deal: int) -> tuple[Card, ...]:
        # As in PySolFC, two suits divide the pack by colour.
        suits = {
            cards.SUITS.index(letter): cards.SUITS.index(self.suits[place * len(self.suits) // 4])
            for place, letter in enumerate("CSHD")
        }
        pack = deals.shuffle(deal, self.packs)
        return tuple(cards.card(cards.rank(card), suits[cards.suit(card)]) for card in pack)
