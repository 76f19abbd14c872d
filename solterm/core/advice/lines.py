"""Winning lines that are known, and the move that stays on one.

Each line was found with every card known to the player. It is kept by position, so that a player
who leaves it and comes back is led on along it. Where other moves were made in between, it is
tried whether the rest of the line still wins.
"""

from collections.abc import Hashable, Sequence

from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.table import Table

_KEPT = 5000
"""How many positions are remembered."""


class Lines:
    """The winning lines of one play."""

    def __init__(self) -> None:
        self._rest: dict[tuple[Hashable, Table], Sequence[Move]] = {}
        """What is left of a line at each of its positions."""
        self._last: tuple[Rules, Sequence[Move]] | None = None
        """What was left of the line that was followed last."""

    def learn(self, rules: Rules, table: Table, moves: Sequence[Move]) -> bool:
        """Keep a line if it is legal and wins from a table; return whether it does."""
        tables = []
        for move in moves:
            if move not in rules.legal_moves(table):
                return False
            tables.append(table)
            table = rules.make(table, move)
        if not (tables and rules.is_won(table)):
            return False
        if len(self._rest) + len(tables) > _KEPT:
            self._rest.clear()
        self._rest.update({(rules, at): moves[made:] for made, at in enumerate(tables)})
        self._last = rules, moves
        return True

    def find(self, rules: Rules, table: Table) -> Move | None:
        """Return the move that stays on a line, if a line leads on from a table."""
        rest = self._rest.get((rules, table))
        if rest is None and self._last and self._last[0] is rules:
            rest = _adapt(rules, table, self._last[1])
            if rest is not None and not self.learn(rules, table, rest):
                rest = None
        if rest is None:
            return None
        self._last = rules, rest
        return rest[0]


def _adapt(rules: Rules, table: Table, moves: Sequence[Move]) -> Sequence[Move] | None:
    """Return a line without the moves that were made already, or None where it no longer wins."""
    rest: list[Move] = []
    for move in moves:
        if rules.is_won(table):
            break
        if move in rules.legal_moves(table):
            rest.append(move)
            table = rules.make(table, move)
    return rest if rules.is_won(table) else None
