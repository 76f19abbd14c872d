"""The one question: can a position be won?"""

from time import monotonic

from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.solver.hands import Hands
from solterm.solver.search import BestFirst, DepthFirst
from solterm.solver.skill import tell_skill
from solterm.solver.space import AnySpace
from solterm.solver.spaces import search_of, space_of
from solterm.solver.verdict import ANY, Finding, Limit, Verdict

_AT_A_TIME = 200
"""How many positions a search meets before its limits are looked at."""
_PATIENCE = 100
"""How many arrangements are tried that better nothing."""


def solve(rules: Rules, table: Table, limit: Limit = ANY, space: AnySpace | None = None) -> Verdict:
    """Whether a position can be won, and how, as far as a search within a limit finds out.

    It is searched in a space of its own, where none is given.

    >>> from solterm import find
    >>> game = find("royale-pyramid")
    >>> solve(game.rules(level=1), game.opening(game.shuffle(3)), Limit(positions=10)).finding
    <Finding.UNDECIDED: 'undecided'>
    """
    watch = _Watch(limit)
    if space is None and (hands := Hands.of(rules, table)):
        return _arrange(hands, watch)
    if space is None:
        space = space_of(rules)
    return tell_skill(rules, table, _search(space, table, watch))


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


def _search(space: AnySpace, table: Table, watch: _Watch) -> Verdict:
    """Search the best first, and from the beginning depth first once memory is full.

    Where a game has stages it is searched stage by stage.
    """
    start = space.start(table)
    search = search_of(space, start)
    spent = 0  # positions of the search that was given up
    far = Verdict(Finding.UNDECIDED, best=search.most)
    ended_by = ""
    while not (search.is_won or search.is_exhausted or ended_by):
        met = spent + search.positions
        why = watch.why_end(met, search.memory)
        if why == "memory" and isinstance(search, BestFirst):
            far = far._replace(moves=search.line(), best=search.most)
            spent = met
            search = DepthFirst(space, start)
        elif why:
            ended_by = why
        else:
            search.go_on(watch.next_few(met))
    met = spent + search.positions
    if search.is_won:
        return Verdict(
            Finding.WON, search.line(), met, best=search.most, is_best=search.most is not None
        )
    if isinstance(search, BestFirst):
        far = far._replace(moves=search.line(), best=search.most)
    far = far._replace(positions=met, ended_by=ended_by)
    if ended_by:
        return far
    if not space.is_whole:
        return far._replace(ended_by="cut")
    return far._replace(finding=Finding.LOST, is_best=far.best is not None)


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
