"""The one question: can a position be won?"""

from time import monotonic

from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.solver.search import BestFirst, DepthFirst, Search
from solterm.solver.space import AnySpace
from solterm.solver.spaces import space_of
from solterm.solver.verdict import ANY, Finding, Limit, Verdict

_AT_A_TIME = 200
"""How many positions a search meets before its limits are looked at."""


def solve(rules: Rules, table: Table, limit: Limit = ANY, space: AnySpace | None = None) -> Verdict:
    """Whether a position can be won, and how, as far as a search within a limit finds out.

    It is searched in a space of its own, where none is given.

    >>> from solterm import find
    >>> game = find("royale-pyramid")
    >>> solve(game.rules(level=1), game.opening(game.shuffle(3)), Limit(positions=10)).finding
    <Finding.UNDECIDED: 'undecided'>
    """
    if space is None:
        space = space_of(rules)
    begun = monotonic()
    search: Search[object, object] = BestFirst(space, space.start(table))
    spent = 0  # positions of searches that were given up
    while not (search.is_won or search.is_exhausted):
        met = spent + search.positions
        at_a_time = _AT_A_TIME
        if limit.positions is not None:
            at_a_time = min(at_a_time, limit.positions - met)
        if at_a_time <= 0:
            return Verdict(Finding.UNDECIDED, positions=met, ended_by="positions")
        if limit.seconds is not None and monotonic() - begun >= limit.seconds:
            return Verdict(Finding.UNDECIDED, positions=met, ended_by="seconds")
        if limit.is_stopped():
            return Verdict(Finding.UNDECIDED, positions=met, ended_by="stopped")
        if search.memory >= limit.memory:
            if isinstance(search, DepthFirst):
                return Verdict(Finding.UNDECIDED, positions=met, ended_by="memory")
            spent = met
            search = DepthFirst(space, space.start(table))
        search.go_on(at_a_time)
    met = spent + search.positions
    if search.is_won:
        return Verdict(Finding.WON, search.line(), met)
    if not space.is_whole:
        return Verdict(Finding.UNDECIDED, positions=met, ended_by="cut")
    return Verdict(Finding.LOST, positions=met)
