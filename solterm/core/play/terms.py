"""Terms: what a game is played for, and which helps that leaves.

Scored games have no undo, start-over, bookmark, hint or cheat, and no peek but where the rule-set
says so. Tours, tournaments and matches are also played at one level with X off, so that everyone
competes by the same rules. Only a tournament of a single game may be started over.
"""

from enum import IntEnum

from solterm.core.move import IllegalMove
from solterm.core.refusal import Refusal

_HELPS = {
    "undo": "Undo is",
    "redo": "Redo is",
    "restart": "Starting over is",
    "bookmark": "Bookmarks are",
    "return": "Bookmarks are",
    "hint": "Hints are",
    "cheat": "Cheating is",
    "peek": "A peek is",
}
"""The events that a scored game has not, and how the sentence that refuses them begins."""

_FIXED = {
    "x": "Exceptions are off in tours, tournaments and matches.",
    "level": "Tours, tournaments and matches are played at one level from end to end.",
}
"""The events that a strict game has not either."""


class Terms(IntEnum):
    """The terms of a play. The store keeps the number, a record the word.

    >>> from solterm import Play, find
    >>> Play(find("free-cell"), deal=617, terms=Terms.SCORED).hint()
    Traceback (most recent call last):
        ...
    solterm.core.move.IllegalMove: Hints are off in scored games.
    """

    FREE = 0
    """All helps are there."""
    SCORED = 1
    """For a sheet or a board: no helps, but levels and exceptions, which the score counts."""
    STRICT = 2
    """For a tour, tournament or match: one level, and no exceptions either."""
    SINGLE = 3
    """For a tournament of one game: as strict, but it may be started over."""

    @property
    def word(self) -> str:
        """How a record's ``Scored`` tag says it; free games have none."""
        return ("", "yes", "strict", "single")[self]

    @classmethod
    def parse(cls, word: str) -> "Terms":
        """The terms of a ``Scored`` tag. Raises ``ValueError`` with a sentence for another word."""
        for terms in cls:
            if terms.word == word:
                return terms
        raise ValueError("Scored must be yes, strict or single, or be left out.")

    def check(self, verb: str) -> None:
        """Raise ``IllegalMove`` when an event that begins with this word is off."""
        if self is Terms.SINGLE and verb == "restart":
            return
        if self is not Terms.FREE and verb in _HELPS:
            raise IllegalMove(Refusal(f"{_HELPS[verb]} off in scored games."))
        if self >= Terms.STRICT and verb in _FIXED:
            raise IllegalMove(Refusal(_FIXED[verb]))
