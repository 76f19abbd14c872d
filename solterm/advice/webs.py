"""Games whose finished suits leave: choose the arrangement to build before the next row.

A position is rated by its columns: cards of one suit in sequence count most, other sequences
little, a card that breaks a sequence and a face-down card count against it. An empty column counts
hardly, because it is worth what it lets you build. A search looks through the arrangements that
can be reached without a card never seen before, the best first.
"""

from collections.abc import Collection, Sequence
from heapq import heappop, heappush
from itertools import count, pairwise
from typing import Self

from solterm.core import cards
from solterm.core.cards import DOWN, UNKNOWN
from solterm.core.groups import BuilderGroup
from solterm.core.idle import is_dead
from solterm.core.move import Move
from solterm.core.play.view import View
from solterm.core.table import Pile, Table

_SUITED, _MIXED, _BREAK = 20, 4, -8
"""The worth of two cards on each other: in sequence and of one suit, in sequence, and not."""
_EMPTY, _DOWN, _TURNED = 5, -30, 25
"""The worth of an empty column, of a face-down card, and of a card never seen before."""
_FINISHED = 250
"""The worth of a suit that has left."""
_STEP = 0.5
"""The cost of a move."""
_POSITIONS = 150
"""Positions to look at."""
_LONGEST = 12
"""Moves to an arrangement."""


class Webs:
    """Rates arrangements of columns from which whole suits leave."""

    def __init__(self, view: View) -> None:
        self._rules, self._start = view.rules, view.table
        self._columns = [at for name, at in view.rules.index.items() if name[0] == "t"]
        self._rated: dict[Pile, float] = {}

    @classmethod
    def of(cls, view: View) -> Self | None:
        """Return the arrangements of a view; None if no whole suits leave in its game."""
        groups = map(BuilderGroup.of, view.rules.game.groups)
        return cls(view) if any(group.takes_suits for group in groups) else None

    def find_best(self, met: Sequence[Table] = (), back: Collection[Move] = ()) -> tuple[Move, ...]:
        """Return the moves to the best arrangement; none if one that was ``met`` is as good.

        An arrangement that leaves no useful move is none, however well it is rated. The first move
        is none of those ``back``, which lead to earlier positions.
        """
        rules, start = self._rules, self._start
        best = max(map(self._rate, (start, *met)))
        better: list[tuple[Table, tuple[Move, ...]]] = []
        known, order = {start}, count()
        queue = [(-best, next(order), start, tuple[Move, ...]())]
        for _ in range(_POSITIONS):
            if not queue:
                break
            *_, table, path = heappop(queue)
            for move in rules.legal_moves(table):
                after = rules.make(table, move)
                if rules.is_turn(move) or after in known or (not path and move in back):
                    continue
                known.add(after)
                further = (*path, move)
                rating = self._rate(after) - _STEP * len(further)
                if rating > best:
                    best = rating
                    better.append((after, further))
                if len(further) < _LONGEST and not self._shows_news(after):
                    heappush(queue, (-rating, next(order), after, further))
        ways = (way for table, way in reversed(better) if not self._is_dead(table))
        return next(ways, ())

    def _is_dead(self, table: Table) -> bool:
        return not self._shows_news(table) and is_dead(self._rules, table)

    def _shows_news(self, table: Table) -> bool:
        return any(table.piles[at][-1:] == (UNKNOWN,) for at in self._columns)

    def _rate(self, table: Table) -> float:
        suits = self._rules.count_scored(table) // 13
        return _FINISHED * suits + sum(self._rate_column(table.piles[at]) for at in self._columns)

    def _rate_column(self, pile: Pile) -> float:
        if pile not in self._rated:
            hidden = sum(bool(card & DOWN) for card in pile)
            turned = pile[hidden:].count(UNKNOWN)
            rating = float(_DOWN * hidden + _TURNED * turned) if pile else float(_EMPTY)
            for lower, upper in pairwise(pile[hidden:]):
                if UNKNOWN not in (lower, upper):
                    rating += _worth(lower, upper)
            self._rated[pile] = rating
        return self._rated[pile]


def _worth(lower: int, upper: int) -> int:
    if cards.rank(lower) != cards.rank(upper) + 1:
        return _BREAK
    return _SUITED if cards.suit(lower) == cards.suit(upper) else _MIXED
