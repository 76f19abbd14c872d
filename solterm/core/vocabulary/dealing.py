"""The steps a deal is made of, in the order a declaration lists them."""

from abc import ABC, abstractmethod
from collections.abc import Mapping

from solterm.core import cards
from solterm.core.cards import DOWN, Card
from solterm.core.values import Value


class Step(ABC):
    """One step of the deal."""

    @abstractmethod
    def deal(self, pack: list[Card], piles: dict[str, list[Card]]) -> None:
        """Take cards off the front of the pack and lay them, face up unless the step says so."""

    def confines(self) -> Mapping[str, int]:
        """Return the piles that get certain cards only, each with the mask of those cards."""
        return {}


class Deal(Step, Value):
    """So many cards to each of some piles, row by row."""

    piles: tuple[str, ...]
    rows: int = 1
    down: int = 0
    """How many of the rows lie face down, the first ones."""

    def deal(self, pack: list[Card], piles: dict[str, list[Card]]) -> None:
        for row in range(self.rows):
            for name in self.piles:
                card = pack.pop(0)
                piles[name].append(card | DOWN if row < self.down else card)


class Triangle(Step, Value):
    """One card to the first pile, two to the second ...: row by row."""

    piles: tuple[str, ...]
    down: bool = True
    """Does all but the last card of each pile lie face down?"""

    def deal(self, pack: list[Card], piles: dict[str, list[Card]]) -> None:
        for row in range(len(self.piles)):
            for place, name in enumerate(self.piles[row:]):
                card = pack.pop(0)
                piles[name].append(card | DOWN if place and self.down else card)


class HiddenTriangle(Step, Value):
    """None to the first pile, one card to the second ...: face down, then one face up on each.

    Row by row from the right, as PySolFC deals its Klondikes.
    """

    piles: tuple[str, ...]
    down: bool = True
    """Does the triangle lie face down?"""

    def deal(self, pack: list[Card], piles: dict[str, list[Card]]) -> None:
        for row in (*range(1, len(self.piles)), 0):
            for name in reversed(self.piles[row:]):
                card = pack.pop(0)
                piles[name].append(card | DOWN if row and self.down else card)


class Take(Step, Value):
    """Cards sought out in the pack: to each pile the first one that is among its choice."""

    piles: tuple[str, ...]
    masks: tuple[int, ...]
    """For each pile, the mask of the cards that will do."""
    from_bottom: bool = False
    """Are they sought from the other end, the card that would be dealt last?"""

    def deal(self, pack: list[Card], piles: dict[str, list[Card]]) -> None:
        places = range(len(pack))
        for name, mask in zip(self.piles, self.masks, strict=True):
            order = reversed(places) if self.from_bottom else places
            place = next(k for k in order if mask >> pack[k] & 1)
            piles[name].append(pack.pop(place))
            places = range(len(pack))


class Sink(Step, Value):
    """Cards of a rank go to the head of their pile, their order kept (bristol)."""

    piles: tuple[str, ...]
    rank: int = cards.KING

    def deal(self, pack: list[Card], piles: dict[str, list[Card]]) -> None:
        for name in self.piles:
            piles[name].sort(key=lambda card: cards.rank(card) != self.rank)


class Rest(Step, Value):
    """All cards left, the next to be dealt on top."""

    pile: str = "s"
    down: bool = True
    """Face down, as a stock lies?"""

    def deal(self, pack: list[Card], piles: dict[str, list[Card]]) -> None:
        piles[self.pile] = [card | DOWN if self.down else card for card in reversed(pack)]
        pack.clear()


class TurnUp(Step, Value):
    """The top card of a pile is turned up."""

    pile: str = "s"

    def deal(self, pack: list[Card], piles: dict[str, list[Card]]) -> None:
        piles[self.pile][-1] &= ~DOWN


class ByRank(Step, Value):
    """All cards left, each to the pile of its rank (lady-of-the-manor)."""

    piles: tuple[str, ...]
    first: int = 2
    """The rank of the first of these piles."""

    def deal(self, pack: list[Card], piles: dict[str, list[Card]]) -> None:
        for card in pack:
            piles[self.piles[cards.rank(card) - self.first]].append(card)
        pack.clear()

    def confines(self) -> Mapping[str, int]:
        ranks = range(self.first, self.first + len(self.piles))
        return {
            name: cards.mask(cards.card(rank, suit) for suit in range(4))
            for name, rank in zip(self.piles, ranks, strict=True)
        }


class Under(Step, Value):
    """The first cards of the pack go under the others: they are not meant to be played (poker)."""

    count: int

    def deal(self, pack: list[Card], piles: dict[str, list[Card]]) -> None:
        pack[:] = pack[self.count :] + pack[: self.count]
