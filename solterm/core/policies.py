"""The closed vocabulary of which games are declared.

Every policy is a small frozen value that answers two ways: as a mask or number for the rules,
which ask it thousands of times a second, and as words for the player who was refused. What a
game does is said by choosing among them; a game that needs more adds a policy here, not a branch
in the engine. The codes named in the docstrings are those of ``rules.md`` section 0.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from enum import Enum
from functools import cached_property
from typing import ClassVar

from solterm.core import cards
from solterm.core.cards import ALL, CODES, DOWN, RANK_NAMES, Card
from solterm.core.table import Pile, Table
from solterm.core.values import Value

Index = Mapping[str, int]
"""Where a pile stands in ``Table.piles``, by its id."""

TURNS_UP = frozenset("tr")
"""Kinds of piles whose face-down top turns up when it is uncovered (convention 3)."""


class Match(Enum):
    """How the suits of two neighbours in a build must be related."""

    ALTERNATE = "in alternating colours"
    COLOUR = "in one colour"
    SUIT = "in one suit"
    ANY = "whatever the suits"


class Build(Value):
    """Which card may lie on which: so many ranks away, related so (codes alt↓, suit↑w ...)."""

    steps: tuple[int, ...]
    """Rank of the upper card less rank of the lower one: ``(-1,)`` builds down."""
    match: Match
    wrap: bool = False
    """Do ranks turn the corner, King to Ace (code ``w``)?"""
    stop: int = 0
    """A rank on which nothing is laid (rows 4 and 17: the King)."""

    @cached_property
    def takes(self) -> tuple[int, ...]:
        """For each card, the mask of the cards that may lie on it; face down takes none."""
        masks = [0] * CODES
        for top in cards.pack():
            masks[top] = cards.mask(card for card in cards.pack() if self._fits(card, top))
        return tuple(masks)

    def _fits(self, card: Card, top: Card) -> bool:
        return cards.rank(card) in self._ranks(top) and self._matches(card, top)

    def _ranks(self, top: Card) -> list[int]:
        if cards.rank(top) == self.stop:
            return []
        ranks = [cards.rank(top) + step for step in self.steps]
        if self.wrap:
            return [(rank - 1) % 13 + 1 for rank in ranks]
        return [rank for rank in ranks if 1 <= rank <= 13]

    def _matches(self, card: Card, top: Card) -> bool:
        match self.match:
            case Match.ALTERNATE:
                return cards.is_red(card) != cards.is_red(top)
            case Match.COLOUR:
                return cards.is_red(card) == cards.is_red(top)
            case Match.SUIT:
                return cards.suit(card) == cards.suit(top)
            case Match.ANY:
                return True

    def why_not(self, card: Card, top: Card) -> str:
        """The reason a card may not lie on another, to follow a colon."""
        ranks = self._ranks(top)
        if not ranks:
            return f"nothing goes on {article(cards.rank(top))}"
        if cards.rank(card) in ranks:
            return {
                Match.ALTERNATE: f"both are {cards.colour(card)}",
                Match.COLOUR: "their colours differ",
                Match.SUIT: "their suits differ",
                Match.ANY: "they do not fit",
            }[self.match]
        return f"{' or '.join(self._wanted(rank, top) for rank in ranks)} is wanted"

    def _wanted(self, rank: int, top: Card) -> str:
        if self.match is Match.SUIT:
            return cards.text(cards.card(rank, cards.suit(top)))
        if self.match is Match.ANY:
            return article(rank)
        red = cards.is_red(top) == (self.match is Match.COLOUR)
        return f"a {'red' if red else 'black'} {RANK_NAMES[rank - 1]}"

    @property
    def words(self) -> str:
        """How it builds: "down in alternating colours"."""
        way = _WAYS.get(self.steps)
        if way is None:
            return "in any order"
        joined = ", King and Ace joined" if self.wrap else ""
        stop = f"; nothing goes on {article(self.stop)}" if self.stop else ""
        return f"{way} {self.match.value}{joined}{stop}"


_WAYS = {
    (-1,): "down",
    (1,): "up",
    (2,): "up by twos",
    (3,): "up by threes",
    (4,): "up by fours",
    (-1, 1): "up or down",
    (-1, 0, 1): "up, down or on an equal rank,",
}
"""The words for the steps of a build."""


def article(rank: int) -> str:
    """A rank as a sentence names one card of it: ``an Ace``."""
    name = RANK_NAMES[rank - 1]
    return f"{'an' if name in ('Ace', '8') else 'a'} {name}"


class Space(ABC):
    """What an empty pile accepts."""

    by_source: ClassVar[bool] = False
    """Does it matter which pile the card comes from?"""

    @abstractmethod
    def mask(self, piles: Sequence[Pile], index: Index, kind: str) -> int:
        """The mask of the cards it accepts from a pile of a kind."""

    @abstractmethod
    def words(self, piles: Sequence[Pile], index: Index) -> str:
        """What it accepts, as the subject of "… may go there"."""


class Only(Space, Value):
    """Certain cards, from anywhere: nothing at all, any card, the Kings, the Aces ..."""

    cards: int
    """The mask of those cards."""
    name: str
    """How a sentence names them."""

    def mask(self, piles: Sequence[Pile], index: Index, kind: str) -> int:
        return self.cards

    def words(self, piles: Sequence[Pile], index: Index) -> str:
        return self.name


_OF_RANK = tuple(cards.mask(cards.card(rank, s) for s in range(4)) for rank in range(14))


def rank_only(rank: int) -> Only:
    """The four (or eight) cards of one rank."""
    return Only(_OF_RANK[rank], f"only {article(rank)}")


class BaseRank(Space, Value):
    """The rank of the first card of another pile: foundations with a dealt base."""

    pile: str = "f1"

    def mask(self, piles: Sequence[Pile], index: Index, kind: str) -> int:
        base = piles[index[self.pile]]
        return _OF_RANK[base[0] & 15] if base else 0

    def words(self, piles: Sequence[Pile], index: Index) -> str:
        base = piles[index[self.pile]]
        return f"only {article(cards.rank(base[0]))}" if base else "nothing"


class AboveIndicator(Space, Value):
    """The rank above that of an indicator card, an Ace above a King (row 33)."""

    indicator: str

    def mask(self, piles: Sequence[Pile], index: Index, kind: str) -> int:
        card = piles[index[self.indicator]]
        return _OF_RANK[cards.rank(card[-1]) % 13 + 1] if card else 0

    def words(self, piles: Sequence[Pile], index: Index) -> str:
        card = piles[index[self.indicator]]
        return f"only {article(cards.rank(card[-1]) % 13 + 1)}" if card else "nothing"


class FirstFrom(Space, Value):
    """Any card, but only from the first of these piles that has one (reserve before waste)."""

    by_source: ClassVar[bool] = True

    order: tuple[str, ...]
    """Pile ids of squared or fanned piles, in the order they serve."""
    names: tuple[str, ...]
    """How a sentence calls them."""

    def mask(self, piles: Sequence[Pile], index: Index, kind: str) -> int:
        server = next((pile for pile in self.order if piles[index[pile]]), None)
        return ALL if server == kind else 0

    def words(self, piles: Sequence[Pile], index: Index) -> str:
        for pile, name in zip(self.order, self.names, strict=True):
            if piles[index[pile]]:
                return f"only the top card of the {name}"
        return "nothing"


class ReserveThen(Space, Value):
    """Any card of the reserve while it lasts, then certain cards of other piles (rows 6, 10)."""

    by_source: ClassVar[bool] = True

    cards: int
    """The mask of the cards that follow the reserve."""
    name: str
    """How a sentence names them and the piles they come from."""
    kinds: str = "w"
    """The kinds of those piles."""
    reserve: str = "r"

    def mask(self, piles: Sequence[Pile], index: Index, kind: str) -> int:
        if piles[index[self.reserve]]:
            return ALL if kind == self.reserve else 0
        return self.cards if kind in self.kinds else 0

    def words(self, piles: Sequence[Pile], index: Index) -> str:
        return "only the top card of the reserve" if piles[index[self.reserve]] else self.name


FULL_SUITS = frozenset(
    tuple(cards.card(rank, suit) for rank in range(cards.KING, 0, -1)) for suit in range(4)
)
"""The four suits as they lie when they are finished: King to Ace."""
ANY_ORDER = Build(tuple(range(-12, 13)), Match.ANY)
"""Any card on any card, as on a waste."""
NOTHING = Only(0, "nothing")
ANY_CARD = Only(ALL, "any card")
ACES = rank_only(cards.ACE)
KINGS = rank_only(cards.KING)


class Lift(Enum):
    """What may be picked up from a pile (the lift codes of ``rules.md`` section 0)."""

    NONE = "none"
    """Nothing ever leaves."""
    TOP = "top"
    """The end card only."""
    WHOLE = "whole"
    """All face-up cards as one unit, never a part; the end card alone to a foundation."""
    RUN = "run"
    """Any end part that is itself in the pile's own sequence."""
    CHAIN = "chain"
    """The longest such end part and nothing shorter."""
    ANY = "any"
    """Any face-up card with whatever lies over it."""
    NEXT = "next"
    """The top card unseen, which turns up where it is laid (level 1 of rows 39, 44 and 47)."""


