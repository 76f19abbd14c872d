"""The base of searches in rounds: each round starts over and keeps more than the one before."""

from abc import abstractmethod
from collections.abc import Iterator

from solterm.core.move import Move
from solterm.core.searches.search import Search, Trail, moves_of
from solterm.core.searches.space import Space, State, Step


class Rounds(Search[State, Step]):
    """A search that cuts off unpromising positions, and fewer of them in each round.

    A subclass is one generator, ``_go_rounds``, which yields after each position it expands.
    """

    def __init__(self, space: Space[State, Step], start: State) -> None:
        super().__init__(space, start)
        self._start = start
        self._count = 1
        """How many positions it has visited."""
        self._held = 0
        """How many it holds at present."""
        self._has_cut = True
        """Whether this round, or the last one, has cut off anything."""
        self._won: Trail = None
        self._rounds = self._go_rounds()

    @abstractmethod
    def _go_rounds(self) -> Iterator[None]:
        """Go round after round, until one finds a win or cuts off no position."""

    @property
    def positions(self) -> int:
        return self._count

    def go_on(self, positions: int) -> None:
        enough = self._count + positions
        while self._count < enough and not self.is_won:
            if next(self._rounds, self) is self:
                return

    def line(self) -> tuple[Move, ...]:
        return moves_of(self._space, self._won)
