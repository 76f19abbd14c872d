"""Idle moves: detect that no move is useful any more, given what the player has seen.

A move is useful if it brings a card home, turns one up, takes one from a reserve, plays one from
stock, waste or hand, shows a card never seen before, or uses up a draw or a reshuffle. All other
moves are idle, such as turning the stock or moving runs to and fro.
"""

from collections.abc import Container, Sequence
from functools import lru_cache

from solterm.core.cards import CODES, DOWN, UNKNOWN, Card
from solterm.core.groups import BuilderGroup, Group, MemoryGroup
from solterm.core.rules import Rules
from solterm.core.table import Pile, Table
from solterm.core.vocabulary.policies import Lift, Memory
from solterm.core.vocabulary.spaces import NOTHING

_MOST = 400
"""The most positions to search. If idle moves reach more, the answer is no."""

NAMED = frozenset(code for code in range(CODES) if code & ~DOWN != UNKNOWN)
"""The cards of a table as the player knows it, without those never seen."""


def is_idle(rules: Rules, table: Table, seen: Container[Card], most: int = _MOST) -> bool:
    """Return whether no sequence of moves from a table contains a useful one.

    True is certain for these rules without exceptions, because every position that idle moves reach
    is searched. Cards not in ``seen`` are never read; a move that shows one is useful.
    """
    search = _Search(rules, table, seen)
    met, waiting = {table}, [table]
    while waiting:
        here = waiting.pop()
        for move in rules.legal_moves(here):
            if rules.is_blind(here, move, seen):
                return False
            after = rules.make(here, move)
            if after in met:
                continue
            if len(met) >= most or search.is_of_use(after):
                return False
            met.add(after)
            waiting.append(after)
    return True


def is_dead(rules: Rules, known: Table, most: int = _MOST) -> bool:
    """Return the same for a table as the player knows it: certainly, no move can win."""
    return is_idle(rules, known, NAMED, most)


class _Search:
    """Compares positions with the start of a search."""

    def __init__(self, rules: Rules, start: Table, seen: Container[Card]) -> None:
        self._rules = rules
        self._start = start
        self._seen = seen
        self._home = rules.count_scored(start)

    def is_of_use(self, table: Table) -> bool:
        """Return whether a position is ahead of the start in any way, or shows an unseen card."""
        start, game = self._start, self._rules.game
        if (table.spent, table.duel) != (start.spent, start.duel):
            return True
        if game.shuffles and table.passes != start.passes:
            return True
        up = freed = played = 0
        roles = _list_roles(self._rules)
        for name, was, now, role in zip(game.ids, start.piles, table.piles, roles, strict=True):
            if now is was:
                continue
            if any(not card & DOWN and card not in self._seen for card in game.in_sight(name, now)):
                return True
            fewer = len(was) - len(now)
            up += _count_down(was) - _count_down(now) if role != "stock" else 0
            freed += fewer if role == "reserve" else 0
            played += fewer if role in ("stock", "waiting") else 0
        return max(up, freed, played, self._rules.count_scored(table) - self._home) > 0


@lru_cache(maxsize=64)
def _list_roles(rules: Rules) -> Sequence[str]:
    return [role_of(rules.game.group(name)) for name in rules.ids]


def _count_down(pile: Pile) -> int:
    return sum(1 for card in pile if card & DOWN)


def role_of(group: Group) -> str:
    """Return the role of a pile that only gives cards: stock, waiting, reserve or ""."""
    if isinstance(group, MemoryGroup) and group.memory is not Memory.NONE:
        return "stock"  # a card turned up there is turned down again
    gives = group.lift is not Lift.NONE or group.action is not None
    builder = BuilderGroup.of(group)
    if not gives or builder.build is not None or builder.space != NOTHING:
        return ""
    return {"s": "stock", "w": "waiting", "h": "waiting", "r": "reserve"}.get(group.kind, "")
