"""Packs that are not the usual ones: fewer cards, or fewer suits."""

from abc import ABC, abstractmethod
from collections import Counter

from solterm.core import cards, deals
from solterm.core.cards import Card
from solterm.core.values import Value


class Pack(ABC):
    """Which cards a game is played with, where they are not whole packs."""

    @property
    @abstractmethod
    def size(self) -> int:
        """How many cards it has."""

    @abstractmethod
    def shuffle(self, deal: int) -> tuple[Card, ...]:
        """Its cards in the order of a deal number: the first one is dealt first.

        Raises ``ValueError`` with a sentence when there is no such number.
        """


class Ranks(Pack, Value):
    """All four cards of some ranks, shuffled as PySolFC shuffles such a pack."""

    ranks: tuple[int, ...]

    @property
    def size(self) -> int:
        return 4 * len(self.ranks)

    def shuffle(self, deal: int) -> tuple[Card, ...]:
        return deals.shuffle(deal, ranks=self.ranks)


class Couples(Pack, Value):
    """So many ranks chosen by chance, each in two suits chosen by chance.

    The full pack of the deal number chooses: the ranks that come up first in it, in the suits
    that come up first. Where they lie is a shuffle of its own, since in the order of that pack
    equal ranks would lie closer together than chance has it.
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
    """Whole packs whose cards are of a few suits only, the same number of each (Spider).

    They lie as the deal number has it with all four suits; only the suits become others, in turn.
    """

    suits: str
    """Their letters: ``S``, or ``SH``."""
    packs: int = 1

    @property
    def size(self) -> int:
        return 52 * self.packs

    def shuffle(self, deal: int) -> tuple[Card, ...]:
        suits = [cards.SUITS.index(self.suits[k % len(self.suits)]) for k in range(4)]
        pack = deals.shuffle(deal, self.packs)
        return tuple(cards.card(cards.rank(card), suits[cards.suit(card)]) for card in pack)
