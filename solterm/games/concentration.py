"""Concentration: cards lie face down, and two that are turned one after the other may be a pair."""

from collections.abc import Container, Iterator
from typing import ClassVar

from solterm.core import cards
from solterm.core.cards import DOWN, Card
from solterm.core.game import Game
from solterm.core.move import Move
from solterm.core.rules import Contest, Rules
from solterm.core.table import Table
from solterm.core.words.describe import pile_name


class Concentration(Rules):
    """Rules for games of memory.

    ``g3`` turns a card. The second of two that do not fit is turned and, with the first, turned
    back within one move, at every level alike: how long the player is shown them is the view's
    affair (``Group.memory``). Where two play, ``Table.stage`` holds whose turn it is (0 or 1) and,
    counted by twos, the pairs of the second player.
    """

    family: ClassVar[str] = "pairing"

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._cells = {name: place for name, place in self.index.items() if name[0] == "g"}
        self._fit = game.pairs[0].fit

    # -- the moves -------------------------------------------------------------------------

    def generate(self, table: Table) -> Iterator[Move]:
        for name, place in self._cells.items():
            pile = table.piles[place]
            if pile and pile[-1] & DOWN:
                yield Move(name)

    def make(self, table: Table, move: Move) -> Table:
        piles = list(table.piles)
        place, open_place = self.index[move.src], self._turned(table)
        card = self._card(table, move)
        stage = table.stage
        if open_place is None:
            piles[place] = (card,)
        elif self._fit.fits(card, first := piles[open_place][-1]):
            piles[place] = piles[open_place] = ()
            piles[self.index["d"]] += (first, card)
            stage += 2 * (stage & 1)
        else:
            piles[open_place] = (first | DOWN,)
            stage ^= self.game.players - 1
        return table._replace(piles=tuple(piles), stage=stage)

    def _turned(self, table: Table) -> int | None:
        """The place of the card that waits for a second one."""
        for place in self._cells.values():
            pile = table.piles[place]
            if pile and not pile[-1] & DOWN:
                return place
        return None

    def _card(self, table: Table, move: Move) -> Card:
        """The card a move turns, face up."""
        return table.piles[self.index[move.src]][-1] & ~DOWN

    def explain(self, table: Table, move: Move) -> str:
        where = pile_name(self.game, move.src)
        if move.dst:
            return "Cards are turned one at a time: name one place, as in g3."
        if move.src not in self._cells:
            return f"No card of {where} is turned."
        pile = table.piles[self.index[move.src]]
        if not pile:
            return f"There is no card at {where} any more."
        if not pile[-1] & DOWN:
            return f"{cards.text(pile[-1])} is turned up already."
        return "A card is turned by the name of its place alone, as in g3."

    # -- what follows ----------------------------------------------------------------------

    def is_turn(self, move: Move) -> bool:
        return False  # each card turned is a move

    def leads_on(self, table: Table, move: Move) -> bool:
        return True

    def glimpse(self, table: Table, move: Move) -> tuple[Card, ...]:
        open_place, card = self._turned(table), self._card(table, move)
        if open_place is None or self._fit.fits(card, first := table.piles[open_place][-1]):
            return ()
        return (first, card)

    def is_blind(self, table: Table, move: Move, seen: Container[Card]) -> bool:
        return self._card(table, move) not in seen

    def contest(self, table: Table) -> Contest | None:
        if self.game.players == 1:
            return None
        second = table.stage // 2 * 2
        return Contest(table.stage % 2 + 1, (self.cards_scored(table) - second, second))

    @classmethod
    def move_words(cls, game: Game, table: Table, move: Move) -> str:
        return f"a look at {pile_name(game, move.src)}"
