"""Cards: small integers with a text form.

A card is an ``int``: the rank (1 = Ace ... 13 = King) in the low four bits, the suit (clubs,
diamonds, hearts, spades = 0 ... 3) above it, and one more bit when the card lies face down.
The text form is the contract's: rank ``A 2-9 T J Q K`` then suit ``C D H S``; a face-down card
is written in lower case.

>>> text(parse("QH")), text(parse("QH") | DOWN)
('QH', 'qh')
"""

from collections.abc import Iterable
from typing import Final

Card = int

RANKS: Final = "A23456789TJQK"
SUITS: Final = "CDHS"
RANK_NAMES: Final = (
    *("Ace", "2", "3", "4", "5", "6", "7", "8", "9", "10"),
    *("Jack", "Queen", "King"),
)
"""How a sentence names a rank: ``RANK_NAMES[rank - 1]``."""

ACE: Final = 1
JACK: Final = 11
QUEEN: Final = 12
KING: Final = 13

DOWN: Final = 0x40
"""The bit of a card that lies face down."""

UNKNOWN: Final = 0
"""A card that is there, but not known to whom the table is shown: it has no rank and no suit."""

CODES: Final = 0x80
"""One more than the largest card: the length of a table indexed by card."""


def card(rank: int, suit: int) -> Card:
    """The face-up card of a rank (1-13) and a suit (index into ``SUITS``)."""
    return suit << 4 | rank


def rank(card: Card) -> int:
    """Its rank, 1 (Ace) to 13 (King)."""
    return card & 15


def suit(card: Card) -> int:
    """Its suit, as an index into ``SUITS``."""
    return card >> 4 & 3


def is_red(card: Card) -> bool:
    """Is it a diamond or a heart?"""
    return card >> 4 & 3 in (1, 2)


def colour(card: Card) -> str:
    """``"red"`` or ``"black"``, as a sentence says it."""
    return "red" if is_red(card) else "black"


def text(card: Card) -> str:
    """The card's two letters, in lower case when it lies face down; ``??`` for an unknown one."""
    if not card & ~DOWN:
        return "??"
    letters = RANKS[(card & 15) - 1] + SUITS[card >> 4 & 3]
    return letters.lower() if card & DOWN else letters


def parse(letters: str) -> Card:
    """The card of two letters; lower case is face down.

    Raises ``ValueError`` with a sentence when the letters name no card.
    """
    value = _BY_TEXT.get(letters)
    if value is None:
        raise ValueError(f"{letters!r} is not a card: write a rank (A 2-9 T J Q K), then a suit.")
    return value


def pack(packs: int = 1) -> tuple[Card, ...]:
    """All cards of one or more packs, face up, in suit and rank order."""
    return tuple(card(r, s) for s in range(4) for r in range(1, 14)) * packs


def mask(cards: Iterable[Card]) -> int:
    """A set of face-up cards as one integer: bit ``c`` stands for card ``c``."""
    bits = 0
    for c in cards:
        bits |= 1 << c
    return bits


ALL: Final = mask(pack())
"""The mask of every card."""

_BY_TEXT: Final = {text(c): c for face in pack() for c in (face, face | DOWN)}


def article(rank: int) -> str:
    """A rank as a sentence names one card of it: ``an Ace``."""
    name = RANK_NAMES[rank - 1]
    return f"{'an' if name in ('Ace', '8') else 'a'} {name}"


FULL_SUITS = frozenset(tuple(card(rank, suit) for rank in range(KING, 0, -1)) for suit in range(4))
"""The four suits as they lie when they are finished: King to Ace."""
