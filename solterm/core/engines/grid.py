"""The engine for games that lay single cards on the empty cells of a grid.

The group's ``Neighbours`` policy decides which cells accept a card.
"""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from solterm.core import cards
from solterm.core.cards import Card
from solterm.core.declaration import Declaration
from solterm.core.groups import GridGroup, Group
from solterm.core.move import Move
from solterm.core.phrases import capitalize
from solterm.core.rules import Rules
from solterm.core.table import Pile, Table
from solterm.core.vocabulary.grids import Cells
from solterm.core.words.describe import pile_name


class Grids(Rules):
    """The rules of games that lay cards of a hand, or of other cells, on the cells of a grid."""

    engine_name: ClassVar[str] = "grid"
    scores_late: ClassVar[bool] = True
    group_type: ClassVar[type[Group]] = GridGroup

    def __init__(self, game: Declaration) -> None:
        super().__init__(game)
        self.grid = game.grid
        placing = GridGroup.of(game.group("g1")).placing
        assert placing is not None, f"{game.id} says not what its cells take"
        self.placing = placing
        self._first = self.index["g1"]
        self._moves = {
            place: self._moves_from(place)
            for place, name in enumerate(self.ids)
            if "g" in game.group(name).goes_to
        }
        self._actions = [
            (group.action, Move(name)) for name in self.ids if (group := game.group(name)).action
        ]

    def _moves_from(self, place: int) -> tuple[Move, ...]:
        src = self.ids[place]
        return tuple(Move(src, dst) for dst in self.ids[self._first : self._first + self.grid.size])

    def cells(self, piles: Sequence[Pile]) -> list[Pile]:
        """Return the piles of a table that are cells of the grid."""
        return list(piles[self._first : self._first + self.grid.size])

    # -- the moves -------------------------------------------------------------------------

    def generate(self, table: Table) -> Iterator[Move]:
        for action, move in self._actions:
            if action and action.why_not(table, self.index) is None:
                yield move
        yield from self.moves_to_cells(table)

    def moves_to_cells(self, table: Table) -> Iterator[Move]:
        """Yield the moves of cards to cells."""
        cells = self.cells(table.piles)
        takers = self.placing.takers(cells, self.grid)
        for place, moves in self._moves.items() if takers or self.placing.free else ():
            if pile := table.piles[place]:
                yield from self._placings(pile[-1], moves, cells, takers)

    def _placings(
        self, card: Card, moves: Sequence[Move], cells: Cells, takers: Sequence[tuple[int, int]]
    ) -> Iterator[Move]:
        if self.placing.free >> card & 1:
            for cell, pile in enumerate(cells):
                if not pile:
                    yield moves[cell]
            return
        for cell, mask in takers:
            if mask >> card & 1:
                yield moves[cell]

    def make(self, table: Table, move: Move) -> Table:
        if not move.dst:
            action = self.game.group(move.src).action
            assert action is not None, f"{move.src} has no action"
            return self.settle(action.make(table, self.index))
        piles = list(table.piles)
        src, dst = self.index[move.src], self.index[move.dst]
        piles[dst] = piles[src]
        piles[src] = ()
        return self.settle(table._replace(piles=tuple(piles)))

    def makes_progress(self, table: Table, move: Move) -> bool:
        return True

    # -- the sentences ---------------------------------------------------------------------

    def explain(self, table: Table, move: Move) -> str:
        here, pile = self._name(move.src), table.piles[self.index[move.src]]
        action, lays = self.game.group(move.src).action, self.index[move.src] in self._moves
        if move.depth or move.count != 1:
            return "Cards are placed one at a time."
        if not move.dst and action:
            return action.why_not(table, self.index) or "That can be done now."
        if not move.dst and not lays:
            return f"{capitalize(here)} does nothing by itself."
        if move.src[0] == "s" and "h" in {name[0] for name in self.ids}:
            return "A card of the stock comes to the hand before it is placed."
        if not pile:
            return f"{capitalize(here)} is empty."
        if not lays:
            return f"{cards.text(pile[-1])} is placed and stays."
        if move.src == move.dst:
            return f"{cards.text(pile[-1])} fits no empty cell now."
        if move.dst[:1] != "g":
            return f"Name the cell for the card of {here}, as in {move.src} g1."
        return self._explain_cell(table, move)

    def _explain_cell(self, table: Table, move: Move) -> str:
        card = table.piles[self.index[move.src]][-1]
        cells = self.cells(table.piles)
        cell = self.index[move.dst] - self._first
        if cells[cell]:
            lies = f"{cards.text(cells[cell][-1])} lies on {self._name(move.dst)}"
            return f"{cards.text(card)} can't go there: {lies}."
        return self.placing.why_not(card, cell, cells, self.grid)

    def _name(self, pile: str) -> str:
        return pile_name(self.game, pile)
