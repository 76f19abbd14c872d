"""Poker: a search for the best arrangement of known cards, and a policy for unknown ones.

A solver that sees all cards knows which 25 come, and in which order. A line of play is then an
arrangement of them on the grid. The search swaps pairs of cards until no swap helps, shakes the
arrangement up, and improves it again, as often as the limit allows (iterated local search). It
proves nothing: a better arrangement may exist.

The policy is for hints. It knows no coming card, and puts each one where its row and column promise
most.
"""

from collections.abc import Sequence
from functools import cache
from math import inf
from random import Random

from solterm.core.cards import DOWN, Card
from solterm.core.engines.grid import Grids
from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.core.vocabulary.grids import Anywhere, NextCard, Touching
from solterm.games.poker_squares import PokerHands, hand_of, promise_of
from solterm.solver.verdict import Finding, Verdict

_SHAKEN = 3
"""How many pairs of cards a shake-up swaps."""
_NEAR = 0.8
"""A search continues from an arrangement that has at least this share of the best one's points."""
_FULL = 5
"""The cards of a hand."""


def _grids_of(rules: Rules) -> Grids | None:
    """Return rules by which rows and columns are poker hands; None for others."""
    if type(rules) is not Grids or not isinstance(rules.goal, PokerHands):
        return None
    assert isinstance(rules, Grids), "it is of that type"
    is_known = rules.game.consequences == (NextCard(),)
    return rules if is_known and isinstance(rules.placing, Anywhere | Touching) else None


class PokerSearch:
    """A search for the best arrangement of the coming cards."""

    def __init__(self, rules: Grids, table: Table) -> None:
        self._rules = rules
        index = rules.index
        cells = rules.cells(table.piles)
        coming = (*table.piles[index["h"]], *reversed(table.piles[index["s"]]))
        self._free = [cell for cell, pile in enumerate(cells) if not pile]
        self._coming: list[Card] = [card & ~DOWN for card in coming[: len(self._free)]]
        self._grid: list[Card] = [pile[-1] if pile else 0 for pile in cells]
        self._touching = isinstance(rules.placing, Touching)
        self._lines = rules.grid.lines
        self._lines_of = [
            [number for number, line in enumerate(self._lines) if cell in line]
            for cell in range(rules.grid.size)
        ]
        self._random = Random(0)  # the same on every machine
        self.looked = 0
        self.best = -1
        self._best: list[Card] = []
        for cell, card in zip(self._first_order(), self._coming, strict=True):
            self._grid[cell] = card
        self._points = [self._score(number) for number in range(len(self._lines))]
        self._keep()

    @classmethod
    def of(cls, rules: Rules, table: Table) -> "PokerSearch | None":
        """Return the search from a table; None for rules it does not cover."""
        grids = _grids_of(rules)
        return cls(grids, table) if grids else None

    def _first_order(self) -> list[int]:
        placed = {cell for cell, card in enumerate(self._grid) if card}
        order: list[int] = []
        while len(order) < len(self._free):
            order.append(next(cell for cell in self._free if self._may(cell, placed)))
            placed.add(order[-1])
        return order

    def _may(self, cell: int, placed: set[int]) -> bool:
        if cell in placed:
            return False
        near = self._rules.grid.touching[cell]
        return not (self._touching and placed) or not placed.isdisjoint(near)

    def _can_be_placed(self) -> bool:
        if not self._touching:
            return True
        cell_of = {self._grid[cell]: cell for cell in self._free}
        placed = set(range(len(self._grid))).difference(self._free)
        for card in self._coming:
            if not self._may(cell_of[card], placed):
                return False
            placed.add(cell_of[card])
        return True

    def _score(self, line: int) -> int:
        return points(tuple(sorted(self._grid[cell] for cell in self._lines[line])))

    def _swap(self, one: int, other: int) -> int:
        grid = self._grid
        grid[one], grid[other] = grid[other], grid[one]
        gained = 0
        for line in {*self._lines_of[one], *self._lines_of[other]}:
            score = self._score(line)
            gained += score - self._points[line]
            self._points[line] = score
        return gained

    def go_on(self) -> None:
        """Shake up an arrangement that is nearly the best, and improve the result."""
        if len(self._free) > 1:
            if sum(self._points) < _NEAR * self.best:
                self._grid = self._best[:]
            for line in range(len(self._lines)):
                self._points[line] = self._score(line)
            for _ in range(_SHAKEN):
                pair = self._random.sample(self._free, 2)
                self._swap(*pair)
                if not self._can_be_placed():
                    self._swap(*pair)
        while self._improve():
            pass
        self._keep()

    def _improve(self) -> bool:
        for number, one in enumerate(self._free):
            for other in self._free[:number]:
                self.looked += 1
                if self._swap(one, other) > 0 and self._can_be_placed():
                    return True
                self._swap(one, other)
        return False

    def _keep(self) -> None:
        if sum(self._points) > self.best:
            self.best, self._best = sum(self._points), self._grid[:]

    def verdict(self, ended_by: str) -> Verdict:
        """Return the best arrangement found, and the moves that make it."""
        cell_of = {self._best[cell]: cell for cell in self._free}
        moves = tuple(Move("h", f"g{cell_of[card] + 1}") for card in self._coming)
        goal = self._rules.goal
        assert isinstance(goal, PokerHands), "it plays for hands"
        is_won, is_best = self.best >= goal.wins, len(self._free) < 2
        if is_won:
            finding, ended_by = Finding.WON, ""
        elif is_best:
            finding, ended_by = Finding.LOST, ""
        else:
            finding = Finding.UNDECIDED
        return Verdict(finding, moves, self.looked, ended_by, self.best, is_best)


