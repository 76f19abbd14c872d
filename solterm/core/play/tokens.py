"""Tokens: cards with an identity, and the set of cards a player has seen.

With two packs each card exists twice, and seeing one does not reveal its twin. A play therefore
tracks each physical card from the deal on, in a second table that holds tokens instead of plain
cards. The rules treat a token as a card; it keeps its identity when it moves or turns over. Hints
and sentences about changes use tokens; other code does not need them.
"""

from collections.abc import Collection, Iterable, Iterator
from copy import copy
from functools import lru_cache
from itertools import chain

from solterm.core.cards import DOWN, UNKNOWN, Card
from solterm.core.table import Table

_UP = ~DOWN


class Token(int):
    """A card that knows which of the cards in play it is.

    It equals the plain card that lies the same way, so tables of tokens equal tables of plain
    cards. The bit operations that turn it over return the other face of the same token.
    """

    number: int
    """The identity: a number unique among the cards in play."""
    _faces: "tuple[Token, Token]"

    @staticmethod
    def of(card: Card, number: int) -> "Token":
        """Return the token for a card, with the same side up."""
        return _make_faces(card & _UP, number)[bool(card & DOWN)]

    def __reduce__(self) -> tuple[object, ...]:
        return Token.of, (int(self), self.number)

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
    """Return a token face up and face down. Cached, because deals share the same tokens."""
    faces = Token(card), Token(card | DOWN)
    for face in faces:
        face.number, face._faces = number, faces
    return faces


def number(card: Card) -> int:
    """Return the identity of a card of a traced table."""
    assert isinstance(card, Token), "its way from the deal on was lost"
    return card.number


def trace(table: Table) -> Table:
    """Return the table of a deal with a token for each card."""
    numbers = iter(range(sum(map(len, table.piles))))
    return table._replace(
        piles=tuple(tuple(Token.of(card, next(numbers)) for card in pile) for pile in table.piles)
    )


def untrace(table: Table) -> Table:
    """Return a traced table with plain cards, which are faster."""
    return table._replace(piles=tuple(tuple(map(int, pile)) for pile in table.piles))


class Seen(Collection[Card]):
    """The cards a player has seen, whichever side is up now.

    The set contains a token if the player has seen that very card, and a plain card if the player
    has seen all cards that look like it.
    """

    def __init__(self, dealt: Table) -> None:
        """Create an empty set for the cards of a traced table."""
        self._cards: dict[int, Card] = {}
        self._alike: dict[Card, set[int]] = {}
        for card in chain.from_iterable(dealt.piles):
            face = int(card & _UP)
            self._cards[number(card)] = face
            self._alike.setdefault(face, set()).add(number(card))
        self._numbers: set[int] = set()

    def __repr__(self) -> str:
        return f"<Seen: {len(self)} cards>"

    def empty_copy(self) -> "Seen":
        """Return an empty set for the same cards, faster than a new one."""
        empty = copy(self)
        empty._numbers = set()
        return empty

    def __copy__(self) -> "Seen":
        same = Seen.__new__(Seen)
        vars(same).update(vars(self) | {"_numbers": self._numbers.copy()})
        return same

    def add(self, tokens: Iterable[Card]) -> None:
        self._numbers.update(map(number, tokens))

    def hide_unseen(self, table: Table) -> Table:
        """Return a traced table as the player knows it: cards never seen are ``UNKNOWN``."""
        return table._replace(
            piles=tuple(
                tuple(card if card in self else UNKNOWN | (card & DOWN) for card in pile)
                for pile in table.piles
            )
        )

    def issuperset(self, some: Iterable[Card]) -> bool:
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
