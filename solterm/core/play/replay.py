"""Replaying recorded games step by step, with each step in words."""

from collections.abc import Callable

from solterm.core.declaration import Declaration
from solterm.core.game import Game
from solterm.core.move import Move
from solterm.core.play.events import find_move
from solterm.core.play.play import Play
from solterm.core.play.record import Record
from solterm.core.table import Table
from solterm.core.words.describe import capitalize, move_words

_WORDS = {
    **{"auto": "Automatic play", "undo": "Undo", "redo": "Redo"},
    **{"restart": "Restart", "hint": "Hint", "cheat": "Cheat", "x": "Exception"},
    **{"level": "Level", "peek": "Peek into", "bookmark": "Bookmark"},
    **{"return": "Return to bookmark", "autoplay": "Autoplay"},
}
"""The words for events that are not moves, by first word; their arguments follow."""


def tell_event(game: Declaration, before: Table, event: str) -> str:
    """Return what an event does on a table, in words. ``game`` is the declaration at its level."""
    if move := find_move(event):
        return capitalize(move_words(game, before, move))
    verb, _, rest = event.partition(" ")
    return f"{_WORDS[verb]} {rest}".rstrip()


class Replay:
    """The positions of a recorded game, from the deal (step 0) to the last event."""

    def __init__(self, record: Record, game_of: Callable[[str], Game]) -> None:
        """Replay a record. Raises ``RecordError`` for the first line that is wrong."""
        record.replay(game_of)
        self.record = record
        self._game_of = game_of
        self._play = record.opening(game_of)
        self._step = 0

    def __len__(self) -> int:
        """Return the number of steps after the deal."""
        return len(self.record.events)

    def at(self, step: int) -> Play:
        """Return the play after some steps. The next call invalidates it."""
        if step < self._step:
            self._play, self._step = self.record.opening(self._game_of), 0
        for event in self.record.events[self._step : step]:
            self._play.perform(event)
        self._step = step
        return self._play

    def move(self, step: int) -> Move | None:
        """Return the move that led to a step; None at the deal and for other events."""
        return find_move(self.record.events[step - 1]) if step else None

    def words(self, step: int) -> str:
        """Return the event that led to a step in words: ``9H to column 3``."""
        if not step:
            return "The deal"
        before = self.at(step - 1)
        return tell_event(before.rules.game, before.table, self.record.events[step - 1])
