"""The base of searches in rounds: each round starts over, and later ones keep more."""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar

from solterm.core.move import Move
from solterm.core.searches.search import Search, Trail, moves_of
from solterm.core.searches.search_space import SearchSpace, State, Step


class Rounds(Search[State, Step]):
    """A search that cuts off unpromising positions, and fewer of them in later rounds.

    The estimates take turns; after a round with each of them, the rounds get wider. A cut may lose
    a win, so the search is exhausted only after a round without cuts. A subclass is one generator,
    ``go_round``, which yields after each position it expands.
    """

    _width: ClassVar[int] = 60
    """How many positions of a stage the first round keeps."""
    _wider: ClassVar[int] = 3
    """The factor by which rounds get wider."""

    def __init__(self, space: SearchSpace[State, Step], start: State) -> None:
        super().__init__(space, start)
        self._start = start
        self._worths: Sequence[Callable[[State], float]] = space.worths()
        self._count = 1
        """How many positions it has visited."""
        self._held = 0
        """How many it holds at present."""
        self._has_cut = False
        """Whether this round has cut off anything."""
        self._is_exhausted = False
        self._won: Trail = None
        self._rounds = self._go_rounds()

    def _go_rounds(self) -> Iterator[None]:
        width = self._width
        while True:
            for worth in self._worths:
                self._has_cut = False
                yield from self.go_round(width, worth)
                if self.is_won:
                    return
                if not self._has_cut:
                    self._is_exhausted = True
                    return
            width *= self._wider

    @abstractmethod
    def go_round(self, width: int, worth: Callable[[State], float]) -> Iterator[None]:
        """Keep so many positions of each stage, the best by an estimate."""

    @property
    def positions(self) -> int:
        return self._count

    @property
    def is_exhausted(self) -> bool:
        return self._is_exhausted

    @property
    def memory(self) -> int:
        # A key, a trail and their parts; distant positions share little.
        return self._held * (400 + 2 * self._size)

    def go_on(self, positions: int) -> None:
        enough = self._count + positions
        while self._count < enough and not self.is_won:
            if next(self._rounds, self) is self:
                return

    def line(self) -> tuple[Move, ...]:
        return moves_of(self._space, self._won)
