"""Searches: best first and depth first.

A search starts at a position and continues for so many positions at a time. It visits the same
positions in the same order on every machine: it keeps them in a set but never iterates over one,
and never reads the clock.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator
from heapq import heappop, heappush
from typing import Any, Generic

from solterm.core.move import Move
from solterm.core.searches.search_space import SearchSpace, State, Step

_GC_HEADER = 16
"""Bytes that the garbage collector adds to a tuple, which ``__sizeof__`` leaves out."""

Trail = tuple[Any, Any, Any] | None
"""How a position was reached: the trail of the previous one, that position, and the step from it.
"""


class Search(ABC, Generic[State, Step]):
    """A search in progress."""

    def __init__(self, space: SearchSpace[State, Step], start: State) -> None:
        self._space = space
        self._met: set[Hashable] = {space.key(start)}
        self._size = _size(start)
        self.is_won = space.is_won(start)
        self.most = space.reached(start)
        """The best result of any position, in games that count results short of a win; else None.
        """

    @property
    def positions(self) -> int:
        """How many positions it has visited."""
        return len(self._met)

    @property
    def is_whole(self) -> bool:
        """Whether it can find every win."""
        return self._space.is_whole

    @property
    @abstractmethod
    def is_exhausted(self) -> bool:
        """Whether it has visited everything without finding a win."""

    @property
    @abstractmethod
    def memory(self) -> int:
        """Estimated memory in bytes."""

    @abstractmethod
    def go_on(self, positions: int) -> None:
        """Visit so many more positions; stop at a win or at the end."""

    @abstractmethod
    def line(self) -> tuple[Move, ...]:
        """Return the moves to the win, or else to the best result found."""


class BestFirst(Search[State, Step]):
    """A search that expands the most promising position, wherever it is.

    Several estimates take turns, since each alone can be led astray: every ``worth`` of the space,
    and the first one with a reward for each step so far, which keeps to the line it began. The
    search is exhaustive: unpromising positions have their turn in the end.
    """

    HASTE = 2.0
    """The reward for a step."""

    def __init__(
        self, space: SearchSpace[State, Step], start: State, passed: Iterable[State] = ()
    ) -> None:
        """Begin at a position; the search never visits those ``passed``."""
        super().__init__(space, start)
        self._met.update(map(space.key, passed))
        usual, *others = space.worths()
        self._judges = [(usual, 0.0), (usual, self.HASTE), *((worth, 0.0) for worth in others)]
        self._queues: list[list[tuple[float, int]]] = [[] for _ in self._judges]
        self._waiting: dict[int, tuple[State, Trail, int]] = {}
        self._number = 0
        self._turn = 0
        self._end: Trail = None  # of the winning line
        if not space.is_dead(start):
            self._push(start, None, 0)

    def _push(self, state: State, trail: Trail, depth: int) -> None:
        number = self._number = self._number - 1  # among equals, the newest comes first
        self._waiting[number] = (state, trail, depth)
        promise = 0.0
        for queue, (worth, haste) in zip(self._queues, self._judges, strict=True):
            if not haste:
                promise = worth(state)
            heappush(queue, (-promise - haste * depth, number))

    def _pop(self) -> tuple[State, Trail, int]:
        self._turn = (self._turn + 1) % len(self._queues)
        queue = self._queues[self._turn]
        while True:
            _, number = heappop(queue)
            if number in self._waiting:
                return self._waiting.pop(number)

    @property
    def is_exhausted(self) -> bool:
        return not (self._waiting or self.is_won)

    @property
    def memory(self) -> int:
        # A slot of the set, a trail, and an entry in each queue; positions share most parts.
        return self.positions * (400 + 90 * len(self._queues) + 2 * self._size)

    def go_on(self, positions: int) -> None:
        space, met = self._space, self._met
        enough = len(met) + positions
        while self._waiting and not self.is_won and len(met) < enough:
            here, trail, depth = self._pop()
            for step, after in space.ways(here):
                key = space.key(after)
                if key in met:
                    continue
                met.add(key)
                further = (trail, here, step)
                if self.most is not None and (space.reached(after) or 0) > self.most:
                    self.most, self._end = space.reached(after), further
                if space.is_won(after):
                    self.is_won, self._end = True, further
                    break
                if not space.is_dead(after):
                    self._push(after, further, depth + 1)

    def line(self) -> tuple[Move, ...]:
        return moves_of(self._space, self._end)


class DepthFirst(Search[State, Step]):
    """A search that follows the most promising step to the end, then the next best from there.

    It keeps only the keys of visited positions and the current line, so it needs little memory.
    Without a given estimate it uses the space's usual one.
    """

    def __init__(
        self,
        space: SearchSpace[State, Step],
        start: State,
        worth: Callable[[State], float] | None = None,
    ) -> None:
        super().__init__(space, start)
        self._worth = worth or space.worth
        self.best = self._worth(start)
        """The highest estimate of a position."""
        self._path: list[tuple[State, Step]] = []
        self._left: list[Iterator[tuple[State, Step, State]]] = []
        if not (self.is_won or space.is_dead(start)):
            self._left.append(self._best(start))

    def _best(self, here: State) -> Iterator[tuple[State, Step, State]]:
        space, met, worth = self._space, self._met, self._worth
        worths = []
        for number, (step, after) in enumerate(space.ways(here)):
            if space.key(after) not in met:
                worths.append((-worth(after), number, step, after))
        worths.sort(key=lambda each: each[:2])
        if worths:
            self.best = max(self.best, -worths[0][0])
        for _, _, step, after in worths:
            yield here, step, after

    @property
    def is_exhausted(self) -> bool:
        return not (self._left or self.is_won)

    @property
    def memory(self) -> int:
        return self.positions * (450 + self._size)

    def go_on(self, positions: int) -> None:
        space, met, left, path = self._space, self._met, self._left, self._path
        enough = len(met) + positions
        while left and not self.is_won and len(met) < enough:
            each = next(left[-1], None)
            if each is None:
                left.pop()
                if path:
                    path.pop()
                continue
            here, step, after = each
            key = space.key(after)
            if key in met:
                continue
            met.add(key)
            if space.is_won(after):
                path.append((here, step))
                self.is_won = True
            elif not space.is_dead(after):
                path.append((here, step))
                left.append(self._best(after))

    def line(self) -> tuple[Move, ...]:
        steps = (self._space.moves(state, step) for state, step in self._path)
        return tuple(move for moves in steps for move in moves)


def moves_of(space: SearchSpace[Any, Any], trail: Trail) -> tuple[Move, ...]:
    """Return the moves of a trail from its beginning."""
    steps = []
    while trail:
        trail, state, step = trail
        steps.append(space.moves(state, step))
    return tuple(move for moves in reversed(steps) for move in moves)


def _size(state: object) -> int:
    """Return the bytes that a position adds to the previous one, which shares most of its parts.

    A step changes about two of them.
    """
    if not isinstance(state, tuple):
        return state.__sizeof__()
    return state.__sizeof__() + _GC_HEADER + sum(sorted(map(_size, state))[-2:])
