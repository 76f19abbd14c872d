"""Retracing: the ways back and forth in a play, to positions it has passed."""

import re
from abc import abstractmethod

from solterm.core.move import IllegalMove
from solterm.core.play.counts import Counts
from solterm.core.play.history import History
from solterm.core.play.sight import Sight
from solterm.core.play.terms import Terms
from solterm.core.refusal import Refusal
from solterm.core.rules import Rules
from solterm.core.table import Table

_BOOKMARK = re.compile(r"[a-z0-9]{1,12}")


class Retracing(Sight):
    """The part of a play that is about going back and forth."""

    terms: Terms
    counts: Counts

    def __init__(self, dealt: Table) -> None:
        """At the beginning, a traced table."""
        super().__init__(dealt)
        self._history = History(dealt)

    @property
    @abstractmethod
    def rules(self) -> Rules:
        """The rules of the present level."""

    @abstractmethod
    def _record(self, event: str, *passed: Table) -> None:
        """Keep an event, and see what the position shows and those it passed through did."""

    @property
    def table(self) -> Table:
        """The position."""
        return self._history.now.table

    @property
    def traced(self) -> Table:
        """The position, each card told from its twins."""
        return self._history.now.traced

    @property
    def passed(self) -> list[Table]:
        """The positions that led to this one, the opening first."""
        return [standing.table for standing in self._history.past]

    @property
    def can_undo(self) -> bool:
        """Is there an action to take back?"""
        return bool(self._history.past) and not self.terms and self.game.undo

    @property
    def can_redo(self) -> bool:
        """Is there an action that was taken back?"""
        return bool(self._history.future) and not self.terms and self.game.undo

    @property
    def bookmarks(self) -> tuple[str, ...]:
        """The names of the positions to return to, the one set last at the end."""
        return tuple(self._history.bookmarks)

    def undo(self) -> None:
        """Take back the last action. The counts stay, and so does the level."""
        self._check_going_back("undo")
        if not self._history.past:
            raise IllegalMove(Refusal("There is nothing to take back."))
        self._history.undo()
        self._settle()
        self.counts.undos += 1
        self._record("undo")

    def redo(self) -> None:
        """Make again the last action that was taken back; it is not counted again."""
        self._check_going_back("redo")
        if not self._history.future:
            raise IllegalMove(Refusal("There is nothing to make again."))
        self._history.redo()
        self._settle()
        self._record("redo")

    def restart(self) -> None:
        """Start over: back to the opening, which can be taken back. The counts stay."""
        self._check_going_back("restart")
        if not self._history.past:
            raise IllegalMove(Refusal("The game stands at its beginning."))
        self._history.restart()
        self._record("restart")

    def bookmark(self, name: str) -> None:
        """Remember this position under a name of letters and digits, to return to it."""
        self._check_going_back("bookmark")
        if not _BOOKMARK.fullmatch(name):
            raise IllegalMove(Refusal("A bookmark is named with 1 to 12 letters or digits."))
        self._history.bookmark(name)
        self._record(f"bookmark {name}")

    def return_to(self, name: str) -> None:
        """Return to a bookmark, as an action that can be taken back. The counts stay."""
        self._check_going_back("return")
        if name not in self.bookmarks:
            known = ", ".join(self.bookmarks) or "none yet"
            raise IllegalMove(Refusal(f"There is no bookmark {name!r}; there are: {known}."))
        self._history.return_to(name)
        self._settle()
        self._record(f"return {name}")

    def _settle(self) -> None:
        """Let happen what at this level happens by itself: a position may come from an easier one.

        Spaces that wait there are filled here, which is no action and no move.
        """
        self._history.amend(self.rules.settle(self.traced))

    def _check_going_back(self, verb: str) -> None:
        self.terms.check(verb)
        if not self.game.undo:
            raise IllegalMove(Refusal(f"{self.game.name} is played without undo."))
