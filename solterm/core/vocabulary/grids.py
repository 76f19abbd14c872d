"""Grids: cells in rows, rules for which cards they accept, and refilling the hand.

A cell is a pile of kind ``g``. Cells are numbered from left to right, then top to bottom.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import cached_property

from solterm.core import cards
from solterm.core.cards import ALL, CODES, DOWN, Card
from solterm.core.table import Index, Pile
from solterm.core.values import Value
from solterm.core.vocabulary.builds import Match
from solterm.core.vocabulary.consequences import Consequence

Cells = Sequence[Pile]
"""The cells of a grid, in order. Each is empty or holds one card."""


class Grid(Value):
    """The shape of a grid. Cells are indexed from 0, left to right, then top to bottom."""

    columns: int
    rows: int

    @property
    def size(self) -> int:
        return self.columns * self.rows

    @cached_property
    def beside(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, the cells to its left and right, above and below."""
        return tuple(self._near(cell, corners=False) for cell in range(self.size))

    @cached_property
    def touching(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, the cells that touch a side or corner of it."""
        return tuple(self._near(cell, corners=True) for cell in range(self.size))

    def _near(self, cell: int, corners: bool) -> tuple[int, ...]:
        row, column = divmod(cell, self.columns)
        return tuple(
            (row + down) * self.columns + column + right
            for down in (-1, 0, 1)
            for right in (-1, 0, 1)
            if (down or right) and (corners or not (down and right))
            if 0 <= row + down < self.rows and 0 <= column + right < self.columns
        )

    @cached_property
    def lines(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each row, then of each column."""
        across = [range(first, first + self.columns) for first in range(0, self.size, self.columns)]
        downwards = [range(first, self.size, self.columns) for first in range(self.columns)]
        return tuple(map(tuple, across + downwards))

    @cached_property
    def squares(self) -> tuple[tuple[int, int, int, int], ...]:
        """The cells of each two-by-two block."""
        return tuple(
            (cell, cell + 1, cell + self.columns, cell + self.columns + 1)
            for cell in range(self.size - self.columns)
            if cell % self.columns < self.columns - 1
        )


class Neighbours(ABC):
    """The cards that empty cells accept, given the neighbouring cells."""

    free: int = 0
    """The mask of the cards that may go to any empty cell, without neighbours."""

    @abstractmethod
    def takers(self, cells: Cells, grid: Grid) -> list[tuple[int, int]]:
        """Return the empty cells that accept cards, in order, with the mask of those cards."""

    @abstractmethod
    def why_not(self, card: Card, cell: int, cells: Cells, grid: Grid) -> str:
        """Return a sentence that says why a card may not go to an empty cell."""

    @property
    @abstractmethod
    def words(self) -> str:
        """The cards a cell accepts, as the object of "It takes …"."""


class Anywhere(Neighbours, Value):
    """Any empty cell accepts any card."""

    def takers(self, cells: Cells, grid: Grid) -> list[tuple[int, int]]:
        return [(cell, ALL) for cell, pile in enumerate(cells) if not pile]

    def why_not(self, card: Card, cell: int, cells: Cells, grid: Grid) -> str:
        return "Any empty cell will do."

    @property
    def words(self) -> str:
        return "any card while it is empty"


class Touching(Neighbours, Value):
    """The first card goes anywhere; later ones must touch a card, corners included (poker)."""

    def takers(self, cells: Cells, grid: Grid) -> list[tuple[int, int]]:
        near = {to for cell, pile in enumerate(cells) if pile for to in grid.touching[cell]}
        first = not near
        return [(c, ALL) for c, pile in enumerate(cells) if not pile and (first or c in near)]

    def why_not(self, card: Card, cell: int, cells: Cells, grid: Grid) -> str:
        return f"{cards.text(card)} must touch a card already placed, at a side or a corner."

    @property
    def words(self) -> str:
        return (
            "any card while it is empty and touches a placed one, at a side or a corner; "
            "the first card goes anywhere"
        )


class Beside(Neighbours, Value):
    """A card goes beside other cards and must match all of them in rank or suit."""

    match: Match = Match.SUIT
    """The match required if ranks differ: ``SUIT`` or ``COLOUR``."""
    free: int = 0

    @cached_property
    def matching(self) -> tuple[int, ...]:
        """For each card, the mask of the cards that may lie beside it."""
        masks = [0] * CODES
        for card in cards.pack():
            masks[card] = cards.mask(other for other in cards.pack() if self._matches(card, other))
        return tuple(masks)

    def _matches(self, card: Card, other: Card) -> bool:
        if cards.rank(card) == cards.rank(other):
            return True
        if self.match is Match.COLOUR:
            return cards.is_red(card) == cards.is_red(other)
        return cards.suit(card) == cards.suit(other)

    def takers(self, cells: Cells, grid: Grid) -> list[tuple[int, int]]:
        beside, matching = grid.beside, self.matching
        masks: dict[int, int] = {}
        for cell, pile in enumerate(cells):
            if pile:
                mask = matching[pile[-1]]
                for to in beside[cell]:
                    if not cells[to]:
                        masks[to] = masks.get(to, ALL) & mask
        return sorted(masks.items())

    def why_not(self, card: Card, cell: int, cells: Cells, grid: Grid) -> str:
        name = cards.text(card)
        for near in grid.beside[cell]:
            if cells[near] and not self.matching[cells[near][-1]] >> card & 1:
                reason = f"neither rank nor {self._what} is the same"
                return f"{name} can't lie beside {cards.text(cells[near][-1])}: {reason}."
        return f"{name} must lie right beside another card."

    @property
    def _what(self) -> str:
        return "colour" if self.match is Match.COLOUR else "suit"

    @property
    def words(self) -> str:
        return (
            "a card while it is empty and others lie beside it, "
            f"if each of those has its rank or its {self._what}"
        )


class NextCard(Consequence, Value):
    """Turn up the next card while there is an empty cell for it (poker)."""

    def words(self, kind: str, called: Callable[[str], str]) -> str:
        if kind != "s":
            return ""
        return "Its next card is turned up by itself, as long as there is an empty cell."

    def settle(self, piles: list[Pile], index: Index) -> bool:
        hand, stock = index["h"], index["s"]
        full = all(piles[place] for name, place in index.items() if name[0] == "g")
        if piles[hand] or full or not piles[stock]:
            return False
        piles[hand] = (piles[stock][-1] & ~DOWN,)
        piles[stock] = piles[stock][:-1]
        return True
