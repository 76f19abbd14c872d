"""Beam search, for games that pass through stages: it keeps the best positions of each stage."""

from collections.abc import Callable, Hashable, Iterator
from heapq import nlargest

from solterm.core.searches.search import Trail
from solterm.core.searches.search_space import SearchSpace, State, Step
from solterm.solver.searches.rounds import Rounds

_BESIDE = 30
"""The most positions of one stage to visit, as a multiple of the width."""


class Beam(Rounds[State, Step]):
    """Rounds that follow the most promising positions from stage to stage, all of them at once.

    When cards are placed for good, the harm shows only later. A plain best-first search keeps
    returning to early positions, which look good because the harm has not shown yet. Here a
    position is compared only with others of its stage.
    """

    def __init__(self, space: SearchSpace[State, Step], start: State) -> None:
        super().__init__(space, start)
        self.furthest = start
        """The most promising position of the last stage reached."""

    def go_round(self, width: int, worth: Callable[[State], float]) -> Iterator[None]:
        kept: list[tuple[State, Trail]] = [(self._start, None)]
        if self._space.is_dead(self._start):
            kept = []
        while kept and not self.is_won:
            ahead: dict[Hashable, tuple[State, Trail]] = {}
            yield from self._look_from(kept, ahead, width * _BESIDE)
            fit = [ahead[key] for key in self._space.thin(ahead)]
            self._has_cut = self._has_cut or len(fit) > width
            kept = nlargest(width, fit, key=lambda each: worth(each[0]))
            if kept:
                self.furthest = kept[0][0]

    def _look_from(
        self,
        waiting: list[tuple[State, Trail]],
        ahead: dict[Hashable, tuple[State, Trail]],
        most: int,
    ) -> Iterator[None]:
        space = self._space
        met = {space.key(state) for state, _ in waiting}
        self._held = 2 * len(waiting)
        while waiting:
            here, trail = waiting.pop()
            stage = space.stage(here)
            for step, after in space.ways(here):
                key = space.key(after)
                if key in met or key in ahead:
                    continue
                self._count += 1
                self._held += 1
                further = (trail, here, step)
                if space.is_won(after):
                    self.is_won, self._won = True, further
                    return
                if space.is_dead(after):
                    continue
                if space.stage(after) > stage:
                    ahead[key] = after, further
                elif len(met) < most:
                    met.add(key)
                    waiting.append((after, further))
                else:
                    self._has_cut = True
            yield
