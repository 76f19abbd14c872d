"""Positions: a table together with the game, level and options that give it meaning."""

from collections.abc import Callable, Mapping
from itertools import chain
from types import MappingProxyType
from typing import TYPE_CHECKING, Self

from solterm.core import table as tables
from solterm.core.cards import DOWN, UNKNOWN
from solterm.core.move import IllegalMove, Move
from solterm.core.outcome import Outcome
from solterm.core.table import Pile, Table
from solterm.core.values import Value, replace

if TYPE_CHECKING:
    from solterm.core.game import Game
    from solterm.core.rules import LegalMoves, Rules


class Position(Value):
    """A table that knows its game. Immutable and hashable, so a search can keep it in a set.

    >>> from solterm import find
    >>> position = find("free-cell").deal(617)
    >>> len(position.legal_moves), position.pile("t8")[-1:] == position.push("t8 r1").pile("r1")
    (35, True)

    Its text says all that is needed to play on.

    >>> there = Position.parse("game free-cell level 2\\nt1 KH QS\\nt2 JH", find)
    >>> there.game, there.level, "t2 t1" in map(str, there.legal_moves)
    (<Game free-cell>, 2, True)
    >>> str(there).splitlines()[:2]
    ['game free-cell level 2', 'f1']
    """

    game: "Game"
    """The declaration with the options applied."""
    table: Table
    level: int = 3
    options: Mapping[str, str] = MappingProxyType({})
    """The options chosen before the deal."""

    @property
    def rules(self) -> "Rules":
        """The rules of this level."""
        return self.game.rules(self.level)

    @property
    def legal_moves(self) -> "LegalMoves":
        """The legal moves: iterate, count with ``len``, test with ``in``."""
        return self.rules.legal_moves(self.table)

    @property
    def outcome(self) -> Outcome | None:
        """Won, over, or None while the game can go on or unknown cards may let it."""
        outcome = self.rules.outcome(self.table)
        return outcome if outcome is Outcome.WON or self.is_open else None

    @property
    def is_open(self) -> bool:
        """Whether every card is named."""
        return all(card & ~DOWN != UNKNOWN for card in chain.from_iterable(self.table.piles))

    def pile(self, name: str) -> Pile:
        """Return the cards of a pile, bottom first."""
        return self.table.piles[self.game.index[name]]

    def push(self, move: Move | str) -> Self:
        """Return the position after a move or its text; this one does not change.

        Raises ``InvalidMove`` for a text that is not a move, ``AmbiguousMove`` for one that could
        mean several, ``IllegalMove`` if the rules refuse it, and ``ValueError`` if the move turns
        up a card that is not named here.
        """
        rules, table = self.rules, self.table
        meant = rules.resolve(table, move) if isinstance(move, str) else move
        refusal = rules.why_not(table, meant)
        steps = rules.expand(table, meant) if refusal else (meant,)
        if refusal and not steps:
            raise IllegalMove(refusal)
        for step in steps:
            table = rules.make(table, step)
        if UNKNOWN in self.game.visible(table):
            raise ValueError(f"{meant} turns up a card that is not known.")
        return replace(self, table=table)

    @classmethod
    def parse(cls, text: str, game_of: "Callable[[str], Game]") -> Self:
        """Return the position that ``str`` wrote. A pile that is left out is empty.

        ``game_of`` finds a game by its id and raises ``ValueError`` for an unknown one.
        Raises ``ValueError`` naming the first line that is wrong.
        """
        header, _, piles = text.partition("\n")
        try:
            word, game_id, level_word, level, *chosen = header.split()
            if (word, level_word) != ("game", "level") or not level.isdecimal():
                raise ValueError
        except ValueError:
            form = "it begins with game ID level N [KEY=VALUE]..., as in game free-cell level 3."
            raise ValueError(f"Line 1 of the position: {form}") from None
        try:
            options = dict(each.partition("=")[::2] for each in chosen)
            game = game_of(game_id).with_options(options)
            game.rules(int(level))
        except ValueError as error:
            raise ValueError(f"Line 1 of the position: {error}") from None
        return cls(game, tables.read(f"\n{piles}", game.ids), int(level), options)

    def __hash__(self) -> int:
        return hash((self.game, self.table, self.level))

    def __str__(self) -> str:
        chosen = (f"{key}={value}" for key, value in self.options.items())
        header = " ".join(("game", self.game.id, "level", str(self.level), *chosen))
        return f"{header}\n{tables.write(self.table, self.game.ids)}"

    def __repr__(self) -> str:
        return f"<Position {str(self).partition(chr(10))[0]}, {self.table!r}>"
