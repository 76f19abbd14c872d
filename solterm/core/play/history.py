"""What a play remembers: its positions, for undo, redo, restart and bookmarks, and its counts.

docs/rules.md, "How a play is counted", has the rules of the counts, which never decrease.
"""

from typing import NamedTuple

from solterm.core.levels import LEVELS
from solterm.core.play.tokens import untrace
from solterm.core.table import Table


class HistoryMoment(NamedTuple):
    """A position in the history, with the number of cards the player brought home by hand."""

    traced: Table
    """The position with a token for each card."""
    table: Table
    """The same position with plain cards."""
    by_hand: int
    level: int
    """The level that it was reached at."""

    def lead_to(self, traced: Table, level: int, more_by_hand: int = 0) -> "HistoryMoment":
        """Return the moment of a following position, sharing the piles that are unchanged."""
        piles = tuple(
            plain if pile is was else tuple(map(int, pile))
            for pile, was, plain in zip(
                traced.piles, self.traced.piles, self.table.piles, strict=True
            )
        )
        return HistoryMoment(
            traced, traced._replace(piles=piles), self.by_hand + more_by_hand, level
        )


class History:
    """The current position of a play, the earlier ones, and those that redo returns to.

    Tables are immutable, so each position costs only a reference.
    """

    def __init__(self, traced: Table, level: int) -> None:
        self.now = HistoryMoment(traced, untrace(traced), 0, level)
        self.past: list[HistoryMoment] = []
        self.future: list[HistoryMoment] = []
        self.bookmarks: dict[str, HistoryMoment] = {}
        """By name, in the order in which they were set."""
        self.opening = self.now

    def __copy__(self) -> "History":
        same = History.__new__(History)
        same.now, same.opening = self.now, self.opening
        same.past, same.future = self.past.copy(), self.future.copy()
        same.bookmarks = self.bookmarks.copy()
        return same

    def advance(self, standing: HistoryMoment) -> None:
        """Go to a new position and forget what redo could return to."""
        self.past.append(self.now)
        self.future.clear()
        self.now = standing

    def amend(self, traced: Table, level: int | None = None) -> None:
        """Replace the current position, as part of the last action, or as reached at a level."""
        self.now = self.now.lead_to(traced, level or self.now.level)

    def undo(self) -> None:
        self.future.append(self.now)
        self.now = self.past.pop()

    def redo(self) -> None:
        self.past.append(self.now)
        self.now = self.future.pop()

    def restart(self) -> None:
        """Return to the opening as a new action."""
        self.advance(self.opening)

    def bookmark(self, name: str) -> None:
        """Bookmark the current position, replacing a bookmark of the same name."""
        self.bookmarks.pop(name, None)
        self.bookmarks[name] = self.now

    def return_to(self, name: str) -> None:
        """Return to a bookmark as a new action."""
        self.advance(self.bookmarks[name])


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
        self.imported = 0
        """1 if the play goes on from a record that came from elsewhere."""
        self.lowest: int | None = None
        """The lowest level of any action; None before the first one."""
        self._exceptions = dict.fromkeys(LEVELS, 0)
        self._first_exception = dict.fromkeys(LEVELS, 0)

    def __repr__(self) -> str:
        told = (f"{name} {count}" for name, count in vars(self).items() if isinstance(count, int))
        return f"<Counts {', '.join(told)}>"

    def __copy__(self) -> "Counts":
        same = Counts()
        vars(same).update(vars(self))
        same._exceptions = self._exceptions.copy()
        same._first_exception = self._first_exception.copy()
        return same

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
