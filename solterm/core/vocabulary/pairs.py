"""Pairs: which two cards leave together, from where, and under which conditions.

A game of pairing lists its ``Pairs``; the engine is ``solterm.core.engines.pairing``.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import ClassVar

from solterm.core import cards
from solterm.core.cards import CODES, DOWN, RANK_NAMES, Card
from solterm.core.phrases import times
from solterm.core.table import Index, Pile, Table
from solterm.core.values import Kinds, PileId, Value
from solterm.core.vocabulary.actions import TurnStock
from solterm.core.vocabulary.grids import Grid
from solterm.core.vocabulary.policies import Action


class Fit(ABC):
    """The relation between two cards that fit."""

    @abstractmethod
    def fits(self, card: Card, other: Card) -> bool:
        """Return whether two face-up cards fit, in either order."""

    @cached_property
    def partners(self) -> tuple[int, ...]:
        """For each card, the mask of the cards that fit it; 0 for face-down cards."""
        masks = [0] * CODES
        for card in cards.pack():
            masks[card] = cards.mask(each for each in cards.pack() if self.fits(card, each))
        return tuple(masks)

    @property
    def alone(self) -> int:
        """The mask of the cards that leave alone."""
        return 0

    @property
    @abstractmethod
    def words(self) -> str:
        """The cards that fit, as the subject of a sentence."""

    @abstractmethod
    def why_not(self, card: Card, other: Card) -> str:
        """Return the reason why two cards do not fit, to follow a colon."""


class Total(Fit, Value):
    """Ranks that add up to a total. A card of that rank leaves alone (the pyramids)."""

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
    """Cards of equal rank."""

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
    """The required position of two cells of a grid to each other."""

    @property
    @abstractmethod
    def words(self) -> str:
        """The condition as the end of a sentence about the cards: "touch"."""

    @abstractmethod
    def joins(self, cells: Sequence[Pile], grid: Grid, one: int, other: int) -> bool:
        """Return whether two cells, given by index, meet the condition."""


class Touch(Near, Value):
    """The cells share a side or a corner. Rows do not wrap."""

    @property
    def words(self) -> str:
        return "touch"

    def joins(self, cells: Sequence[Pile], grid: Grid, one: int, other: int) -> bool:
        return other in grid.touching[one]


class AcrossGap(Near, Value):
    """The cells are in line, with one empty cell between them."""

    @property
    def words(self) -> str:
        return "have one gap between them in line"

    def joins(self, cells: Sequence[Pile], grid: Grid, one: int, other: int) -> bool:
        down = abs(one // grid.columns - other // grid.columns)
        across = abs(one % grid.columns - other % grid.columns)
        in_line = max(down, across) == 2 and 1 not in (down, across)
        return in_line and not cells[(one + other) // 2]


class InLine(Near, Value):
    """The cells are in one row or column, at any distance."""

    @property
    def words(self) -> str:
        return "lie in one row or column"

    def joins(self, cells: Sequence[Pile], grid: Grid, one: int, other: int) -> bool:
        return any(one in line and other in line for line in grid.lines)


class When(ABC):
    """A condition on the time when pairs may leave."""

    spends: ClassVar[bool] = False
    """Whether the number of such pairs is limited. ``Table.spent`` counts them."""

    @property
    @abstractmethod
    def words(self) -> str:
        """The condition as the end of a sentence: "once the reserve is out"."""

    def tell_left(self, table: Table) -> str:
        """Return the number of such pairs left in words; "" if it is not limited."""
        return ""

    @abstractmethod
    def why_not(self, table: Table, index: Index) -> str | None:
        """Return None while pairs may leave, else a sentence that says why not."""


class OnceOut(When, Value):
    """Pairs may leave once a pile is empty."""

    pile: PileId = "r"

    @property
    def words(self) -> str:
        return "once the reserve is out"

    def why_not(self, table: Table, index: Index) -> str | None:
        if table.piles[index[self.pile]]:
            return "Two cards of the tableau go together only when the reserve is out."
        return None


class WayOut(When, Value):
    """Pairs may leave a few times if the reserve's turned card has no match (pairs)."""

    spends: ClassVar[bool] = True

    times: int = 1
    fit: Fit = Alike()
    pile: PileId = "r"

    @property
    def words(self) -> str:
        often = f"{times(self.times)} in the game"
        return f"{often} when the turned card has no match"

    def tell_left(self, table: Table) -> str:
        ways = max(0, self.times - table.spent)
        return f"{ways or 'no'} way{'s' * (ways > 1)} out"

    def why_not(self, table: Table, index: Index) -> str | None:
        reserve = table.piles[index[self.pile]]
        if table.spent >= self.times:
            return "Two cards of the tableau can't go together again until the reserve is out."
        if not reserve or reserve[-1] & DOWN:
            return "Turn the reserve's card first: it may have a match."
        partners = self.fit.partners[reserve[-1]]
        for name, place in index.items():
            pile = table.piles[place]
            if name[0] == "t" and pile and partners >> pile[-1] & 1:
                return f"{cards.text(reserve[-1])} has a match in the tableau: play that pair."
        return None


