"""Replaying recorded games step by step, with each step in words."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from solterm.core.declaration import Declaration
from solterm.core.game import Game
from solterm.core.move import Move
from solterm.core.phrases import capitalize
from solterm.core.play.events import ORIGINS, find_move
from solterm.core.play.play import Play
from solterm.core.play.record import Record
from solterm.core.refusal import Refusal
from solterm.core.table import Index, Table
from solterm.core.words.describe import move_words

_WORDS = {
    **{"auto": "Automatic play", "undo": "Undo", "redo": "Redo"},
    **{"restart": "Restart", "hint": "Hint", "cheat": "Cheat", "x": "Exception"},
    **{"level": "Level", "peek": "Peek into", "bookmark": "Bookmark"},
    **{"return": "Return to bookmark", "autoplay": "Autoplay"},
    **{"opened": "Opened from a save", "imported": "Imported"},
}
"""The words for events that are not moves, by first word; their arguments follow."""


def tell_event(game: Declaration, before: Table, event: str) -> str:
    """Return what an event does on a table, in words. ``game`` is the declaration at its level."""
    if move := find_move(event):
        return capitalize(move_words(game, before, move))
    verb, _, rest = event.partition(" ")
    return f"{_WORDS[verb]} {rest}".rstrip()


_UNSEEN = ("hint", "peek", "bookmark", *ORIGINS)
"""Events that change nothing on the table, by first word."""
_BACK = ("restart", "return")
"""Events that lead back to an earlier position, by first word."""


class _Step(NamedTuple):
    """A step of a replay."""

    events: int
    """How many events lead to it."""
    cards: int
    """How many cards of the automatic play that follows them have gone home."""
    event: str
    """What it does."""
    table: Table
    is_action: bool
    """Whether undo takes it back."""


class Replay:
    """The positions of a recorded game, from the deal (step 0) to the last.

    A step is an event that shows on the table, or a card of automatic play. Hints, peeks and
    bookmarks are left out, and so is what was undone.
    """

    def __init__(
        self, record: Record, game_of: Callable[[str], Game], *, only_moves: bool = False
    ) -> None:
        """Replay a record. Raises ``RecordError`` for the first line that is wrong.

        With ``only_moves``, leave out everything between two equal positions, such as runs moved to
        and fro.
        """
        self.record = record
        self._game_of = game_of
        self._play = record.opening(game_of)
        self._done: int | None = 0
        """The events performed in the present position; None if more than events were."""
        self._homeward: dict[int, list[Move]] = {}
        """The moves of automatic play, by the number of events before it."""
        opening = _Step(0, 0, "", self._play.table, is_action=False)
        find = self._find_standing if only_moves else self._find_visible
        self._steps = [opening, *self._spread(find(self._watch(record.steps(game_of))))]

    def _watch(self, plays: Iterable[Play]) -> Iterator[Play]:
        """Yield the plays, and note the moves of automatic play."""
        events = [*self.record.events, ""]
        for number, play in enumerate(plays):
            if events[number] == "auto":
                self._homeward[number] = play.foresee_moves()
            yield play

    def _find_visible(self, plays: Iterable[Play]) -> list[_Step]:
        steps: list[_Step] = []
        undone: list[_Step] = []
        depth = 0
        for number, play in enumerate(plays):
            event = self.record.events[number - 1] if number else "hint"
            verb = event.partition(" ")[0]
            if verb == "undo":
                at = max(at for at, step in enumerate(steps) if step.is_action)
                undone.append(steps.pop(at))
                later = (step._replace(events=number, table=play.table) for step in steps[at:])
                steps[at:] = list(later)
            elif verb == "redo":
                steps.append(undone.pop()._replace(events=number))
            elif verb not in _UNSEEN:
                is_action = len(play.passed) > depth
                steps.append(_Step(number, 0, event, play.table, is_action))
                if is_action:
                    undone.clear()
            depth = len(play.passed)
        return _without_ways_back(steps)

    def _find_standing(self, plays: Iterable[Play]) -> list[_Step]:
        path: list[_Step] = []
        tables: list[Table] = []
        for number, play in enumerate(plays):
            if play.table in tables:
                at = tables.index(play.table)
                del path[at:], tables[at + 1 :]
            else:
                tables.append(play.table)
                event = self.record.events[number - 1] if number else ""
                path += [_Step(number, 0, event, play.table, True)] * bool(number)
        return path

    def _spread(self, steps: Iterable[_Step]) -> Iterator[_Step]:
        """Yield the steps, with a step for each card of automatic play."""
        for step in steps:
            before = step.events - 1
            moves = self._homeward.get(before, []) if step.event == "auto" else []
            for cards, move in enumerate(moves[:-1], 1):
                yield step._replace(events=before, cards=cards, event=str(move))
            yield step._replace(event=str(moves[-1])) if moves else step

    def __len__(self) -> int:
        """Return the number of steps after the deal."""
        return len(self._steps) - 1

    def at(self, step: int) -> Play:
        """Return the play after some steps. The next call invalidates it."""
        return self._after(*self._steps[step][:2])

    def whole(self) -> Play:
        """Return the play after all events."""
        return self.record.replay(self._game_of)

    def step_after(self, events: int) -> int:
        """Return the last step that some events lead to."""
        return bisect_right(self._steps, (events, 0), key=lambda step: step[:2]) - 1

    def move(self, step: int) -> Move | None:
        """Return the move that led to a step; None at the deal and for other events."""
        return find_move(self._steps[step].event) if step else None

    def list_moves(self) -> Iterator[Move]:
        """Yield the moves from the deal to the last step one by one, and the automatic ones.

        Raises ``Refusal`` for a step that changes the table without a move.
        """
        for number in range(1, len(self) + 1):
            play, move = self.at(number - 1), self.move(number)
            rules, table = (
                play.game.rules_of_next_move(play.level, play.armed, play.cheating),
                play.table,
            )
            steps = (play.steps(move) if play.why_not(move) else (move,)) if move else ()
            for step in steps:
                table = rules.make(table, step)
            yield from steps
            after = self.at(number).table
            while table != after:  # cards went home by themselves
                homeward = (each for each in rules.legal_moves(table) if each.dst[:1] == "f")
                made = ((each, rules.make(table, each)) for each in homeward)
                on_way = (each for each in made if _leads_home(each[1], after, rules.index))
                home, table = next(on_way, (None, table))
                if home is None:
                    raise Refusal(f"This game has a step that is no move: {self.words(number)}.")
                yield home

    def _after(self, events: int, cards: int = 0) -> Play:
        if self._done is None or events < self._done:
            self._play, self._done = self.record.opening(self._game_of), 0
        for event in self.record.events[self._done : events]:
            self._play.perform(event)
        self._done = events
        if cards:
            self._play.show_home(cards)
            self._done = None
        return self._play

    def words(self, step: int) -> str:
        """Return the event that led to a step in words: ``9H to column 3``."""
        if not step:
            return "The deal"
        events, cards, event, *_ = self._steps[step]
        if cards:
            before = self._after(events, cards - 1)
        else:
            home = self._homeward.get(events - 1)
            before = self._after(events - 1, len(home) - 1 if home else 0)
        return tell_event(before.rules.game, before.table, event)


def _leads_home(table: Table, after: Table, index: Index) -> bool:
    """Whether the foundations of a table hold no card that those of a later one lack."""
    homes = [place for name, place in index.items() if name[0] == "f"]
    return all(
        after.piles[place][: len(table.piles[place])] == table.piles[place] for place in homes
    )


def _without_ways_back(steps: Iterable[_Step]) -> list[_Step]:
    """Return steps without the detours that a restart or a return to a bookmark ended."""
    kept: list[_Step] = []
    for step in steps:
        if step.event.partition(" ")[0] not in _BACK:
            kept.append(step)
            continue
        while kept and kept[-1].table != step.table:
            kept.pop()
    return kept
