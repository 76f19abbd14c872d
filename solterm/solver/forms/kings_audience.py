"""King's Audience: cards wait in places and leave in couples; foundations build down in suit.

The positions are those of the rules; the form adds two hooks. Cards that can leave do so at once.
Each has one partner or one foundation, and no other card is ever laid on it. So a line that wins
while a card stays also wins without it, by the same moves except the card's own: the card below is
free earlier, and so are places. The second hook is a proof of loss.

In 2 seconds each, it decides 49 of the deals 1 to 50; the general space decides 9.
"""

from collections.abc import Iterator, Set

from solterm.core import cards
from solterm.core.cards import DOWN
from solterm.core.engines.pairing import Pairing
from solterm.core.groups import PairingGroup
from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.searches.search_space import Moves
from solterm.core.table import Table
from solterm.core.vocabulary.actions import TurnStock
from solterm.core.vocabulary.builds import Build, Match
from solterm.core.vocabulary.consequences import CourtLeaves
from solterm.core.vocabulary.goals import Gathered
from solterm.core.vocabulary.pairs import Couple, Pairs
from solterm.core.vocabulary.policies import Lift
from solterm.core.vocabulary.spaces import ByPair, FirstFrom
from solterm.solver.declared import group_of, plays_as
from solterm.solver.forms.plain import Plain

_GROUPS = {
    "w": PairingGroup("w", lift=Lift.TOP, goes_to="f", goes_to_spaces="t"),
    "t": PairingGroup("t", 16, lift=Lift.TOP, goes_to="f", space=FirstFrom(("w",), ("waste",))),
    "f": PairingGroup(
        "f",
        4,
        build=Build((-1,), Match.SUIT),
        space=ByPair(0, ""),
        capacity=11,
        pairs=(Pairs(Couple((cards.JACK, cards.ACE)), among="tw"),),
    ),
    "d": PairingGroup("d", pairs=(Pairs(Couple((cards.KING, cards.QUEEN)), among="tw"),)),
}
"""The expected piles."""
_JACKS = frozenset(cards.card(cards.JACK, suit) for suit in range(4))
_COUPLES = tuple(
    frozenset({cards.card(one, suit), cards.card(other, suit)})
    for one, other in ((cards.JACK, cards.ACE), (cards.KING, cards.QUEEN))
    for suit in range(4)
)


class KingsAudience(Plain):
    """The positions from which no card can leave, and the first position."""

    def __init__(self, rules: Rules, passes: int) -> None:
        super().__init__(rules)
        self._passes = passes
        self._seats = [place for name, place in rules.index.items() if name[0] == "t"]
        self._homes = [place for name, place in rules.index.items() if name[0] == "f"]
        self._waste, self._pack = rules.index["w"], rules.index["s"]
        self._givers = (*self._seats, self._waste)

    @classmethod
    def of(cls, rules: Rules) -> "KingsAudience | None":
        """Return the space of games in which couples leave and Jacks open foundations."""
        game, stock = rules.game, group_of(rules.game, "s")
        action = stock.action if stock else None
        goal, leaving = Gathered(game.in_play, "fd"), (CourtLeaves(cards.JACK),)
        known = (
            plays_as(rules, Pairing, "dfstw", goal, leaving)
            and game.packs == 1
            and all(group_of(game, kind) == group for kind, group in _GROUPS.items())
        )
        if not known or not isinstance(action, TurnStock) or action.passes is None:
            return None
        is_simple = stock == PairingGroup("s", action=TurnStock(1, passes=action.passes))
        return cls(rules, action.passes) if is_simple else None

    def ways(self, state: Table) -> Iterator[tuple[Moves, Table]]:
        """Yield the seats and turns; after each of them, all cards leave that can."""
        if made := self._dismiss(state, ()):
            yield made
            return
        for move in self._rules.generate(state):
            after = self._rules.make(state, move)
            yield self._dismiss(after, (move,)) or ((move,), after)

    def _dismiss(self, table: Table, made: Moves) -> tuple[Moves, Table] | None:
        rules, before = self._rules, table
        while leaving := self._find_leaving(table):
            made, table = (*made, leaving), rules.make(table, leaving)
        return (made, table) if table is not before else None

    def _find_leaving(self, table: Table) -> Move | None:
        index, piles = self._rules.index, table.piles
        here = {piles[place][-1] for place in self._givers if piles[place]}
        if not _list_leaving(here, self._list_wanted(table)):
            return None
        moves = self._rules.generate(table)
        return next((move for move in moves if move.dst and piles[index[move.dst]]), None)

    def _list_wanted(self, table: Table) -> set[int]:
        return {table.piles[place][-1] - 1 for place in self._homes if table.piles[place]}

    def is_dead(self, state: Table) -> bool:
        """Whether the waste would hold out even if every card of the stock were at hand.

        This proves losses only in the last pass. Suppose that each card of the stock could leave at
        any time and needed no place. Cards that leave in the real game have left by then in this
        one, and a card that has a place here has one there, so there are at least as many free
        places. All moves of this game are forced, since the top of the waste takes a place only
        when no card can leave.
        """
        piles = state.piles
        waste = list(piles[self._waste])
        if state.passes + 1 < self._passes or not waste:
            return False
        seated = {piles[place][-1] for place in self._seats if piles[place]}
        free = len(self._seats) - len(seated)
        here = seated.union(card & ~DOWN for card in piles[self._pack])
        wanted = self._list_wanted(state)
        while waste:
            top = waste[-1]
            here.add(top)
            if leaving := _list_leaving(here, wanted):
                wanted.update(card - 1 for card in leaving if card in wanted or card in _JACKS)
                free += len(seated & leaving)
                seated -= leaving
                here -= leaving
                if top in leaving:
                    waste.pop()
            elif free:
                free -= 1
                seated.add(waste.pop())
            else:
                return True
        return False

    def worth(self, state: Table) -> float:
        piles = state.piles
        left = len(piles[self._waste]) + len(piles[self._pack])
        return -float(left) - 0.5 * sum(1 for place in self._seats if piles[place])


def _list_leaving(here: set[int], wanted: set[int]) -> Set[int]:
    couples = (couple for couple in _COUPLES if couple <= here)
    return wanted & here or next(couples, frozenset())
