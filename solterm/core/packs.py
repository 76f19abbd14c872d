"""Short packs: games played with fewer cards than whole packs have."""

from abc import ABC, abstractmethod
from collections import Counter

from solterm.core import cards, deals
from solterm.core.cards import Card
from solterm.core.values import Value


class ShortPack(ABC):
    """Which cards a game is played with, where they are not whole packs."""

    @abstractmethod
    def shuffled(self, deal: int) -> tuple[Card, ...]:
        """Its cards in the order of a deal number: the first one is dealt first.

        Raises ``ValueError`` with a sentence when there is no such number.
        """


class Ranks(ShortPack, Value):
    """All four cards of some ranks, shuffled as PySolFC shuffles such a pack."""

    ranks: tuple[int, ...]

    def shuffled(self, deal: int) -> tuple[Card, ...]:
        return deals.shuffled(deal, ranks=self.ranks)


class Couples(ShortPack, Value):
    """So many ranks chosen by chance, each in two suits chosen by chance.

    The full pack of the deal number chooses: the ranks that come up first in it, in the suits
    that come up first. Where they lie is a shuffle of its own, since in the order of that pack
    equal ranks would lie closer together than chance has it.
    """

    count: int = 12

    def shuffled(self, deal: int) -> tuple[Card, ...]:
        pack = deals.shuffled(deal)
        ranks = list(dict.fromkeys(map(cards.rank, pack)))[: self.count]
        taken = Counter[int]()
        chosen = []
        for card in pack:
            rank = cards.rank(card)
            if rank in ranks and taken[rank] < 2:
                taken[rank] += 1
                chosen.append(card)
        return tuple(deals.reshuffled(sorted(chosen), deal, 0))
