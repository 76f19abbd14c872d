"""The steps a deal is made of, in the order a declaration lists them."""

from dataclasses import dataclass

from solterm.core import cards
from solterm.core.cards import DOWN, Card
from solterm.core.game import Step


@dataclass(frozen=True)
class Deal(Step):
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


@dataclass(frozen=True)
class Triangle(Step):
    """One card to the first pile, two to the second ...: row by row."""

    piles: tuple[str, ...]
    down: bool = True
    """Does all but the last card of each pile lie face down?"""

    def deal(self, pack: list[Card], piles: dict[str, list[Card]]) -> None:
        for row in range(len(self.piles)):
            for place, name in enumerate(self.piles[row:]):
                card = pack.pop(0)
                piles[name].append(card | DOWN if place and self.down else card)


@dataclass(frozen=True)
class Take(Step):
    """Cards sought out in the pack: to each pile the first one that is among its choice."""

    piles: tuple[str, ...]
    masks: tuple[int, ...]
    """For each pile, the mask of the cards that will do."""

    def deal(self, pack: list[Card], piles: dict[str, list[Card]]) -> None:
        for name, mask in zip(self.piles, self.masks, strict=True):
            place = next(k for k, card in enumerate(pack) if mask >> card & 1)
            piles[name].append(pack.pop(place))


@dataclass(frozen=True)
class Sink(Step):
    """Cards of a rank go to the head of their pile, their order kept (row 26)."""

    piles: tuple[str, ...]
    rank: int = cards.KING

    def deal(self, pack: list[Card], piles: dict[str, list[Card]]) -> None:
        for name in self.piles:
            piles[name].sort(key=lambda card: cards.rank(card) != self.rank)


@dataclass(frozen=True)
class Rest(Step):
    """All cards left, the next to be dealt on top."""

    pile: str = "s"
    down: bool = True
    """Face down, as a stock lies?"""

    def deal(self, pack: list[Card], piles: dict[str, list[Card]]) -> None:
        piles[self.pile] = [card | DOWN if self.down else card for card in reversed(pack)]
        pack.clear()
