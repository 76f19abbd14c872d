"""A search for games of placing: of all ways to lay the next card, only the best are made.

Like ``Beam`` it follows the most promising positions from card to card, and more of them in each
round. But what a way promises is reckoned from the position it leads from, before it is made: to
lay a card on a column costs something where one lies there that has its turn sooner. So a position
is looked at once for all its ways, and those that are not kept cost next to nothing.

A card that can go home goes home, which may lose a win. So ``Beam``, which leaves out nothing,
looks first whether little is left to be done, and takes over again once a round has kept every
position.
"""

from collections.abc import Hashable, Iterator
from heapq import nsmallest
from typing import NamedTuple

from solterm.core.move import Move
from solterm.solver.beam import Beam
from solterm.solver.placing import STOCK, Placed, Placing, Step
from solterm.solver.placing_turns import LATE
from solterm.solver.rounds import Rounds
from solterm.solver.search import Trail


class _View(NamedTuple):
    """How a round judges positions."""

    room: float
    """What it is worth that a column is wanted a card later; a card that is home is worth 1."""
    by_copies: bool
    """Has each copy of a rank its own turn, those that lie higher the sooner one?"""


_VIEWS = (_View(0.007, True), _View(0.02, False))
"""The views that are taken in turn: what one is blind to, the other may see."""
_FIRST = 1500
"""How many positions are met stage by stage before the rounds."""
_WIDTH = 150
"""How many positions are kept in the first round."""
_WIDER = 1.7
"""How many times as many in each round than in the one before."""
_LATEST = 100
"""No room is worth more than that of a column wanted so late."""

_Way = tuple[float, int, Placed, Trail, int]
"""A way: what it costs, its number, then a position, its trail, and the column to lay on or -1."""


class Stacking(Rounds[Placed, Step]):
    """From card to card the most promising positions are followed, all of them at once."""

    def __init__(self, space: Placing, start: Placed) -> None:
        super().__init__(space, start)
        self._piles = space
        self._stages = Beam(space, start)

    @property
    def positions(self) -> int:
        return self._count + self._stages.positions

    @property
    def is_exhausted(self) -> bool:
        return self._stages.is_exhausted

    @property
    def memory(self) -> int:
        return self._held * (400 + 2 * self._size) + self._stages.memory

    def go_on(self, positions: int) -> None:
        enough = self.positions + positions
        stages = self._stages
        while self.positions < enough and not (self.is_won or self.is_exhausted):
            if stages.positions < _FIRST or next(self._rounds, self) is self:
                stages.go_on(min(_FIRST, positions))
                self.is_won = self.is_won or stages.is_won

    def line(self) -> tuple[Move, ...]:
        return self._stages.line() if self._stages.is_won else super().line()

    def _go_rounds(self) -> Iterator[None]:
        width = float(_WIDTH)
        number = 0
        while self._has_cut and not self.is_won:
            self._has_cut = False
            yield from self._go_round(int(width), _VIEWS[number % len(_VIEWS)])
            width *= _WIDER
            number += 1

    def _go_round(self, width: int, view: _View) -> Iterator[None]:
        """Lay all cards of the stock, one after the other."""
        kept = self._bring_home(self._start, None)
        for left in range(self._start.left, 0, -1):
            ways: list[_Way] = []
            self._held = len(kept) * 4
            met: set[Hashable] = set()
            for here, trail in kept:
                before = len(ways)
                self._find_ways(here, trail, view, ways, met)
                self._count += len(ways) - before
                if self.is_won:
                    return
                yield
            if len(ways) > width:
                self._has_cut = True
                ways = nsmallest(width, ways)
            kept = self._lay(left, ways)
        for here, trail in kept:
            self._bring_home(here, trail)

    def _find_ways(
        self, here: Placed, trail: Trail, view: _View, ways: list[_Way], met: set[Hashable]
    ) -> None:
        """What can be done with the next card."""
        space = self._piles
        card = space.feed[here.left]
        takers = space.view(here.home).takers[card]
        for taker in takers:
            step, gone = space.to_home(here, STOCK, taker)
            for after, further in self._bring_home(gone, (trail, here, step)):
                if (key := space.key(after)) not in met:
                    met.add(key)
                    ways.append((self._judge(after, view)[0], len(ways), after, further, -1))
        if takers:
            return
        after = here._replace(left=here.left - 1)
        cost, soonest = self._judge(after, view)
        turn = space.turns.of(after.home, after.left)[card][0]
        room = view.room * min(turn, _LATEST)
        columns = here.piles[: space.columns]
        for column, pile in enumerate(columns):
            if pile not in columns[:column]:
                least = soonest[column]
                more = 1.0 if turn > least else view.room * min(least, _LATEST) - room
                ways.append((cost + more, len(ways), here, trail, column))

    def _lay(self, left: int, ways: list[_Way]) -> list[tuple[Placed, Trail]]:
        """The positions that some ways lead to, of those that are alike the first."""
        space = self._piles
        card = bytes((space.feed[left],))
        kept: dict[Hashable, tuple[Placed, Trail]] = {}
        for _, _, here, trail, column in ways:
            if column < 0:
                kept.setdefault(space.key(here), (here, trail))
                continue
            piles = here.piles
            laid = (*piles[:column], piles[column] + card, *piles[column + 1 :])
            after = Placed(left - 1, here.home, laid)
            key = space.key(after)
            if key not in kept:
                kept[key] = after, (trail, here, Step(STOCK, column))
        return list(kept.values())

    def _bring_home(self, here: Placed, trail: Trail) -> list[tuple[Placed, Trail]]:
        """What comes of it when all cards of the piles go home that can, by one or another way."""
        space = self._piles
        ends: list[tuple[Placed, Trail]] = []
        waiting = [(here, trail)]
        met: set[Hashable] = set()
        while waiting:
            here, trail = waiting.pop()
            if space.is_won(here):
                self.is_won, self._won = True, trail
                return []
            takers = space.view(here.home).takers
            for number in space.open_piles(here):
                pile = here.piles[number]
                if pile and takers[pile[-1]]:
                    for taker in takers[pile[-1]]:
                        step, after = space.to_home(here, number, taker)
                        if (key := space.key(after)) not in met:
                            met.add(key)
                            waiting.append((after, (trail, here, step)))
                    break
            else:
                ends.append((here, trail))
        return ends

    def _judge(self, state: Placed, view: _View) -> tuple[float, list[int]]:
        """What is against a position, and for each pile the soonest turn of its cards."""
        turns = self._piles.turns.of(state.home, state.left)
        cost = -float(sum(state.home))
        soonest = []
        for times in _by_copies(state, turns) if view.by_copies else _by_ranks(state, turns):
            least = LATE
            for time in times:
                if time > least:
                    cost += 1.0
                else:
                    least = time
            soonest.append(least)
            cost -= view.room * min(least, _LATEST)
        return cost, soonest


def _by_ranks(state: Placed, turns: list[list[int]]) -> list[list[int]]:
    """The turns of the cards of each pile: of each rank the first."""
    return [[turns[rank][0] for rank in pile] for pile in state.piles]


def _by_copies(state: Placed, turns: list[list[int]]) -> list[list[int]]:
    """The turns of the cards of each pile: of two of a rank the one under fewer has the sooner."""
    order = [
        (len(pile) - depth, pile[depth], number, depth)
        for number, pile in enumerate(state.piles)
        for depth in range(len(pile))
    ]
    order.sort()
    times = [[0] * len(pile) for pile in state.piles]
    given = [0] * len(turns)
    for _, rank, number, depth in order:
        times[number][depth] = turns[rank][given[rank]]
        given[rank] += 1
    return times
