"""The one question: can a position be won?"""

from collections.abc import Iterator
from time import monotonic
from typing import Any

from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.solver.hands import Hands
from solterm.solver.search import BestFirst, DepthFirst, Search
from solterm.solver.skill import tell_skill
from solterm.solver.space import AnySpace
from solterm.solver.spaces import search_of, space_of
from solterm.solver.staged import InTurn
from solterm.solver.verdict import ANY, Finding, Limit, Verdict

_AT_A_TIME = 200
"""How many positions a search meets before its limits are looked at."""
_SHORT = 1500
"""How many positions may be met by a shortcut."""
_PATIENCE = 100
"""How many arrangements are tried that better nothing."""

AnySearch = Search[Any, Any]


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


def _searches(space: AnySpace, start: object) -> Iterator[tuple[AnySearch, int | None]]:
    """The searches taken in turn, each from the beginning, and how many positions it may meet.

    Where it pays, a little by a shortcut, and depth first by each worth; then the best first or,
    where a game has stages, stage by stage; and depth first again, which takes less, once memory is
    full.
    """
    if short := space.shortcut():
        yield BestFirst(short, start), _SHORT
    if plunge := space.plunge():
        for worth in space.worths():
            yield DepthFirst(space, start, worth), plunge
    yield search_of(space, start), None
    yield DepthFirst(space, start), None


def _search(space: AnySpace, table: Table, watch: _Watch) -> Verdict:
    """Search until a win is found, nothing is left, or a limit ends it."""
    start = space.start(table)
    far = Verdict(Finding.UNDECIDED, best=space.reached(start))
    ended_by = ""
    spent = 0  # positions of the searches that were given up
    for search, most in _searches(space, start):
        while not (search.is_won or search.is_exhausted or ended_by):
            met = spent + search.positions
            why = watch.why_end(met, search.memory)
            if why == "memory" and isinstance(search, BestFirst | InTurn):
                break
            if why:
                ended_by = why
            elif most and search.positions >= most:
                break
            else:
                search.go_on(watch.next_few(met))
        met = spent + search.positions
        if search.is_won:
            best = search.most
            return Verdict(Finding.WON, search.line(), met, best=best, is_best=best is not None)
        if isinstance(search, BestFirst):
            far = far._replace(moves=search.line(), best=search.most)
        far = far._replace(positions=met, ended_by=ended_by)
        if ended_by or (search.is_exhausted and search.is_whole == space.is_whole):
            break
        spent = met
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
