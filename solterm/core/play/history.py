"""The history of a play: its positions, for undo, redo, restart and bookmarks."""

from typing import NamedTuple

from solterm.core.play.tokens import untrace
from solterm.core.table import Table


class Moment(NamedTuple):
    """A position in the history, with the number of cards the player brought home by hand."""

    traced: Table
    """The position with a token for each card."""
    table: Table
    """The same position with plain cards."""
    by_hand: int

    @classmethod
    def of(cls, traced: Table, by_hand: int) -> "Moment":
        return cls(traced, untrace(traced), by_hand)

    def lead_to(self, traced: Table, more_by_hand: int = 0) -> "Moment":
        """Return the moment of a following position, sharing the piles that are unchanged."""
        piles = tuple(
            plain if pile is was else tuple(map(int, pile))
            for pile, was, plain in zip(
                traced.piles, self.traced.piles, self.table.piles, strict=True
            )
        )
        return Moment(traced, traced._replace(piles=piles), self.by_hand + more_by_hand)


class History:
    """The current position of a play, the earlier ones, and those that redo returns to.

    Tables are immutable, so each position costs only a reference.
    """

    def __init__(self, traced: Table) -> None:
        self.now = Moment.of(traced, 0)
        self.past: list[Moment] = []
        self.future: list[Moment] = []
        self.bookmarks: dict[str, Moment] = {}
        """By name, in the order in which they were set."""
        self.opening = self.now

    def advance(self, standing: Moment) -> None:
        """Go to a new position and forget what redo could return to."""
        self.past.append(self.now)
        self.future.clear()
        self.now = standing

    def amend(self, traced: Table) -> None:
        """Replace the current position, as part of the last action."""
        self.now = self.now.lead_to(traced)

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