class Condition(ABC):
    """Something that holds of a table or not: when a pile is locked, or opens."""

    @abstractmethod
    def holds(self, piles: Sequence[Pile], index: Index) -> bool:
        """Does it hold now?"""

    sentence: str
    """What is said when it keeps a card from moving."""


class WhileStockLasts(Condition, Value):
    """As long as the stock has a card (rows 38 and 43)."""

    sentence: str = "That must wait until the stock is out."

    def holds(self, piles: Sequence[Pile], index: Index) -> bool:
        return bool(piles[index["s"]])


class OnceStockBegun(Condition, Value):
    """From the first stock card played until the stock is out (row 27)."""

    stock: int
    """How many cards the stock has at first."""
    sentence: str = "Nothing leaves it before the stock is out."

    def holds(self, piles: Sequence[Pile], index: Index) -> bool:
        return 0 < len(piles[index["s"]]) < self.stock


class After(Space, Value):
    """Another space, once a condition no longer holds (row 38: the reserve)."""

    condition: Condition
    space: Space

    def mask(self, piles: Sequence[Pile], index: Index, kind: str) -> int:
        return 0 if self.condition.holds(piles, index) else self.space.mask(piles, index, kind)

    def words(self, piles: Sequence[Pile], index: Index) -> str:
        if self.condition.holds(piles, index):
            return "as long as the stock lasts, nothing"
        return self.space.words(piles, index)


