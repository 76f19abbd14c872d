"""What the player knows of a play, and the tables that fit it.

A ``View`` holds the game, the level and the table with each unseen card left blank. It is all that
a hint may start from: it has no deal number, and two plays that differ only in unseen cards have
equal views. ``arrangements`` fills the blanks at random, with a seed that is the view itself.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, NamedTuple, Self

from solterm.core.cards import ALL, DOWN, UNKNOWN, Card
from solterm.core.game import Game
from solterm.core.play.play import Play
from solterm.core.rules import Rules
from solterm.core.table import Table

_FACE = ~DOWN
_DEALS = 1_000_000
"""Deal numbers to draw from for the shuffles to come."""


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

    # -- the tables that fit it ------------------------------------------------------------

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
        """Whether the blanks can be filled: not where even the pack is drawn by chance."""
        if not self.blanks:
            return True
        pack = self.game.pack
        has_fixed_pack = pack is None or sorted(pack.shuffle(1)) == sorted(pack.shuffle(2))
        return has_fixed_pack and len(self.unseen) >= self.blanks

    def arrangements(self) -> Iterator[Table]:
        """Generate tables that the player may be looking at, each as likely as any other.

        The seed is drawn from the view, so that equal views lead to the same tables.
        """
        chance = Random(repr(self.write()))
        masks = self._masks()
        order = sorted(range(len(masks)), key=lambda blank: masks[blank].bit_count())
        while True:
            left = list(self.unseen)
            chance.shuffle(left)
            filled: dict[int, Card] = {}
            for blank in order:
                fitting = (at for at, card in enumerate(left) if masks[blank] >> card & 1)
                filled[blank] = left.pop(next(fitting, 0))
            rest = (filled[blank] for blank in range(len(masks)))
            deal = chance.randrange(1, _DEALS)
            piles = tuple(
                tuple(card if card & _FACE else card | next(rest) for card in pile)
                for pile in self.table.piles
            )
            yield self.table._replace(piles=piles, deal=deal if self.game.shuffles else 0)

    def _masks(self) -> list[int]:
        """Return for each blank, in the table's order, the cards that may lie there."""
        declared: dict[str, int] = {}
        for step in self.game.deal:
            declared.update(step.confines())
        return [
            declared.get(name, ALL)
            for name, pile in zip(self.game.ids, self.table.piles, strict=True)
            for card in pile
            if not card & _FACE
        ]
