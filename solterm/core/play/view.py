"""What the player knows of a play.

A ``View`` holds the game, the level and the table with each unseen card left blank. It is all that
a hint may start from: it has no deal number, and two plays that differ only in unseen cards have
equal views.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Self

from solterm.core.cards import DOWN, UNKNOWN, Card
from solterm.core.game import Game
from solterm.core.play.play import Play
from solterm.core.rules import Rules
from solterm.core.table import Table

_FACE = ~DOWN


class View(NamedTuple):
    """What the player knows of a play."""

    game: Game
    """The declaration that the options made."""
    level: int
    table: Table
    """The table as plain cards; unseen ones have neither rank nor suit."""
    options: Mapping[str, str]

    @classmethod
    def of(cls, play: Play) -> Self:
        """Return the view of the player of a play."""
        known = play.known
        piles = tuple(tuple(map(int, pile)) for pile in known.piles)
        return cls(play.game, play.level, known._replace(piles=piles, deal=0), play.options)

    @property
    def rules(self) -> Rules:
        """The rules of the level."""
        return self.game.rules(self.level)

    # -- as JSON ---------------------------------------------------------------------------

    def write(self) -> dict[str, Any]:
        """Return the view as values of JSON."""
        table = self.table
        return {
            "game": self.game.id,
            "level": self.level,
            "options": dict(sorted(self.options.items())),
            "piles": [list(pile) for pile in table.piles],
            "counters": [table.passes, table.stage],
        }

    @classmethod
    def read(cls, written: Mapping[str, Any], game_of: Callable[[str], Game]) -> Self:
        """Return the view that ``write`` wrote."""
        options = written["options"]
        passes, stage = written["counters"]
        piles = tuple(map(tuple, written["piles"]))
        game = game_of(written["game"]).with_options(options)
        return cls(game, written["level"], Table(piles, passes, stage), options)

    # -- what is not known -----------------------------------------------------------------

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards the player has not seen, face up and in order."""
        left = Counter(card & _FACE for card in self.game.shuffle(1))
        left.subtract(card & _FACE for pile in self.table.piles for card in pile)
        return tuple(sorted(card for card in left.elements() if card != UNKNOWN))

    @property
    def blanks(self) -> int:
        """How many cards on the table the player has not seen."""
        return sum(not card & _FACE for pile in self.table.piles for card in pile)

    @property
    def is_open(self) -> bool:
        """Whether the player knows every card, now and after each shuffle to come."""
        return not self.game.shuffles and (self.blanks == 0 or len(set(self.unseen)) == 1)

    @property
    def can_arrange(self) -> bool:
        """Whether the blanks can be filled, and the game played on from there.

        Not where even the pack is drawn by chance, or somebody else plays in turn.
        """
        if self.game.players > 1:
            return False
        if not self.blanks:
            return True
        pack = self.game.pack
        has_fixed_pack = pack is None or sorted(pack.shuffle(1)) == sorted(pack.shuffle(2))
        return has_fixed_pack and len(self.unseen) >= self.blanks
