"""The one question: can a position be won?"""

from time import monotonic

from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.solver.courses import Courses
from solterm.solver.derived.stricter import stricter_rules
from solterm.solver.hands import Hands
from solterm.solver.skill import tell_skill
from solterm.solver.space import AnySpace
from solterm.solver.spaces import space_of
from solterm.solver.verdict import ANY, Finding, Limit, Verdict

_AT_A_TIME = 200
"""How many positions a search meets before its limits are looked at."""
_PATIENCE = 100
"""How many arrangements are tried that better nothing."""


def solve(rules: Rules, table: Table, limit: Limit = ANY, space: AnySpace | None = None) -> Verdict:
    """Whether a position can be won, and how, as far as a search within a limit finds out.

    It is searched in a space of its own and, beside that, by the rules of stricter levels; where a
    space is given, in that alone.

    >>> from solterm import find
    >>> game = find("royale-pyramid")
    >>> solve(game.rules(level=1), game.deal(3).table, Limit(positions=10)).finding
    <Finding.UNDECIDED: 'undecided'>
    """
    watch = _Watch(limit)
    if space is None and (hands := Hands.of(rules, table)):
        return _arrange(hands, watch)
    detours = stricter_rules(rules) if space is None else []
    courses = Courses(rules, table, space or space_of(rules), detours)
    return tell_skill(rules, table, _search(courses, watch))


class _Watch:
    """Looks to it that a limit is kept."""

    def __init__(self, limit: Limit) -> None:
        self._limit = limit
        self._begun = monotonic()

    def why_end(self, positions: int, memory: int = 0) -> str:
        """What ends the search now, a field of the limit or ``stopped``; empty where nothing."""
        limit = self._limit
        if limit.positions is not None and positions >= limit.positions:
            return "positions"
        if limit.seconds is not None and monotonic() - self._begun >= limit.seconds:
            return "seconds"
        if limit.is_stopped():
            return "stopped"
        return "memory" if memory >= limit.memory else ""

    def next_few(self, positions: int) -> int:
        """How many positions more may be met before the limit is looked at again."""
        most = self._limit.positions
        return _AT_A_TIME if most is None else min(_AT_A_TIME, most - positions)


def _search(courses: Courses, watch: _Watch) -> Verdict:
    """Search until a win is found, nothing is left, or a limit ends it."""
    ended_by = ""
    while not (courses.is_over or ended_by):
        met = courses.positions
        ended_by = watch.why_end(met, courses.memory)
        if ended_by == "memory" and courses.save_memory():
            ended_by = ""
        elif not ended_by:
            courses.go_on(watch.next_few(met))
    met, best = courses.positions, courses.most
    if courses.is_won:
        return Verdict(Finding.WON, courses.line, met, best=best, is_best=best is not None)
    if courses.is_lost:
        return Verdict(Finding.LOST, courses.line, met, best=best)  # proofs may cut off more
    return Verdict(Finding.UNDECIDED, courses.line, met, ended_by or "cut", best)


def _arrange(hands: Hands, watch: _Watch) -> Verdict:
    """Arrange hands until the limit ends it, or for long nothing was bettered."""
    idle = 0
    while idle < _PATIENCE:
        if why := watch.why_end(hands.looked):
            return hands.verdict(why)
        best = hands.best
        hands.go_on()
        idle = 0 if hands.best > best else idle + 1
    return hands.verdict("cut")
