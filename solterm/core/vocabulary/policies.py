"""The rest of the closed vocabulary of which games are declared, beside builds and spaces.

Every policy is a small immutable value that answers two ways: as a mask or number for the rules,
which ask it thousands of times a second, and as words for the player who was refused. What a
game does is said by choosing among them; a game that needs more adds a policy here, not a branch
in the engine.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from enum import Enum
from typing import ClassVar

from solterm.core.cards import DOWN
from solterm.core.table import Index, Pile, Table
from solterm.core.values import Value, Words

_new = tuple.__new__
"""Makes a named tuple without the detour through its own constructor."""

TURNS_UP = frozenset("tr")
"""Kinds of piles whose face-down top turns up when it is uncovered."""


class Lift(Enum):
    """What may be picked up from a pile (docs/rules.md, "Lifts")."""

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
    """The top card unseen, which turns up where it is laid: the stock of wheels at level 1."""


class Condition(ABC):
    """Something that holds of a table or not: when a pile is locked, or opens."""

    @abstractmethod
    def holds(self, piles: Sequence[Pile], index: Index) -> bool:
        """Does it hold now?"""

    sentence: str
    """What is said when it keeps a card from moving."""


class WhileStockLasts(Condition, Value):
    """As long as the stock has a card (miss-milligan, strategy)."""

    sentence: Words = "That must wait until the stock is out."

    def holds(self, piles: Sequence[Pile], index: Index) -> bool:
        return bool(piles[index["s"]])


class OnceStockBegun(Condition, Value):
    """From the first stock card played until the stock is out (cabal)."""

    stock: int
    """How many cards the stock has at first."""
    sentence: Words = "Nothing leaves it before the stock is out."

    def holds(self, piles: Sequence[Pile], index: Index) -> bool:
        return 0 < len(piles[index["s"]]) < self.stock


class Memory(Enum):
    """Which face-down cards that were seen once a player is still shown (concentration)."""

    NONE = "none"
    """It is no game of memory."""
    OWN = "own"
    """None: the player keeps them in mind."""
    LAST = "last"
    """Those the last action showed, until the next move."""
    ALL = "all"
    """All of them, for good."""


class Peek(Enum):
    """What a peek into a pile shows, beside the cards the table shows anyhow."""

    SEEN = "seen"
    """The face-up cards that were seen before: it tells nothing new."""
    ALL = "all"
    """All cards, whichever way they lie, in the stock too."""


class Exemption(ABC):  # noqa: B024 - its two kinds are in ``exemptions``
    """What the key X does at a level."""


class Action(ABC):
    """What a pile does when it is acted on alone (``s``: turn the stock, redeal ...)."""

    is_turn: ClassVar[bool] = True
    """Is it a stock turn or redeal, which is not counted as a move?"""
    verb: ClassVar[str] = "turn"
    """What a key that does it is named after."""

    @property
    def words(self) -> str:
        """What it does, as a sentence of the pile's help; empty where there is nothing to say."""
        return ""

    def name_deed(self, table: Table, index: Index) -> str:
        """What doing it now is called ("turn the stock"); empty where it has no name."""
        return ""

    @property
    def general(self) -> str:
        """What doing it is called whatever the position: "turn the stock"; empty: no name."""
        return ""

    def redeal_words(self, table: Table, index: Index) -> str:
        """What was done where there was no stock left, as the beginning of a sentence."""
        return "The waste is turned over"

    def tell_feeding(self, pile: str) -> str:
        """What it lays on a pile, as a sentence of that pile's help; empty where nothing."""
        return ""

    def count_in_sight(self, pile: str) -> int:
        """How many cards of a squared pile show where it lays them, the top one among them."""
        return 1

    def tell_left(self, table: Table) -> str:
        """How often it can still be done, where a player counts it ("2 reshuffles"); else ""."""
        return ""

    @abstractmethod
    def why_not(self, table: Table, index: Index) -> str | None:
        """None when it can be done now, else a whole sentence."""

    @abstractmethod
    def make(self, table: Table, index: Index) -> Table:
        """The table after it; only asked when ``why_not`` answers None."""


class TurnStock(Action, Value):
    """The stock turned onto a waste, so many at a time; when it is out, the waste turned back.

    Cards are turned one by one, so the last of a packet lies on top. A turnover is an action of
    its own and never shuffles: the waste is flipped, so that the next pass meets the cards in the
    same order (docs/rules.md, "Redeals").
    """

    count: int = 1
    """Cards a turn."""
    passes: int | None = None
    """How often the stock may be gone through; None: without limit."""
    stock: str = "s"
    waste: str = "w"
    fanned: bool = True
    """Do as many cards of the waste show as are turned at a time, or only its top one?"""

    @property
    def words(self) -> str:
        packet = "one card" if self.count == 1 else f"{self.count} cards"
        return f"Turning it lays {packet} at a time on the waste{turnovers(self.passes)}"

    @property
    def general(self) -> str:
        return "turn the stock" + (", or turn the waste over" if self.passes != 1 else "")

    def tell_feeding(self, pile: str) -> str:
        packet = "one card" if self.count == 1 else f"{self.count} cards"
        return f"The stock is turned onto it, {packet} at a time." if pile == self.waste else ""

    def count_in_sight(self, pile: str) -> int:
        return self.count if self.fanned and pile == self.waste else 1

    def name_deed(self, table: Table, index: Index) -> str:
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
        before, passes, stage, deal = table
        piles = list(before)
        stock, waste = piles[s], piles[w]
        if stock:
            piles[w] = waste + tuple([card & ~DOWN for card in stock[: -self.count - 1 : -1]])
            piles[s] = stock[: -self.count]
        else:
            piles[s] = tuple([card | DOWN for card in reversed(waste)])
            piles[w] = ()
            passes += self.passes is not None
        return _new(Table, (tuple(piles), passes, stage, deal))


def turnovers(passes: int | None, waste: str = "the waste is") -> str:
    """How often a waste is turned over, to end a sentence."""
    if passes == 1:
        return "; it is gone through once."
    often = {None: "as often as you like", 2: "once"}.get(passes, f"{(passes or 1) - 1} times")
    return f"; when it is out, {waste} turned over, {often}."
