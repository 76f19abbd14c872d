"""Royal Marriage: cards between two of a kind leave a row, until its King meets its Queen."""

from collections.abc import Iterator
from typing import ClassVar

from solterm.declare import (
    DISCARD,
    Card,
    Deal,
    Declaration,
    Game,
    Gathered,
    Group,
    LevelOneMove,
    Match,
    Move,
    Rules,
    Table,
    Take,
    cards,
    change,
    ids,
    no_card,
)


class Suitors(Group):
    """The cards of a row, and what lets them leave it."""

    most: int = 2
    """How many neighbours may leave together."""
    match: Match = Match.SUIT
    """Suits or, easier, colours must match if the ranks differ."""


class Marriage(Rules):
    """Rules for a row from which cards between two of one rank or suit leave, and the gap closes.

    ``t5 d`` discards one card, ``t5 t6`` all cards from one to another.
    """

    engine_name: ClassVar[str] = "marriage"
    plays_home: ClassVar[bool] = False
    group_type: ClassVar[type[Group]] = Suitors

    def __init__(self, game: Declaration) -> None:
        super().__init__(game)
        self.row = Suitors.of(game.group("t1"))
        self.end = self.index["d"]

    # -- moves --------------------------------------------

    def generate(self, table: Table) -> Iterator[Move]:
        length = sum(map(bool, table.piles[: self.end]))
        for first in range(1, length - 1):
            for last in range(first, min(first + self.row.most, length - 1)):
                if self._fit(*self._around(table, first, last)):
                    yield Move(self.ids[first], self.ids[last] if last > first else "d")

    def _around(self, table: Table, first: int, last: int) -> tuple[Card, Card]:
        return table.piles[first - 1][-1], table.piles[last + 1][-1]

    def _fit(self, card: Card, other: Card) -> bool:
        if cards.rank(card) == cards.rank(other):
            return True
        if self.row.match is Match.COLOUR:
            return cards.is_red(card) == cards.is_red(other)
        return cards.suit(card) == cards.suit(other)

    def make(self, table: Table, move: Move) -> Table:
        first, last = self._span(move)
        piles = list(table.piles)
        leaving = tuple(card for pile in piles[first : last + 1] for card in pile)
        row = piles[:first] + piles[last + 1 : self.end]
        row += [()] * (self.end - len(row))
        return self.settle(table._replace(piles=(*row, piles[self.end] + leaving)))

    def _span(self, move: Move) -> tuple[int, int]:
        first = self.index[move.src]
        return first, first if move.dst == "d" else self.index[move.dst]

    def makes_progress(self, table: Table, move: Move) -> bool:
        return True

    # -- sentences ---------------------------------------------------------------------

    def explain(self, table: Table, move: Move) -> str:
        if move.src == "d":
            return "Cards that have left stay away."
        for name in filter(None, (move.src, move.dst)):
            if name != "d" and not table.piles[self.index[name]]:
                return no_card(self.game, name)
        if not move.dst:
            return "Say how many cards leave: t5 d for one, t5 t6 for two."
        first, last = self._span(move)
        if (
            move.count != 1
            or move.depth
            or move.target_depth
            or last < first
            or move.src == move.dst
        ):
            return "Name the first and the last card that leave, as in t5 t6."
        if last - first >= self.row.most:
            return f"At most {self.row.most} cards leave together."
        if not first or last + 1 == self.end or not table.piles[last + 1]:
            return "Cards leave only from between two others."
        one, other = map(cards.text, self._around(table, first, last))
        what = "colour" if self.row.match is Match.COLOUR else "suit"
        return f"{one} and {other} have neither rank nor {what} in common."

    def nearest(self, table: Table, loose: Move, counted: bool) -> Move:
        row = self.ids[: self.end]
        if loose.src in row and loose.dst in row and row.index(loose.dst) < row.index(loose.src):
            return loose.turned_round
        return loose

    @classmethod
    def pile_words(cls, game: Declaration, table: Table, pile: str) -> tuple[str, ...]:
        if pile == "d":
            return ("Cards that have left the row lie here.",)
        row = Suitors.of(game.group(pile))
        what = "colour" if row.match is Match.COLOUR else "suit"
        return (
            f"It may leave, alone or with neighbours, {row.most} cards at most, "
            f"from between two cards of one rank or {what}.",
        )

    @classmethod
    def move_words(cls, game: Declaration, table: Table, move: Move) -> str:
        names = [move.src] if move.dst == "d" else [move.src, move.dst]
        shown = [cards.text(table.piles[game.index[name]][-1]) for name in names]
        return f"{' to '.join(shown)} off the row"


_ROW = ids("t", 52)
_ENDS = Take((_ROW[0], _ROW[-1]), tuple(cards.mask([cards.parse(card)]) for card in ("QH", "KH")))
_LINES = [" ".join(f"{name:<3}" for name in _ROW[k : k + 13]) for k in range(0, 52, 13)]

ROYAL_MARRIAGE = Game(
    id="royal-marriage",
    name="Royal Marriage",
    collection="Worked examples",
    also=("Betrothal",),
    summary="Fifty cards stand between two lovers",
    engine=Marriage,
    groups=(Suitors("t", 52, name="place"), DISCARD),
    dealing=(_ENDS, Deal(_ROW[1:-1])),
    goal=Gathered(50, kind="d"),
    levels={2: (change("t", most=3),), 1: (change("t", match=Match.COLOUR),)},
    exceptions={3: LevelOneMove(), 2: LevelOneMove()},
    layout="\n\n".join([f"{_LINES[0]}   d", *_LINES[1:]]),
)
