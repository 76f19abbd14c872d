"""Widened rules: a level's own rules plus the moves of wider ones, for exceptions and cheats."""

from collections.abc import Iterator

from solterm.core.cards import Card
from solterm.core.move import Move
from solterm.core.refusal import Refusal
from solterm.core.rules import Rules
from solterm.core.table import Table


class Widened(Rules):
    """Rules that allow both a level's own moves and those of wider rules.

    Moves that the level allows keep their meaning and their result.
    """

    def __init__(self, own: Rules, wider: Rules) -> None:
        super().__init__(wider.game)
        self._own = own
        self._wider = wider

    def generate(self, table: Table) -> Iterator[Move]:
        wider = set[Move]()
        for move in self._wider.generate(table):
            wider.add(move)
            yield move
        yield from (move for move in self._own.generate(table) if move not in wider)

    def explain(self, table: Table, move: Move) -> str:
        return self._wider.explain(table, move)

    def make(self, table: Table, move: Move) -> Table:
        return self._rules_for(table, move).make(table, move)

    def glimpse(self, table: Table, move: Move) -> tuple[Card, ...]:
        return self._rules_for(table, move).glimpse(table, move)

    def makes_progress(self, table: Table, move: Move) -> bool:
        return self._rules_for(table, move).makes_progress(table, move)

    def nearest(self, table: Table, loose: Move, counted: bool) -> Move:
        return self._wider.nearest(table, loose, counted)

    def resolve(self, table: Table, text: str, known: Table | None = None) -> Move:
        try:
            move = self._own.resolve(table, text, known)
        except Refusal:
            return super().resolve(table, text, known)
        if move in self._own.legal_moves(table):
            return move
        move = super().resolve(table, text, known)
        if move in self.legal_moves(table):
            return move
        return self._wider.resolve(table, text, known)  # such as a pair in the other order

    def _rules_for(self, table: Table, move: Move) -> Rules:
        return self._own if move in self._own.legal_moves(table) else self._wider
