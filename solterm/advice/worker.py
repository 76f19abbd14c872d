"""The worker: a process that searches while its player goes on playing.

It reads questions from its standard input, one line of JSON each, and writes its messages to
standard output in the same way (``pipe``). A new question replaces the current one at once. The
worker ends when its input does, whatever ended the parent, even during a search; it writes no
files. It also ends after a while without questions, and the next question starts another one.

A question comes as ``{"id": 7, "asked": ...}``; an id alone only drops the one before. Each message
has the question's ``id``, and ``told`` (progress), ``known`` (a preliminary answer), ``answer`` or
``failed``.
"""

import contextlib
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from threading import Condition, Thread
from typing import Any, NoReturn

from solterm.advice import pipe
from solterm.advice.analysis import Analysis, analyse, tell_analysis, tell_progress
from solterm.advice.pipe import (
    Answer,
    AskDeal,
    AskHint,
    AskLost,
    AskVerdict,
    DealFound,
    Judged,
    Question,
    Thought,
    Traced,
)
from solterm.advice.quick import find_hint
from solterm.advice.steps import shorten
from solterm.advice.trials import (
    Exact,
    arrange,
    can_sample,
    policy_of,
    rank_by_rollouts,
    rank_choices,
)
from solterm.core.game import Position
from solterm.core.idle import is_dead
from solterm.core.move import Move
from solterm.core.phrases import count
from solterm.core.play import record
from solterm.core.play.view import View
from solterm.core.refusal import Refusal
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.games import find
from solterm.solver.poker import PokerSearch
from solterm.solver.seek import seek
from solterm.solver.solve import solve, solve_armed
from solterm.solver.verdict import Effort, Finding, Limit

_IDLE = 60.0
"""Seconds without a question after which the worker ends."""
_QUESTIONS, _SAID = 0, 1
"""The descriptors of the two pipes."""
_ENOUGH = 64 << 20
"""Bytes. A worker that has taken more than at its start ends after its answer; the next question
starts a new one."""
_MOST_IDLE = 1000
"""The most positions to search for a useful move before a hint."""

Tell = Callable[[str | Answer], object]
"""Receives progress in words, or a preliminary answer."""


# -- the answers -----------------------------------------------------------------------------------


def answer(question: Question, tell: Tell, is_stopped: Callable[[], bool]) -> Answer:
    """Return the answer to a question; ``is_stopped`` says whether it was dropped."""
    match question:
        case AskHint():
            return _think(question, tell, is_stopped)
        case AskVerdict():
            return _judge(question, is_stopped)
        case AskLost():
            return _trace(question, tell, is_stopped)
        case AskDeal():
            return _seek(question, tell, is_stopped)


def _judge(question: AskVerdict, is_stopped: Callable[[], bool]) -> Judged:
    position = Position.parse(question.position, find)
    rules, table = position.rules, position.table
    effort = Effort(Limit(question.seconds, is_stopped=is_stopped))
    if PokerSearch.of(rules, table):
        return Judged("")
    if question.armed or question.cheating:
        wider = position.game.rules_of_next_move(position.level, question.armed, question.cheating)
        return Judged(str(solve_armed(rules, wider, table, lambda: effort.is_late).finding))
    return Judged(*_solve(rules, table, effort.limit))


def _solve(rules: Rules, table: Table, limit: Limit) -> tuple[str, Sequence[Move]]:
    """Return the finding, and a way to win; none is found if it is too long to follow."""
    verdict = solve(rules, table, limit)
    if verdict.finding is not Finding.WON or not verdict.moves:
        return str(verdict.finding), ()
    way = shorten(rules, table, verdict.moves)
    return str(Finding.WON if way else Finding.UNDECIDED), way


