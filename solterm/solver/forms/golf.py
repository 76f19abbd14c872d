"""Golf and Black Hole: positions as the heights of the columns and the rank on top.

No rule looks at suits, and cards leave a column only from its end. The height of each column, the
size of the stock and the rank on top make a position. One integer holds them all, of a machine word
mostly, which makes a position several times as fast as one of the general space.
"""

from collections.abc import Iterator
from typing import ClassVar

from solterm.core import cards
from solterm.core.engines.builders import UpOrDown
from solterm.core.groups import CoverGroup
from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.searches.search_space import SearchSpace
from solterm.core.table import Pile, Table
from solterm.core.vocabulary.actions import DealRow
from solterm.core.vocabulary.builds import Build, Match
from solterm.core.vocabulary.goals import Cleared
from solterm.core.vocabulary.policies import Lift
from solterm.solver.declared import group_of, plays_as

_TURN = -1
"""The step that turns the stock; the others are the numbers of columns."""
_STOCK = 6
"""Bits for the size of the stock."""
_STOCK_MASK = (1 << _STOCK) - 1
_RANK = 4
"""Bits for a rank, or for the number of cards of one rank."""

_ROUND = tuple(
    (_RANK * (step % cards.KING + 1), _RANK * ((step + 1) % cards.KING + 1))
    for step in range(0, 4 * cards.KING, 2)
)
"""Each rank of the ring and the next one, twice round in steps of two, as shifts in a count."""

_Chain = tuple[int, tuple[tuple[int, int], ...]]
"""A row of ranks, two apart, that the columns want: first the rank that offers a place below the
first of them, then for each one its own place and the rank above it that offers one. The numbers
are shifts in a count of ranks, 0 for none.
"""


