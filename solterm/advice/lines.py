"""Known winning lines and the moves that stay on one, and positions known to be lost.

A solver found these lines with every card known to the player, or at the player's wish with every
card open. They are stored by position, so a player who leaves a line and comes back gets hints
along it again. After other moves, the rest of the line is tried from the new position.
"""

from collections.abc import Hashable, Sequence

from solterm.core.move import Move
from solterm.core.play.play import Play
from solterm.core.rules import Rules
from solterm.core.table import Table

_KEPT = 5000
"""The most positions to remember."""
_WIDER = frozenset(("x", "cheat", "level"))
"""The first words of the events after which a lost deal may still be won."""


class Lines:
    """The winning lines and the lost positions that are known."""

    def __init__(self) -> None:
        self._rest: dict[tuple[Hashable, Table], Sequence[Move]] = {}
        """The remaining moves of a line, by position."""
        self._last: tuple[Rules, Sequence[Move]] | None = None
        """The rules and remaining moves of the line followed last."""
        self._lost: set[tuple[Hashable, Table]] = set()
        """The positions that cannot be won, by their rules."""

    def learn(self, rules: Rules, table: Table, moves: Sequence[Move]) -> bool:
        """Remember a line if it is legal and wins from a table. Return whether it does."""
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

    def find(self, rules: Rules, table: Table, *, adapts: bool = True) -> Sequence[Move]:
        """Return the moves that stay on a line and win; none if no line is known.

        Unless it ``adapts``, the table must be on the line: whether the rest still wins after
        another move may depend on unseen cards.
        """
        rest = self._rest.get((rules, table))
        if rest is None and adapts and self._last and self._last[0] is rules:
            rest = _adapt(rules, table, self._last[1])
            if rest is not None and not self.learn(rules, table, rest):
                rest = None
        if rest is None:
            return ()
        self._last = rules, rest
        return rest

    def note_lost(self, rules: Rules, table: Table) -> None:
        """Remember that a position cannot be won."""
        self._lost.add((rules, table))

    def is_lost(self, rules: Rules, table: Table) -> bool:
        """Return whether a position is known to be lost."""
        return (rules, table) in self._lost

    def list_lost(self, play: Play) -> list[int]:
        """Return the numbers of a play's positions that are known to be lost; the deal has 0."""
        tables = enumerate((*play.passed, play.table))
        return [number for number, table in tables if self.is_lost(play.rules, table)]

    def is_deal_lost(self, play: Play) -> bool:
        """Return whether the deal is known to be lost, and the play never widened its rules."""
        is_known = self.is_lost(play.rules, opening(play))
        return is_known and _WIDER.isdisjoint(event.split()[0] for event in play.events)


def opening(play: Play) -> Table:
    """Return the position that a play began with."""
    return (*play.passed, play.table)[0]


def _adapt(rules: Rules, table: Table, moves: Sequence[Move]) -> Sequence[Move] | None:
    """Return a line without moves already made, or None if it no longer wins."""
    rest: list[Move] = []
    for move in moves:
        if rules.is_won(table):
            break
        if move in rules.legal_moves(table):
            rest.append(move)
            table = rules.make(table, move)
    return rest if rules.is_won(table) else None
