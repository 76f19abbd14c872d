"""A beam by the number of steps, for games that take many of them within a stage."""

from collections.abc import Callable, Hashable, Iterator
from heapq import nlargest
from typing import ClassVar

from solterm.core.searches.search import Trail
from solterm.core.searches.search_space import SearchSpace, State, Step
from solterm.solver.searches.rounds import Rounds

_LAYERS = 260
"""The most layers of a round; a win that takes more steps is rare."""


class Layered(Rounds[State, Step]):
    """Rounds that follow the most promising positions, all of them a step at a time.

    A layer holds the positions that are as many steps away from the start. A position is compared
    only with others of its layer and stage. A round does not return to a position it has met, and
    ends when no new one is left. If memory is short, it forgets the positions met first: the later
    ones suffice against going in circles.
    """

    _width: ClassVar[int] = 40
    _wider: ClassVar[int] = 2

    def __init__(self, space: SearchSpace[State, Step], start: State) -> None:
        super().__init__(space, start)
        self._past: dict[Hashable, None] = {}
        """The keys of the round's positions, in the order in which it met them."""

    @property
    def memory(self) -> int:
        return self._held * (300 + self._size)

    def save_memory(self) -> bool:
        """Forget the older half of the positions; return False if nothing is left to forget."""
        keys = list(self._past)
        self._past = dict.fromkeys(keys[len(keys) // 2 :])
        self._held = len(self._past)
        return self._held > 1

    def go_round(self, width: int, worth: Callable[[State], float]) -> Iterator[None]:
        space = self._space
        kept: list[tuple[State, Trail]] = [(self._start, None)]
        self._past = {space.key(self._start): None}
        for _ in range(_LAYERS):
            layers: dict[int, list[tuple[State, Trail]]] = {}
            for here, trail in kept:
                met = self._past
                for step, after in space.ways(here):
                    key = space.key(after)
                    if key in met:
                        continue
                    met[key] = None
                    self._count += 1
                    further = (trail, here, step)
                    if space.is_won(after):
                        self.is_won, self._won = True, further
                        return
                    if not space.is_dead(after):
                        layers.setdefault(space.stage(after), []).append((after, further))
                self._held = len(met)
                yield
            kept = []
            for layer in layers.values():
                if len(layer) > width:
                    self._has_cut = True
                    layer = nlargest(width, layer, key=lambda each: worth(each[0]))
                kept += layer
            if not kept:
                return
        self._has_cut = True
