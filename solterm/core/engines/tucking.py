"""The engine for games in which each card goes under the pile of its rank (clock)."""

from collections.abc import Iterator
from typing import ClassVar

from solterm.core import cards
from solterm.core.cards import DOWN, RANK_NAMES
from solterm.core.declaration import Declaration
from solterm.core.groups import Group, RankGroup
from solterm.core.move import Move
from solterm.core.phrases import times
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.core.words.describe import no_card, pile_name


class Tucking(Rules):
    """The rules of games whose turned card goes under the pile of its rank.

    That pile's next face-down card is turned then. Where it has none, a level may let the card
    change places instead: it goes under the face-down cards of another pile, whose top comes next.
    """

    engine_name: ClassVar[str] = "placing"
    plays_home: ClassVar[bool] = False
    forced: ClassVar[bool] = True
    group_type: ClassVar[type[Group]] = RankGroup

    def __init__(self, game: Declaration) -> None:
        super().__init__(game)
        self._piles = tuple(name for name in self.ids if name[0] == "t")
        self._changes = RankGroup.of(game.group(self._piles[0])).changes

    # -- the moves -------------------------------------------------------------------------

    def generate(self, table: Table) -> Iterator[Move]:
        if not (hand := table.piles[self.index["h"]]):
            return
        own = self._piles[cards.rank(hand[-1]) - 1]
        yield Move("h", own)
        if self._may_change(table, own):
            for name in self._piles:
                if self._down(table, name):
                    yield Move("h", name)

    def _may_change(self, table: Table, own: str) -> bool:
        return table.spent < self._changes and not self._down(table, own)

    def _down(self, table: Table, name: str) -> int:
        pile = table.piles[self.index[name]]
        return sum(card >= DOWN for card in pile)

    def make(self, table: Table, move: Move) -> Table:
        piles = list(table.piles)
        hand, place = self.index["h"], self.index[move.dst]
        card, pile = piles[hand][-1], piles[place]
        is_own = move.dst == self._piles[cards.rank(card) - 1]
        up = 0 if is_own else len(pile) - self._down(table, move.dst)
        pile = (*pile[:up], card if is_own else card | DOWN, *pile[up:])
        turns = bool(pile[-1] & DOWN)
        piles[hand] = (pile[-1] & ~DOWN,) if turns else ()
        piles[place] = pile[:-1] if turns else pile
        spent = table.spent + (not is_own)
        return self.settle(table._replace(piles=tuple(piles), spent=spent))

    def makes_progress(self, table: Table, move: Move) -> bool:
        return True

    # -- the sentences ---------------------------------------------------------------------

    def explain(self, table: Table, move: Move) -> str:
        hand = table.piles[self.index["h"]]
        if not hand:
            return no_card(self.game, "h")
        card, own = hand[-1], self._piles[cards.rank(hand[-1]) - 1]
        if move.src != "h":
            return f"Only the turned card moves: {cards.text(card)} goes to {own}."
        if not move.dst:
            return f"Say where {cards.text(card)} goes, as in h {own}."
        return f"{cards.text(card)} goes under {pile_name(self.game, own)}."

    @classmethod
    def pile_words(cls, game: Declaration, table: Table, pile: str) -> tuple[str, ...]:
        changes = RankGroup.of(game.group("t1")).changes
        left = max(0, changes - table.spent)
        change = (
            "Where that pile has no face-down card, it may go under those of another pile instead, "
            f"{times(changes)} in a game; {left or 'none'} left."
        )
        if pile == "h":
            under = "It goes face up under the pile of its rank, whose next card is turned then."
            return (under, change) if changes else (under,)
        rank = int(pile[1:])
        takes = f"Each {RANK_NAMES[rank - 1]} goes face up under it"
        return (f"{takes}, and its top card is turned then, if that lies face down.",)
