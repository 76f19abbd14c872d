"""Accordion: a row of piles, each of which closes up on one to its left."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from solterm.declare import (
    Card,
    Deal,
    Declaration,
    Game,
    Goal,
    Group,
    Index,
    LevelOneMove,
    Match,
    Move,
    Pile,
    Rules,
    Table,
    Value,
    cards,
    change,
    ids,
    no_card,
    pile_name,
)


class Row(Group):
    """The piles of a row, and how they close up."""

    steps: tuple[int, ...] = (1, 3)
    """How many places to the left a pile may move."""
    match: Match = Match.SUIT
    """Suits or, easier, colours must match if the ranks differ."""


class Accordion(Rules):
    """Rules for a row in which a pile moves onto another as a whole, and the gap closes."""

    engine_name: ClassVar[str] = "sequence"
    plays_home: ClassVar[bool] = False
    group_type: ClassVar[type[Group]] = Row

    def __init__(self, game: Declaration) -> None:
        super().__init__(game)
        row = game.group("t1")
        assert isinstance(row, Row), f"{game.id} has no row"
        self.row = row

    # -- moves --------------------------------------------

    def generate(self, table: Table) -> Iterator[Move]:
        for place, pile in enumerate(table.piles):
            for step in self.row.steps if pile else ():
                if step <= place and self._fit(pile[-1], table.piles[place - step][-1]):
                    yield Move(self.ids[place], self.ids[place - step], len(pile))

    def _fit(self, card: Card, other: Card) -> bool:
        if cards.rank(card) == cards.rank(other):
            return True
        if self.row.match is Match.COLOUR:
            return cards.is_red(card) == cards.is_red(other)
        return cards.suit(card) == cards.suit(other)

    def make(self, table: Table, move: Move) -> Table:
        piles = list(table.piles)
        piles[self.index[move.dst]] += piles.pop(self.index[move.src])
        return self.settle(table._replace(piles=(*piles, ())))

    def makes_progress(self, table: Table, move: Move) -> bool:
        return True

    # -- sentences ---------------------------------------------------------------------

    def explain(self, table: Table, move: Move) -> str:
        pile = table.piles[self.index[move.src]]
        if not pile:
            return no_card(self.game, move.src)
        if not move.dst:
            return "Say onto which pile it goes, as in t4 t1."
        if not table.piles[self.index[move.dst]]:
            return no_card(self.game, move.dst)
        if move.depth or move.count != len(pile):
            return f"All of {pile_name(self.game, move.src)} goes together."
        if self.index[move.src] - self.index[move.dst] not in self.row.steps:
            steps = " or ".join(map(str, self.row.steps))
            return f"A pile goes {steps} to the left."
        one, other = pile[-1], table.piles[self.index[move.dst]][-1]
        what = "colour" if self.row.match is Match.COLOUR else "suit"
        reason = f"neither rank nor {what} is the same"
        return f"{cards.text(one)} can't go on {cards.text(other)}: {reason}."

    def nearest(self, table: Table, loose: Move, counted: bool) -> Move:
        whole = max(1, len(table.piles[self.index[loose.src]]))
        return loose if counted or loose.depth else loose._replace(count=whole)

    @classmethod
    def pile_words(cls, game: Declaration, table: Table, pile: str) -> tuple[str, ...]:
        row = game.group(pile)
        assert isinstance(row, Row)
        steps = " or ".join(map(str, row.steps))
        what = "colour" if row.match is Match.COLOUR else "suit"
        return (f"It goes onto the pile {steps} to the left that shows its rank or {what}.",)

    @classmethod
    def move_words(cls, game: Declaration, table: Table, move: Move) -> str:
        one, other = (table.piles[game.index[name]][-1] for name in (move.src, move.dst))
        return f"{cards.text(one)} onto {cards.text(other)}"


class OnePile(Goal, Value):
    """All cards in one pile; each pile that closed up counts as a card home."""

    def is_reached(self, piles: Sequence[Pile], index: Index) -> bool:
        return not piles[1]

    def count_scored(self, piles: Sequence[Pile], index: Index) -> int:
        return sum(map(len, piles)) - sum(map(bool, piles))

    def words(self, scored: int) -> str:
        return f"{scored} pile{'s' * (scored != 1)} closed up"

    def whole(self, in_play: int) -> int:
        return in_play - 1


_ROWS = "\n\n".join("".join(f"t{n:<3}" for n in range(k, k + 13)) for k in (1, 14, 27, 40))

ACCORDION = Game(
    id="accordion",
    name="Accordion",
    collection="Worked examples",
    summary="One long row folds up into a pile",
    engine=Accordion,
    groups=(Row("t", 52, name="pile"),),
    dealing=(Deal(ids("t", 52)),),
    goal=OnePile(),
    levels={2: (change("t", steps=(1, 2, 3)),), 1: (change("t", match=Match.COLOUR),)},
    exceptions={3: LevelOneMove(), 2: LevelOneMove()},
    layout=_ROWS,
)