class Memory(Enum):
    """Which face-down cards that were seen once a player is still shown (row 11)."""

    NONE = "none"
    """It is no game of memory."""
    OWN = "own"
    """None: the player keeps them in mind."""
    LAST = "last"
    """Those the last action showed, until the next move."""
    ALL = "all"
    """All of them, for good."""


class Action(ABC):
    """What a pile does when it is acted on alone (``s``: turn the stock, redeal ...)."""

    is_turn: ClassVar[bool] = True
    """Is it a stock turn or redeal, which is not counted as a move?"""

    @property
    def words(self) -> str:
        """What it does, as a sentence of the pile's help; empty where there is nothing to say."""
        return ""

    def deed(self, table: Table, index: Index) -> str:
        """What doing it now is called ("turn the stock"); empty where it has no name."""
        return ""

    @abstractmethod
    def why_not(self, table: Table, index: Index) -> str | None:
        """None when it can be done now, else a whole sentence."""

    @abstractmethod
    def make(self, table: Table, index: Index) -> Table:
        """The table after it; only asked when ``why_not`` answers None."""


class Turn(Action, Value):
    """The stock turned onto a waste, so many at a time; when it is out, the waste turned back.

    Cards are turned one by one, so the last of a packet lies on top. A turnover is an action of
    its own and never shuffles: the waste is flipped, so that the next pass meets the cards in the
    same order (``rules.md`` section 0, convention 4).
    """

    count: int = 1
    """Cards a turn."""
    passes: int | None = None
    """How often the stock may be gone through; None: without limit."""
    stock: str = "s"
    waste: str = "w"

    @property
    def words(self) -> str:
        packet = "one card" if self.count == 1 else f"{self.count} cards"
        return f"Turning it lays {packet} at a time on the waste{turnovers(self.passes)}"

    def deed(self, table: Table, index: Index) -> str:
        return "turn the stock" if table.piles[index[self.stock]] else "turn the waste over"

    def why_not(self, table: Table, index: Index) -> str | None:
        if table.piles[index[self.stock]]:
            return None
        if not table.piles[index[self.waste]]:
            return "There is no card left to turn."
        if self.passes is not None and table.passes + 1 >= self.passes:
            return "The stock is out, and it may not be turned over again."
        return None

    def make(self, table: Table, index: Index) -> Table:
        s, w = index[self.stock], index[self.waste]
        piles = list(table.piles)
        stock, waste = piles[s], piles[w]
        passes = table.passes
        if stock:
            piles[w] = waste + tuple([card & ~DOWN for card in stock[: -self.count - 1 : -1]])
            piles[s] = stock[: -self.count]
        else:
            piles[s] = tuple([card | DOWN for card in reversed(waste)])
            piles[w] = ()
            passes += self.passes is not None
        return Table(tuple(piles), passes, table.stage, table.deal)


def turnovers(passes: int | None, waste: str = "the waste is") -> str:
    """How often a waste is turned over, to end a sentence."""
    if passes == 1:
        return "; it is gone through once."
    often = {None: "as often as you like", 2: "once"}.get(passes, f"{(passes or 1) - 1} times")
    return f"; when it is out, {waste} turned over, {often}."
