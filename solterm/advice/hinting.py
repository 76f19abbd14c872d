"""Hints on demand: the worker thinks for a moment, or else the quick hint stands in.

The screen and line mode use only this module, which knows no screen framework::

    hints = Hints(worker)              # one per program; any ``Worker``
    pending = hints.ask(play)          # returns at once; ``ask(play, LONGER)`` thinks for longer

    hint = pending.hint                # None while the worker thinks
    hint = await pending.arrive()      # wait for it on the event loop; cancelling drops it
    hint = pending.wait()              # or in line mode, which has no event loop

``hint.move`` is the move to show, or None. ``hint.text`` is the sentence for the player. Add
``name_way_out`` with the keys or commands that go back, bring cards home, and think for longer.

Count the hint first (the event ``hint``), and ask only if that was allowed.
Call ``hints.think_ahead(play)`` after each action: in a game that uses hints, the worker thinks
about the next one before the player asks for it.
"""

from time import monotonic

from solterm.advice import pipe
from solterm.advice.ask import SearchFailed, Worker
from solterm.advice.choose import choose, choose_alone
from solterm.advice.pipe import AskHint, Thought
from solterm.advice.quick import Hint
from solterm.core.move import Move
from solterm.core.outcome import Outcome
from solterm.core.play.play import Play
from solterm.core.play.view import View

SECONDS = 0.5
"""The seconds the worker thinks ahead, while the player looks at the table."""
_FIRST = 0.15
"""The seconds it thinks about a hint that it has not prepared."""
_OPEN = 0.5
"""The same if the player knows all cards: then a search may prove a win or a loss."""
LONGER = 10
"""The seconds to look for a win where the usual hint is unsure."""
_FOLLOWED = 10
"""The number of actions after a hint during which it thinks ahead."""
_LATE = 1.5
"""A factor for the time to wait for a worker on a busy host."""
_STARTING = 0.22, 1.0
"""Seconds to add for a worker that has just started: usually, and where it may prove a win. With
the former, the quick hint ends the first wait of a game before half a second is over."""


class _Asked:
    """A question about a hint, and the worker's thought as soon as it is there."""

    def __init__(self, worker: Worker, question: AskHint) -> None:
        usual, more = _STARTING
        self.seconds = question.seconds or 0
        self.thought: Thought | None = None
        self.end = monotonic() + _LATE * self.seconds + (usual if self.seconds <= _FIRST else more)
        """The time at which the quick hint takes its place."""
        self.question = question._replace(seconds=None)
        self.number = worker.ask(question, self._keep)

    def _keep(self, thought: Thought) -> None:
        self.thought = thought

    def suffices(self, seconds: float) -> bool:
        """Whether more seconds would add nothing."""
        finding = self.thought.finding if self.thought else ""
        return finding in (pipe.WON, pipe.LOST) or seconds <= self.seconds


class Pending:
    """A hint in preparation."""

    def __init__(self, worker: Worker, play: Play, hint: Hint | None) -> None:
        self._worker = worker
        self._play = play
        self._number = 0
        self._end = 0.0
        self.hint = hint
        """None while the worker thinks."""

    def expect(self, asked: _Asked) -> None:
        self._number = asked.number
        self._end = max(asked.end, monotonic() + _FIRST)  # a late answer may come any moment
        if asked.thought:
            self._take(asked.thought)

    def _take(self, thought: Thought | None) -> Hint:
        found = choose(self._play, self._worker.knowledge, thought or Thought(""))
        assert found is not None, "it always proposes something after a thought"
        self.hint = found
        return found

    async def arrive(self) -> Hint:
        """Wait for the hint on the event loop, without blocking it."""
        from asyncio import timeout  # which line mode does not need

        if self.hint:
            return self.hint
        thought = None
        try:
            async with timeout(self._end - monotonic()):
                thought = await self._worker.answer(self._number)
        except (TimeoutError, SearchFailed):
            pass
        return self._take(thought)

    def wait(self) -> Hint:
        """Wait for the hint. Ctrl+C returns the quick hint."""
        if self.hint:
            return self.hint
        thought = None
        try:
            thought = self._worker.wait(self._number, self._end - monotonic()).answer
        except KeyboardInterrupt:
            self._worker.drop(self._number)
        return self._take(thought)


class Hints:
    """Asks the worker for hints, and lets it think ahead."""

    def __init__(self, worker: Worker) -> None:
        self.worker = worker
        self.knowledge = worker.knowledge
        self._asked: _Asked | None = None
        """The last question to the worker."""
        self._helped: Play | None = None
        """The play that the player last asked for a hint in."""
        self._left = 0
        """The number of its actions for which the worker still thinks ahead."""

    def ask(self, play: Play, seconds: float | None = None) -> Pending:
        """Ask for a hint. A hint already known is ready at once."""
        self._helped, self._left = play, _FOLLOWED
        if self.worker.is_off:
            return Pending(self.worker, play, choose_alone(play, self.knowledge))
        pending, view = Pending(self.worker, play, choose(play, self.knowledge)), View.of(play)
        if pending.hint is None:
            usual = _OPEN if view.is_open else _FIRST
            question = AskHint(view.write(), play.outcome is Outcome.OVER, seconds or usual)
            asked = self._find_asked(question)
            if asked is None or not asked.suffices(seconds or 0):
                asked = self._asked = _Asked(self.worker, question)
            pending.expect(asked)
        return pending

    def think_ahead(self, play: Play, move: Move | None = None) -> None:
        """Think about the hint for a position, or for the one after a move that was proposed.

        It does so only if the player has lately asked for a hint in this game, and the move shows
        no new card; never in scored games.
        """
        if self.worker.is_off or play is not self._helped or self._left <= 0:
            return
        if play.mode or play.outcome:
            return
        view = View.of(play)
        if move:
            if self._asked and self.worker.awaits(self._asked.number):
                return  # the hint came without its answer, which may be better
            if view.rules.is_blind(view.table, move, play.seen):
                return
            view = view._replace(table=view.rules.make(view.table, move)._replace(deal=0))
            is_new = not play.seen.issuperset(view.game.visible(view.table))
            if self.knowledge.has_plan or is_new:
                return
        elif choose(play, self.knowledge):
            return
        else:
            self._left -= 1
        question = AskHint(view.write(), is_over=False, seconds=SECONDS)
        if not self._find_asked(question):
            self._asked = _Asked(self.worker, question)

    def _find_asked(self, question: AskHint) -> _Asked | None:
        """Return what the worker thought, or still thinks, about a question."""
        asked = self._asked
        if asked is None or asked.question != question._replace(seconds=None):
            return None
        return asked if self.worker.awaits(asked.number) or asked.thought else None


def play_by_hints(play: Play, hints: Hints, most: int = 5000, guesses: int = 30) -> int:
    """Make the moves that hints suggest until hints run out. Return their number.

    ``guesses`` is the most hints to follow that no search favours.
    """
    for count in range(most):
        hint = hints.ask(play).wait()
        guesses -= hint.is_guess
        if hint.move is None or guesses < 0:
            return count
        play.push(hint.move)
    return most
