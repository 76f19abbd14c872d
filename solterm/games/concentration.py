"""Concentration: turn two face-down cards, one after the other, to find pairs."""

from collections.abc import Container, Iterator
from typing import ClassVar, NamedTuple

from solterm.core import cards
from solterm.core.cards import DOWN, Card
from solterm.core.deals import Couples
from solterm.core.declaration import Declaration
from solterm.core.game import Game, change
from solterm.core.groups import Group, MemoryGroup, list_pairs
from solterm.core.move import Move
from solterm.core.options import Option
from solterm.core.outcome import Duel
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.core.vocabulary.dealing import Deal
from solterm.core.vocabulary.exceptions import Look, Recall
from solterm.core.vocabulary.goals import CardsHome, CardsTurned, Gathered
from solterm.core.vocabulary.pairs import Alike, Pairs
from solterm.core.vocabulary.policies import Memory, Peek
from solterm.core.words.describe import pile_name
from solterm.games.listed import words_of
from solterm.games.vocabulary import ids


class _Duel(NamedTuple):
    """The state of a game for two, stored as the number ``Table.duel``."""

    turn: int
    """0 while it is the first player's turn, 1 while it is the second's."""
    second: int
    """How many cards the second player has: an even number, as they are pairs."""

    @classmethod
    def of(cls, table: Table) -> "_Duel":
        """Read the state from a table."""
        return cls(table.duel & 1, table.duel & ~1)

    @property
    def code(self) -> int:
        """The number for ``Table.duel``."""
        return self.second + self.turn


class Concentration(Rules):
    """Rules for games of memory.

    ``g3`` turns a card. A second card that does not match is turned up and, with the first, back
    down within one move, at every level. How long the player sees them is the view's business
    (``MemoryGroup.memory``).
    """

    engine_name: ClassVar[str] = "pairing"
    leaves_gaps: ClassVar[bool] = True
    group_type: ClassVar[type[Group]] = MemoryGroup

    def __init__(self, game: Declaration) -> None:
        super().__init__(game)
        self._cells = {name: place for name, place in self.index.items() if name[0] == "g"}
        self._fit = list_pairs(game.groups)[0].fit
        self._players = MemoryGroup.of(game.group("g1")).players

    # -- the moves -------------------------------------------------------------------------

    def generate(self, table: Table) -> Iterator[Move]:
        for name, place in self._cells.items():
            pile = table.piles[place]
            if pile and pile[-1] & DOWN:
                yield Move(name)

    def make(self, table: Table, move: Move) -> Table:
        piles = list(table.piles)
        place, open_place = self.index[move.src], self._find_turned(table)
        card = self._card(table, move)
        duel = _Duel.of(table)
        if open_place is None:
            piles[place] = (card,)
        elif self._fit.fits(card, first := piles[open_place][-1]):
            piles[place] = piles[open_place] = ()
            piles[self.index["d"]] += (first, card)
            duel = duel._replace(second=duel.second + 2 * duel.turn)
        else:
            piles[open_place] = (first | DOWN,)
            duel = duel._replace(turn=duel.turn ^ (self._players - 1))
        return self.settle(table._replace(piles=tuple(piles), duel=duel.code))

    def _find_turned(self, table: Table) -> int | None:
        """Return the place of the first card turned, if one waits."""
        for place in self._cells.values():
            pile = table.piles[place]
            if pile and not pile[-1] & DOWN:
                return place
        return None

    def _card(self, table: Table, move: Move) -> Card:
        """Return the card that a move turns, face up."""
        return table.piles[self.index[move.src]][-1] & ~DOWN

    def explain(self, table: Table, move: Move) -> str:
        where = pile_name(self.game, move.src)
        if move.dst:
            return "Cards are turned one at a time: name one place, as in g3."
        if move.src not in self._cells:
            return f"No card of {where} is turned."
        pile = table.piles[self.index[move.src]]
        if not pile:
            return f"There is no card at {where} now."
        if not pile[-1] & DOWN:
            return f"{cards.text(pile[-1])} is turned up already."
        return "A card is turned by the name of its place alone, as in g3."

    # -- what follows ----------------------------------------------------------------------

    def is_turn(self, move: Move) -> bool:
        return False  # each card turned is a move

    def makes_progress(self, table: Table, move: Move) -> bool:
        return True

    def glimpse(self, table: Table, move: Move) -> tuple[Card, ...]:
        open_place, card = self._find_turned(table), self._card(table, move)
        if open_place is None or self._fit.fits(card, first := table.piles[open_place][-1]):
            return ()
        return (first, card)

    def is_blind(self, table: Table, move: Move, seen: Container[Card]) -> bool:
        return self._card(table, move) not in seen

    def duel(self, table: Table) -> Duel | None:
        if self._players == 1:
            return None
        turn, second = _Duel.of(table)
        scores = self.count_scored(table) - second, second
        return Duel(0 if self.is_won(table) else turn + 1, scores)

    @classmethod
    def move_words(cls, game: Declaration, table: Table, move: Move) -> str:
        return f"a look at {pile_name(game, move.src)}"


CONCENTRATION = Game(
    **words_of("concentration"),
    family="Pairs",
    skill=5,
    engine=Concentration,
    pack=Couples(12),
    groups=(
        MemoryGroup("g", 24, name="place", columns=6, memory=Memory.OWN),
        MemoryGroup("d", name="discard pile", pairs=(Pairs(Alike(), among="g"),)),
    ),
    dealing=(Deal(ids("g", 24), down=1),),
    levels={2: (change("g", memory=Memory.LAST),), 1: (change("g", memory=Memory.ALL),)},
    exceptions={3: Look("g"), 2: Recall()},
    options=(
        Option(
            "players",
            "Players",
            {"1": (), "2": (change("g", players=2), change("", own_score=CardsHome()))},
            question="One or two players?",
            words={"2": "two players"},
        ),
    ),
    goal=Gathered(kind="d"),
    own_score=CardsTurned(),
    peek=Peek.ALL,
    undo=False,
    layout="""
g1      g2      g3      g4      g5      g6

g7      g8      g9      g10     g11     g12

g13     g14     g15     g16     g17     g18     DISCARD
                                                :d
g19     g20     g21     g22     g23     g24     d
""",
)

GAMES = (CONCENTRATION,)
