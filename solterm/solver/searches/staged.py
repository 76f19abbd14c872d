"""A search for long games: stage by stage, and best first within each.

If a stock is dealt out once, or a fixed number of times, every game passes the same stages: the
number of cards left in it. A position with more stock looks better or worse for that reason alone,
so a plain best-first search gets stuck in the stages that look best. Here positions are compared
within their stage.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from heapq import heappop, heappush, nlargest
from typing import Any, ClassVar

from solterm.core.move import Move
from solterm.core.searches.search import Search, Trail
from solterm.core.searches.search_space import SearchSpace, State, Step
from solterm.solver.searches.layered import Layered
from solterm.solver.searches.rounds import Rounds

_WITHIN = 3
"""How many positions of a stage to expand, as a multiple of the width, if there are many stages."""
_STAGES = 100
"""With few stages, how many positions to expand in all of them together, as such a multiple."""

_Kept = dict[Hashable, tuple[State, Trail]]


class Staged(Rounds[State, Step]):
    """Rounds through all stages, each of which begins with so many positions."""

    _width: ClassVar[int] = 15
    _wider: ClassVar[int] = 2

    def __init__(self, space: SearchSpace[State, Step], start: State) -> None:
        super().__init__(space, start)
        self._within = _WITHIN

    def go_round(self, width: int, worth: Callable[[State], float]) -> Iterator[None]:
        space = self._space
        stages: dict[int, _Kept[State]] = {
            space.stage(self._start): {space.key(self._start): (self._start, None)}
        }
        gone_through = 0
        while stages and not self.is_won:
            gone_through += 1
            stage = min(stages)
            begun = list(stages.pop(stage).values())
            self._held = len(begun) + sum(map(len, stages.values()))
            if len(begun) > width:
                self._has_cut = True
                begun = nlargest(width, begun, key=lambda each: worth(each[0]))
            waiting = [
                (-worth(state), -number, state, trail)
                for number, (state, trail) in enumerate(begun)
            ]
            waiting.sort(key=lambda each: each[:2])
            met = {space.key(state) for state, _ in begun}
            number = len(begun)
            for _ in range(width * self._within):
                if not waiting:
                    break
                _, _, here, trail = heappop(waiting)
                if space.is_dead(here):
                    continue
                for step, after in space.ways(here):
                    key = space.key(after)
                    if key in met:
                        continue
                    self._count += 1
                    further = (trail, here, step)
                    if space.is_won(after):
                        self.is_won, self._won = True, further
                        return
                    ahead = space.stage(after)
                    if ahead > stage:
                        stages.setdefault(ahead, {}).setdefault(key, (after, further))
                        continue
                    met.add(key)
                    number += 1
                    heappush(waiting, (-worth(after), -number, after, further))
                yield
            self._has_cut = self._has_cut or bool(waiting)
        self._within = max(_WITHIN, _STAGES // gone_through)


class InTurn(Search[State, Step]):
    """Searches of one space that take turns."""

    def __init__(
        self,
        space: SearchSpace[State, Step],
        start: State,
        searches: Sequence[Search[Any, Any]],
        shares: Sequence[int] = (1, 1),
    ) -> None:
        """Begin searches; ``shares`` says how many positions each visits in proportion."""
        super().__init__(space, start)
        self._searches = searches
        self._shares = shares
        self.is_won = any(each.is_won for each in searches)

    @property
    def positions(self) -> int:
        return sum(each.positions for each in self._searches)

    @property
    def is_exhausted(self) -> bool:
        whole = [each for each in self._searches if each.is_whole == self.is_whole]
        return not self.is_won and any(each.is_exhausted for each in whole)

    @property
    def memory(self) -> int:
        return sum(each.memory for each in self._searches)

    def save_memory(self) -> bool:
        """Let searches in layers forget old positions; return False if there is nothing left."""
        return any(isinstance(each, Layered) and each.save_memory() for each in self._searches)

    def go_on(self, positions: int) -> None:
        for each, share in zip(self._searches, self._shares, strict=True):
            if not (self.is_won or self.is_exhausted):
                each.go_on(positions * share // sum(self._shares) + 1)
                self.is_won = each.is_won

    def line(self) -> tuple[Move, ...]:
        return next((each.line() for each in self._searches if each.is_won), ())
