"""Hints on demand: the worker thinks for a second, and the quick hint stands in where it cannot.

This is all that the screen and line mode need, and it knows no screen framework::

    hints = Hints(worker)              # one per program; any ``Worker``
    pending = hints.ask(play)          # returns at once; ``ask(play, 10)`` thinks for ten seconds

    hint = pending.poll()              # None while the worker thinks; call it from a timer
    hint = pending.wait()              # or wait for it: line mode
    pending.cancel()                   # on any other key: nothing more is heard

``hint.move`` is the move to show, or None. ``hint.text`` is the sentence to say; where
``hint.is_lost``, add ``tell_way_back`` with the key or command that does it.

Count the hint first (``play.hint()``, or the event ``hint``), and ask only where that was allowed.
Call ``hints.learn(play, answer)`` with each answer to a ``judge`` question (lamp, ``solve``): a
line that is known already is followed without another search.

With every card known to the player the solver's line is followed, as long as the moves made allow
it. Else the hint starts from the player's view only (``solterm.core.play.view``).
"""

from collections.abc import Mapping, Sequence
from time import monotonic
from typing import Any, NamedTuple, Protocol

from solterm.core.advice.hints import LOST, NOTHING_IN_SIGHT, Hint, hint, tell_way
from solterm.core.advice.lines import Lines
from solterm.core.move import Move
from solterm.core.play.play import Play
from solterm.core.play.view import View
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.sessions.workers import SearchNews, is_off

SECONDS = 1.0
"""How long the worker thinks where nothing else is said."""
_LATE = 0.5, 1.5
"""Seconds to add, and a factor: a worker that has just begun, or a busy host, takes longer."""
_WON, _LOST = "won", "lost"
"""Findings, as a worker names them: the solver itself is not loaded here."""


def tell_way_back(key: str) -> str:
    """Return the sentence that follows where a position is lost.

    >>> tell_way_back("Ctrl+B")
    'Ctrl+B goes back to where it could be won.'
    """
    return f"{key} goes back to where it could be won."


class Asked(Protocol):
    """Whoever answers questions: a ``Worker``, or a stand-in for one."""

    def ask(self, task: str, **given: Any) -> int:
        """Ask a task of the solver, and return the question's number."""

    def hear(self, number: int) -> SearchNews:
        """Return what is known of a question, without waiting."""

    def wait(self, number: int, seconds: float) -> SearchNews:
        """Return the answer to a question, waiting so long at most; it is dropped after that."""

    def drop(self, number: int) -> None:
        """Drop a question."""


class _Plan(NamedTuple):
    """The rest of a choice whose first moves were proposed."""

    rules: Rules
    table: Table
    """Where it goes on."""
    seen: int
    """How many cards had been seen: it ends where another one shows."""
    moves: Sequence[Move]


class Pending:
    """A hint that was asked for."""

    def __init__(self, hints: "Hints", play: Play, seconds: float) -> None:
        self._hints = hints
        self._play = play
        self._seconds = seconds
        self._number = 0
        self._end = 0.0
        self.hint: Hint | None = None
        """The hint, once it is there."""

    def begin(self, question: Mapping[str, Any]) -> None:
        """Ask the worker."""
        more, factor = _LATE
        self._end = monotonic() + factor * self._seconds + more
        self._number = self._hints.worker.ask("hint", seconds=self._seconds, **question)

    def poll(self) -> Hint | None:
        """Return the hint, or None while the worker thinks."""
        if self.hint is None:
            heard = self._hints.worker.hear(self._number)
            if heard.answer is not None:
                self.hint = self._hints.read(self._play, heard.answer)
            elif heard.failed or monotonic() >= self._end:
                self._hints.worker.drop(self._number)
                self.hint = self._hints.propose_quickly(self._play)
        return self.hint

    def wait(self) -> Hint:
        """Wait for the hint. On Ctrl+C the quick one is returned."""
        if self.hint is None:
            answer = None
            try:
                answer = self._hints.worker.wait(self._number, self._end - monotonic()).answer
            except KeyboardInterrupt:
                self.cancel()
            hints, play = self._hints, self._play
            self.hint = hints.read(play, answer) if answer else hints.propose_quickly(play)
        return self.hint

    def cancel(self) -> None:
        """Hear no more of it."""
        if self.hint is None:
            self._hints.worker.drop(self._number)


