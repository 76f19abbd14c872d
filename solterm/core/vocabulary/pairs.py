"""How cards leave in twos: which two go together, from where, and what else is asked of them.

A game of pairing lists its ``Pairs``; the engine is ``solterm.core.engines.pairing``.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import ClassVar

from solterm.core import cards
from solterm.core.cards import CODES, DOWN, RANK_NAMES, Card
from solterm.core.table import Index, Pile, Table
from solterm.core.values import Value
from solterm.core.vocabulary.grids import Grid
from solterm.core.vocabulary.policies import Action, TurnStock


class Fit(ABC):
    """Which two cards go together."""

    @abstractmethod
    def fits(self, card: Card, other: Card) -> bool:
        """Do two face-up cards, in any order, go together?"""

    @cached_property
    def partners(self) -> tuple[int, ...]:
        """For each card, the mask of those it goes with; face down goes with none."""
        masks = [0] * CODES
        for card in cards.pack():
            masks[card] = cards.mask(each for each in cards.pack() if self.fits(card, each))
        return tuple(masks)

    @property
    def alone(self) -> int:
        """The mask of the cards that go by themselves."""
        return 0

    @property
    @abstractmethod
    def words(self) -> str:
        """Which two go, as the subject of a sentence."""

    @abstractmethod
    def why_not(self, card: Card, other: Card) -> str:
        """The reason two cards do not go together, to follow a colon."""


class Total(Fit, Value):
    """Ranks that make a sum; a card that makes it by itself goes alone (the pyramids)."""

    total: int = cards.KING

    def fits(self, card: Card, other: Card) -> bool:
        return cards.rank(card) + cards.rank(other) == self.total

    @property
    def alone(self) -> int:
        return cards.mask(card for card in cards.pack() if cards.rank(card) == self.total)

    @property
    def words(self) -> str:
        return f"two cards that make {self.total}"

    def why_not(self, card: Card, other: Card) -> str:
        return f"they make {cards.rank(card) + cards.rank(other)}, not {self.total}"


class Alike(Fit, Value):
    """Equal ranks."""

    def fits(self, card: Card, other: Card) -> bool:
        return cards.rank(card) == cards.rank(other)

    @property
    def words(self) -> str:
        return "two cards of equal rank"

    def why_not(self, card: Card, other: Card) -> str:
        return "their ranks differ"


class Couple(Fit, Value):
    """A card of one rank and a card of another (kings-audience)."""

    ranks: tuple[int, int]
    in_suit: bool = True

    def fits(self, card: Card, other: Card) -> bool:
        ranks = {cards.rank(card), cards.rank(other)}
        suits = not self.in_suit or cards.suit(card) == cards.suit(other)
        return ranks == set(self.ranks) and suits

    @property
    def words(self) -> str:
        one, other = (RANK_NAMES[rank - 1] for rank in self.ranks)
        return f"a {one} and {other}{' of one suit' if self.in_suit else ''}"

    def why_not(self, card: Card, other: Card) -> str:
        if {cards.rank(card), cards.rank(other)} == set(self.ranks):
            return "their suits differ"
        return f"only {self.words} do"


class Near(ABC):
    """How two cells of a grid must lie to each other."""

    @property
    @abstractmethod
    def words(self) -> str:
        """What such cards do, as the end of a sentence: "touch"."""

    @abstractmethod
    def joins(self, cells: Sequence[Pile], grid: Grid, one: int, other: int) -> bool:
        """Do two cells, by their places, lie so?"""


class Touch(Near, Value):
    """At a side or a corner; rows do not wrap."""

    @property
    def words(self) -> str:
        return "touch"

    def joins(self, cells: Sequence[Pile], grid: Grid, one: int, other: int) -> bool:
        return other in grid.touching[one]


class AcrossGap(Near, Value):
    """In line, with one place between that is empty."""

    @property
    def words(self) -> str:
        return "have one gap between them in line"

    def joins(self, cells: Sequence[Pile], grid: Grid, one: int, other: int) -> bool:
        down = abs(one // grid.columns - other // grid.columns)
        across = abs(one % grid.columns - other % grid.columns)
        in_line = max(down, across) == 2 and 1 not in (down, across)
        return in_line and not cells[(one + other) // 2]


class InLine(Near, Value):
    """In one row or column, however far."""

    @property
    def words(self) -> str:
        return "lie in one row or column"

    def joins(self, cells: Sequence[Pile], grid: Grid, one: int, other: int) -> bool:
        return any(one in line and other in line for line in grid.lines)


class When(ABC):
    """When pairs may go, where that is not always."""

    spends: ClassVar[bool] = False
    """Does each such pair use up one of a number (``Table.stage`` counts them)?"""

    @property
    @abstractmethod
    def words(self) -> str:
        """When they may, as the end of a sentence: "once the reserve is out"."""

    def tell_left(self, table: Table) -> str:
        """How many such pairs are left, where they are numbered; else nothing."""
        return ""

    @abstractmethod
    def why_not(self, table: Table, index: Index) -> str | None:
        """None while they may, else a whole sentence."""


class OnceOut(When, Value):
    """When a pile has no card left."""

    pile: str = "r"

    @property
    def words(self) -> str:
        return "once the reserve is out"

    def why_not(self, table: Table, index: Index) -> str | None:
        if table.piles[index[self.pile]]:
            return "Two cards of the tableau go together only when the reserve is out."
        return None


class WayOut(When, Value):
    """So many times, if the turned card of the reserve has no match in the tableau (pairs)."""

    spends: ClassVar[bool] = True

    times: int = 1
    fit: Fit = Alike()
    pile: str = "r"

    @property
    def words(self) -> str:
        often = "once in the game" if self.times == 1 else f"{self.times} times in the game"
        return f"{often} when the turned card has no match"

    def tell_left(self, table: Table) -> str:
        ways = max(0, self.times - table.stage)
        return f"{ways or 'no'} way{'s' * (ways > 1)} out"

    def why_not(self, table: Table, index: Index) -> str | None:
        reserve = table.piles[index[self.pile]]
        if table.stage >= self.times:
            return "Two cards of the tableau go together no more before the reserve is out."
        if not reserve or reserve[-1] & DOWN:
            return "The card of the reserve is turned first: it may have a match."
        partners = self.fit.partners[reserve[-1]]
        for name, place in index.items():
            pile = table.piles[place]
            if name[0] == "t" and pile and partners >> pile[-1] & 1:
                return f"{cards.text(reserve[-1])} has a match in the tableau: that one goes."
        return None


class Pairs(Value):
    """Two cards that leave together."""

    fit: Fit
    among: str = "t"
    """The kinds of piles they come from."""
    of: str = ""
    """The kind that one of them must come from; empty: any."""
    near: tuple[Near, ...] = ()
    """How they must lie to each other, one of these; empty: anyhow."""
    beneath: bool = False
    """May one of them lie under the other, if under nothing else (royale-pyramid)?"""
    when: When | None = None
    to: str = "d"
    """The kind of pile they go to: the discard, or an empty foundation, the lower rank first."""


class Cover(ABC):
    """Which piles lie over another one."""

    @abstractmethod
    def over(self, number: int) -> tuple[int, ...]:
        """The numbers of the piles of the group that lie over one of it, from 0."""


class Pyramid(Cover, Value):
    """Rows of one, two, three ... cards: each card lies under two of the next row."""

    rows: int = 7

    def over(self, number: int) -> tuple[int, ...]:
        row, first = 1, 0
        while number >= first + row:
            first += row
            row += 1
        return () if row == self.rows else (number + row, number + row + 1)


class TurnPairing(TurnStock):
    """The stock turned one by one; a card that fits the one before it goes with it."""

    fit: Total = Total()

    @property
    def words(self) -> str:
        turning = super().words.removesuffix(".")
        pair = "the card just turned and the one before it go"
        return f"{turning}; {pair} if they make {self.fit.total}."

    def make(self, table: Table, index: Index) -> Table:
        turned = super().make(table, index)
        w, d = index[self.waste], index["d"]
        waste = turned.piles[w]
        if len(waste) < 2 or not self.fit.partners[waste[-1]] >> waste[-2] & 1:
            return turned
        piles = list(turned.piles)
        piles[w], piles[d] = waste[:-2], piles[d] + waste[-2:]
        return turned._replace(piles=tuple(piles))


class TurnTop(Action, Value):
    """The top card of a pile turned up where it lies (pairs)."""

    pile: str = "r"

    @property
    def words(self) -> str:
        return "Turning it shows its top card, which stays on it until it is matched."

    @property
    def general(self) -> str:
        return "turn a card of the reserve"

    def name_deed(self, table: Table, index: Index) -> str:
        return "turn a card of the reserve"

    def why_not(self, table: Table, index: Index) -> str | None:
        pile = table.piles[index[self.pile]]
        if not pile:
            return "The reserve is out."
        if not pile[-1] & DOWN:
            return f"{cards.text(pile[-1])} is turned up already."
        return None

    def make(self, table: Table, index: Index) -> Table:
        piles = list(table.piles)
        *rest, top = piles[index[self.pile]]
        piles[index[self.pile]] = (*rest, top & ~DOWN)
        return table._replace(piles=tuple(piles))


class Consolidate(Action, Value):
    """The cards of a grid close up in reading order, and the stock fills the end (monte-carlo)."""

    is_turn: ClassVar[bool] = False
    verb: ClassVar[str] = "close up"

    kind: str = "g"
    stock: str = "s"

    @property
    def words(self) -> str:
        return "It closes the gaps: cards move up in reading order, and the stock fills the rest."

    @property
    def general(self) -> str:
        return "close the gaps"

    def name_deed(self, table: Table, index: Index) -> str:
        return "closing the gaps"

    def why_not(self, table: Table, index: Index) -> str | None:
        filled = [bool(table.piles[place]) for place in self._cells(index)]
        if all(filled):
            return "There is no gap to close."
        if not table.piles[index[self.stock]] and sorted(filled, reverse=True) == filled:
            return "The cards lie close already, and the stock is out."
        return None

    def make(self, table: Table, index: Index) -> Table:
        piles, cells, s = list(table.piles), self._cells(index), index[self.stock]
        kept = [piles[place] for place in cells if piles[place]]
        for place in cells:
            if kept:
                piles[place] = kept.pop(0)
            else:
                piles[place] = tuple(card & ~DOWN for card in piles[s][-1:])
                piles[s] = piles[s][:-1]
        return table._replace(piles=tuple(piles))

    def _cells(self, index: Index) -> list[int]:
        return [place for name, place in index.items() if name[0] == self.kind]