class Golf(SearchSpace[int, int]):
    """The positions of a golf, one integer each.

    From the low end it has the rank on top, the size of the stock, and the height of each column.
    """

    pace = 5

    def __init__(self, rules: Rules, build: Build, columns: int) -> None:
        self._place = rules.index
        self.has_stock = "s" in rules.index
        self._takes = build.ranks_taken
        self._chains = _chains(build)
        self._is_ring = build.wrap and set(build.steps) == {-1, 1} and not build.stop
        self._turn = Move("s")
        self._names = [f"t{number + 1}" if columns > 1 else "t" for number in range(columns)]
        self._plays = [Move(name, "f") for name in self._names]

    @classmethod
    def of(cls, rules: Rules) -> "Golf | None":
        """Return the form of games whose columns are played onto the pile of turned cards."""
        game = rules.game
        foundation, columns = group_of(game, "f"), group_of(game, "t")
        if not (foundation and columns and foundation.build):
            return None
        if stock := group_of(game, "s"):
            is_played = isinstance(rules.goal, Cleared) and plays_as(
                rules, UpOrDown, "fst", rules.goal
            )
        else:
            is_played = plays_as(rules, UpOrDown, "ft")
        known = (
            is_played
            and stock in (None, CoverGroup("s", action=DealRow(("f",))))
            and foundation == CoverGroup("f", build=foundation.build)
            and foundation.build.match is Match.ANY
            and columns == CoverGroup("t", columns.count, lift=Lift.TOP, goes_to="f")
        )
        return cls(rules, foundation.build, columns.count) if known else None

    # -- positions -------------------------------------------------------------------------

    def start(self, table: Table) -> int:
        columns = [_ranks(table.piles[self._place[name]]) for name in self._names]
        self._columns = [(0, *ranks) for ranks in columns]
        self._stock = (0, *_ranks(table.piles[self._place["s"]] if self.has_stock else ()))
        self._in_stock = _counts(self._stock[1:])
        self._in_column = [_counts(ranks) for ranks in columns]
        wide = max(map(len, columns)).bit_length()
        self._mask = (1 << wide) - 1
        self._shifts = [_RANK + _STOCK + wide * number for number in range(len(columns))]
        foundation = table.piles[self._place["f"]]
        state = (len(self._stock) - 1) << _RANK | (foundation[-1] & 15 if foundation else 0)
        for ranks, shift in zip(columns, self._shifts, strict=True):
            state |= len(ranks) << shift
        return state

    def ways(self, state: int) -> Iterator[tuple[int, int]]:
        takes = self._takes[state & 15]
        without, mask = state & ~15, self._mask
        for number, shift in enumerate(self._shifts):
            rank = self._columns[number][state >> shift & mask]
            if takes >> rank & 1:
                yield number, (without | rank) - (1 << shift)
        if left := state >> _RANK & _STOCK_MASK:
            yield _TURN, (without | self._stock[left]) - (1 << _RANK)

    def is_won(self, state: int) -> bool:
        return not state >> _RANK + _STOCK

    def moves(self, state: int, step: int) -> tuple[Move, ...]:
        return (self._turn if step == _TURN else self._plays[step],)

    # -- estimates and proofs --------------------------------------------------------------

    _PER_CARD: ClassVar[float] = 3.0
    """The value of a card played off the columns; a card of the stock is worth 1."""

    def worth(self, state: int) -> float:
        heights = [state >> shift & self._mask for shift in self._shifts]
        if not self.has_stock:  # each play is one card less, so favour even columns
            return -sum([height**2 for height in heights])
        return (state >> _RANK & _STOCK_MASK) - self._PER_CARD * sum(heights)

    def is_dead(self, state: int) -> bool:
        """Whether there are too few cards for those of the columns to follow.

        A winning line puts each card of the columns on a card that takes it: the top card, one
        turned from the stock, or one of the columns. It puts at most one on each. So every card of
        the columns can be matched with a card that takes it, and without such a matching the
        position is lost. If only neighbours in rank follow each other and no corner is turned, odd
        ranks need even ones and vice versa. Each half is a row of ranks, in which it is optimal to
        serve the lowest rank first, and first from below. If they turn the corner, the matching
        fails where an arc of every other rank lacks cards between and beside them (Hall's theorem).
        """
        if not (self._chains or self._is_ring):
            return False
        wanted, mask = 0, self._mask
        for counts, shift in zip(self._in_column, self._shifts, strict=True):
            wanted += counts[state >> shift & mask]
        offered = wanted + (1 << _RANK * (state & 15))
        offered += self._in_stock[state >> _RANK & _STOCK_MASK]
        if self._is_ring:
            return _lacks_on_ring(wanted, offered)
        for first, chain in self._chains:
            below = offered >> first & 15 if first else 0
            for shift, above in chain:
                lacking = (wanted >> shift & 15) - below
                below = offered >> above & 15 if above else 0
                if lacking > 0:
                    below -= lacking
                    if below < 0:
                        return True
        return False


def _lacks_on_ring(wanted: int, offered: int) -> bool:
    """Whether cards at every other rank of an arc outnumber those offered around them.

    In steps of two, the ranks are a ring too, and such an arc is a row of neighbours there.
    ``lacking`` is the most that an arc with its end here lacks; two rounds meet every arc.
    """
    before = offered >> _RANK * cards.KING & 15
    lacking = -before
    for at, above in _ROUND:
        after = offered >> above & 15
        lacking = max(lacking, -before) + (wanted >> at & 15) - after
        if lacking > 0:
            return True
        before = after
    return False


def _ranks(pile: Pile) -> tuple[int, ...]:
    return tuple(card & 15 for card in pile)


def _counts(ranks: tuple[int, ...]) -> list[int]:
    counts = [0]
    for rank in ranks:
        counts.append(counts[-1] + (1 << _RANK * rank))
    return counts


def _chains(build: Build) -> tuple[_Chain, ...]:
    """Return the two rows of ranks if only neighbours follow each other; else none."""
    if build.wrap or set(build.steps) - {-1, 1}:
        return ()
    offering = [
        0 if rank > cards.KING or rank == build.stop else _RANK * rank
        for rank in range(cards.KING + 2)
    ]
    return tuple(
        (
            offering[first - 1],
            tuple((_RANK * rank, offering[rank + 1]) for rank in range(first, cards.KING + 1, 2)),
        )
        for first in (1, 2)
    )
