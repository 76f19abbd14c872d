"""Grids: games in which single cards are placed on the empty cells of a grid.

A cell is a pile of kind ``g``; the cells are numbered from left to right, then from top to bottom.
Which of them take a card is said by a ``Neighbours`` policy of their group.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import ClassVar

from solterm.core import cards
from solterm.core.cards import ALL, CODES, DOWN, Card
from solterm.core.game import Game
from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.table import Index, Pile, Table
from solterm.core.values import Value
from solterm.core.vocabulary.builds import Match
from solterm.core.vocabulary.consequences import Consequence
from solterm.core.words.describe import capitalize, pile_name

Cells = Sequence[Pile]
"""The cells of a grid, in order; each is empty or holds one card."""


class Grid(Value):
    """Cells in rows. They are known by their places here, from 0, left to right, top to bottom."""

    columns: int
    rows: int

    @classmethod
    def of(cls, game: Game) -> "Grid":
        """The grid of a game that has one."""
        cells = next(group for group in game.groups if group.kind == "g")
        return cls(cells.columns, cells.count // cells.columns)

    @property
    def size(self) -> int:
        """The number of cells."""
        return self.columns * self.rows

    @cached_property
    def beside(self) -> tuple[tuple[int, ...], ...]:
        """For each cell those at its left and right, above and below it."""
        return tuple(self._near(cell, corners=False) for cell in range(self.size))

    @cached_property
    def touching(self) -> tuple[tuple[int, ...], ...]:
        """For each cell those it touches at a side or a corner."""
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
        """All blocks of two by two cells."""
        return tuple(
            (cell, cell + 1, cell + self.columns, cell + self.columns + 1)
            for cell in range(self.size - self.columns)
            if cell % self.columns < self.columns - 1
        )


class Neighbours(ABC):
    """Which cards the empty cells of a grid take, by what lies round them."""

    free: int = 0
    """The mask of the cards that may go to any empty cell, and need no company there."""

    @abstractmethod
    def takers(self, cells: Cells, grid: Grid) -> list[tuple[int, int]]:
        """The empty cells that take cards, in order, each with the mask of those it takes."""

    @abstractmethod
    def why_not(self, card: Card, cell: int, cells: Cells, grid: Grid) -> str:
        """Why a card may not go to an empty cell, in a sentence."""

    @property
    @abstractmethod
    def words(self) -> str:
        """What a cell takes, as the object of "It takes …"."""


class Anywhere(Neighbours, Value):
    """Any empty cell takes any card."""

    def takers(self, cells: Cells, grid: Grid) -> list[tuple[int, int]]:
        return [(cell, ALL) for cell, pile in enumerate(cells) if not pile]

    def why_not(self, card: Card, cell: int, cells: Cells, grid: Grid) -> str:
        return "Any empty cell will do."

    @property
    def words(self) -> str:
        return "any card while it is empty"


class Touching(Neighbours, Value):
    """The first card goes anywhere, each later one next to another, corners included (poker)."""

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
    """A card goes beside others, and must match all of those in rank or in suit."""

    match: Match = Match.SUIT
    """What serves where the ranks differ: ``SUIT`` or ``COLOUR``."""
    free: int = 0

    @cached_property
    def matching(self) -> tuple[int, ...]:
        """For each card the mask of those that may lie beside it."""
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
    """The next card is turned up by itself, as long as there is a cell for it (poker)."""

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


class Grids(Rules):
    """Rules for placing the cards of a hand on a grid, where they stay."""

    family: ClassVar[str] = "grid"
    reads: ClassVar[frozenset[str]] = frozenset({"placing", "columns", "consequences"})

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.grid = Grid.of(game)
        placing = game.group("g1").placing
        assert placing is not None, f"{game.id} says not what its cells take"
        self.placing = placing
        self._first = self.index["g1"]
        self._hand = tuple(place for place, name in enumerate(self.ids) if name[0] == "h")
        self._moves = {place: self._moves_from(place) for place in self._hand}

    def _moves_from(self, place: int) -> tuple[Move, ...]:
        """The moves of the card on a place, by the cell it goes to."""
        src = self.ids[place]
        return tuple(Move(src, dst) for dst in self.ids[self._first : self._first + self.grid.size])

    def cells(self, piles: Sequence[Pile]) -> list[Pile]:
        """The cells of a table's piles."""
        return list(piles[self._first : self._first + self.grid.size])

    # -- the moves -------------------------------------------------------------------------

    def generate(self, table: Table) -> Iterator[Move]:
        cells = self.cells(table.piles)
        takers = self.placing.takers(cells, self.grid)
        for place in self._hand:
            if pile := table.piles[place]:
                yield from self._placings(pile[-1], self._moves[place], cells, takers)

    def _placings(
        self, card: Card, moves: Sequence[Move], cells: Cells, takers: Sequence[tuple[int, int]]
    ) -> Iterator[Move]:
        """The moves of one card."""
        if self.placing.free >> card & 1:
            for cell, pile in enumerate(cells):
                if not pile:
                    yield moves[cell]
            return
        for cell, mask in takers:
            if mask >> card & 1:
                yield moves[cell]

    def make(self, table: Table, move: Move) -> Table:
        piles = list(table.piles)
        src, dst = self.index[move.src], self.index[move.dst]
        piles[dst] = piles[src]
        piles[src] = ()
        return self.settle(table._replace(piles=tuple(piles)))

    def leads_on(self, table: Table, move: Move) -> bool:
        return True

    # -- the sentences ---------------------------------------------------------------------

    def explain(self, table: Table, move: Move) -> str:
        here = self._name(move.src)
        if move.at or move.cards != 1:
            return "Cards are placed one at a time."
        if not move.dst and move.src[0] != "h":
            return f"{capitalize(here)} does nothing by itself."
        if move.src[0] == "s":
            return "A card of the stock comes to the hand before it is placed."
        if not table.piles[self.index[move.src]]:
            return f"{capitalize(here)} is empty."
        if move.src[0] != "h":
            return f"{cards.text(table.piles[self.index[move.src]][-1])} is placed and stays."
        if move.dst[:1] != "g":
            return f"Say on which cell to place the card of {here}, as in {move.src} g1."
        return self._explain_cell(table, move)

    def _explain_cell(self, table: Table, move: Move) -> str:
        """Why the card of a pile may not go to a cell."""
        card = table.piles[self.index[move.src]][-1]
        cells = self.cells(table.piles)
        cell = self.index[move.dst] - self._first
        if cells[cell]:
            lies = f"{cards.text(cells[cell][-1])} lies on {self._name(move.dst)}"
            return f"{cards.text(card)} can't go there: {lies}."
        return self.placing.why_not(card, cell, cells, self.grid)

    def _name(self, pile: str) -> str:
        return pile_name(self.game, pile)
