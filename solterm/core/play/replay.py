"""Replaying recorded games step by step, with each step in words."""

from bisect import bisect_right
from collections.abc import Callable, Iterable

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


_UNSEEN = ("hint", "peek", "bookmark")
"""Events that change nothing on the table, by first word."""


class Replay:
    """The positions of a recorded game, from the deal (step 0) to the last.

    A step is an event that shows on the table: hints, peeks and bookmarks are left out.
    """

    def __init__(
        self, record: Record, game_of: Callable[[str], Game], *, only_moves: bool = False
    ) -> None:
        """Replay a record. Raises ``RecordError`` for the first line that is wrong.

        With ``only_moves``, leave out everything between two equal positions, such as moves that
        were undone.
        """
        self.record = record
        self._game_of = game_of
        self._play = record.opening(game_of)
        self._done = 0
        """The events performed in the present position."""
        find = self._find_standing if only_moves else self._find_visible
        self._numbers = [0, *find(record.steps(game_of))]
        """How many events lead to each step."""

    def _find_visible(self, plays: Iterable[Play]) -> list[int]:
        for _ in plays:  # checks the record
            pass
        numbered = enumerate(self.record.events, 1)
        return [number for number, event in numbered if event.partition(" ")[0] not in _UNSEEN]

    def _find_standing(self, plays: Iterable[Play]) -> list[int]:
        path: list[int] = []
        tables: list[Table] = []
        for number, play in enumerate(plays):
            if play.table in tables:
                at = tables.index(play.table)
                del path[at:], tables[at + 1 :]
            else:
                tables.append(play.table)
                path += [number] if number else []
        return path

    def __len__(self) -> int:
        """Return the number of steps after the deal."""
        return len(self._numbers) - 1

    def at(self, step: int) -> Play:
        """Return the play after some steps. The next call invalidates it."""
        return self._after(self._numbers[step])

    def whole(self) -> Play:
        """Return the play after all events."""
        return self.record.replay(self._game_of)

    def step_after(self, events: int) -> int:
        """Return the last step that some events lead to."""
        return bisect_right(self._numbers, events) - 1

    def move(self, step: int) -> Move | None:
        """Return the move that led to a step; None at the deal and for other events."""
        return find_move(self.record.events[self._numbers[step] - 1]) if step else None

    def _after(self, events: int) -> Play:
        if events < self._done:
            self._play, self._done = self.record.opening(self._game_of), 0
        for event in self.record.events[self._done : events]:
            self._play.perform(event)
        self._done = events
        return self._play

    def words(self, step: int) -> str:
        """Return the event that led to a step in words: ``9H to column 3``."""
        if not step:
            return "The deal"
        number = self._numbers[step] - 1
        before = self._after(number)
        return tell_event(before.rules.game, before.table, self.record.events[number])
