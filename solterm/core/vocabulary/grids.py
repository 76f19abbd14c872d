"""Grids: cells in rows, the cards they accept, redeals, and refilling the hand.

A cell is a pile of kind ``g``. Cells are numbered from left to right, then top to bottom.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import ClassVar

from solterm.core import cards, deals
from solterm.core.cards import ALL, CODES, DOWN, Card
from solterm.core.phrases import count, spell, times
from solterm.core.table import Index, Pile, Table
from solterm.core.values import Value
from solterm.core.vocabulary.builds import Match
from solterm.core.vocabulary.consequences import Consequence
from solterm.core.vocabulary.goals import Goal, of_kind
from solterm.core.vocabulary.policies import Action

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


class AfterLeft(Neighbours, Value):
    """A gap takes the card one higher in suit than its left neighbour (montana).

    The gap at the head of a row takes a 2. Nothing goes to the right of a King or of another gap.

    >>> from solterm.declare import AfterLeft, Grid, cards
    >>> row = [(cards.parse("5H"),), (), (cards.parse("9C"),)]
    >>> AfterLeft().words_for(1, row, Grid(3, 1)), AfterLeft(before_right=True).words_for(
    ...     1, row, Grid(3, 1)
    ... )
    ('only 6H', 'only 6H or 8C')
    """

    before_right: bool = False
    """Whether it also takes the card one lower than its right neighbour."""

    def takers(self, cells: Cells, grid: Grid) -> list[tuple[int, int]]:
        found = ((cell, self._mask(cell, cells, grid)) for cell, p in enumerate(cells) if not p)
        return [(cell, mask) for cell, mask in found if mask]

    def _mask(self, cell: int, cells: Cells, grid: Grid) -> int:
        mask, column = 0, cell % grid.columns
        if not column:
            mask = _TWOS
        elif left := cells[cell - 1]:
            mask = _NEXT[left[-1]]
        if self.before_right and column < grid.columns - 1 and (right := cells[cell + 1]):
            mask |= _LAST[right[-1]]
        return mask

    def words_for(self, cell: int, cells: Cells, grid: Grid) -> str:
        """Return the cards that a gap takes now: ``only 6H``, ``only a 2`` or ``nothing``."""
        mask = self._mask(cell, cells, grid)
        if mask & _TWOS == _TWOS:
            others = [cards.text(card) for card in cards.pack() if (mask & ~_TWOS) >> card & 1]
            return " or ".join(["only a 2", *others])
        names = [cards.text(card) for card in cards.pack() if mask >> card & 1]
        return f"only {' or '.join(sorted(names))}" if names else "nothing"

    def why_not(self, card: Card, cell: int, cells: Cells, grid: Grid) -> str:
        taken = self.words_for(cell, cells, grid)
        return f"{cards.text(card)} can't go there: that gap takes {taken}."

    @property
    def words(self) -> str:
        lower = ", one lower than the card at its right" * self.before_right
        return (
            "a card only while it is empty: one higher in suit than the card at its left"
            f"{lower}, or any 2 at the head of a row"
        )


_TWOS = cards.mask(cards.card(2, suit) for suit in range(4))
_NEXT = tuple(1 << card + 1 if 0 < card & 15 < 13 and card < DOWN else 0 for card in range(CODES))
"""For each card, the mask of the next higher one of its suit."""
_LAST = tuple(1 << card - 1 if card & 15 > 2 and card < DOWN else 0 for card in range(CODES))
"""For each card, the mask of the next lower one of its suit, down to the 2."""


def count_in_order(row: Cells) -> int:
    """Return how many cards at the left of a row are in order: a suit from the 2 up.

    >>> from solterm.core import cards
    >>> count_in_order([(cards.parse("2H"),), (cards.parse("3H"),), (), (cards.parse("5H"),)])
    2
    """
    wanted = _TWOS
    for place, pile in enumerate(row):
        if not pile or not wanted >> pile[-1] & 1:
            return place
        wanted = _NEXT[pile[-1]]
    return len(row)


class RowsInOrder(Goal, Value):
    """Put each row of a grid in order, a suit from the 2 up to the King (montana)."""

    columns: int = 13

    def tell(self) -> str:
        return "Put each row in order, a suit from the 2 up to the King."

    def is_reached(self, piles: Sequence[Pile], index: Index) -> bool:
        return self.count_scored(piles, index) == 48

    def count_scored(self, piles: Sequence[Pile], index: Index) -> int:
        return sum(map(count_in_order, self._rows(piles, index)))

    def _rows(self, piles: Sequence[Pile], index: Index) -> Iterator[Cells]:
        cells = of_kind(piles, index, "g")
        firsts = range(0, len(cells), self.columns)
        return (cells[first : first + self.columns] for first in firsts)

    def _list_in_order(self, piles: Sequence[Pile], index: Index) -> list[Card]:
        rows = self._rows(piles, index)
        return [card for row in rows for (card,) in row[: count_in_order(row)]]

    def words(self, scored: int) -> str:
        return f"{count(scored, 'cards')} in order"

    def prospect(self, before: Sequence[Pile], after: Sequence[Pile], index: Index) -> str:
        was, now = (self._list_in_order(piles, index) for piles in (before, after))
        if len(now) <= len(was):
            return ""
        put = [cards.text(card) for card in now if card not in was]
        return f"puts {' and '.join(put) if len(put) < 3 else f'{spell(len(put))} cards'} in order"

    def whole(self, in_play: int) -> int:
        return in_play - 4


class RedealGaps(Action, Value):
    """Gather the cards that are not in order, shuffle them and deal them again (montana).

    Each row gets a gap right after its cards in order. The deal number and the count of redeals
    determine the new order.
    """

    verb: ClassVar[str] = "redeal"

    times: int = 2
    columns: int = 13

    @property
    def words(self) -> str:
        return (
            "It gathers the cards that are not in order, shuffles them and deals them again, "
            f"with a gap after the cards in order of each row, {times(self.times)} in a game."
        )

    def redeal_words(self, table: Table, index: Index) -> str:
        return "The cards out of order are gathered, shuffled and dealt again"

    @property
    def generic_name(self) -> str:
        return "redeal the cards out of order"

    def name_deed(self, table: Table, index: Index) -> str:
        return f"redeal the cards out of order ({self.tell_left(table)} left)"

    def tell_left(self, table: Table) -> str:
        left = max(0, self.times - table.passes)
        return f"{left or 'no'} redeal{'s' * (left > 1)}"

    def is_used_up(self, table: Table) -> bool:
        return table.passes >= self.times

    def why_not(self, table: Table, index: Index) -> str | None:
        return "No redeals left." if self.is_used_up(table) else None

    def make(self, table: Table, index: Index) -> Table:
        piles = list(table.piles)
        cells = [place for name, place in index.items() if name[0] == "g"]
        free: list[int] = []
        gathered: list[Card] = []
        for first in range(0, len(cells), self.columns):
            row = cells[first : first + self.columns]
            gap, *rest = row[count_in_order([piles[place] for place in row]) :]
            gathered += [piles[place][-1] for place in (gap, *rest) if piles[place]]
            for place in (gap, *rest):
                piles[place] = ()
            free += rest
        order = deals.reshuffle(sorted(gathered), table.deal, table.passes + 1)
        for place, card in zip(free, order, strict=False):
            piles[place] = (card,)
        return table._replace(piles=tuple(piles), passes=table.passes + 1)


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
