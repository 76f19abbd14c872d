"""The engine for games in which the piles of one row close up (accordion)."""

from collections.abc import Iterator
from typing import ClassVar

from solterm.core import cards
from solterm.core.cards import Card
from solterm.core.declaration import Declaration
from solterm.core.groups import Group, RowGroup
from solterm.core.move import Move
from solterm.core.phrases import either
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.core.vocabulary.builds import Match
from solterm.core.words.describe import no_card, pile_name


class Rows(Rules):
    """The rules of games in which a pile moves whole onto one at its left, and the row closes."""

    engine_name: ClassVar[str] = "sequence"
    plays_home: ClassVar[bool] = False
    leaves_gaps: ClassVar[bool] = True
    group_type: ClassVar[type[Group]] = RowGroup

    def __init__(self, game: Declaration) -> None:
        super().__init__(game)
        self._row = RowGroup.of(game.groups[0])

    # -- the moves -------------------------------------------------------------------------

    def generate(self, table: Table) -> Iterator[Move]:
        piles = table.piles
        for place, pile in enumerate(piles):
            for step in self._row.steps if pile else ():
                if step <= place and self._fit(pile[-1], piles[place - step][-1]):
                    yield Move(self.ids[place], self.ids[place - step], len(pile))

    def _fit(self, card: Card, other: Card) -> bool:
        if cards.rank(card) == cards.rank(other):
            return True
        if self._row.match is Match.COLOUR:
            return cards.is_red(card) == cards.is_red(other)
        return cards.suit(card) == cards.suit(other)

    def make(self, table: Table, move: Move) -> Table:
        piles = list(table.piles)
        piles[self.index[move.dst]] += piles.pop(self.index[move.src])
        return self.settle(table._replace(piles=(*piles, ())))

    def makes_progress(self, table: Table, move: Move) -> bool:
        return True

    # -- the sentences ---------------------------------------------------------------------

    def explain(self, table: Table, move: Move) -> str:
        pile = table.piles[self.index[move.src]]
        if not pile:
            return no_card(self.game, move.src)
        if not move.dst:
            return "Say onto which pile it goes, as in t4 t1."
        if not table.piles[self.index[move.dst]]:
            return no_card(self.game, move.dst)
        if self.index[move.src] - self.index[move.dst] not in self._row.steps:
            return f"A pile goes {_places(self._row)} to the left."
        if move.depth or move.count != len(pile):
            return f"All of {pile_name(self.game, move.src)} goes together."
        one, other = pile[-1], table.piles[self.index[move.dst]][-1]
        reason = f"neither rank nor {_suit(self._row)} is the same"
        return f"{cards.text(one)} can't go on {cards.text(other)}: {reason}."

    def nearest(self, table: Table, loose: Move, counted: bool) -> Move:
        whole = max(1, len(table.piles[self.index[loose.src]]))
        return loose if counted or loose.depth else loose._replace(count=whole)

    @classmethod
    def pile_words(cls, game: Declaration, table: Table, pile: str) -> tuple[str, ...]:
        row = RowGroup.of(game.group(pile))
        return (
            f"It goes onto the pile {_places(row)} to the left "
            f"that shows its rank or {_suit(row)}.",
        )

    @classmethod
    def move_words(cls, game: Declaration, table: Table, move: Move) -> str:
        one, other = (table.piles[game.index[name]][-1] for name in (move.src, move.dst))
        return f"{cards.text(one)} onto {cards.text(other)}"


def _places(row: RowGroup) -> str:
    return f"{either(map(str, row.steps))} place{'s' * (row.steps != (1,))}"


def _suit(row: RowGroup) -> str:
    return "colour" if row.match is Match.COLOUR else "suit"
