"""A search that makes and undoes moves in one position: depth first."""

from solterm.core.move import Move
from solterm.core.searches.search import Search
from solterm.solver.arrays import i64, vec
from solterm.solver.builders.pile_tree import State
from solterm.solver.kernel.kernel_space import KernelSpace
from solterm.solver.kernel.moves import widen

_KEY = 110
"""The bytes of a key in a set, with free slots."""


class KeySet:
    """A set of keys of two halves, in open addressing."""

    def __init__(self) -> None:
        """Begin without a key."""
        self.count: i64 = 0
        """How many keys it has."""
        self._ones = vec[i64]([0] * 64)
        self._others = vec[i64]([0] * 64)

    def add(self, one: i64, other: i64) -> bool:
        """Add a key; return whether it is new. Its first half is not 0."""
        last = len(self._ones) - 1
        at: i64 = one & last
        while self._ones[at]:
            if self._ones[at] == one and self._others[at] == other:
                return False
            at = (at + 1) & last
        self._ones[at], self._others[at] = one, other
        self.count += 1
        if self.count * 2 > last:
            self._grow()
        return True

    def _grow(self) -> None:
        ones, others = self._ones, self._others
        self._ones = vec[i64]([0] * (2 * len(ones)))
        self._others = vec[i64]([0] * (2 * len(ones)))
        self.count = 0
        at: i64 = 0
        while at < len(ones):
            if ones[at]:
                self.add(ones[at], others[at])
            at += 1


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
        self._kernels = space
        self._keys = KeySet()
        self._kernel.read_key()
        self._keys.add(self._kernel.one, self._kernel.other)
        self._moves = vec[i64]([0] * 256)
        self._waiting: i64 = 0  # how many moves are left at all positions of the line,
        self._starts: list[int] = []  # where those of each begin,
        self._path: list[int] = []  # and the moves of the line
        if not (self.is_won or space.is_locked(self._kernel)):
            self._list()

    def _list(self) -> None:
        """Find the moves of the position, the best ones last."""
        kernel, first = self._kernel, self._waiting
        kernel.find_moves()
        while first + kernel.many > len(self._moves):
            self._moves = widen(self._moves)
        moves, found = self._moves, kernel.found
        number: i64 = 0
        while number < kernel.many:
            move = found[number]
            number += 1
            at = self._waiting
            while at > first and moves[at - 1] > move:
                moves[at] = moves[at - 1]
                at -= 1
            moves[at] = move
            self._waiting += 1
        self._starts.append(first)

    @property
    def positions(self) -> int:
        return self._keys.count

    @property
    def is_exhausted(self) -> bool:
        return not (self._starts or self.is_won)

    @property
    def memory(self) -> int:
        return self.positions * _KEY

    def go_on(self, positions: int) -> None:
        kernel, keys, space = self._kernel, self._keys, self._kernels
        starts, path = self._starts, self._path
        enough = keys.count + positions
        while starts and keys.count < enough:
            if self._waiting == starts[-1]:
                starts.pop()
                if path:
                    path.pop()
                    kernel.undo()
                continue
            self._waiting -= 1
            move = self._moves[self._waiting]
            kernel.make(move)
            kernel.read_key()
            if not keys.add(kernel.one, kernel.other):
                kernel.undo()
                continue
            if kernel.is_won():
                path.append(move)
                self.is_won = True
                return
            if space.is_locked(kernel):
                kernel.undo()
                continue
            path.append(move)
            self._list()

    def line(self) -> tuple[Move, ...]:
        kernel = self._kernel
        kernel.load(self._start)
        return tuple(told for move in self._path for told in kernel.tell(move))
