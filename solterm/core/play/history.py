"""History: the positions of a play, one after the other, and the ways back and forth."""

from typing import NamedTuple

from solterm.core.play.tokens import untrace
from solterm.core.table import Table


class Moment(NamedTuple):
    """What going back brings back: the position, and the cards in it brought home by hand."""

    traced: Table
    """The position with a token for each card."""
    table: Table
    """The same with plain cards."""
    by_hand: int

    @classmethod
    def of(cls, traced: Table, by_hand: int) -> "Moment":
        """The standing of a traced table."""
        return cls(traced, untrace(traced), by_hand)

    def lead_to(self, traced: Table, more_by_hand: int = 0) -> "Moment":
        """The standing of another table; piles that lie there as they do here are shared."""
        piles = tuple(
            plain if pile is was else tuple(map(int, pile))
            for pile, was, plain in zip(
                traced.piles, self.traced.piles, self.table.piles, strict=True
            )
        )
        return Moment(traced, traced._replace(piles=piles), self.by_hand + more_by_hand)


class History:
    """Where a play stands, where it was and where it was taken back from.

    Tables are immutable, so a step costs no more than a reference.
    """

    def __init__(self, traced: Table) -> None:
        self.now = Moment.of(traced, 0)
        self.past: list[Moment] = []
        self.future: list[Moment] = []
        self.bookmarks: dict[str, Moment] = {}
        """By name; the one set last is the last."""
        self.opening = self.now

    def advance(self, standing: Moment) -> None:
        """One action on; what was taken back before is forgotten."""
        self.past.append(self.now)
        self.future.clear()
        self.now = standing

    def amend(self, traced: Table) -> None:
        """Let the last action lead to another table."""
        self.now = self.now.lead_to(traced)

    def undo(self) -> None:
        """One action back."""
        self.future.append(self.now)
        self.now = self.past.pop()

    def redo(self) -> None:
        """One action forth again."""
        self.past.append(self.now)
        self.now = self.future.pop()

    def restart(self) -> None:
        """To the opening, as one action that can be taken back."""
        self.advance(self.opening)

    def bookmark(self, name: str) -> None:
        """Remember this position; a bookmark of the same name moves here."""
        self.bookmarks.pop(name, None)
        self.bookmarks[name] = self.now

    def return_to(self, name: str) -> None:
        """To a bookmarked position, as one action that can be taken back."""
        self.advance(self.bookmarks[name])
