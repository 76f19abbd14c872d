"""A search that makes and undoes moves in one position: depth first.

A line is led astray by the first choices it makes, and takes them back last. So others, each with
another order of moves, join one that has not soon won, and take turns with it. They share one set
of keys: what one of them has visited, the others leave to it. So they visit no position twice, and
when all of them have ended, together they have visited every position.
"""

from typing import Final

from solterm.core.move import Move
from solterm.core.searches.search import Search
from solterm.solver.arrays import i64, vec
from solterm.solver.builders.kernel_layout import NUMBER, RANK, TURNED, TURNS
from solterm.solver.builders.pile_tree import State
from solterm.solver.kernel.kernel_space import KernelSpace
from solterm.solver.kernel.moves import Kernel, widen

_KEY = 110
"""The bytes of a key in a set, with free slots."""
_ALONE: Final = 20_000
"""How many positions the first line usually visits before others join it."""
_TURN: Final = 500
"""The most positions that a line visits in turn."""
_REVERSED: Final = (1 << RANK) - 1
_FEWER_TURNS: Final = NUMBER << TURNED | NUMBER << TURNS
_ORDERS: Final = (0, _REVERSED, _FEWER_TURNS, _REVERSED ^ _FEWER_TURNS)
"""The order in which each line tries moves of one rank: the bits that it compares reversed."""


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


class _Line:
    """A line of moves; it follows the move of highest rank that leads to a new position."""

    def __init__(self, kernel: Kernel, order: i64) -> None:
        self.kernel = kernel
        self._order = order
        self._moves = vec[i64]([0] * 256)
        self._waiting: i64 = 0  # how many moves are left at all positions of the line,
        self.starts: list[int] = []  # where those of each begin,
        self.path: list[int] = []  # and the moves of the line

    def list_moves(self) -> None:
        """Find the moves of the position, the best ones last."""
        kernel, first, order = self.kernel, self._waiting, self._order
        kernel.find_moves()
        while first + kernel.many > len(self._moves):
            self._moves = widen(self._moves)
        moves, found = self._moves, kernel.found
        number: i64 = 0
        while number < kernel.many:
            move = found[number]
            number += 1
            at = self._waiting
            while at > first and moves[at - 1] ^ order > move ^ order:
                moves[at] = moves[at - 1]
                at -= 1
            moves[at] = move
            self._waiting += 1
        self.starts.append(first)

    def go_on(self, space: KernelSpace, keys: KeySet, enough: i64) -> bool:
        """Go on until there are enough keys; return whether the game is won."""
        kernel, starts, path = self.kernel, self.starts, self.path
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
                return True
            if space.is_locked(kernel):
                kernel.undo()
                continue
            path.append(move)
            self.list_moves()
        return False


class KernelDepthFirst(Search[State, int]):
    """A search in lines that take turns; it holds only keys and the current lines."""

    def __init__(
        self, space: KernelSpace, start: State, is_alone: bool = False, joined_at: int = _ALONE
    ) -> None:
        """Begin at the state of a table that the space has just read.

        ``is_alone`` says that nothing else uses the space during the search, so that its only line
        can move in the space's kernel. Else others join after so many positions (``joined_at``).
        """
        super().__init__(space, start)
        self._start = start
        self._kernels = space
        self._keys = KeySet()
        self._is_alone = is_alone
        self._joined_at: i64 = joined_at
        kernel = space.kernel if is_alone else space.new_kernel(start)
        self._lines = [_Line(kernel, _ORDERS[0])]
        self._turn = 0
        """The line that has moved last."""
        kernel.load(start)
        kernel.read_key()
        self._keys.add(kernel.one, kernel.other)
        if not (self.is_won or space.is_locked(kernel)):
            self._lines[0].list_moves()

    @property
    def positions(self) -> int:
        return self._keys.count

    @property
    def is_exhausted(self) -> bool:
        return not (self.is_won or any(line.starts for line in self._lines))

    @property
    def memory(self) -> int:
        return self.positions * _KEY

    def go_on(self, positions: int) -> None:
        keys, lines = self._keys, self._lines
        enough: i64 = keys.count + positions
        while keys.count < enough and not (self.is_won or self.is_exhausted):
            if keys.count >= self._joined_at and len(lines) == 1 and not self._is_alone:
                self._join()
            self._turn = (self._turn + 1) % len(lines)
            line = lines[self._turn]
            self.is_won = line.go_on(self._kernels, keys, min(enough, keys.count + _TURN))

    def _join(self) -> None:
        for order in _ORDERS[1:]:
            line = _Line(self._kernels.new_kernel(self._start), order)
            line.list_moves()
            self._lines.append(line)

    def line(self) -> tuple[Move, ...]:
        kernel = self._kernels.kernel
        kernel.load(self._start)
        path = self._lines[self._turn].path
        return tuple(told for move in path for told in kernel.tell(move))
