"""Cards: small integers with a text form.

A card is an ``int``: the low four bits are the rank (1 = Ace ... 13 = King), the next two the suit
(0 = clubs, 1 = diamonds, 2 = hearts, 3 = spades), and one more bit is set if it is face down. As
text, a card is its rank (``A 2-9 T J Q K``) and its suit (``C D H S``); lower case means face down.

>>> from solterm import cards
>>> cards.text(cards.parse("QH")), cards.text(cards.parse("QH") | cards.DOWN)
('QH', 'qh')
"""

from collections.abc import Iterable
from typing import Final

from solterm.core.refusal import Refusal

Card = int

RANKS: Final = "A23456789TJQK"
SUITS: Final = "CDHS"
RANK_NAMES: Final = (
    *("Ace", "2", "3", "4", "5", "6", "7", "8", "9", "10"),
    *("Jack", "Queen", "King"),
)
"""Names of ranks in sentences: ``RANK_NAMES[rank - 1]``."""
SUIT_NAMES: Final = ("clubs", "diamonds", "hearts", "spades")
"""Names of suits in sentences: ``SUIT_NAMES[suit]``."""

ACE: Final = 1
JACK: Final = 11
QUEEN: Final = 12
KING: Final = 13

DOWN: Final = 0x40
"""The bit set on face-down cards."""

UNKNOWN: Final = 0
"""A card whose rank and suit the viewer does not know."""

CODES: Final = 0x80
"""The length of a sequence indexed by card: one more than the largest card."""


def card(rank: int, suit: int) -> Card:
    """Return the face-up card of a rank (1-13) and a suit (index into ``SUITS``)."""
    return suit << 4 | rank


def rank(card: Card) -> int:
    """Return the rank of a card, 1 (Ace) to 13 (King)."""
    return card & 15


def suit(card: Card) -> int:
    """Return the suit of a card, as an index into ``SUITS``."""
    return card >> 4 & 3


def is_red(card: Card) -> bool:
    """Return whether a card is a diamond or a heart."""
    return card >> 4 & 3 in (1, 2)


def colour(card: Card) -> str:
    """Return ``"red"`` or ``"black"``."""
    return "red" if is_red(card) else "black"


def text(card: Card) -> str:
    """Return a card as two letters, in lower case if face down; ``??`` if unknown.

    Raises ``Refusal`` for a number that is not a card.
    """
    letters = _TEXT_OF.get(card)
    if letters is None:
        raise Refusal(f"{card!r} is not a card.")
    return letters


def parse(letters: str) -> Card:
    """Return the card written as two letters; lower case means face down.

    A ten may be written ``10``, as the screen shows it.
    Raises ``Refusal`` if the letters are not a card.

    >>> from solterm import cards
    >>> cards.parse("10H") == cards.parse("TH")
    True
    """
    ten = isinstance(letters, str) and letters.startswith("10")
    value = _BY_TEXT.get("tT"[letters[2:].isupper()] + letters[2:] if ten else letters)
    if value is None:
        raise Refusal(f"{letters!r} is not a card: write a rank (A 2-9 T J Q K), then a suit.")
    return value


def pack(packs: int = 1) -> tuple[Card, ...]:
    """Return all cards of one or more packs, face up, in suit and rank order."""
    return tuple(card(r, s) for s in range(4) for r in range(1, 14)) * packs


def mask(cards: Iterable[Card]) -> int:
    """Return a set of face-up cards as an integer in which bit ``c`` stands for card ``c``."""
    bits = 0
    for c in cards:
        bits |= 1 << c
    return bits


ALL: Final = mask(pack())
"""The mask of every card."""

_TEXT_OF: Final = {UNKNOWN: "??", DOWN: "??"} | {
    face | down: letters.lower() if down else letters
    for face in pack()
    for letters in [RANKS[rank(face) - 1] + SUITS[suit(face)]]
    for down in (0, DOWN)
}
_BY_TEXT: Final = {letters: card for card, letters in _TEXT_OF.items() if card & ~DOWN}


def article(rank: int) -> str:
    """Return the name of a rank with its article: ``an Ace``."""
    name = RANK_NAMES[rank - 1]
    return f"{'an' if name in ('Ace', '8') else 'a'} {name}"


FULL_SUITS = frozenset(tuple(card(rank, suit) for rank in range(KING, 0, -1)) for suit in range(4))
"""The four complete suits, King to Ace."""