class Hints:
    """Finds hints, and remembers the lines and plans they came from."""

    def __init__(self, worker: Asked, seconds: float = SECONDS) -> None:
        self.worker = worker
        self._seconds = seconds
        self._lines = Lines()
        self._plan: _Plan | None = None
        self._lost: set[tuple[Rules, Table]] = set()

    def ask(self, play: Play, seconds: float | None = None) -> Pending:
        """Ask for a hint; it is there at once where it is known or the worker is off."""
        pending = Pending(self, play, self._seconds if seconds is None else seconds)
        view = View.of(play)
        pending.hint = self._recall(play, view)
        if pending.hint is None and is_off():
            pending.hint = self.propose_quickly(play)
        if pending.hint is None:
            preferred = None if view.is_open else self._preferred(play, pending)
            if pending.hint is None:
                pending.begin({"view": view.write(), "preferred": preferred})
        return pending

    def learn(self, play: Play, answer: Mapping[str, Any]) -> None:
        """Keep what the worker's task ``judge`` has answered about where a play stands.

        A line that relies on unseen cards is not kept.
        """
        if not View.of(play).is_open:
            return
        if answer["finding"] == _WON:
            moves = [Move.parse(move) for move in answer["moves"]]
            self._lines.learn(play.rules, play.table, moves)
        elif answer["finding"] == _LOST and not answer.get("waits"):
            self._lost.add((play.rules, play.table))

    # -- for a pending hint ----------------------------------------------------------------

    def read(self, play: Play, answer: Mapping[str, Any]) -> Hint:
        """Return the hint that an answer of the worker's task ``hint`` comes to."""
        self.learn(play, answer)
        if known := self._recall(play, View.of(play)):
            return known
        quick = hint(play)
        for each in answer["choices"]:
            moves = [Move.parse(move) for move in each]
            if moves[0] in play.rules.legal_moves(play.table) and not _goes_back(play, moves):
                self._plan = _make_plan(play, moves)
                text = quick.text if moves[0] == quick.move else tell_way(play, moves)
                return Hint(moves[0], text)
        return self._keep_from_going_back(play, quick)

    def propose_quickly(self, play: Play) -> Hint:
        """Return the hint that needs no worker."""
        return self._keep_from_going_back(play, hint(play))

    def _recall(self, play: Play, view: View) -> Hint | None:
        """Return the hint that is known already."""
        rules, table = play.rules, play.table
        if rules.is_won(table):
            return hint(play)
        if view.is_open:
            if (rules, table) in self._lost:
                return Hint(None, LOST, is_lost=True)
            move = self._lines.find(rules, table)
            return Hint(move, f"{tell_way(play, [move])[:-1]}: this way wins.") if move else None
        plan = self._plan
        if plan and (rules, table, len(play.seen)) == plan[:3]:
            self._plan = _make_plan(play, plan.moves)
            return Hint(plan.moves[0], tell_way(play, plan.moves))
        return None

    def _preferred(self, play: Play, pending: Pending) -> str | None:
        """Return the quick hint's move; where no move leads on at all, the hint is there."""
        quick = hint(play)
        if quick.move is None and quick.is_lost:
            pending.hint = quick
        return str(quick.move) if quick.move else None

    @staticmethod
    def _keep_from_going_back(play: Play, quick: Hint) -> Hint:
        """Return a quick hint, unless it leads where the play has been."""
        if quick.move is None or not _goes_back(play, [quick.move]):
            return quick
        return Hint(None, NOTHING_IN_SIGHT)


def _make_plan(play: Play, moves: Sequence[Move]) -> _Plan | None:
    """Return what is to be proposed after the first of some moves."""
    if len(moves) < 2:
        return None
    after = play.rules.make(play.table, moves[0])
    return _Plan(play.rules, after, len(play.seen), moves[1:])


def _goes_back(play: Play, moves: Sequence[Move]) -> bool:
    """Whether moves lead to a position that was passed, but for how the stock is turned."""
    rules, table = play.rules, play.traced
    for move in moves:
        table = rules.make(table, move)
    if not play.seen.issuperset(play.game.visible(table)):
        return False  # it shows a new card
    there = _turned_alike(rules, table)
    return any(_turned_alike(rules, each) == there for each in (*play.passed, play.table))


def _turned_alike(rules: Rules, table: Table) -> Table:
    """Return the first of the tables that endless turning of the stock leads to, in their order."""
    return min(rules.go_through_stock(table))
