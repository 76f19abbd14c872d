"""Golf: columns played onto one pile, as the heights of the columns and the rank on top.

Suits are looked at by no rule and cards leave a column from its end only, so that a position is how
high each column stands, how many cards of the stock are turned, and which rank lies on top.
"""

from collections.abc import Iterator
from typing import ClassVar

from solterm.core import cards
from solterm.core.engines.builders import Builders
from solterm.core.game import Group
from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.table import Pile, Table
from solterm.core.vocabulary.actions import DealRow
from solterm.core.vocabulary.builds import Build, Match
from solterm.core.vocabulary.goals import Cleared
from solterm.core.vocabulary.policies import Lift
from solterm.solver.declared import draws_under, group_of, kinds_of, plays_as
from solterm.solver.space import Space

_TURN = -1
"""The step that turns the stock; the others are the numbers of columns."""
_WIDE = 6
"""Bits for how high a column stands, and for how many cards of the stock are left."""
_MASK = (1 << _WIDE) - 1
_RANK = 4
"""Bits for a rank, or for how many cards of one rank are left."""

_Chain = tuple[int, tuple[tuple[int, int], ...]]
"""A row of ranks that are wanted, two apart: which rank offers a place below the first of them,
then for each which is wanted and which offers one above it. Ranks stand for their places in a count
of ranks, and 0 for none that offers."""


class Golf(Space[int, int]):
    """The positions of a golf: one integer each.

    From the low end: the rank on top, the cards left in the stock, the height of each column.
    """

    pace = 5

    def __init__(self, rules: Rules, build: Build, columns: int) -> None:
        self._place = rules.index
        self._takes = tuple(_ranks_taken(build, rank) for rank in range(cards.KING + 1))
        self._chains = _chains(build)
        self._turn = Move("s")
        self._names = [f"t{number + 1}" if columns > 1 else "t" for number in range(columns)]
        self._shifts = [_RANK + _WIDE * (number + 1) for number in range(columns)]
        self._plays = [Move(name, "f") for name in self._names]

    @classmethod
    def of(cls, rules: Rules) -> "Golf | None":
        """The form of games in which columns are played onto the pile the stock is turned on."""
        game = rules.game
        foundation, columns = group_of(game, "f"), group_of(game, "t")
        if not (foundation and columns and foundation.build):
            return None
        known = (
            plays_as(rules, Builders)
            and kinds_of(game) == "fst"
            and group_of(game, "s") == Group("s", action=DealRow(("f",)))
            and foundation == Group("f", build=foundation.build)
            and foundation.build.match is Match.ANY
            and columns == Group("t", columns.count, lift=Lift.TOP, to="f")
            and isinstance(game.goal, Cleared)
            and not game.consequences
            and not draws_under(game)
        )
        return cls(rules, foundation.build, columns.count) if known else None

    # -- positions -------------------------------------------------------------------------

    def start(self, table: Table) -> int:
        columns = [_ranks(table.piles[self._place[name]]) for name in self._names]
        self._columns = [(0, *ranks) for ranks in columns]
        self._stock = (0, *_ranks(table.piles[self._place["s"]]))
        self._in_stock = _counts(self._stock[1:])
        self._in_column = [_counts(ranks) for ranks in columns]
        foundation = table.piles[self._place["f"]]
        state = (len(self._stock) - 1) << _RANK | (foundation[-1] & 15 if foundation else 0)
        for ranks, shift in zip(columns, self._shifts, strict=True):
            state |= len(ranks) << shift
        return state

    def ways(self, state: int) -> Iterator[tuple[int, int]]:
        takes = self._takes[state & 15]
        without = state & ~15
        for number, shift in enumerate(self._shifts):
            rank = self._columns[number][state >> shift & _MASK]
            if takes >> rank & 1:
                yield number, (without | rank) - (1 << shift)
        if left := state >> _RANK & _MASK:
            yield _TURN, (without | self._stock[left]) - (1 << _RANK)

    def is_won(self, state: int) -> bool:
        return not state >> _RANK + _WIDE

    def moves(self, state: int, step: int) -> tuple[Move, ...]:
        return (self._turn if step == _TURN else self._plays[step],)

    # -- what promises much, and what nothing ----------------------------------------------

    _PER_CARD: ClassVar[float] = 3.0
    """What a card played off the columns is worth, a card of the stock being worth 1."""

    def worth(self, state: int) -> float:
        left = sum(state >> shift & _MASK for shift in self._shifts)
        return (state >> _RANK & _MASK) - self._PER_CARD * left

    def is_dead(self, state: int) -> bool:
        """Are there too few cards for those of the columns to follow on?

        In a way to a win each card of the columns is laid on a card that takes it: on the top
        card, on one turned from the stock, or on one of the columns. On each card at most one is
        laid. So there is a pairing off in which every card of the columns has a card of its own
        that takes it, and where there is none the position is lost. Where only neighbours in rank
        follow each other and no corner is turned, cards of odd rank want cards of even rank and
        the other way round; each half is a row of ranks, in which it is best to give to the
        lowest rank first, and first from below.
        """
        if not self._chains:
            return False
        wanted = 0
        for counts, shift in zip(self._in_column, self._shifts, strict=True):
            wanted += counts[state >> shift & _MASK]
        offered = wanted + self._in_stock[state >> _RANK & _MASK] + (1 << _RANK * (state & 15))
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


def _ranks(pile: Pile) -> tuple[int, ...]:
    return tuple(card & 15 for card in pile)


def _ranks_taken(build: Build, rank: int) -> int:
    """The mask of the ranks that go on a rank; on an empty foundation none."""
    taken = build.takes[cards.card(rank, 0)] if rank else 0
    return sum(1 << each for each in range(1, cards.KING + 1) if taken >> cards.card(each, 0) & 1)


def _counts(ranks: tuple[int, ...]) -> list[int]:
    counts = [0]
    for rank in ranks:
        counts.append(counts[-1] + (1 << _RANK * rank))
    return counts


def _chains(build: Build) -> tuple[_Chain, ...]:
    """The two rows of ranks of a build in which only neighbours follow each other; else none."""
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
