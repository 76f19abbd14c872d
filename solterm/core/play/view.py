"""Views: everything that the player knows about a play.

A ``View`` holds the game, the level and the table with unseen cards left blank. Hints start from a
view alone. It has no deal number, so two plays that differ only in unseen cards have equal views.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Self

from solterm.core.cards import DOWN, UNKNOWN, Card
from solterm.core.game import Game
from solterm.core.play.play import Play
from solterm.core.rules import Rules
from solterm.core.table import Table, stage_of

_FACE = ~DOWN


class View(NamedTuple):
    """Everything that the player knows about a play."""

    game: Game
    """The declaration, with the options applied."""
    level: int
    table: Table
    """The table with plain cards; unseen ones have neither rank nor suit."""
    options: Mapping[str, str]

    @classmethod
    def of(cls, play: Play) -> Self:
        """Return the player's view of a play."""
        known = play.known
        piles = tuple(tuple(map(int, pile)) for pile in known.piles)
        return cls(play.game, play.level, known._replace(piles=piles, deal=0), play.options)

    @property
    def rules(self) -> Rules:
        return self.game.rules(self.level)

    # -- as JSON ---------------------------------------------------------------------------

    def write(self) -> dict[str, Any]:
        """Return the view as JSON values."""
        table = self.table
        return {
            "game": self.game.id,
            "level": self.level,
            "options": dict(sorted(self.options.items())),
            "piles": [list(pile) for pile in table.piles],
            "counters": [table.passes, stage_of(table)],
        }

    @classmethod
    def read(cls, written: Mapping[str, Any], game_of: Callable[[str], Game]) -> Self:
        """Return the view that ``write`` wrote."""
        options = written["options"]
        passes, stage = written["counters"]
        level = written["level"]
        piles = tuple(map(tuple, written["piles"]))
        game = game_of(written["game"]).with_options(options)
        spent, duel = (0, stage) if game.rules(level).is_duel else (stage, 0)
        table = Table(piles, passes, spent, duel=duel)
        return cls(game, level, table, options)

    # -- what is not known -----------------------------------------------------------------

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards the player has not seen, face up and in order."""
        left = Counter(card & _FACE for card in self.game.shuffle(1))
        left.subtract(card & _FACE for pile in self.table.piles for card in pile)
        return tuple(sorted(card for card in left.elements() if card != UNKNOWN))

    @property
    def blanks(self) -> int:
        """The number of unseen cards in play; discards never come back."""
        named = zip(self.game.ids, self.table.piles, strict=True)
        return sum(not card & _FACE for name, pile in named if name[0] != "d" for card in pile)

    @property
    def is_open(self) -> bool:
        """Whether the player knows every card, now and after any reshuffle."""
        return not self.may_shuffle and (self.blanks == 0 or len(set(self.unseen)) == 1)

    @property
    def may_shuffle(self) -> bool:
        """Whether the cards may still be reshuffled."""
        groups = self.rules.game.groups if self.game.shuffles else ()
        actions = (group.action for group in groups if group.action)
        return any(not action.is_used_up(self.table) for action in actions)

    @property
    def can_arrange(self) -> bool:
        """Whether the blanks can be filled at random and the game played on from there.

        False if the pack itself is random, or if another player takes turns.
        """
        if self.rules.is_duel:
            return False
        if not self.blanks:
            return True
        pack = self.game.pack
        has_fixed_pack = pack is None or sorted(pack.shuffle(1)) == sorted(pack.shuffle(2))
        return has_fixed_pack and len(self.unseen) >= self.blanks
