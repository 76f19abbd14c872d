"""Positions lost because a card of the waste fits on no pile: German Patience.

The ranks of each pile follow one another, with the Ace after the King, and a win needs every card
on a pile. Let the waste be in its last pass, and ``T`` a card of it. Until the player lays ``T``,
the piles can gain only the cards of the stock and those above ``T`` in the waste: the supply. Let
``S`` be the ranks of the piles' end cards; as long as the supply has the rank after one of ``S``,
add that rank to ``S``. Until the player lays ``T`` or empties a pile, every end card has a rank of
``S``: a card of the supply covers the rank before its own, and a card that moves between two piles
bares and covers the rank before its own.

So ``T`` needs the rank before its own in ``S``, or an emptied pile. To empty a pile, the player has
to lay each of its cards on another pile, on the rank before its own; if runs move as units, this
holds for the pile's first card alone. If ``S`` lacks one of these ranks too, ``T`` never leaves the
waste.
"""

from typing import Self

from solterm.core.cards import DOWN
from solterm.core.groups import BuilderGroup
from solterm.core.rules import Rules
from solterm.core.table import Pile, Table
from solterm.core.vocabulary.actions import TurnStock
from solterm.core.vocabulary.builds import Build, Match
from solterm.core.vocabulary.goals import LockedPiles
from solterm.core.vocabulary.policies import Lift

_RANKS = 13
_ALL = (1 << _RANKS) - 1


class Growing:
    """The proof for one rule set. Sets of ranks are masks, with bit 0 for the Ace."""

    def __init__(self, rules: Rules, passes: int, moves_runs: bool) -> None:
        index = rules.index
        self._stock, self._waste = index["s"], index["w"]
        self._piles = [place for name, place in index.items() if name[0] == "t"]
        self._passes = passes
        self._moves_runs = moves_runs

    @classmethod
    def of(cls, rules: Rules) -> Self | None:
        """Return the proof for a rule set, or None if it does not hold there."""
        game = rules.game
        piles = [BuilderGroup.of(group) for group in game.groups if group.kind == "t"]
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
        """Whether some card of the waste can never leave it."""
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
        """Whether other piles may take all cards of a pile."""
        leaving = pile[:1] if self._moves_runs else pile
        taken = _raise(ends)
        return all(taken & _bit(card) for card in leaving)


def _bit(card: int) -> int:
    return 1 << (card & 15) - 1


def _raise(ranks: int) -> int:
    """Return the ranks that follow some ranks."""
    return (ranks << 1 | ranks >> _RANKS - 1) & _ALL
