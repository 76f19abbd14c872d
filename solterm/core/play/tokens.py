"""Tokens: cards that can be told from their twins, and what a player has seen of them.

Two packs hold every card twice, and a card that was seen says nothing of its twin. So a play
follows each physical card from the deal on: its table is kept a second time with tokens in place
of cards. A token is a card to all rules, and what is laid, turned up or turned down stays the
same token. Whatever is told of positions to come (hints) or of what has changed (sentences) asks
tokens; nothing else needs to know of them.
"""

from collections.abc import Collection, Iterable, Iterator
from copy import copy
from functools import lru_cache
from itertools import chain

from solterm.core.cards import DOWN, UNKNOWN, Card
from solterm.core.table import Table

_UP = ~DOWN


class Token(int):
    """A card that knows which of all cards in play it is.

    It equals the plain card that lies the same way, so that positions of tokens and of plain
    cards are equal, too. Turned over by the bit operations the rules use, it stays itself.
    """

    number: int
    """Which card it is: a number of its own."""
    _faces: "tuple[Token, Token]"
    """Itself, face up and face down."""

    @staticmethod
    def of(card: Card, number: int) -> "Token":
        """The token for a card, which lies as the card does."""
        return _make_faces(card & _UP, number)[bool(card & DOWN)]

    def __and__(self, bits: int) -> int:
        return self._faces[0] if bits == _UP else int.__and__(self, bits)

    def __or__(self, bits: int) -> int:
        return self._faces[1] if bits == DOWN else int.__or__(self, bits)

    def __xor__(self, bits: int) -> int:
        if bits == DOWN:
            return self._faces[0 if int.__and__(self, DOWN) else 1]
        return int.__xor__(self, bits)


@lru_cache(maxsize=8192)
def _make_faces(card: Card, number: int) -> tuple[Token, Token]:
    """A token, face up and face down: plays share them, as deals go through the same ones."""
    faces = Token(card), Token(card | DOWN)
    for face in faces:
        face.number, face._faces = number, faces
    return faces


def number(card: Card) -> int:
    """Which of all cards a card of a traced table is."""
    assert isinstance(card, Token), "its way from the deal on was lost"
    return card.number


def trace(table: Table) -> Table:
    """The table of a deal with a token for each card."""
    numbers = iter(range(sum(map(len, table.piles))))
    return table._replace(
        piles=tuple(tuple(Token.of(card, next(numbers)) for card in pile) for pile in table.piles)
    )


def untrace(table: Table) -> Table:
    """A traced table as its plain cards, which are handled faster."""
    return table._replace(piles=tuple(tuple(map(int, pile)) for pile in table.piles))


class Seen(Collection[Card]):
    """The cards a player has seen, whichever way they lie now.

    A token was seen if that very card was; of a plain card that can only be said once all cards
    that look like it were.
    """

    def __init__(self, dealt: Table) -> None:
        """None yet, of a traced table."""
        self._cards: dict[int, Card] = {}
        self._alike: dict[Card, set[int]] = {}
        for card in chain.from_iterable(dealt.piles):
            face = int(card & _UP)
            self._cards[number(card)] = face
            self._alike.setdefault(face, set()).add(number(card))
        self._numbers: set[int] = set()

    def __repr__(self) -> str:
        return f"<Seen: {len(self)} cards>"

    def begin_anew(self) -> "Seen":
        """None yet, of the same cards."""
        anew = copy(self)
        anew._numbers = set()
        return anew

    def add(self, tokens: Iterable[Card]) -> None:
        """They were shown."""
        self._numbers.update(map(number, tokens))

    def hide_unseen(self, table: Table) -> Table:
        """A traced table as the player knows it: what was never seen is ``UNKNOWN``."""
        return table._replace(
            piles=tuple(
                tuple(card if card in self else UNKNOWN | (card & DOWN) for card in pile)
                for pile in table.piles
            )
        )

    def issuperset(self, some: Iterable[Card]) -> bool:
        """Were all of them seen?"""
        return all(card in self for card in some)

    def __contains__(self, card: object) -> bool:
        if isinstance(card, Token):
            return card.number in self._numbers
        alike = self._alike.get(card & _UP) if isinstance(card, int) else None
        return alike is not None and self._numbers.issuperset(alike)

    def __iter__(self) -> Iterator[Card]:
        return (self._cards[each] for each in self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Seen) and (self._numbers, self._cards) == (
            other._numbers,
            other._cards,
        )

    __hash__ = None  # type: ignore[assignment]
