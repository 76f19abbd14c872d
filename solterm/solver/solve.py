"""The solver's entry point: decide whether a position can be won.

An exception or a cheat may be armed: then one move may follow wider rules. Regular moves may come
first and leave it armed. Such a position is lost only if every line of regular moves fails, with
one irregular move anywhere in it or without.
"""

from collections.abc import Callable, Iterator

from solterm.core.cards import DOWN
from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.searches.search_space import AnySpace, SearchSpace
from solterm.core.table import Table
from solterm.solver.derived.stricter import stricter_rules
from solterm.solver.poker import PokerSearch
from solterm.solver.schedule import Schedule
from solterm.solver.space_choice import space_of
from solterm.solver.verdict import ANY, Effort, Finding, Limit, Verdict

_AT_A_TIME = 200
"""Positions between two checks of the limits."""
_PATIENCE = 100
"""Arrangements in a row without improvement, after which Poker's search ends."""
_SHORTLY = 1000
"""Positions to visit for each irregular move in the first round."""
_MOST = 200_000
"""The most positions that a proof of loss may take while an exception is armed."""

_Node = tuple[Table, bool]
"""A table, and whether the exception is still armed there."""


def solve(rules: Rules, table: Table, limit: Limit = ANY, space: AnySpace | None = None) -> Verdict:
    """Return whether a position can be won, and how, as far as a search within a limit finds out.

    The search takes turns between the rules and those of stricter levels; with ``space``, it uses
    that one alone.

    >>> from solterm import find
    >>> game = find("royale-pyramid")
    >>> solve(game.rules(level=1), game.deal(3).table, Limit(positions=10)).finding
    <Finding.UNDECIDED: 'undecided'>
    """
    effort = Effort(limit)
    if space is None and (poker := PokerSearch.of(rules, table)):
        return _arrange(poker, effort)
    detours = stricter_rules(rules) if space is None else []
    schedule = Schedule(rules, table, space or space_of(rules), detours)
    return _count_moves(rules, table, _search(schedule, effort))


def _search(schedule: Schedule, effort: Effort) -> Verdict:
    most, ended_by = effort.limit.positions, ""
    while not (schedule.is_over or ended_by):
        effort.met = schedule.positions
        ended_by = effort.why_end(schedule.memory)
        if ended_by == "memory" and schedule.save_memory():
            ended_by = ""
        elif not ended_by:
            schedule.go_on(_AT_A_TIME if most is None else min(_AT_A_TIME, most - effort.met))
    return schedule.verdict(ended_by)


def _arrange(poker: PokerSearch, effort: Effort) -> Verdict:
    idle = 0
    while idle < _PATIENCE:
        effort.met = poker.looked
        if why := effort.why_end():
            return poker.verdict(why)
        best = poker.best
        poker.go_on()
        idle = 0 if poker.best > best else idle + 1
    return poker.verdict("cut")


def _count_moves(rules: Rules, table: Table, verdict: Verdict) -> Verdict:
    """Return a verdict with the number of moves of a win, where a game's own score counts them.

    In Concentration each face-down card must be turned, and a move turns one. Any win takes at
    least as many moves as there are such cards.
    """
    score = rules.game.own_score
    if verdict.finding is not Finding.WON or score is None or not score.is_moves:
        return verdict
    hidden = sum(1 for pile in table.piles for card in pile if card & DOWN)
    moves = len(verdict.moves)
    return verdict._replace(best=moves, is_best=moves == hidden)


# -- with an exception or a cheat armed ------------------------------------------------------------


def solve_armed(rules: Rules, wider: Rules, table: Table, is_over: Callable[[], bool]) -> Verdict:
    """Return whether the rules win a position, with at most one move by the wider rules.

    It tries no irregular move first, then one as the first move, then one anywhere.
    """
    irregular = [move for move in wider.generate(table) if move not in rules.legal_moves(table)]
    for positions in (_SHORTLY, None):
        limit = Limit(positions=positions, is_stopped=is_over)
        verdict = solve(rules, table, limit)
        if verdict.finding is Finding.WON:
            return verdict
        for move in irregular:
            after = wider.make(table, move)
            if rules.is_won(after):
                return Verdict(Finding.WON, (move,))
            found = solve(rules, after, limit)
            if found.finding is Finding.WON:
                return found._replace(moves=(move, *found.moves))
        if verdict.finding is Finding.LOST:
            limit = Limit(positions=_MOST, is_stopped=is_over)
            return solve(rules, table, limit, _Armed(rules, wider))
    return Verdict(Finding.UNDECIDED)


class _Armed(SearchSpace[_Node, Move]):
    """The positions of a game in which one move may still be irregular, or no more."""

    def __init__(self, rules: Rules, wider: Rules) -> None:
        self._rules = rules
        self._wider = wider

    def start(self, table: Table) -> _Node:
        return table, True

    def ways(self, state: _Node) -> Iterator[tuple[Move, _Node]]:
        table, waits = state
        rules = self._wider if waits else self._rules
        regular = set(self._rules.generate(table)) if waits else set()
        for move in rules.generate(table):
            yield move, (rules.make(table, move), move in regular)

    def is_won(self, state: _Node) -> bool:
        return self._rules.is_won(state[0])

    def worth(self, state: _Node) -> float:
        return self._rules.count_scored(state[0])

    def moves(self, state: _Node, step: Move) -> tuple[Move, ...]:
        return (step,)
