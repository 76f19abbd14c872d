"""Counts: what a play adds up, as KLONCAN counts. They never fall.

The rules stand in docs/rules.md, "How a play is counted".
"""

from typing import NamedTuple

from solterm.core.levels import LEVELS


class Tally(NamedTuple):
    """What a score is made of; the fields are the arguments of ``solterm.scoring.score``."""

    level: int
    """The lowest level an action was made at."""
    exceptions: int
    """Exceptions made at that level."""
    moves_after: int
    """Moves since the first of those."""
    cards: int
    """Cards the player brought home by hand."""
    won: bool


class Counts:
    """The counts of one play."""

    def __init__(self) -> None:
        self.moves = 0
        self.hints = 0
        self.cheats = 0
        self.undos = 0
        self.peeks = 0
        self.lowest: int | None = None
        """The lowest level an action was made at; None before the first one."""
        self._exceptions = dict.fromkeys(LEVELS, 0)
        self._first_exception = dict.fromkeys(LEVELS, 0)

    def __repr__(self) -> str:
        told = (f"{name} {count}" for name, count in vars(self).items() if isinstance(count, int))
        return f"<Counts {', '.join(told)}>"

    def act_at(self, level: int) -> None:
        """An action was made by the rules of a level."""
        self.lowest = min(self.lowest or level, level)

    def exception(self, level: int) -> None:
        """An exception was made at a level, with or as the last move."""
        self._exceptions[level] += 1
        if self._exceptions[level] == 1:
            self._first_exception[level] = self.moves

    def tally(self, level: int, by_hand: int, won: bool) -> Tally:
        """The counts that are scored; ``level`` is the one set, where nothing was done yet."""
        level = self.lowest or level
        exceptions = self._exceptions[level]
        after = self.moves - self._first_exception[level] if exceptions else 0
        return Tally(level, exceptions, after, by_hand, won)
