"""Setbacks: moves after which a game could still be won, but with much more effort.

The effort of a position is the number of positions that the best of several searches visits until
it finds a win. It involves no clock, so it is the same on every machine. But searches may be lucky,
so a setback must meet three conditions:

- before it, a search found a win among few positions, which proves that one was near;
- after it, every search needs ten times as many, and at least a thousand, to find another win or to
  return to a line found before (a move that the next one repairs does no harm);
- the effort stays as high at the next winnable positions of the game; if it drops at once, the
  searches were only unlucky.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence, Set
from typing import NamedTuple

from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.searches.search import BestFirst, DepthFirst, Search
from solterm.core.searches.space import AnySpace, Space
from solterm.core.table import Table
from solterm.solver.searches.beam import Beam
from solterm.solver.spaces import space_of

FACTOR = 10
"""The factor by which a setback raises the effort."""
LEAST = 1_000
"""The least effort that counts as much; differences below it may be chance."""
MOST = 10_000
"""The upper limit of efforts: searches stop here."""
LASTING = 5
"""For how many positions in a row the effort must stay high."""
_AT_A_TIME = 200
"""Positions between two checks of the time."""


class Setback(NamedTuple):
    """A move that made a game much harder."""

    place: int
    """The number of the position it led to."""
    before: int
    """The effort before it."""
    after: int
    """The effort after it; at most ``MOST``."""


class Comparison(NamedTuple):
    """The setbacks among the moves of a game."""

    setbacks: tuple[Setback, ...] = ()
    """In the order of play."""
    is_whole: bool = True
    """Whether all moves were compared; False if the time ran out."""


class OutOfTime(Exception):
    """The time ran out before a search found its answer."""


Worth = Callable[[Hashable], float]


class _View(Space[Hashable, object]):
    """A space in which any position known to lead to a win counts as won."""

    def __init__(self, space: AnySpace, known: Set[Hashable], worths: Sequence[Worth]) -> None:
        self._space = space
        self._known = known
        self._worths = worths

    def is_won(self, state: Hashable) -> bool:
        return self._space.is_won(state) or self._space.key(state) in self._known

    def start(self, table: Table) -> Hashable:
        start: Hashable = self._space.start(table)
        return start

    def key(self, state: Hashable) -> Hashable:
        key: Hashable = self._space.key(state)
        return key

    def ways(self, state: Hashable) -> Iterable[tuple[object, Hashable]]:
        return self._space.ways(state)

    def is_dead(self, state: Hashable) -> bool:
        return self._space.is_dead(state)

    def worth(self, state: Hashable) -> float:
        return self._worths[0](state)

    def worths(self) -> Sequence[Worth]:
        return self._worths

    def stage(self, state: Hashable) -> int:
        return self._space.stage(state)

    def moves(self, state: Hashable, step: object) -> tuple[Move, ...]:
        return self._space.moves(state, step)


class Efforts:
    """The efforts of the positions of a game, searched as far as needed."""

    def __init__(
        self, rules: Rules, tables: Sequence[Table], is_over: Callable[[], bool] = lambda: False
    ) -> None:
        """Begin; searches raise ``OutOfTime`` once ``is_over`` says that the time is up."""
        self._rules = rules
        self._tables = tables
        self._is_over = is_over
        self._space = space_of(rules)
        self._leading: set[Hashable] = set()
        """The positions on winning lines found so far."""
        self._alone: dict[Table, int] = {}
        """The efforts found without these."""

    def alone(self, place: int, most: int) -> int:
        """Return the effort of a position by itself, but at most ``most``."""
        table = self._tables[place]
        if table not in self._alone:
            self._alone[table] = self._measure(table, most, frozenset())
        return min(self._alone[table], most)

    def knowing(self, place: int, most: int, enough: int = 0) -> int:
        """Return the effort of a position for a searcher who knows the winning lines found so far.

        It is at most ``most``; an effort of at most ``enough`` need not be the least.
        """
        return self._measure(self._tables[place], most, self._leading, enough)

    def _measure(self, table: Table, most: int, known: Set[Hashable], enough: int = 0) -> int:
        way: Iterable[Move] | None = None
        for search in self._searches(table, known):
            while not (search.is_won or search.is_exhausted) and search.positions < most:
                if self._is_over():
                    raise OutOfTime
                search.go_on(min(_AT_A_TIME, most - search.positions))
            if search.is_won and search.positions < most:
                most, way = search.positions, search.line()
            if most <= enough:
                break
        if way is not None:
            self._keep(table, way)
        return most

    def _searches(self, table: Table, known: Set[Hashable]) -> Iterator[Search[Hashable, object]]:
        space, worths = self._space, self._space.worths()
        view = _View(space, known, worths)
        start = view.start(table)
        yield (Beam if space.has_stages else BestFirst)(view, start)
        for worth in worths if len(worths) > 1 else ():
            yield BestFirst(_View(space, known, [worth]), start)
        yield DepthFirst(view, start)

    def _keep(self, table: Table, way: Iterable[Move]) -> None:
        space = self._space
        self._leading.add(space.key(space.start(table)))
        for move in way:
            table = self._rules.make(table, move)
            self._leading.add(space.key(space.start(table)))


def find_setbacks(
    efforts: Efforts,
    moves: Sequence[int],
    last: int,
    tell: Callable[[int], object] = lambda left: None,
) -> Comparison:
    """Find the setbacks among moves, given by the positions they led to.

    The positions up to ``last`` can be won. ``tell`` receives the number of moves left.
    """
    found: list[Setback] = []
    for done, place in enumerate(moves):
        tell(len(moves) - done)
        try:
            setback = _judge(efforts, place, last)
        except OutOfTime:
            return Comparison(tuple(found), is_whole=False)
        if setback:
            found.append(setback)
    return Comparison(tuple(found))


def _judge(efforts: Efforts, place: int, last: int) -> Setback | None:
    if efforts.knowing(place, LEAST, LEAST - 1) < LEAST:
        return None
    few = MOST // FACTOR
    before = efforts.alone(place - 1, few)
    if before == few:
        return None
    much = max(LEAST, FACTOR * before)
    for each in range(place, min(place + LASTING, last + 1)):
        if efforts.knowing(each, much, much - 1) < much:
            return None
    return Setback(place, before, efforts.knowing(place, MOST))
