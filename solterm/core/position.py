"""Positions as text: a table together with the game, level and options that give it meaning."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from solterm.core import table as tables
from solterm.core.game import Game
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.core.values import Value


class Position(Value):
    """A table that knows its game, so that its text says all that is needed to play on.

    >>> from solterm import find
    >>> there = Position.parse("game free-cell level 2\\nt1 KH QS\\nt2 JH", find)
    >>> there.game, there.level, "t2 t1" in map(str, there.rules.legal_moves(there.table))
    (<Game free-cell>, 2, True)
    >>> str(there).splitlines()[:2]
    ['game free-cell level 2', 'f1']
    """

    game: Game
    """The declaration that the options made."""
    table: Table
    level: int = 3
    options: Mapping[str, str] = MappingProxyType({})
    """The choices made before the deal, as far as they were named."""

    @property
    def rules(self) -> Rules:
        """The rules it is played by."""
        return self.game.rules(self.level)

    @classmethod
    def parse(cls, text: str, game_of: Callable[[str], Game]) -> "Position":
        """The position that ``str`` wrote. A pile that is left out is empty.

        ``game_of`` finds a game by its id and raises ``ValueError`` for an unknown one.
        Raises ``ValueError`` naming the line that is not understood.
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
