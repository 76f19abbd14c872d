"""The mode of a game: whether it is scored, and which helps are available.

Scored games have no undo, restart, bookmarks, hints or cheats, and no peek unless the game allows
it. Tours, tournaments, matches and races are also played at one level without exceptions, so that
everyone competes by the same rules. Only a tournament of a single game can be restarted.
"""

from enum import IntEnum

from solterm.core.move import IllegalMove
from solterm.core.refusal import Refusal

_HELPS = {
    "undo": "Undo is",
    "redo": "Redo is",
    "restart": "Restarting is",
    "bookmark": "Bookmarks are",
    "return": "Bookmarks are",
    "hint": "Hints are",
    "cheat": "Cheating is",
    "peek": "Peeking is",
    "back": "Going back to a win is",
}
"""The events not available in scored games, with the start of the refusal."""

_FIXED = {
    "x": "Exceptions are off in tours, tournaments, matches and races.",
    "level": "Tours, tournaments, matches and races are played at one level.",
}
"""The events that strict games also refuse, with the refusal."""


class Mode(IntEnum):
    """The mode of a play. The store keeps the number, a record the word.

    >>> from solterm import Play, Mode, find
    >>> Play(find("free-cell"), deal=617, mode=Mode.SCORED).count_hint()
    Traceback (most recent call last):
        ...
    solterm.core.move.IllegalMove: Hints are off in contests, score sheets and the deal of the day.
    """

    FREE = 0
    """All helps are available."""
    SCORED = 1
    """For a sheet or a board: no helps, but levels and exceptions, which the score takes into
    account."""
    STRICT = 2
    """For a tour, tournament, match or race: also one level and no exceptions."""
    SINGLE = 3
    """For a tournament of one game: like ``STRICT``, but with restart."""

    @property
    def word(self) -> str:
        """The value of a record's ``Scored`` tag; free games have none."""
        return ("", "yes", "strict", "single")[self]

    @classmethod
    def parse(cls, word: str) -> "Mode":
        """Return the mode of a ``Scored`` tag. Raises ``Refusal`` for another word."""
        for mode in cls:
            if mode.word == word:
                return mode
        raise Refusal("Scored must be yes, strict or single, or missing.")

    def check(self, verb: str) -> None:
        """Raise ``IllegalMove`` if events with this first word are not available."""
        if self is Mode.SINGLE and verb == "restart":
            return
        if self is not Mode.FREE and verb in _HELPS:
            raise IllegalMove(
                f"{_HELPS[verb]} off in contests, score sheets and the deal of the day."
            )
        if self >= Mode.STRICT and verb in _FIXED:
            raise IllegalMove(_FIXED[verb])
