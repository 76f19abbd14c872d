"""What the exception (key X) does: one irregular step, and what it costs (``rules.md`` C).

Two kinds exist. An ``Instant`` acts as soon as it is asked for; an ``Armed`` one waits for the
next action and lets it follow other rules. Which of them a game has at a level is part of its
declaration.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from solterm.core.policies import Turn
from solterm.core.table import Table

if TYPE_CHECKING:
    from solterm.core.game import Game
    from solterm.core.rules import Rules


class Instant(ABC):
    """An exception that acts at once."""

    @abstractmethod
    def why_not(self, game: "Game", table: Table) -> str | None:
        """None when it can be made now, else a whole sentence."""

    @abstractmethod
    def make(self, game: "Game", table: Table) -> tuple[Table, bool]:
        """The table after it, and whether it counts as an exception."""


class Armed(ABC):
    """An exception that lets the next action follow other rules."""

    invitation: str
    """The sentence that tells the player what the next action may be."""

    @abstractmethod
    def rules(self, game: "Game") -> "Rules":
        """The rules the next action may follow; ``game`` is the unchanged declaration."""


Exemption = Instant | Armed


@dataclass(frozen=True)
class TurnOne(Instant):
    """The next stock card alone; when the stock is out, a turnover that counts nothing."""

    stock: str = "s"

    def why_not(self, game: "Game", table: Table) -> str | None:
        return self._turn(game).why_not(table, game.rules().index)

    def make(self, game: "Game", table: Table) -> tuple[Table, bool]:
        index = game.rules().index
        counts = bool(table.piles[index[self.stock]])
        return self._turn(game).make(table, index), counts

    def _turn(self, game: "Game") -> Turn:
        action = game.group(self.stock).action
        assert isinstance(action, Turn), f"the stock of {game.id} is not turned"
        return replace(action, count=1)


@dataclass(frozen=True)
class LevelOneMove(Armed):
    """One move that level 1 would allow: the same for every family."""

    invitation: str = "The next move may be one that level 1 allows."

    def rules(self, game: "Game") -> "Rules":
        return game.rules(1)
