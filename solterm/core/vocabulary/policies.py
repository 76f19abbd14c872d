"""Lifts, conditions, memory, peeks, and what an action of a pile is.

A policy is a small immutable value. It answers the rules with a mask or number, thousands of times
a second, and the player with words. A game with a new need gets a new policy, not a branch in an
engine.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from enum import Enum
from typing import ClassVar

from solterm.core.table import Index, Pile, Table
from solterm.core.values import PileId, Value, Words

TURNS_UP = frozenset("tr")
"""Kinds of piles whose face-down top card turns up when it is uncovered."""


class Lift(Enum):
    """The cards that may be picked up from a pile (docs/rules.md, "Lifts")."""

    NONE = "none"
    """No card."""
    TOP = "top"
    """The end card."""
    WHOLE = "whole"
    """All face-up cards as one unit; to a foundation, the end card alone."""
    RUN = "run"
    """Any run that ends with the end card."""
    CHAIN = "chain"
    """The longest such run, and no shorter one."""
    ANY = "any"
    """Any face-up card together with all cards on it."""
    NEXT = "next"
    """The top card unseen, which turns up at its destination. The stock of wheels at level 1."""


class Condition(ABC):
    """A condition on a table, such as for locking a pile."""

    @abstractmethod
    def holds(self, piles: Sequence[Pile], index: Index) -> bool:
        """Return whether the condition is true now."""

    sentence: str
    """The sentence for a player whose move it prevents."""


class WhileStockLasts(Condition, Value):
    """True as long as the stock has a card (miss-milligan, strategy)."""

    sentence: Words = "That must wait until the stock is out."

    def holds(self, piles: Sequence[Pile], index: Index) -> bool:
        return bool(piles[index["s"]])


class OnceStockBegun(Condition, Value):
    """True from the first card played from the stock until the stock is empty (cabal)."""

    stock: int
    """The number of cards in the stock after the deal."""
    sentence: Words = "No card leaves it until the stock is out."

    def holds(self, piles: Sequence[Pile], index: Index) -> bool:
        return 0 < len(piles[index["s"]]) < self.stock


class BaseMissing(Condition, Value):
    """True until a card on the first foundation is the base (duchess).

    >>> from solterm.declare import BaseMissing
    >>> BaseMissing().holds([()], {"f1": 0}), BaseMissing().holds([(9,)], {"f1": 0})
    (True, False)
    """

    sentence: Words = "First choose the base: play a card to a foundation."
    pile: PileId = "f1"

    def holds(self, piles: Sequence[Pile], index: Index) -> bool:
        return not piles[index[self.pile]]


class Memory(Enum):
    """The face-down cards a player has seen and may see again (concentration)."""

    NONE = "none"
    """The game is not one of memory."""
    OWN = "own"
    """No card; the player has to remember them."""
    LAST = "last"
    """The cards that the last action showed, until the next move."""
    ALL = "all"
    """All of them, for good."""


class Peek(Enum):
    """The cards a peek into a pile shows, in addition to the visible ones."""

    SEEN = "seen"
    """Face-up cards that the player saw before, and so no new information."""
    ALL = "all"
    """All cards, face down or not, even in the stock."""


class Action(ABC):
    """The action of a pile (the move ``s``): turning the stock, redealing ..."""

    is_turn: ClassVar[bool] = True
    """Whether it is a stock turn or redeal, which does not count as a move."""
    verb: ClassVar[str] = "turn"
    """The verb for key labels."""
    in_order: ClassVar[bool] = False
    """Whether its result depends on the order of the columns."""

    @property
    def words(self) -> str:
        """The sentence on it in the pile's help, or ""."""
        return ""

    @property
    def is_endless(self) -> bool:
        """Whether it may be repeated without limit, so that repeating it is no progress."""
        return False

    def name_deed(self, table: Table, index: Index) -> str:
        """Return its name in this position ("turn the stock"), or "" if it has none."""
        return ""

    @property
    def generic_name(self) -> str:
        """Its name in any position ("turn the stock"), or "" if it has none."""
        return ""

    def redeal_words(self, table: Table, index: Index) -> str:
        """Return the start of a sentence about a redeal that happened."""
        return "The waste is turned over"

    def tell_feeding(self, pile: str) -> str:
        """Return the sentence in the help of a pile that it lays cards on, or ""."""
        return ""

    def count_in_sight(self, pile: str) -> int:
        """Return how many cards of a squared pile it leaves visible, including the top one."""
        return 1

    def tell_left(self, table: Table) -> str:
        """Return how often it is still possible ("2 reshuffles"), or "" if it is not limited."""
        return ""

    def is_used_up(self, table: Table) -> bool:
        """Whether it was made as often as the rules allow."""
        return False

    @abstractmethod
    def why_not(self, table: Table, index: Index) -> str | None:
        """Return None if it is possible now, else a sentence that says why not."""

    @abstractmethod
    def make(self, table: Table, index: Index) -> Table:
        """Return the table after it. Call it only if ``why_not`` returns None."""
