"""Deal numbers: the order in which a numbered deal lays out its pack.

The numbers are the field's own, so that deals can be traded with other programs: 1 to
32000 shuffle with Microsoft's generator, larger ones as PySolFC's do, and where a game asks for it
every number up to ``MICROSOFT_LAST`` is Microsoft's and FreeCell Pro's deal.
"""

from collections.abc import Container, Sequence
from functools import lru_cache
from typing import Final

from solterm.core import cards
from solterm.core.cards import Card

FIRST: Final = 1
LAST: Final = 10**20 - 1
MICROSOFT_LAST: Final = 8_589_934_591
EVERYDAY_LAST: Final = 32_000
"""The last of the numbers a random choice draws from: short enough to remember and to pass on."""

_SUITS: Final = "CSHD"
"""The order of suits in pysol-cards."""


@lru_cache(maxsize=64)
def shuffle(
    deal: int,
    packs: int = 1,
    microsoft: bool = False,
    ranks: Container[int] = range(cards.ACE, cards.KING + 1),
) -> tuple[Card, ...]:
    """The pack of a deal number in dealing order: the first card is dealt first.

    ``microsoft`` makes numbers above 32000 Microsoft's too, as far as those go. Only cards of
    ``ranks`` are in it.
    Raises ``ValueError`` with a sentence when there is no such number.
    """
    check(deal)
    # Imported here: it costs time that the first frame does not have.
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


def reshuffle(cards: Sequence[Card], deal: int, time: int) -> list[Card]:
    """Cards in the order that the k-th reshuffle of a deal gives them, k from 1."""
    from pysol_cards.random import MTRandom

    order = list(cards)
    MTRandom(deal * 100 + time).shuffle(order)
    return order


def check(deal: int) -> None:
    """Raise ``ValueError`` with a sentence unless it is a deal number."""
    if not FIRST <= deal <= LAST:
        raise ValueError(f"Deal numbers go from 1 to 10^20 - 1; {deal} is not one of them.")


def parse(text: str) -> int:
    """The deal number a player typed; raises ``ValueError`` with a sentence."""
    digits = text.strip()
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 40:
        raise ValueError(f"{text!r} is not a deal number: write digits only, for example 617.")
    check(int(digits))
    return int(digits)