def _think(question: AskHint, tell: Tell, is_stopped: Callable[[], bool]) -> Thought:
    """Solve the position if the player knows all cards, and play trials otherwise.

    The quick hint is the answer so far, and its move comes first among equally good ones.
    """
    view = View.read(question.view, find)
    limit = Limit(question.seconds, question.positions, is_stopped=is_stopped)
    quick = find_hint(view, question.is_over)
    if quick.is_lost:
        return Thought(str(Finding.LOST))
    tell(Thought("", quick=quick.way))
    known = next(arrange(view)) if view.is_open else None
    if known and not PokerSearch.of(view.rules, known):
        finding, way = _solve(view.rules, known, limit)
        return Thought(finding, way, quick=() if way else quick.way)
    effort = Effort(limit)
    if can_sample(view):
        ranked = rank_choices(view, effort, trial=Exact(view))
    elif policy := policy_of(view.rules):
        ranked = rank_by_rollouts(view, policy, effort)
    else:
        ranked = rank_choices(view, effort, quick.move)
    is_won = any(choice.wins for choice in ranked)
    if not is_won and is_dead(view.rules, view.table, _MOST_IDLE):
        return Thought(str(Finding.LOST))
    return Thought("", tried=ranked, quick=quick.way)


def _trace(question: AskLost, tell: Tell, is_stopped: Callable[[], bool]) -> Traced:
    def tell_found(found: Analysis) -> None:
        tell(tell_progress(found.turning_point))
        tell(Traced(tell_analysis(found), found.way))

    read = record.read(question.record)
    each, seconds = question.each, question.seconds
    found = analyse(read, find, each, seconds, tell_found, is_stopped, question.lost)
    return Traced(tell_analysis(found), found.way)


def _seek(question: AskDeal, tell: Tell, is_stopped: Callable[[], bool]) -> DealFound:
    game = find(question.game).with_options(question.options)

    def tell_tried(tried: int) -> None:
        tell(f"{count(tried, 'deals')} tried")

    return DealFound(*seek(game, question.level, tell_tried, is_stopped) or (None,))


# -- the process -----------------------------------------------------------------------------------


class _Desk:
    """Receives questions and keeps only the newest."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._newest: Mapping[str, Any] | None = None
        self._number = 0

    def listen(self) -> NoReturn:
        """Read questions until the input ends; then end the process."""
        with contextlib.suppress(OSError, ValueError), os.fdopen(_QUESTIONS, "rb") as questions:
            for line in questions:
                with self._changed:
                    self._newest = pipe.read(line)
                    self._number += 1
                    self._changed.notify()
        os._exit(0)

    def take(self) -> tuple[Mapping[str, Any], Callable[[], bool]]:
        """Wait for the newest question; return it, and whether another has come since.

        If none comes in time, the process ends.
        """
        with self._changed:
            while self._newest is None:
                if not self._changed.wait(_IDLE) and self._newest is None:
                    os._exit(0)
            question, self._newest = self._newest, None
            number = self._number
        return question, lambda: self._number != number


def main() -> NoReturn:
    """Answer questions until the input ends."""
    most = _bytes_taken() + _ENOUGH
    desk = _Desk()
    Thread(target=desk.listen, daemon=True).start()
    while True:
        question, is_dropped = desk.take()
        if "asked" in question:
            _answer(question, is_dropped)
            if _bytes_taken() > most and not is_dropped():
                os._exit(0)


def _answer(question: Mapping[str, Any], is_dropped: Callable[[], bool]) -> None:
    """Work on a question; once dropped, it gets no answer."""

    def say(what: str, words: object) -> None:
        if not is_dropped():
            _say({"id": question["id"], what: words})

    def tell(told: str | Answer) -> None:
        say("told" if isinstance(told, str) else "known", told)

    try:
        found = answer(question["asked"], tell, is_dropped)
    except (Refusal, MemoryError) as error:
        say("failed", str(error) or type(error).__name__)
    else:
        say("answer", found)


def _say(said: Mapping[str, object]) -> None:
    """Write a line to the parent; end if it no longer reads."""
    line = pipe.write(said)
    try:
        while line:
            line = line[os.write(_SAID, line) :]
    except OSError:
        os._exit(0)


def _bytes_taken() -> int:
    """Return the most memory that this process has had, in bytes.

    Linux counts the parent's memory too in ``ru_maxrss``, since a new process begins in it.
    """
    with contextlib.suppress(OSError):
        for line in Path("/proc/self/status").read_text(errors="replace").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) << 10
    import resource
    import sys

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most << 10
