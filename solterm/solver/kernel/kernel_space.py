"""The search space of the kernel: the positions of games of building, for searches that hold many.

A search that holds positions asks for states; ``KernelDepthFirst`` moves within one position.
"""

from collections.abc import Hashable
from functools import lru_cache
from typing import ClassVar

from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.searches.search_space import SearchSpace
from solterm.core.table import Table
from solterm.solver.builders.dead import make_locks
from solterm.solver.builders.digging import Digging, can_dig
from solterm.solver.builders.homeward import Homeward
from solterm.solver.builders.kernel_layout import NOWHERE, Layout, read
from solterm.solver.builders.pile_tree import State
from solterm.solver.builders.worth import Worth, make_worths, weights_for
from solterm.solver.derived.stages import PASS, has_places, is_fed, is_long, reserves_of
from solterm.solver.kernel.moves import Kernel

_PLUNGE = 1500
"""How many positions to search depth first in games with a stock."""


_homeward_of = lru_cache(8)(Homeward)


class KernelSpace(SearchSpace[State, int]):
    """The positions of a game of building, with piles as bytes and moves as integers."""

    _is_eager: ClassVar[bool] = False
    """Whether each card goes home as soon as it can."""

    def __init__(self, rules: Rules, layout: Layout) -> None:
        """Prepare the space of a rule set."""
        self._rules = rules
        self._layout = layout
        homeward = self._homeward = _homeward_of(layout, self._is_eager)
        self.kernel = Kernel(layout, homeward)
        self.is_endless = layout.is_endless
        """Whether the stock is turned without limit."""
        has_stages = layout.stock != NOWHERE or layout.redeals > 0
        self.is_long = has_stages and is_long(layout.game)
        self.is_fed = is_fed(layout.game)
        self._worths = make_worths(layout, homeward, weights_for(layout))
        self._locks = None if layout.is_bare else make_locks(layout, homeward)
        self._dwindling = reserves_of(layout.game)

    @classmethod
    def of(cls, rules: Rules, is_bare: bool = False) -> "KernelSpace | None":
        """Return the space of a rule set; None if its declaration is not covered.

        A bare one leaves nothing out. Tests compare other spaces with it.
        """
        layout = read(rules, is_bare)
        return cls(rules, layout) if layout else None

    def start(self, table: Table) -> State:
        self.kernel.read(table)
        self.kernel.allow_waiting()
        return self.kernel.state()

    def new_kernel(self, state: State) -> Kernel:
        """Return a kernel at a state, for a search that moves in it."""
        kernel = Kernel(self._layout, self._homeward)
        kernel.load(state)
        kernel.allow_waiting()
        return kernel

    def key(self, state: State) -> Hashable:
        self.kernel.load(state)
        return self.kernel.key()

    def is_won(self, state: State) -> bool:
        self.kernel.load(state)
        return self.kernel.is_won()

    def stage(self, state: State) -> int:
        """Return how much of the stock is gone and how often, or of the reserves."""
        if self._layout.stock == NOWHERE:
            left = sum([state[place].size for place in self._dwindling])
        else:
            left = state[self._layout.stock].size
        return PASS * state[-1].cards[0] - left

    def worth(self, state: State) -> float:
        return self._worths[0](state)

    def worths(self) -> tuple[Worth, ...]:
        return self._worths

    def plunge(self) -> int:
        return _PLUNGE if self._layout.stock != NOWHERE else 0

    def shortcuts(self) -> tuple[Digging, ...]:
        if self._layout.is_bare or not can_dig(self._layout):
            return ()
        return tuple(
            Digging(self, self._layout, self._homeward, self.kernel, pauses)
            for pauses in (False, True)
        )

    def eager_variant(self) -> "EagerSpace | None":
        game, homeward = self._layout.game, self._homeward
        goes_up = self.is_fed or game.packs == 1 or has_places(game)
        pays = (goes_up and homeward.in_suit) or homeward.in_suit_both_ways
        if self._layout.is_bare or not pays:
            return None
        return EagerSpace(self._rules, self._layout)

    def is_locked(self, kernel: Kernel) -> bool:
        """Whether cards that lock one another prove that a kernel's position is lost."""
        locks, layout = self._locks, self._layout
        if locks is None or kernel.passes < layout.redeals or kernel.spent < (layout.depth > 1):
            return False
        return locks.is_dead(kernel.piles)

    def ways(self, state: State) -> list[tuple[int, State]]:
        kernel = self.kernel
        kernel.load(state)
        if self.is_locked(kernel):  # here, since most states are never expanded
            return []
        ways: list[tuple[int, State]] = []
        for move in kernel.list_moves():
            kernel.make(move)
            ways.append((move, kernel.state()))
            kernel.undo()
        return ways

    def moves(self, state: State, step: int) -> tuple[Move, ...]:
        self.kernel.load(state)
        return self.kernel.tell(step)


class EagerSpace(KernelSpace):
    """The positions from which no card can go home."""

    is_whole = False
    _is_eager = True
