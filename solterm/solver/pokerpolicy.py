"""A policy for Poker's grid: put each card where its row and column promise most."""

from math import inf

from solterm.core.cards import DOWN, Card
from solterm.core.engines.grid import Grids
from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.core.vocabulary.grids import Anywhere, NextCard, Touching
from solterm.games.poker import PokerHands
from solterm.games.pokerodds import promise_of

_FULL = 5
"""The cards of a hand."""


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
        known = type(rules) is Grids and isinstance(rules.goal, PokerHands)
        if not known or rules.game.consequences != (NextCard(),):
            return None
        assert isinstance(rules, Grids), "it is of that type"
        return cls(rules) if isinstance(rules.placing, Anywhere | Touching) else None

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
