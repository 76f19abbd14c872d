"""Setbacks: moves after which a game could still be won, but with much more effort.

The effort of a position is how many positions a search meets until it has a way to win from there,
by whichever of several searches meets the fewest. It is the same on every machine, as no clock has
a part in it; but it is only a measure, and searches may be lucky. So a move is a setback only if

- before it a way to win was found among few positions, which proves that one was near;
- after it every search needs ten times as many, and a thousand or more, until it has another way or
  is back on one that was found before: a move that can be made good at once does no harm;
- it is so at the next positions of the game, too, as far as they can be won: where it is easy
  again, the searches were only unlucky.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence, Set
from typing import NamedTuple

from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.solver.searches.beam import Beam
from solterm.solver.searches.search import BestFirst, DepthFirst, Search
from solterm.solver.space import AnySpace, Space
from solterm.solver.spaces import space_of

FACTOR = 10
"""So many times the effort before a move makes a setback of it."""
LEAST = 1_000
"""Less effort than this is never much: differences below it are those of chance."""
MOST = 10_000
"""Where searches have met so many positions, the effort is taken to be that."""
LASTING = 5
"""At so many positions in a row the effort has to be as much."""
_AT_A_TIME = 200
"""How many positions a search meets before it is asked whether there is time left."""


class Setback(NamedTuple):
    """A move that made a game much harder."""

    place: int
    """The number of the position it led to."""
    before: int
    """The effort of the position before it."""
    after: int
    """The effort of the one after it: ``MOST`` where it is that or more."""


class Comparison(NamedTuple):
    """What was found of the moves of a game, one by one."""

    setbacks: tuple[Setback, ...] = ()
    """In the order they were made."""
    is_whole: bool = True
    """Were all moves looked at, or did the time end it?"""


class OutOfTime(Exception):
    """A search has to end before it has found out what it was for."""


Worth = Callable[[Hashable], float]


class _View(Space[Hashable, object]):
    """A space in which it is enough to come to a position that is known to lead to a win."""

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
    """The efforts of the positions of a game, each searched as far as it has to be."""

    def __init__(
        self, rules: Rules, tables: Sequence[Table], is_over: Callable[[], bool] = lambda: False
    ) -> None:
        """``is_over`` says whether the time is up; then searches raise ``OutOfTime``."""
        self._rules = rules
        self._tables = tables
        self._is_over = is_over
        self._space = space_of(rules)
        self._leading: set[Hashable] = set()
        """Positions on the ways that were found."""
        self._alone: dict[Table, int] = {}
        """What was found out without these."""

    def alone(self, place: int, most: int) -> int:
        """The effort of a position by itself, or ``most`` where it is that or more."""
        table = self._tables[place]
        if table not in self._alone:
            self._alone[table] = self._measure(table, most, frozenset())
        return min(self._alone[table], most)

    def knowing(self, place: int, most: int, enough: int = 0) -> int:
        """The effort of a position for somebody who knows the ways that were found till now.

        It is ``most`` where it is that or more; one of ``enough`` or less need not be the least.
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

    The positions up to ``last`` are those that can be won. ``tell`` is told how many moves are
    left.
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
