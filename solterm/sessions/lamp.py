"""The lamp: what is known of whether a play can still be won, move after move.

Most of what is asked is known already. Who follows the way that was found, or comes back to a
position that was judged, need not wait; and what follows from a lost position by moves is lost.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from solterm.core.move import Move
from solterm.core.play.events import is_played
from solterm.core.play.play import Play
from solterm.core.table import Table

SECONDS = 10.0
"""How long a position is searched for it."""
_WON, _LOST = "won", "lost"
"""Findings, as a worker names them: the solver itself is not loaded here."""
_WORDS = {_WON: "can win", _LOST: "lost"}
"""What the lamp says; it is ``?`` for all else."""
_AHEAD = 12
"""How many moves of a way one action may make: a sequence, or cards that go home by themselves."""
_KEPT = 2000
"""How many judged positions are remembered."""


_Place = tuple[Table, int, bool]
"""A table, the level, and whether an exception or a cheat waits."""


def ask_about(play: Play) -> dict[str, Any]:
    """Return what the worker's task ``judge`` has to know of where a play stands."""
    return {"position": str(play.position), "armed": play.armed, "cheating": play.cheating}


def _place(play: Play) -> _Place:
    return play.table, play.level, play.armed or play.cheating


class _Seen(NamedTuple):
    """How the play stood when it was looked at last."""

    table: Table
    level: int
    waits: bool
    """Did an exception or a cheat wait for the next move?"""


class Lamp:
    """What is known about the positions of one play."""

    def __init__(self) -> None:
        self._known: dict[_Place, str] = {}
        self._ways: dict[_Place, Sequence[Move]] = {}
        self._last: _Seen | None = None
        self.is_needless = False
        """Is it a game in which there is nothing to win but points?"""

    def look(self, play: Play) -> str | None:
        """What is known of where a play stands; None where it has to be searched."""
        here, last = _place(play), self._last
        self._last = _Seen(play.table, play.level, play.armed or play.cheating)
        if here not in self._known and last and _follows(play, last):
            self._go_on(play, last)
        return self._known.get(here)

    def words(self, play: Play) -> str:
        """What the lamp says of where a play stands."""
        return "" if self.is_needless else _WORDS.get(self.look(play) or "", "?")

    def learn(self, play: Play, answer: Mapping[str, Any]) -> None:
        """A search has ended with an answer: ``judge`` of ``solterm.solver.tasks``."""
        if not answer["finding"]:
            self.is_needless = True
            return
        way = [Move.parse(move) for move in answer["moves"]]
        table, level, _ = _place(play)
        self._keep((table, level, answer.get("waits", False)), answer["finding"], way)

    def _keep(self, here: _Place, finding: str, way: Sequence[Move] = ()) -> None:
        """Remember how a position was judged, and how it can be won."""
        if len(self._known) >= _KEPT:
            self._known.clear()
            self._ways.clear()
        self._known[here] = finding
        if finding == _WON:
            self._ways[here] = way

    def _go_on(self, play: Play, last: _Seen) -> None:
        """Conclude from the position before what can be concluded."""
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
    """Is it one ordinary action on from how it stood?"""
    passed = play.passed
    is_next = bool(passed) and passed[-1] == last.table and play.level == last.level
    return is_next and not last.waits and is_played(play.events[-1])