class Pairs(Value):
    """A rule for two cards that leave together."""

    fit: Fit
    among: Kinds = "t"
    """The kinds of piles they come from."""
    of: Kinds = ""
    """The kind that one of them must come from; "": any."""
    near: tuple[Near, ...] = ()
    """The positions that count as near enough; empty: any."""
    beneath: bool = False
    """Whether one may lie under the other, if no other card covers it (royale-pyramid)."""
    when: When | None = None


class Cover(ABC):
    """The way piles of a group cover each other."""

    @abstractmethod
    def over(self, number: int) -> tuple[int, ...]:
        """Return the indices in the group of the piles that cover one of its piles."""


class Pyramid(Cover, Value):
    """Rows of one, two, three cards and so on; two cards of the next row cover each card.

    >>> from solterm.declare import Pyramid
    >>> [Pyramid(rows=3).over(number) for number in range(6)]
    [(1, 2), (3, 4), (4, 5), (), (), ()]
    """

    rows: int = 7

    def over(self, number: int) -> tuple[int, ...]:
        row, first = 1, 0
        while number >= first + row:
            first += row
            row += 1
        return () if row == self.rows else (number + row, number + row + 1)


class Peaks(Cover, Value):
    """Pyramids side by side on one joint row, which is the last (tri-peaks).

    >>> from solterm.declare import Peaks
    >>> [Peaks(peaks=2, rows=3).over(number) for number in range(7)]
    [(2, 3), (4, 5), (6, 7), (7, 8), (8, 9), (9, 10), ()]
    """

    peaks: int = 3
    rows: int = 4

    def over(self, number: int) -> tuple[int, ...]:
        first = 0
        for row in range(1, self.rows):
            if number < (after := first + self.peaks * row):
                # Each peak has so many cards in this row, and one more in the next but the last.
                peak, place = divmod(number - first, row)
                wider = row + 1 if row + 1 < self.rows else row
                left = after + peak * wider + place
                return left, left + 1
            first = after
        return ()


class TurnPairing(TurnStock):
    """Turn the stock card by card. A card that fits the one before it leaves with it."""

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
    """Turn up the top card of a pile where it lies (pairs)."""

    pile: PileId = "r"

    @property
    def words(self) -> str:
        return "Turning it shows its top card, which stays on it until it is matched."

    @property
    def generic_name(self) -> str:
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
    """Close the gaps of a grid in reading order and fill its end from the stock (monte-carlo)."""

    is_turn: ClassVar[bool] = False
    verb: ClassVar[str] = "close up"

    kind: Kinds = "g"
    stock: PileId = "s"

    @property
    def words(self) -> str:
        return "It closes the gaps: cards move up in reading order, and the stock fills the rest."

    @property
    def generic_name(self) -> str:
        return "close the gaps"

    def name_deed(self, table: Table, index: Index) -> str:
        return self.generic_name

    def why_not(self, table: Table, index: Index) -> str | None:
        filled = [bool(table.piles[place]) for place in self._cells(index)]
        if all(filled):
            return "No gaps to close."
        if not table.piles[index[self.stock]] and sorted(filled, reverse=True) == filled:
            return "No gaps to close, and the stock is out."
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
