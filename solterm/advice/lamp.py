"""The lamp: whether the current position can still be won, updated after each move.

Most positions need no search. Positions along a known winning line can be won, positions judged
before keep their verdict, and moves from a lost position lead to lost ones.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from solterm.core.move import Move
from solterm.core.play.events import is_played
from solterm.core.play.play import Play
from solterm.core.table import Table

SECONDS = 10.0
"""The seconds to search a position."""
_WON, _LOST = "won", "lost"
"""Findings as the worker names them. The solver itself is not loaded here."""
_WORDS = {_WON: "can win", _LOST: "lost"}
"""The words for findings; anything else is ``?``."""
_AHEAD = 12
"""The most moves of a line that one action may make, such as a run or cards going home."""
_KEPT = 2000
"""The most positions to remember."""


_Place = tuple[Table, int, bool]
"""A table, the level, and whether an exception or a cheat waits."""


def ask_about(play: Play) -> dict[str, Any]:
    """Return the arguments of the worker's task ``judge`` for the current position."""
    return {"position": str(play.reveal()), "armed": play.armed, "cheating": play.cheating}


def _place(play: Play) -> _Place:
    return play.table, play.level, play.armed or play.cheating


class _Seen(NamedTuple):
    """The position at the last look."""

    table: Table
    level: int
    waits: bool
    """Whether an exception or a cheat waited."""


class Lamp:
    """The verdicts on the positions of one play."""

    def __init__(self) -> None:
        self._known: dict[_Place, str] = {}
        self._ways: dict[_Place, Sequence[Move]] = {}
        self._last: _Seen | None = None
        self.is_needless = False
        """Whether the game cannot be won at all, only scored."""

    def look(self, play: Play) -> str | None:
        """Return the verdict on the current position, or None if it needs a search."""
        here, last = _place(play), self._last
        self._last = _Seen(play.table, play.level, play.armed or play.cheating)
        if here not in self._known and last and _follows(play, last):
            self._go_on(play, last)
        return self._known.get(here)

    def words(self, play: Play) -> str:
        """Return the lamp's word for the current position."""
        return "" if self.is_needless else _WORDS.get(self.look(play) or "", "?")

    def learn(self, play: Play, answer: Mapping[str, Any]) -> None:
        """Remember an answer of the worker's task ``judge``."""
        if not answer["finding"]:
            self.is_needless = True
            return
        way = [Move.parse(move) for move in answer["moves"]]
        table, level, _ = _place(play)
        self._keep((table, level, answer.get("waits", False)), answer["finding"], way)

    def _keep(self, here: _Place, finding: str, way: Sequence[Move] = ()) -> None:
        if len(self._known) >= _KEPT:
            self._known.clear()
            self._ways.clear()
        self._known[here] = finding
        if finding == _WON:
            self._ways[here] = way

    def _go_on(self, play: Play, last: _Seen) -> None:
        """Derive the verdict from that on the previous position, if possible."""
        before = last.table, last.level, last.waits
        if self._known.get(before) == _LOST:
            self._keep(_place(play), _LOST)
            return
        table, way = last.table, self._ways.get(before, ())
        for count, move in enumerate(way[:_AHEAD], 1):
            table = play.rules.make(table, move)
            if table == play.table:
                self._keep(_place(play), _WON, way[count:])
                return


def _follows(play: Play, last: _Seen) -> bool:
    """Return whether the play is one ordinary action after the last look."""
    passed = play.passed
    is_next = bool(passed) and passed[-1] == last.table and play.level == last.level
    return is_next and not last.waits and is_played(play.events[-1])
