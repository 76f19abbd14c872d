"""The solver's entry point: decide whether a position can be won."""

from time import thread_time

from solterm.core.rules import Rules
from solterm.core.searches.space import AnySpace
from solterm.core.table import Table
from solterm.solver.derived.stricter import stricter_rules
from solterm.solver.poker import PokerSearch
from solterm.solver.schedule import Schedule
from solterm.solver.skill import tell_skill
from solterm.solver.spaces import space_of
from solterm.solver.verdict import ANY, Finding, Limit, Verdict

_AT_A_TIME = 200
"""Positions between two checks of the limits."""
_PATIENCE = 100
"""Arrangements in a row without improvement, after which Poker's search ends."""


def solve(rules: Rules, table: Table, limit: Limit = ANY, space: AnySpace | None = None) -> Verdict:
    """Return whether a position can be won, and how, as far as a search within a limit finds out.

    The search takes turns between the rules and those of stricter levels; with ``space``, it uses
    that one alone.

    >>> from solterm import find
    >>> game = find("royale-pyramid")
    >>> solve(game.rules(level=1), game.deal(3).table, Limit(positions=10)).finding
    <Finding.UNDECIDED: 'undecided'>
    """
    watch = _Watch(limit)
    if space is None and (poker := PokerSearch.of(rules, table)):
        return _arrange(poker, watch)
    detours = stricter_rules(rules) if space is None else []
    schedule = Schedule(rules, table, space or space_of(rules), detours)
    return tell_skill(rules, table, _search(schedule, watch))


class _Watch:
    """Checks the limits of a search."""

    def __init__(self, limit: Limit) -> None:
        self._limit = limit
        self._begun = thread_time()

    def why_end(self, positions: int, memory: int = 0) -> str:
        """Return what ends the search now: a field of the limit or ``stopped``; empty to go on."""
        limit = self._limit
        if limit.positions is not None and positions >= limit.positions:
            return "positions"
        if limit.seconds is not None and thread_time() - self._begun >= limit.seconds:
            return "seconds"
        if limit.is_stopped():
            return "stopped"
        return "memory" if memory >= limit.memory else ""

    def next_few(self, positions: int) -> int:
        most = self._limit.positions
        return _AT_A_TIME if most is None else min(_AT_A_TIME, most - positions)


def _search(schedule: Schedule, watch: _Watch) -> Verdict:
    ended_by = ""
    while not (schedule.is_over or ended_by):
        met = schedule.positions
        ended_by = watch.why_end(met, schedule.memory)
        if ended_by == "memory" and schedule.save_memory():
            ended_by = ""
        elif not ended_by:
            schedule.go_on(watch.next_few(met))
    met, best = schedule.positions, schedule.most
    if schedule.is_won:
        return Verdict(Finding.WON, schedule.line, met, best=best, is_best=best is not None)
    if schedule.is_lost:
        return Verdict(Finding.LOST, schedule.line, met, best=best)  # proofs may cut off more
    return Verdict(Finding.UNDECIDED, schedule.line, met, ended_by or "cut", best)


def _arrange(poker: PokerSearch, watch: _Watch) -> Verdict:
    idle = 0
    while idle < _PATIENCE:
        if why := watch.why_end(poker.looked):
            return poker.verdict(why)
        best = poker.best
        poker.go_on()
        idle = 0 if poker.best > best else idle + 1
    return poker.verdict("cut")
