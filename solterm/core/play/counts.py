"""Counts of a play, by KLONCAN's rules. They never decrease.

docs/rules.md, "How a play is counted", has the rules.
"""

from typing import NamedTuple

from solterm.core.levels import LEVELS


class Tally(NamedTuple):
    """The counts that make up a score (docs/rules.md, "The mark")."""

    level: int
    """The lowest level of any action."""
    exceptions: int
    """The exceptions made at that level."""
    moves_after: int
    """The moves made since the first of these exceptions."""
    cards: int
    """The cards the player brought home by hand."""
    won: bool


class Counts:
    """The counts of one play."""

    def __init__(self) -> None:
        self.moves = 0
        self.turns = 0
        self.hints = 0
        self.cheats = 0
        self.undos = 0
        self.peeks = 0
        self.lowest: int | None = None
        """The lowest level of any action; None before the first one."""
        self._exceptions = dict.fromkeys(LEVELS, 0)
        self._first_exception = dict.fromkeys(LEVELS, 0)

    def __repr__(self) -> str:
        told = (f"{name} {count}" for name, count in vars(self).items() if isinstance(count, int))
        return f"<Counts {', '.join(told)}>"

    def act_at(self, level: int) -> None:
        """Record an action made at a level."""
        self.lowest = min(self.lowest or level, level)

    def exception(self, level: int) -> None:
        """Record an exception made at a level; the move made with it counts already."""
        self._exceptions[level] += 1
        if self._exceptions[level] == 1:
            self._first_exception[level] = self.moves

    def tally(self, level: int, by_hand: int, won: bool) -> Tally:
        """Return the counts for scoring; ``level`` is the level before the first action."""
        level = self.lowest or level
        exceptions = self._exceptions[level]
        after = self.moves - self._first_exception[level] if exceptions else 0
        return Tally(level, exceptions, after, by_hand, won)
