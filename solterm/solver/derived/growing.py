"""Positions lost because a card of the waste fits on no pile: piles that grow in a ring of ranks.

Each pile is a row of ranks that follow one another, round the corner too, and every card must come
to lie on a pile. Say the waste is not turned over again, and ``T`` is a card of it. Before ``T`` is
laid, nothing comes to the piles but the cards of the stock and those that lie on ``T`` now; call
them the supply. Let ``S`` hold the ranks of the piles' end cards and, as long as the supply has the
rank after one of ``S``, that rank as well. Then every end card has a rank of ``S`` until ``T`` is
laid or a pile is emptied: a card from the supply is laid on the rank before its own; and a card
that moves from one pile to another bares, and covers, the rank before its own.

So ``T`` needs the rank before it in ``S``, or a pile that is emptied. To empty a pile each of its
cards has to be laid on another pile, on the rank before its own; where runs move as one that holds
for the pile's first card alone. If these ranks are not in ``S`` either, ``T`` is never laid.
"""

from typing import Self

from solterm.core.cards import DOWN
from solterm.core.rules import Rules
from solterm.core.table import Pile, Table
from solterm.core.vocabulary.builds import Build, Match
from solterm.core.vocabulary.goals import LockedPiles
from solterm.core.vocabulary.policies import Lift, TurnStock

_RANKS = 13
_ALL = (1 << _RANKS) - 1


class Growing:
    """The proof for one rule-set. Sets of ranks are masks, with bit 0 for the Ace."""

    def __init__(self, rules: Rules, passes: int, moves_runs: bool) -> None:
        index = rules.index
        self._stock, self._waste = index["s"], index["w"]
        self._piles = [place for name, place in index.items() if name[0] == "t"]
        self._passes = passes
        self._moves_runs = moves_runs

    @classmethod
    def of(cls, rules: Rules) -> Self | None:
        """Return the proof for a rule-set, or None where it does not hold."""
        game = rules.game
        piles = [group for group in game.groups if group.kind == "t"]
        stocks = [group for group in game.groups if group.kind == "s"]
        if len(piles) != 1 or len(stocks) != 1 or len(game.groups) != 3 or "w" not in rules.index:
            return None
        action = stocks[0].action
        holds = (
            isinstance(game.goal, LockedPiles)
            and game.goal.count * _RANKS == 52 * game.packs
            and piles[0].build == Build((1,), Match.ANY, wrap=True)
            and piles[0].lift in (Lift.TOP, Lift.RUN)
            and isinstance(action, TurnStock)
            and action.passes
        )
        if not holds:
            return None
        assert isinstance(action, TurnStock), "it was compared"
        return cls(rules, action.passes or 0, piles[0].lift is Lift.RUN)

    def is_stuck(self, table: Table) -> bool:
        """Whether some card of the waste can never be laid."""
        piles = [table.piles[place] for place in self._piles]
        if table.passes + 1 < self._passes or not all(piles):
            return False
        growing = [pile for pile in piles if not pile[-1] & DOWN]
        ends = sum({_bit(pile[-1]) for pile in growing})
        supply = sum({_bit(card) for card in table.piles[self._stock]})
        for card in reversed(table.piles[self._waste]):
            while (more := ends | _raise(ends) & supply) != ends:
                ends = more
            bit = _bit(card)
            if not _raise(ends) & bit:
                return not any(self._may_leave(pile, ends) for pile in growing)
            supply |= bit
        return False

    def _may_leave(self, pile: Pile, ends: int) -> bool:
        """Whether all cards of a pile may find others to lie on."""
        leaving = pile[:1] if self._moves_runs else pile
        taken = _raise(ends)
        return all(taken & _bit(card) for card in leaving)


def _bit(card: int) -> int:
    return 1 << (card & 15) - 1


def _raise(ranks: int) -> int:
    """Return the ranks that follow some ranks."""
    return (ranks << 1 | ranks >> _RANKS - 1) & _ALL
