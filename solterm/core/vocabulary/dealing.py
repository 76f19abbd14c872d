"""The steps of a deal. A declaration lists them in order."""

from abc import ABC, abstractmethod
from collections.abc import Mapping

from solterm.core import cards
from solterm.core.cards import DOWN, Card
from solterm.core.refusal import Refusal
from solterm.core.values import PileId, PileIds, Value


class DealingStep(ABC):
    """One step of the deal."""

    @abstractmethod
    def deal(self, pack: list[Card], piles: dict[str, list[Card]]) -> None:
        """Take cards from the front of the pack and lay them on piles, by default face up."""

    def confines(self) -> Mapping[str, int]:
        """Return the piles that receive only certain cards, with the mask of those cards."""
        return {}


class Deal(DealingStep, Value):
    """Deal a number of cards to each of several piles, row by row."""

    piles: PileIds
    rows: int = 1
    down: int = 0
    """How many of the rows are dealt face down; these come first."""

    def deal(self, pack: list[Card], piles: dict[str, list[Card]]) -> None:
        for row in range(self.rows):
            for name in self.piles:
                card = pack.pop(0)
                piles[name].append(card | DOWN if row < self.down else card)


class DistinctRanks(DealingStep, Value):
    """Deal face-up rows like ``Deal``, but no rank twice to a pile (nestor).

    A pile gets the next card of the pack whose rank it lacks. If it lacks none, the next card
    changes places with one dealt before, so that each deal gives a table.

    >>> from solterm.declare import DistinctRanks
    >>> pack, piles = [1, 2, 17, 34], {"t1": [], "t2": []}
    >>> DistinctRanks(("t1", "t2"), 2).deal(pack, piles)
    >>> piles
    {'t1': [1, 34], 't2': [2, 17]}
    """

    piles: PileIds
    rows: int

    def deal(self, pack: list[Card], piles: dict[str, list[Card]]) -> None:
        for _ in range(self.rows):
            for name in self.piles:
                pile = piles[name]
                fitting = (k for k, card in enumerate(pack) if _lacks(pile, card))
                if (place := next(fitting, None)) is not None:
                    pile.append(pack.pop(place))
                else:
                    self._exchange(pack.pop(0), pile, piles)

    def _exchange(self, card: Card, pile: list[Card], piles: dict[str, list[Card]]) -> None:
        for other in (piles[name] for name in self.piles if _lacks(piles[name], card)):
            for place, dealt in enumerate(other):
                if _lacks(pile, dealt):
                    other[place] = card
                    pile.append(dealt)
                    return
        raise Refusal(f"no pile takes {cards.text(card)}")


def _lacks(pile: list[Card], card: Card) -> bool:
    return all(cards.rank(each) != cards.rank(card) for each in pile)


class Triangle(DealingStep, Value):
    """Deal one card to the first pile, two to the second and so on, row by row."""

    piles: PileIds
    down: bool = True
    """Whether all cards except the last of each pile are face down."""

    def deal(self, pack: list[Card], piles: dict[str, list[Card]]) -> None:
        for row in range(len(self.piles)):
            for place, name in enumerate(self.piles[row:]):
                card = pack.pop(0)
                piles[name].append(card | DOWN if place and self.down else card)


class HiddenTriangle(DealingStep, Value):
    """Deal no card to the first pile, one to the second and so on, then one face up to each.

    Rows go from right to left, as in PySolFC's Klondike games.
    """

    piles: PileIds
    down: bool = True
    """Whether the triangle is face down."""

    def deal(self, pack: list[Card], piles: dict[str, list[Card]]) -> None:
        for row in (*range(1, len(self.piles)), 0):
            for name in reversed(self.piles[row:]):
                card = pack.pop(0)
                piles[name].append(card | DOWN if row and self.down else card)


class Take(DealingStep, Value):
    """Search the pack: each pile gets the first card that matches its mask."""

    piles: PileIds
    masks: tuple[int, ...]
    """For each pile, the mask of the cards it may get."""
    from_bottom: bool = False
    """Whether to search from the end of the pack instead, the card that would be dealt last."""

    def deal(self, pack: list[Card], piles: dict[str, list[Card]]) -> None:
        places = range(len(pack))
        for name, mask in zip(self.piles, self.masks, strict=True):
            order = reversed(places) if self.from_bottom else places
            place = next((k for k in order if mask >> pack[k] & 1), None)
            if place is None:
                raise Refusal(f"the pack has no card left that {name} takes")
            piles[name].append(pack.pop(place))
            places = range(len(pack))


class Brothers(DealingStep, Value):
    """Search the pack for the next cards of a dealt card's rank, one for each of several piles.

    >>> from solterm.core import cards
    >>> from solterm.declare import Brothers
    >>> pack = list(map(cards.parse, ("3H", "7S", "7D")))
    >>> piles = {"f1": [cards.parse("7C")], "f2": []}
    >>> Brothers(("f2",), "f1").deal(pack, piles)
    >>> cards.text(piles["f2"][0]), len(pack)
    ('7S', 2)
    """

    piles: PileIds
    of: PileId
    """The pile whose first card gives the rank."""

    def deal(self, pack: list[Card], piles: dict[str, list[Card]]) -> None:
        rank = cards.rank(piles[self.of][0])
        masks = (cards.mask(cards.card(rank, suit) for suit in range(4)),) * len(self.piles)
        Take(self.piles, masks).deal(pack, piles)


class SinkRank(DealingStep, Value):
    """Move cards of one rank to the bottom of their piles, keeping their order (bristol)."""

    piles: PileIds
    rank: int = cards.KING

    def deal(self, pack: list[Card], piles: dict[str, list[Card]]) -> None:
        for name in self.piles:
            piles[name].sort(key=lambda card: cards.rank(card) != self.rank)


class SetAside(DealingStep, Value):
    """Move the cards of one rank from their piles to another pile (montana)."""

    piles: PileIds
    rank: int = cards.ACE
    to: PileId = "d"

    def deal(self, pack: list[Card], piles: dict[str, list[Card]]) -> None:
        for name in self.piles:
            piles[self.to] += [card for card in piles[name] if cards.rank(card) == self.rank]
            piles[name] = [card for card in piles[name] if cards.rank(card) != self.rank]


class Rest(DealingStep, Value):
    """Lay all remaining cards on one pile, the next card on top."""

    pile: PileId = "s"
    down: bool = True
    """Whether they are face down, like a stock."""

    def deal(self, pack: list[Card], piles: dict[str, list[Card]]) -> None:
        piles[self.pile] = [card | DOWN if self.down else card for card in reversed(pack)]
        pack.clear()


class TurnUp(DealingStep, Value):
    """Turn up the top card of a pile."""

    pile: PileId = "s"

    def deal(self, pack: list[Card], piles: dict[str, list[Card]]) -> None:
        piles[self.pile][-1] &= ~DOWN


class ByRank(DealingStep, Value):
    """Deal each remaining card to the pile of its rank (lady-of-the-manor)."""

    piles: PileIds
    first: int = 2
    """The rank of the first pile."""

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


class Under(DealingStep, Value):
    """Move the first cards of the pack under the others, where they stay out of play (poker)."""

    count: int

    def deal(self, pack: list[Card], piles: dict[str, list[Card]]) -> None:
        pack[:] = pack[self.count :] + pack[: self.count]
