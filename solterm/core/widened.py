"""Widened rules: a level's own, and for one move wider ones."""

from collections.abc import Iterator

from solterm.core.cards import Card
from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.table import Table


class Widened(Rules):
    """Rules under which a move may follow either a level's own or wider ones: exceptions, cheats.

    What is legal without the exception stays legal, means the same and comes to the same.
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

    def leads_on(self, table: Table, move: Move) -> bool:
        return self._rules_for(table, move).leads_on(table, move)

    def nearest(self, table: Table, loose: Move, counted: bool) -> Move:
        return self._wider.nearest(table, loose, counted)

    def resolve(self, table: Table, text: str, known: Table | None = None) -> Move:
        try:
            move = self._own.resolve(table, text, known)
        except ValueError:
            return super().resolve(table, text, known)
        if move in self._own.legal_moves(table):
            return move
        move = super().resolve(table, text, known)
        if move in self.legal_moves(table):
            return move
        return self._wider.resolve(table, text, known)  # a pair the other way round, and the like

    def _rules_for(self, table: Table, move: Move) -> Rules:
        """The rules that a legal move follows."""
        return self._own if move in self._own.legal_moves(table) else self._wider
