"""Stock turns as part of the move they lead to.

A turn changes only the stock and the piles it turns cards onto. A move that touches neither is
legal before the turn if it is legal after it, with the same effect, so it may as well come first.
That leaves steps of several turns and then a move with the cards they brought up. If the number of
passes is unlimited, the present turn does not matter either, only which cards turning can bring up.
"""

from collections.abc import Hashable, Iterator
from typing import NamedTuple

from solterm.core.cards import DOWN
from solterm.core.engines.builders import Builders
from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.core.vocabulary.actions import TurnToSlot
from solterm.core.vocabulary.consequences import Consequence, CourtLeaves, Lock, Refill
from solterm.core.vocabulary.pairs import When
from solterm.core.vocabulary.policies import Condition, TurnStock
from solterm.core.vocabulary.spaces import FirstFrom, ReserveThen
from solterm.solver.derived.policies import named_piles, policies


class _Turn(NamedTuple):
    """How a game turns its stock."""

    move: Move
    touched: frozenset[str]
    """The piles that a turn changes."""
    packet: int
    """Cards in a turn."""
    is_endless: bool


class Turning:
    """The stock of a game that turns it onto a pile."""

    def __init__(self, rules: Rules, turn: _Turn) -> None:
        self._rules = rules
        self._turn = turn
        self._stock = rules.index["s"]
        self._waste = rules.index.get("w", 0)

    @classmethod
    def of(cls, rules: Rules) -> "Turning | None":
        """Return that of a game; None if it has no such stock, or a turn has other effects."""
        group = next((group for group in rules.game.groups if group.kind == "s"), None)
        action = group.action if group else None
        if type(action) is TurnStock:
            touched = frozenset({action.stock, action.waste})
            turn = _Turn(Move("s"), touched, action.count, action.passes is None)
        elif type(action) is TurnToSlot:
            touched = frozenset({action.stock, action.slot, action.waste or action.slot})
            turn = _Turn(Move("s"), touched, 1, False)
        else:
            return None
        return cls(rules, turn) if _stands_alone(rules, touched) else None

    def ways(self, table: Table) -> Iterator[tuple[tuple[Move, ...], Table]]:
        """Yield single moves, and moves of the cards that some turns bring up, with these turns."""
        rules, turn, touched = self._rules, self._turn.move, self._turn.touched
        for move in rules.generate(table):
            if move != turn:
                yield (move,), rules.make(table, move)
        turns: tuple[Move, ...] = ()
        met = {table}
        here = table
        while turn in rules.legal_moves(here):
            here = rules.make(here, turn)
            if here in met:
                return
            met.add(here)
            turns += (turn,)
            for move in rules.generate(here):
                if move != turn and (move.src in touched or move.dst in touched):
                    yield (*turns, move), rules.make(here, move)

    def rest(self, table: Table) -> Hashable:
        """Return what stock and waste amount to: equal if turning brings up the same cards."""
        waste, stock = table.piles[self._waste], table.piles[self._stock]
        if not self._turn.is_endless:
            return None
        order = tuple([card & ~DOWN for card in (*waste, *reversed(stock))])
        turned = len(waste)
        again = not turned % self._turn.packet or not stock
        return order, 0 if again else turned


def _stands_alone(rules: Rules, touched: frozenset[str]) -> bool:
    """Return whether only moves from and to the piles that a turn changes depend on them.

    A space that takes cards depending on their source counts as such a move.
    """
    if type(rules).settle is not Builders.settle:
        return False
    for policy in policies(rules.game):
        if isinstance(policy, Condition | When):
            return False
        if isinstance(policy, Consequence) and not isinstance(policy, Lock | CourtLeaves | Refill):
            return False
        asks = not isinstance(policy, TurnStock | TurnToSlot | FirstFrom | ReserveThen)
        if asks and named_piles(policy, rules.game) & touched:
            return False
    return True
