"""What searches in rounds share: each round begins anew, and follows more than the one before."""

from abc import abstractmethod
from collections.abc import Iterator

from solterm.core.move import Move
from solterm.solver.searches.search import Search, Trail, moves_of
from solterm.solver.space import Space, State, Step


class Rounds(Search[State, Step]):
    """A search that cuts off what looks bad, and looks wider in its next round.

    A family of them is one generator, ``_go_rounds``, which rests after each position it has looked
    into.
    """

    def __init__(self, space: Space[State, Step], start: State) -> None:
        super().__init__(space, start)
        self._start = start
        self._count = 1
        """How many positions were met."""
        self._held = 0
        """How many are held at present."""
        self._has_cut = True
        """Has the present round, or the last one, left out anything?"""
        self._won: Trail = None
        self._rounds = self._go_rounds()

    @abstractmethod
    def _go_rounds(self) -> Iterator[None]:
        """Round after round, until a win is found or nothing was cut off."""

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
