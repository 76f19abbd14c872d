"""The tasks of a worker, by name. Each takes values of JSON and returns such values."""

from collections.abc import Callable, Mapping
from typing import Any

from solterm.advice.analysis import Analysis, analyse, tell_analysis, tell_progress
from solterm.advice.arranging import arrange
from solterm.advice.hindsight import rank_choices
from solterm.advice.hints import LOST, Hint, find_hint
from solterm.advice.rollouts import policy_of, rank_by_rollouts
from solterm.advice.sampling import Exact, can_sample
from solterm.advice.steps import shorten
from solterm.core.game import Position
from solterm.core.idle import is_dead
from solterm.core.play import record
from solterm.core.play.view import View
from solterm.core.plural import count
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.games import find
from solterm.solver.poker import PokerSearch
from solterm.solver.seek import seek
from solterm.solver.solve import solve, solve_armed
from solterm.solver.verdict import Effort, Finding, Limit, Verdict

Question = Mapping[str, Any]
Answer = Mapping[str, Any]
Tell = Callable[[str | Answer], object]
"""Receives progress in words, or a preliminary answer."""
Task = Callable[[Question, Tell, Callable[[], bool]], Answer]
"""A function of the question, ``Tell``, and whether the question was dropped."""

_MOST_IDLE = 1000
"""The most positions to search for a useful move before a hint."""


def _judge(question: Question, tell: Tell, is_stopped: Callable[[], bool]) -> Answer:
    """Say whether a position can be won, with the moves where it can.

    ``armed`` and ``cheating`` say that an exception or a cheat waits for the next move.
    """
    position = Position.parse(question["position"], find)
    effort = Effort(Limit(question["seconds"], is_stopped=is_stopped))
    waits = bool(question.get("armed")), bool(question.get("cheating"))
    if PokerSearch.of(position.rules, position.table):
        return {"finding": "", "moves": []}  # only points can be won
    if any(waits):
        wider = position.game.rules_of_next_move(position.level, *waits)
        verdict = solve_armed(position.rules, wider, position.table, lambda: effort.is_late)
    else:
        verdict = solve(position.rules, position.table, effort.limit)
    moves = [] if any(waits) else _write_line(position.rules, position.table, verdict)
    return {"finding": str(verdict.finding), "moves": moves, "waits": any(waits)}


def _hint(question: Question, tell: Tell, is_stopped: Callable[[], bool]) -> Answer:
    """Return the next move to suggest to a player who knows only the ``view``.

    With every card known, the ``finding`` says whether the position is won, lost or undecided, with
    the winning moves or else the ``quick`` hint. Otherwise it is "lost" or empty, and the answer
    has the quick hint and ``choices``, the most promising first: ``moves``, one or several, and how
    many of the ``tries`` they won. The move of the quick hint comes first among equally good ones.
    ``is_over`` says that the player has seen why no move is left.
    """
    view = View.read(question["view"], find)
    limit = Limit(question["seconds"], question.get("positions"), is_stopped=is_stopped)
    known = next(arrange(view)) if view.is_open else None
    if known and not PokerSearch.of(view.rules, known):
        verdict = solve(view.rules, known, limit)
        moves = _write_line(view.rules, known, verdict)
        answer = {"finding": str(verdict.finding), "moves": moves, "choices": []}
        if verdict.finding is Finding.WON:
            return answer
        return {**answer, "quick": _write(find_hint(view, question["is_over"]))}
    effort = Effort(limit)
    quick = find_hint(view, question["is_over"])
    if quick.is_lost:
        ranked = []
    elif can_sample(view):
        ranked = rank_choices(view, effort, trial=Exact(view))
    elif policy := policy_of(view.rules):
        ranked = rank_by_rollouts(view, policy, effort)
    else:
        ranked = rank_choices(view, effort, quick.move)
    choices = [
        {"moves": [str(move) for move in choice.moves], "wins": choice.wins, "tries": choice.tries}
        for choice in ranked
    ]
    if not any(choice.wins for choice in ranked) and is_dead(view.rules, view.table, _MOST_IDLE):
        quick = Hint(None, LOST, is_lost=True)
    finding = str(Finding.LOST) if quick.is_lost else ""
    return {"finding": finding, "moves": [], "choices": choices, "quick": _write(quick)}


def _write_line(rules: Rules, table: Table, verdict: Verdict) -> list[str]:
    """Return the moves of a win as texts, without needless steps."""
    return [str(move) for move in shorten(rules, table, verdict.moves)] if verdict.moves else []


def _write(hint: Hint) -> Mapping[str, Any]:
    """Return a hint as JSON values."""
    move = str(hint.move) if hint.move else None
    reason = [hint.reason.gain.name, *hint.reason[1:]] if hint.reason else None
    way = [str(each) for each in hint.way]
    return {**hint._asdict(), "move": move, "way": way, "reason": reason}


def _find_turn(
    question: Question, tell: Callable[[Analysis], object], is_stopped: Callable[[], bool]
) -> Analysis:
    """Find where a recorded game was lost; ``lost`` are its positions that the hints know to be."""
    read, lost = record.read(question["record"]), question.get("lost", ())
    each, seconds = question["each"], question["seconds"]
    return analyse(read, find, each, seconds, tell, is_stopped, lost)


def _find_back(question: Question, tell: Tell, is_stopped: Callable[[], bool]) -> Answer:
    """Return how many actions ago the game could still be won, as far as known; else -1.

    ``is_hopeless`` says that the deal itself is lost; ``moves`` win from the position found.
    """

    def tell_found(found: Analysis) -> None:
        tell(tell_progress(found.turning_point))

    found = _find_turn(question, tell_found, is_stopped)
    point = found.turning_point
    won, decided = point.last_won, {*point.places(Finding.WON), *point.places(Finding.LOST)}
    unknown = 0 if won is None else len({*range(won, point.length)} - decided)
    undos = -1 if won is None else point.length - 1 - won
    moves = [str(move) for move in found.way]
    is_hopeless = point.first_lost == 0
    return {"undos": undos, "unknown": unknown, "is_hopeless": is_hopeless, "moves": moves}


def _analyse(question: Question, tell: Tell, is_stopped: Callable[[], bool]) -> Answer:
    """Say where a recorded game was lost; a player who stops it sees what is known so far."""

    def tell_found(found: Analysis) -> None:
        tell(tell_progress(found.turning_point))
        tell(tell_analysis(found))

    found = _find_turn(question, tell_found, is_stopped)
    return tell_analysis(found)


def _seek(question: Question, tell: Tell, is_stopped: Callable[[], bool]) -> Answer:
    """Return a random deal that can be won, once one is found."""
    game = find(question["game"]).with_options(question["options"])

    def tell_tried(tried: int) -> None:
        tell(f"{count(tried, 'deals')} tried")

    return {"deal": seek(game, question["level"], tell_tried, is_stopped)}


TASKS: Mapping[str, Task] = {
    "judge": _judge,
    "hint": _hint,
    "back": _find_back,
    "analyse": _analyse,
    "seek": _seek,
}
