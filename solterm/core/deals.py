"""Deal numbers: the shuffles that numbers stand for.

They match other programs, so players can exchange deals: 1 to 32000 use Microsoft's generator,
larger numbers PySolFC's (which begins with 32000). For games that ask for it, all numbers up to
``MICROSOFT_LAST`` give the deals of Microsoft and FreeCell Pro.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from functools import lru_cache
from typing import Final

from solterm.core import cards
from solterm.core.cards import Card
from solterm.core.refusal import Refusal
from solterm.core.values import Value, expect

FIRST: Final = 1
LAST: Final = 10**20 - 1
MICROSOFT_LAST: Final = 8_589_934_591
EVERYDAY_LAST: Final = 32_000
"""The highest number in a random choice: short enough to remember and pass on."""
FIRST_HIDDEN: Final = MICROSOFT_LAST + 1
"""The first number of the deals that a host hides until the player's own try has ended."""

_COMPARED: Final = 3
"""Cards of a pack that a search for its number compares."""
_SUITS: Final = "CSHD"
"""The order of suits in pysol-cards."""


@lru_cache(maxsize=64)
def shuffle(
    deal: int,
    packs: int = 1,
    microsoft: bool = False,
    ranks: Container[int] = range(cards.ACE, cards.KING + 1),
) -> tuple[Card, ...]:
    """Return the pack of a deal number in dealing order.

    ``microsoft`` also uses Microsoft's generator for numbers from 32001 to ``MICROSOFT_LAST``. The
    pack contains only cards of the given ``ranks``.
    Raises ``Refusal`` for an invalid deal number.
    """
    check(deal)
    # Imported here to keep start-up fast.
    from pysol_cards.cards import createCards
    from pysol_cards.random import shuffle
    from pysol_cards.random_base import RandomBase

    microsofts = microsoft and deal <= MICROSOFT_LAST
    kind = RandomBase.DEALS_MS if microsofts else RandomBase.DEALS_PYSOLFC
    pack = [each for each in createCards(packs) if each.rank in ranks]
    order = shuffle(pack, deal, kind)
    return tuple(
        cards.card(each.rank, cards.SUITS.index(_SUITS[each.suit])) for each in reversed(order)
    )


def beginning_with(pack: Sequence[Card], last: int) -> Iterator[int]:
    """Yield the numbers up to ``last`` whose deals by Microsoft's generator begin like a pack.

    Only a few cards are compared, so that a million numbers take a fraction of a second.
    """
    order = sorted(pack, key=lambda card: (cards.rank(card), cards.suit(card)))
    places = {place for place, card in enumerate(order) if card == pack[0]}
    size, first = len(order), list(pack[:_COMPARED])
    for number in range(FIRST, last + 1):
        place = ((number * 214013 + 2531011) >> 16 & 0x7FFF) % size
        if place in places and _deal_first(order, number) == first:
            yield number


def _deal_first(order: Sequence[Card], number: int) -> list[Card]:
    """Return the first cards of a deal by Microsoft's generator."""
    left, dealt, state = list(order), [], number
    for _ in range(_COMPARED):
        state = (state * 214013 + 2531011) & 0x7FFFFFFF
        place = (state >> 16) % len(left)
        left[place], left[-1] = left[-1], left[place]
        dealt.append(left.pop())
    return dealt


def reshuffle(cards: Sequence[Card], deal: int, time: int) -> list[Card]:
    """Return cards in the order of the k-th reshuffle of a deal, k from 1."""
    from pysol_cards.random import MTRandom

    order = list(cards)
    MTRandom(deal * 100 + time).shuffle(order)
    return order


def check(deal: int) -> None:
    """Raise ``Refusal`` unless a number is a deal number."""
    expect(deal, int, "A deal number is an int, such as 617")
    if not FIRST <= deal <= LAST:
        raise Refusal(f"Deal numbers go from 1 to 10^20 - 1; {deal} is not one of them.")


def parse(text: str) -> int:
    """Return the deal number a player typed; raises ``Refusal`` if it is none."""
    digits = text.strip()
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 40:
        raise Refusal(f"{text!r} is not a deal number: write digits only, for example 617.")
    check(int(digits))
    return int(digits)


# -- packs with fewer ranks or suits ----------------------------------------------------------


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
        return shuffle(deal, ranks=self.ranks)


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
        pack = shuffle(deal)
        ranks = list(dict.fromkeys(map(cards.rank, pack)))[: self.count]
        taken = Counter[int]()
        chosen = []
        for card in pack:
            rank = cards.rank(card)
            if rank in ranks and taken[rank] < 2:
                taken[rank] += 1
                chosen.append(card)
        return tuple(reshuffle(sorted(chosen), deal, 0))


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
        pack = shuffle(deal, self.packs)
        return tuple(cards.card(cards.rank(card), suits[cards.suit(card)]) for card in pack)
