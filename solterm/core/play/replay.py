"""Replay: a recorded game, step by step, each step in words."""

from collections.abc import Callable

from solterm.core.game import Game
from solterm.core.move import Move
from solterm.core.play.events import find_move
from solterm.core.play.play import Play
from solterm.core.play.record import Record
from solterm.core.table import Table
from solterm.core.words.describe import capitalize, move_words

_WORDS = {
    **{"auto": "Automatic play-out", "undo": "Taken back", "redo": "Made again"},
    **{"restart": "Started over", "hint": "A hint", "cheat": "A cheat", "x": "An exception"},
    **{"level": "On at level", "peek": "A peek into", "bookmark": "Bookmark"},
    **{"return": "Back at bookmark", "autoplay": "Cards go home by themselves:"},
}
"""What an event that is no move says, by its first word; the others follow."""


def tell_event(game: Game, before: Table, event: str) -> str:
    """What an event did that was possible on a table of the game at its level."""
    if move := find_move(event):
        return capitalize(move_words(game, before, move))
    verb, _, rest = event.partition(" ")
    return f"{_WORDS[verb]} {rest}".rstrip()


class Replay:
    """The positions of a recorded game, from its deal (step 0) to where it stood at the end."""

    def __init__(self, record: Record, game_of: Callable[[str], Game]) -> None:
        """Replay a record; raises ``RecordError`` at the first line that does not hold."""
        record.replay(game_of)
        self.record = record
        self._game_of = game_of
        self._play = record.opening(game_of)
        self._step = 0

    def __len__(self) -> int:
        """The number of steps after the deal."""
        return len(self.record.events)

    def at(self, step: int) -> Play:
        """The play after so many events; it is good until another step is asked for."""
        if step < self._step:
            self._play, self._step = self.record.opening(self._game_of), 0
        for event in self.record.events[self._step : step]:
            self._play.perform(event)
        self._step = step
        return self._play

    def move(self, step: int) -> Move | None:
        """The move that led to a step; None at the deal, and where it was no move."""
        return find_move(self.record.events[step - 1]) if step else None

    def words(self, step: int) -> str:
        """What led to a step: ``9H to column 3``."""
        if not step:
            return "The deal"
        before = self.at(step - 1)
        return tell_event(before.rules.game, before.table, self.record.events[step - 1])
