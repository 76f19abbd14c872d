"""Runs in golfs: choose the run to play before the stock is turned.

A run is rated by the cards it leaves. Tall columns count more than short ones, because only the end
card of a column can be played. The more ranks would let a column continue, the better. Before the
stock shows its next card, these ratings are averaged over the cards that it may be, each followed
by its best run. So a card may stay behind for a longer run later.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Self

from solterm.core.cards import DOWN, UNKNOWN
from solterm.core.groups import CoverGroup
from solterm.core.move import Move
from solterm.core.play.view import View
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.core.values import replace
from solterm.core.vocabulary.actions import DealRow
from solterm.core.vocabulary.builds import Build, Match
from solterm.core.vocabulary.goals import Cleared
from solterm.core.vocabulary.policies import Lift

_RUNS, _NEXT_RUNS = 400, 60
"""The most positions of a run to compare, now and after the next card."""
_RATED = 40
"""How many of them to rate by the cards that may come next."""
_TALL, _OPEN = 0.2, 0.3
"""The charge for a column, times the square of its height, and the credit for a rank that lets a
column continue."""
_CLEARED = 30.0
"""The credit for clearing the tableau."""

_TURN = Move("s")
_DEAL = DealRow(("f",))
"""How the stock of a golf is turned."""

_Heights = tuple[int, ...]
_Moves = tuple[Move, ...]


def deals_to_foundation(rules: Rules) -> bool:
    """Return whether the stock is dealt to the foundation, one card at a time, as in golf."""
    return "s" in rules.index and rules.game.group("s").action == _DEAL


def find_free(rules: Rules, table: Table) -> Move | None:
    """Return a play that costs no run where the stock is turned next: nothing goes on its card."""
    if not deals_to_foundation(rules):
        return None
    build = CoverGroup.of(rules.game.group("f")).build
    plays = (move for move in rules.legal_moves(table) if move.dst == "f")
    ends = ((move, table.piles[rules.index[move.src]][-1]) for move in plays)
    return next((move for move, card in ends if build and not build.takes[card]), None)


class Runs:
    """Rates the runs of a golf."""

    def __init__(self, view: View, build: Build, columns: int) -> None:
        table, index = view.table, view.rules.index
        self._takes = build.ranks_taken
        self._lets = [
            sum(1 << top for top in range(1, 14) if self._takes[top] >> rank & 1)
            for rank in range(14)
        ]
        names = [f"t{number + 1}" if columns > 1 else "t" for number in range(columns)]
        self._plays = [Move(name, "f") for name in names]
        self._columns = [tuple(card & 15 for card in table.piles[index[name]]) for name in names]
        foundation, stock = table.piles[index["f"]], table.piles[index["s"]]
        self._top = foundation[-1] & 15 if foundation else 0
        coming = view.unseen if stock and stock[-1] & ~DOWN == UNKNOWN else stock[-1:]
        self._coming = Counter(card & 15 for card in coming)
        self._after: dict[_Heights, float] = {}
        self._free = find_free(view.rules, table)

    @classmethod
    def of(cls, view: View) -> Self | None:
        """Return the runs of a view; None if the game is not a golf with open columns."""
        game = view.rules.game
        groups = {group.kind: CoverGroup.of(group) for group in game.groups}
        if sorted(groups) != ["f", "s", "t"] or not isinstance(game.goal, Cleared):
            return None
        foundation, columns = groups["f"], groups["t"]
        build = foundation.build
        known = (
            build
            and build.match is Match.ANY
            and groups["s"].action == _DEAL
            and not foundation.capacity
            and replace(columns, name="", fanned=False, reveals=0)
            == CoverGroup("t", columns.count, lift=Lift.TOP, goes_to="f")
            and not game.consequences
            and UNKNOWN not in {card & ~DOWN for pile in _columns(view) for card in pile}
        )
        return cls(view, build, columns.count) if known and build else None

    def find_best(self) -> _Moves:
        """Return the moves of the best run, or the turn of the stock if that is better."""
        ways: dict[_Heights, _Moves] = {}
        start = tuple(map(len, self._columns))
        for heights, _, moves in self._reach(start, self._top, _RUNS):
            ways.setdefault(heights, moves)
        best = sorted(ways, key=self._rate, reverse=True)[:_RATED]
        if self._coming and any(best[0]):
            return ways[max(best, key=self._expect)] or (self._free or _TURN,)
        return ways[min(ways, key=sum)]

    def _reach(
        self, heights: _Heights, top: int, most: int
    ) -> Iterator[tuple[_Heights, int, _Moves]]:
        """Yield the positions that runs lead to, with the moves to each."""
        met = {(heights, top)}
        queue: list[tuple[_Heights, int, _Moves]] = [(heights, top, ())]
        for heights, top, moves in queue:
            yield heights, top, moves
            takes = self._takes[top]
            for number, height in enumerate(heights):
                if height and takes >> (rank := self._columns[number][height - 1]) & 1:
                    after = (*heights[:number], height - 1, *heights[number + 1 :])
                    if (after, rank) not in met and len(met) < most:
                        met.add((after, rank))
                        queue.append((after, rank, (*moves, self._plays[number])))

    def _rate(self, heights: _Heights) -> float:
        """Return the rating of the columns that a run leaves."""
        if not any(heights):
            return _CLEARED
        lets, rating = 0, 0.0
        for column, height in zip(self._columns, heights, strict=True):
            if height:
                lets |= self._lets[column[height - 1]]
                rating -= height + _TALL * height * height
        return rating + _OPEN * lets.bit_count()

    def _expect(self, heights: _Heights) -> float:
        """Return the average rating after the next card of the stock and its best run."""
        if heights not in self._after:
            rating = 0.0
            for rank, count in self._coming.items():
                rating += count * max(
                    self._rate(after) for after, _, _ in self._reach(heights, rank, _NEXT_RUNS)
                )
            self._after[heights] = rating / self._coming.total()
        return self._after[heights]


def _columns(view: View) -> list[tuple[int, ...]]:
    index = view.rules.index
    return [pile for name, pile in zip(index, view.table.piles, strict=True) if name[0] == "t"]
