"""A beam by the number of steps, for games that take many of them within a stage."""

from collections.abc import Callable, Hashable, Iterator
from heapq import nlargest
from typing import ClassVar

from solterm.core.searches.search import Trail
from solterm.core.searches.search_space import State, Step
from solterm.solver.searches.rounds import Rounds


class Layered(Rounds[State, Step]):
    """Rounds that follow the most promising positions, all of them a step at a time.

    A layer holds the positions that are as many steps away from the start. A position is compared
    only with others of its layer and stage. A round never returns to a position it has met, and
    ends when no new one is left.
    """

    _width: ClassVar[int] = 40
    _wider: ClassVar[int] = 2

    @property
    def memory(self) -> int:
        return self._held * (300 + self._size)

    def go_round(self, width: int, worth: Callable[[State], float]) -> Iterator[None]:
        space = self._space
        kept: list[tuple[State, Trail]] = [(self._start, None)]
        met: set[Hashable] = {space.key(self._start)}
        while kept and not self.is_won:
            layers: dict[int, list[tuple[State, Trail]]] = {}
            for here, trail in kept:
                for step, after in space.ways(here):
                    key = space.key(after)
                    if key in met:
                        continue
                    met.add(key)
                    self._count += 1
                    further = (trail, here, step)
                    if space.is_won(after):
                        self.is_won, self._won = True, further
                        return
                    if not space.is_dead(after):
                        layers.setdefault(space.stage(after), []).append((after, further))
                yield
            self._held = len(met)
            kept = []
            for layer in layers.values():
                if len(layer) > width:
                    self._has_cut = True
                    layer = nlargest(width, layer, key=lambda each: worth(each[0]))
                kept += layer
