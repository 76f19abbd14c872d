"""Spaces: the cards that an empty pile accepts, as masks and as words."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cache
from typing import ClassVar

from solterm.core import cards
from solterm.core.cards import ALL, CODES, article
from solterm.core.table import Index, Pile
from solterm.core.values import Kinds, Names, PileId, PileIds, Value, Words
from solterm.core.vocabulary.builds import Match
from solterm.core.vocabulary.policies import Condition


class Space(ABC):
    """The cards that an empty pile accepts."""

    by_source: ClassVar[bool] = False
    """Whether they depend on the pile a card comes from."""
    on_cards: ClassVar[bool] = False
    """Whether the pile goes on accepting them when it is no longer empty."""

    @abstractmethod
    def mask(self, piles: Sequence[Pile], index: Index, kind: str) -> int:
        """Return the mask of the cards it accepts from piles of a kind."""

    @abstractmethod
    def words(self, piles: Sequence[Pile], index: Index) -> str:
        """Return the cards it accepts, as the subject of "… may go there"."""


class Only(Space, Value):
    """A fixed set of cards from any pile: no card, any card, the Kings, the Aces ..."""

    cards: int
    """The mask of the cards, as ``cards.mask`` makes it."""
    name: Words
    """Their name in sentences."""

    def mask(self, piles: Sequence[Pile], index: Index, kind: str) -> int:
        return self.cards

    def words(self, piles: Sequence[Pile], index: Index) -> str:
        return self.name


class ByPair(Only):
    """No single card; the first two cards come as a pair (kings-audience)."""


_OF_RANK = tuple(cards.mask(cards.card(rank, s) for s in range(4)) for rank in range(14))
_OF_SUIT = tuple(cards.mask(cards.card(rank, suit) for rank in range(1, 14)) for suit in range(4))


def rank_only(rank: int) -> Only:
    """Return the space that accepts the cards of one rank."""
    return Only(_OF_RANK[rank], f"only {article(rank)}")


class BaseRank(Space, Value):
    """The rank of the first card of another pile: foundations with a dealt base.

    With an offset it is a rank above or below, counted round from King to Ace: columns that only
    the rank below the base may fill have ``BaseRank(offset=-1)``.

    >>> from solterm.core import cards
    >>> from solterm.declare import BaseRank
    >>> piles, index = [(cards.parse("AS"),)], {"f1": 0}
    >>> BaseRank().words(piles, index), BaseRank(offset=-1).words(piles, index)
    ('only an Ace', 'only a King')
    """

    pile: PileId = "f1"
    offset: int = 0

    def mask(self, piles: Sequence[Pile], index: Index, kind: str) -> int:
        base = piles[index[self.pile]]
        return _OF_RANK[self._rank(base[0])] if base else 0

    def words(self, piles: Sequence[Pile], index: Index) -> str:
        base = piles[index[self.pile]]
        return f"only {article(self._rank(base[0]))}" if base else "nothing"

    def _rank(self, base: int) -> int:
        return ((base & 15) + self.offset - 1) % 13 + 1


class ChosenBase(Space, Value):
    """The rank that the player chooses: any card of one kind of piles opens the first foundation.

    That card is the base, whose rank opens the others. The game ``waits`` for it while
    ``BaseMissing`` holds.

    >>> from solterm.core import cards
    >>> from solterm.declare import ChosenBase
    >>> space = ChosenBase("r", "only the top card of a reserve")
    >>> index = {"f1": 0, "f2": 1}
    >>> space.words([(), ()], index), space.words([(cards.parse("9H"),), ()], index)
    ('only the top card of a reserve', 'only a 9')
    """

    by_source: ClassVar[bool] = True

    kind: Kinds
    """The kind of the piles that the base may come from."""
    name: Words
    """The name of these cards in sentences."""
    pile: PileId = "f1"

    def mask(self, piles: Sequence[Pile], index: Index, kind: str) -> int:
        base = piles[index[self.pile]]
        if base:
            return _OF_RANK[base[0] & 15]
        return ALL if kind == self.kind else 0

    def words(self, piles: Sequence[Pile], index: Index) -> str:
        base = piles[index[self.pile]]
        return f"only {article(cards.rank(base[0]))}" if base else self.name


class AboveIndicator(Space, Value):
    """The rank above an indicator card, an Ace above a King (interregnum)."""

    indicator: PileId

    def mask(self, piles: Sequence[Pile], index: Index, kind: str) -> int:
        card = piles[index[self.indicator]]
        return _OF_RANK[cards.rank(card[-1]) % 13 + 1] if card else 0

    def words(self, piles: Sequence[Pile], index: Index) -> str:
        card = piles[index[self.indicator]]
        return f"only {article(cards.rank(card[-1]) % 13 + 1)}" if card else "nothing"


class FirstFrom(Space, Value):
    """Any card, but only from the first of several piles that has one (reserve before waste)."""

    by_source: ClassVar[bool] = True

    order: PileIds
    """The ids of the piles, in order of precedence."""
    names: Names
    """Their names in sentences."""

    def mask(self, piles: Sequence[Pile], index: Index, kind: str) -> int:
        for pile in self.order:
            if piles[index[pile]]:
                return ALL if pile == kind else 0
        return 0

    def words(self, piles: Sequence[Pile], index: Index) -> str:
        for pile, name in zip(self.order, self.names, strict=True):
            if piles[index[pile]]:
                return f"only the top card of the {name}"
        return "nothing"


class ReserveThen(Space, Value):
    """Any card of the reserve while it has one, then certain cards of other piles (reno).

    If there are several reserves, any of their top cards, until all are empty (duchess).

    >>> from solterm.core import cards
    >>> from solterm.declare import KINGS, ReserveThen
    >>> space = ReserveThen(KINGS.cards, "only a King from the waste")
    >>> index = {"r1": 0, "r2": 1, "w": 2}
    >>> space.words([(), (cards.parse("9H"),), ()], index), space.words([(), (), ()], index)
    ('only the top card of a reserve', 'only a King from the waste')
    """

    by_source: ClassVar[bool] = True

    cards: int
    """The mask of the cards accepted after the reserve."""
    name: Words
    """The name of these cards and their piles in sentences."""
    kinds: Kinds = "w"
    """The kinds of those piles."""
    reserve: Kinds = "r"
    """The kind of the reserve or the reserves."""

    def mask(self, piles: Sequence[Pile], index: Index, kind: str) -> int:
        if self._lasts(piles, index):
            return ALL if kind == self.reserve else 0
        return self.cards if kind in self.kinds else 0

    def words(self, piles: Sequence[Pile], index: Index) -> str:
        if self._lasts(piles, index):
            return f"only the top card of {'the' if self.reserve in index else 'a'} reserve"
        return self.name

    def _lasts(self, piles: Sequence[Pile], index: Index) -> bool:
        only = index.get(self.reserve)
        if only is not None:
            return bool(piles[only])
        return any(piles[place] for name, place in index.items() if name[0] == self.reserve)


class After(Space, Value):
    """Another space, once a condition no longer holds (miss-milligan's reserve)."""

    condition: Condition
    space: Space

    def mask(self, piles: Sequence[Pile], index: Index, kind: str) -> int:
        return 0 if self.condition.holds(piles, index) else self.space.mask(piles, index, kind)

    def words(self, piles: Sequence[Pile], index: Index) -> str:
        if self.condition.holds(piles, index):
            return "as long as the stock lasts, nothing"
        return self.space.words(piles, index)


class InRowAbove(Space, Value):
    """Any card of the pile's suit whose rank lies in another pile, in any order (osmosis).

    The first card is one of the rank that the other pile began with.

    >>> from solterm.declare import InRowAbove, cards
    >>> above = tuple(map(cards.parse, ("7H", "KH")))
    >>> row = InRowAbove("f2", "f1")
    >>> row.words([above, ()], {"f1": 0, "f2": 1})
    'only a 7'
    >>> row.words([above, (cards.parse("7S"),)], {"f1": 0, "f2": 1})
    'only spades whose rank lies in the row above'
    """

    on_cards: ClassVar[bool] = True

    pile: PileId
    above: PileId
    where: Words = "the row above"
    """The name of the other pile in sentences."""

    def mask(self, piles: Sequence[Pile], index: Index, kind: str) -> int:
        own, above = piles[index[self.pile]], piles[index[self.above]]
        if not own:
            return _OF_RANK[above[0] & 15] if above else 0
        ranks = 0
        for card in above:
            ranks |= _OF_RANK[card & 15]
        return ranks & _OF_SUIT[own[0] >> 4 & 3]

    def words(self, piles: Sequence[Pile], index: Index) -> str:
        own, above = piles[index[self.pile]], piles[index[self.above]]
        if own:
            return f"only {cards.SUIT_NAMES[cards.suit(own[0])]} whose rank lies in {self.where}"
        return f"only {article(cards.rank(above[0]))}" if above else "nothing yet"


class Outranked(Space, Value):
    """Cards lower than the end card of a column in the same suit, Aces high (aces-up).

    >>> from solterm.declare import Outranked, cards
    >>> tops = [tuple([cards.parse(text)]) for text in ("AH", "KH", "5S")]
    >>> mask = Outranked().mask(tops, {"t1": 0, "t2": 1, "t3": 2}, "t")
    >>> [bool(mask >> cards.parse(text) & 1) for text in ("KH", "AH", "5S", "4S")]
    [True, False, False, True]
    """

    on_cards: ClassVar[bool] = True

    match: Match = Match.SUIT
    """The match required: ``SUIT`` or ``COLOUR``."""
    kinds: Kinds = "t"
    """The kinds of the columns."""

    def mask(self, piles: Sequence[Pile], index: Index, kind: str) -> int:
        outranked = 0
        for name, place in index.items():
            if name[0] in self.kinds and (pile := piles[place]):
                outranked |= _lower(self.match)[pile[-1]]
        return outranked

    def words(self, piles: Sequence[Pile], index: Index) -> str:
        suit = "colour" if self.match is Match.COLOUR else "suit"
        return f"only a card outranked in its {suit}, Aces high"


@cache
def _lower(match: Match) -> tuple[int, ...]:
    """Return for each card the mask of the lower ones that match it; 0 for face-down cards."""
    masks = [0] * CODES
    for card in cards.pack():
        masks[card] = cards.mask(
            each
            for each in cards.pack()
            if (cards.rank(each) - 2) % 13 < (cards.rank(card) - 2) % 13
            and (
                cards.is_red(each) == cards.is_red(card)
                if match is Match.COLOUR
                else cards.suit(each) == cards.suit(card)
            )
        )
    return tuple(masks)


NOTHING = Only(0, "nothing")
ANY_CARD = Only(ALL, "any card")
ACES = rank_only(cards.ACE)
KINGS = rank_only(cards.KING)