@cache
def points(line: Sequence[Card]) -> int:
    """Return the points of five cards in order."""
    return int(hand_of(line))


# -- the policy ------------------------------------------------------------------------------------


class _Line(dict[Card, float]):
    """The cards of a row or column, and how much each further card raises its promise.

    The rises are worked out when they are asked for, and kept.
    """

    def __init__(self, line: tuple[Card, ...]) -> None:
        super().__init__()
        self.promise = promise_of(line)
        self.after: dict[Card, _Line] = {}
        """The lines with one more card, for the cards asked for."""
        self._cards = line

    def __missing__(self, card: Card) -> float:
        is_full = len(self._cards) == _FULL
        after = self.after[card] = self if is_full else _line_of((*self._cards, card))
        rise = self[card] = after.promise - self.promise
        return rise


def _line_of(line: tuple[Card, ...]) -> _Line:
    """Return a line; lines that promise the same whatever comes are one object."""
    ranks = sorted([card & 15 for card in line])
    suits = {card & ~15 for card in line}
    key = (*ranks, suits.pop() if len(suits) == 1 else -1)
    if (known := _LINES.get(key)) is None:
        known = _LINES[key] = _Line(line)
    return known


_LINES: dict[tuple[int, ...], _Line] = {}


class PokerPolicy:
    """Plays Poker to its end."""

    def __init__(self, rules: Grids) -> None:
        self._rules = rules
        self._lines_of = [
            tuple(number for number, line in enumerate(rules.grid.lines) if cell in line)
            for cell in range(rules.grid.size)
        ]

    @classmethod
    def of(cls, rules: Rules) -> "PokerPolicy | None":
        """Return the policy for grids whose rows and columns are poker hands."""
        grids = _grids_of(rules)
        return cls(grids) if grids else None

    def choices(self, table: Table) -> list[Move]:
        """Return all moves."""
        return list(self._rules.generate(table))

    def play(self, table: Table) -> float:
        """Play a table to its end and return the points."""
        rules, lines_of = self._rules, self._lines_of
        cells, touching = rules.cells(table.piles), rules.grid.touching
        lines = [
            _line_of(tuple(cells[cell][-1] for cell in line if cells[cell]))
            for line in rules.grid.lines
        ]
        free = {cell for cell, pile in enumerate(cells) if not pile}
        takers = {cell for cell, _ in rules.placing.takers(cells, rules.grid)}
        coming = (*table.piles[rules.index["h"]], *reversed(table.piles[rules.index["s"]]))
        for card in coming[: len(free)]:
            card &= ~DOWN
            rises = [line[card] for line in lines]
            best, most = -1, -inf
            for cell in takers:
                row, column = lines_of[cell]
                if (rise := rises[row] + rises[column]) > most:
                    best, most = cell, rise
            for line in lines_of[best]:
                lines[line] = lines[line].after[card]
            free.remove(best)
            takers.remove(best)
            takers |= free.intersection(touching[best])
        return sum(line.promise for line in lines)
