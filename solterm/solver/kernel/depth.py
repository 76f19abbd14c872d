"""A search that makes and undoes moves in one position: depth first."""

from solterm.core.move import Move
from solterm.core.searches.search import Search
from solterm.solver.builders.pile_tree import State
from solterm.solver.kernel.kernel_space import KernelSpace

_KEY = 110
"""The bytes of a key and its slot in the set."""


class KernelDepthFirst(Search[State, int]):
    """A search that follows the move of highest rank, and holds only keys and the current line."""

    def __init__(self, space: KernelSpace, start: State, is_alone: bool = False) -> None:
        """Begin at the state of a table that the space has just read.

        ``is_alone`` says that nothing else uses the space during the search, so that it can move in
        the space's kernel.
        """
        super().__init__(space, start)
        self._start = start
        self._kernel = space.kernel if is_alone else space.new_kernel(start)
        self._kernel.load(start)
        self._dead = space.is_locked
        self._lines: list[list[int]] = []  # the moves left at each position of the line
        self._path: list[int] = []  # the moves of the line
        if not (self.is_won or self._dead(start)):
            self._lines.append(self._list())

    def _list(self) -> list[int]:
        moves = self._kernel.list_moves()
        moves.sort()
        return moves

    @property
    def is_exhausted(self) -> bool:
        return not (self._lines or self.is_won)

    @property
    def memory(self) -> int:
        return self.positions * _KEY

    def go_on(self, positions: int) -> None:
        kernel, met, dead = self._kernel, self._met, self._dead
        lines, path = self._lines, self._path
        enough = len(met) + positions
        while lines and len(met) < enough:
            moves = lines[-1]
            if not moves:
                lines.pop()
                if path:
                    path.pop()
                    kernel.undo()
                continue
            move = moves.pop()
            kernel.make(move)
            known = len(met)
            met.add(kernel.key())
            if len(met) == known:
                kernel.undo()
                continue
            if kernel.is_won():
                path.append(move)
                self.is_won = True
                return
            if dead(kernel.state()):
                kernel.undo()
                continue
            path.append(move)
            lines.append(self._list())

    def line(self) -> tuple[Move, ...]:
        kernel = self._kernel
        kernel.load(self._start)
        return tuple(told for move in self._path for told in kernel.tell(move))
