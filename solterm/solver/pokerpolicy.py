"""A policy for Poker's grid: put each card where its row and column promise most."""

from solterm.core import cards
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


class _Line:
    """The cards of a row or column, in any order."""

    __slots__ = ("_after", "_cards", "promise")

    def __init__(self, line: tuple[Card, ...]) -> None:
        self.promise = promise_of(line)
        self._cards = line
        self._after: dict[Card, _Line] = {}
        """The lines with one more card, as far as needed so far."""

    def add(self, card: Card) -> "_Line":
        """Return the line with another card; a full line stays as it is."""
        if (after := self._after.get(card)) is None:
            is_full = len(self._cards) == _FULL
            after = self._after[card] = self if is_full else _line_of((*self._cards, card))
        return after


def _line_of(line: tuple[Card, ...]) -> _Line:
    """Return a line; lines that promise the same whatever comes are one object."""
    ranks = tuple(sorted(map(cards.rank, line)))
    suits = frozenset(map(cards.suit, line))
    key = ranks, suits if len(suits) < 2 else None
    if (known := _LINES.get(key)) is None:
        known = _LINES[key] = _Line(line)
    return known


_LINES: dict[object, _Line] = {}


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
        lines = [_line_of(())] * len(rules.grid.lines)
        for cell, pile in enumerate(cells):
            if pile:
                for line in lines_of[cell]:
                    lines[line] = lines[line].add(pile[-1])
        free = {cell for cell, pile in enumerate(cells) if not pile}
        takers = {cell for cell, _ in rules.placing.takers(cells, rules.grid)}
        coming = (*table.piles[rules.index["h"]], *reversed(table.piles[rules.index["s"]]))
        for card in coming[: len(free)]:
            after = [line.add(card & ~DOWN) for line in lines]
            gains = [new.promise - old.promise for new, old in zip(after, lines, strict=True)]
            rises = {}
            for cell in takers:
                row, column = lines_of[cell]
                rises[cell] = gains[row] + gains[column]
            best = max(rises, key=rises.__getitem__)
            for line in lines_of[best]:
                lines[line] = after[line]
            free.remove(best)
            takers.remove(best)
            takers |= free.intersection(touching[best])
        return sum(line.promise for line in lines)
