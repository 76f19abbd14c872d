"""Accordion: a row of piles that closes up.

Only the end cards matter, and each move makes the row one pile shorter. So all positions of a stage
have as many piles, and a beam compares them.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import ClassVar

from solterm.core.cards import DOWN, is_red
from solterm.core.engines.rows import Rows
from solterm.core.groups import RowGroup
from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.searches.search_space import SearchSpace
from solterm.core.table import Table
from solterm.core.vocabulary.builds import Match
from solterm.core.vocabulary.goals import OnePile
from solterm.solver.declared import plays_as

Row = tuple[bytes, bytes]
"""A position: the end card of each pile, and the number of its cards."""

_VIEWS = (
    *((1.0, 8.0), (1.0, 4.0), (0.6, 6.0), (0.6, 12.0), (1.5, 6.0)),
    *((0.3, 8.0), (1.0, 6.0), (0.8, 10.0), (0.5, 4.0), (1.2, 12.0)),
)
"""The weights of the estimates: of moves over several places, compared with moves to the next pile,
and of how few suits and ranks are left. Found by experiment.
"""


class Accordion(SearchSpace[Row, int]):
    """The positions of such games. A step holds the places that a pile leaves and goes to."""

    pace = 10
    has_stages: ClassVar[bool] = True

    def __init__(self, rules: Rows, row: RowGroup) -> None:
        self._ids = list(rules.ids)
        self._steps = list(row.steps)
        self._fits = bytes([_fits(row, one, other) for one in range(DOWN) for other in range(DOWN)])
        """For each two cards, whether one goes on the other."""

    @classmethod
    def of(cls, rules: Rules) -> "Accordion | None":
        """Return the form of games in which one row closes up into one pile."""
        groups = rules.game.groups
        if not isinstance(rules, Rows) or len(groups) > 1:
            return None
        return cls(rules, RowGroup.of(groups[0])) if plays_as(rules, Rows, "t", OnePile()) else None

    def start(self, table: Table) -> Row:
        piles = [pile for pile in table.piles if pile]
        return bytes([pile[-1] & ~DOWN for pile in piles]), bytes(map(len, piles))

    def key(self, state: Row) -> bytes:
        return state[0]

    def is_won(self, state: Row) -> bool:
        return len(state[0]) == 1

    def stage(self, state: Row) -> int:
        return -len(state[0])

    def ways(self, state: Row) -> Iterator[tuple[int, Row]]:
        ends, sizes = state
        fits = self._fits
        for src in range(1, len(ends)):
            row = ends[src] * DOWN
            for step in self._steps:
                dst = src - step
                if dst < 0 or not fits[row + ends[dst]]:
                    continue
                after, here = dst + 1, src + 1
                size = bytes([sizes[src] + sizes[dst]])
                yield (
                    src << 8 | dst,
                    (
                        ends[:dst] + ends[src:here] + ends[after:src] + ends[here:],
                        sizes[:dst] + size + sizes[after:src] + sizes[here:],
                    ),
                )

    def moves(self, state: Row, step: int) -> tuple[Move, ...]:
        src, dst = step >> 8, step & 255
        return (Move(self._ids[src], self._ids[dst], state[1][src]),)

    def worth(self, state: Row) -> float:
        return self._judge(state, *_VIEWS[0])

    def worths(self) -> tuple[Callable[[Row], float], ...]:
        return tuple(partial(self._judge, far=far, likeness=likeness) for far, likeness in _VIEWS)

    def _judge(self, state: Row, far: float, likeness: float) -> float:
        """Count the moves, and the pairs of cards of one suit or rank."""
        ends, fits = state[0], self._fits
        moves = 0.0
        for step in self._steps:
            count = 0
            for at in range(step, len(ends)):
                count += fits[ends[at] * DOWN + ends[at - step]]
            moves += count if step == 1 else far * count
        ranks = [0] * 16
        suits = [0] * 4
        for end in ends:
            ranks[end & 15] += 1
            suits[end >> 4] += 1
        pairs = 0
        for count in suits:
            pairs += count * count
        for count in ranks:
            pairs += 2 * count * count
        return moves + likeness * pairs / len(ends)


def _fits(row: RowGroup, one: int, other: int) -> bool:
    if one & 15 == other & 15:
        return True
    if row.match is Match.COLOUR:
        return is_red(one) == is_red(other)
    return one >> 4 == other >> 4
