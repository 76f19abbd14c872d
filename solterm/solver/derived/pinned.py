"""Positions lost because cards that cannot move stand too far apart: books on a grid.

In A Farewell to Kings four cards of a rank leave the grid as a book when they form a square, and a
card left alone by a book moves to another cell. No other card leaves its cell, and the Kings stay
to the end. Call a card pinned if it has a neighbour that stays at least as long as its own book: a
King, a card of its own rank or, where books leave in order, a card of a higher rank.

A pinned card stays in its cell until its book leaves. Take the first of a pinned card and such a
neighbour to leave. It is not alone, so it leaves with its book. The neighbour's book does not leave
before the card's own, so it is the card's book that leaves.

So the book of a rank needs a square that holds all pinned cards of the rank, and in which no cell
belongs to a card that stays longer: a King or, where books leave in order, a pinned card of a
higher rank. A position without such a square for some rank is lost.
"""

from collections.abc import Sequence
from typing import Self

from solterm.core.cards import KING
from solterm.core.engines.grid import Grids
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.games.farewell import BooksLeave, Farewell


class Pinned:
    """The proof for one rule set."""

    def __init__(self, rules: Grids, in_order: bool) -> None:
        grid = rules.grid
        self._rules = rules
        self._in_order = in_order
        self._beside = grid.beside
        self._squares_of = [
            [square for square in grid.squares if cell in square] for cell in range(grid.size)
        ]

    @classmethod
    def of(cls, rules: Rules) -> Self | None:
        """Return the proof for a rule set, or None if its cards do not leave in books."""
        if not isinstance(rules, Farewell):
            return None
        books = next(each for each in rules.game.consequences if isinstance(each, BooksLeave))
        return cls(rules, books.in_order)

    def is_stuck(self, table: Table) -> bool:
        """Whether the book of some rank can never form."""
        cells = self._rules.cells(table.piles)
        ranks = [pile[-1] & 15 if pile else 0 for pile in cells]
        pinned: dict[int, list[int]] = {}
        for cell, rank in enumerate(ranks):
            if 0 < rank < KING and self._is_pinned(cell, ranks):
                pinned.setdefault(rank, []).append(cell)
        staying = {cell for cell, rank in enumerate(ranks) if rank == KING}
        for rank in sorted(pinned, reverse=True):
            of_rank = pinned[rank]
            if not any(
                staying.isdisjoint(square) and all(cell in square for cell in of_rank)
                for square in self._squares_of[of_rank[0]]
            ):
                return True
            if self._in_order:
                staying.update(of_rank)
        return False

    def _is_pinned(self, cell: int, ranks: Sequence[int]) -> bool:
        rank = ranks[cell]
        for near in self._beside[cell]:
            beside = ranks[near]
            if beside in (rank, KING) or (self._in_order and beside > rank):
                return True
        return False
