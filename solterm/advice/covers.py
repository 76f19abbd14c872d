"""A lower bound on the moves until a card can go home, for games with all cards face up."""

from solterm.core.cards import DOWN
from solterm.core.groups import BuilderGroup
from solterm.core.rules import Rules
from solterm.core.table import Pile, Table
from solterm.core.values import replace
from solterm.core.vocabulary.policies import Lift


class Covers:
    """Counts the cards that cover those the foundations want next.

    If cards leave one at a time, each of these costs a move, so their number is a lower bound. The
    search for the shortest way home needs one.
    """

    def __init__(self, rules: Rules) -> None:
        groups = [BuilderGroup.of(rules.game.group(name)) for name in rules.ids]
        self._index = rules.index
        self._homes = [(place, group) for place, group in enumerate(groups) if group.kind == "f"]
        self._sources = [
            (place, group.lift is Lift.TOP)
            for place, group in enumerate(groups)
            if group.lift is not Lift.NONE and "f" in group.goes_to
        ]
        alike = [replace(group, count=1) for group in groups]
        self._kinds = [
            [place for place, group in enumerate(alike) if group == each]
            for each in dict.fromkeys(alike)
        ]

    @classmethod
    def of(cls, rules: Rules) -> "Covers | None":
        """Return the covers of a game; None if it has actions or draws from under cards."""
        game = rules.game
        if any(group.action or BuilderGroup.of(group).draws for group in game.groups):
            return None
        return cls(rules) if game.plays_home else None

    def least(self, table: Table) -> int:
        """Return the least number of moves before a card can go home."""
        wanted = 0
        for place, group in self._homes:
            wanted |= self._wants(group, table, table.piles[place])
        fewest = 52
        for place, singly in self._sources:
            for depth, card in enumerate(reversed(table.piles[place])):
                if depth >= fewest:
                    break
                if wanted >> (card & ~DOWN) & 1:
                    fewest = depth if singly else min(depth, 1)
                    break
        return fewest

    def alike(self, table: Table) -> object:
        """Return a key equal for positions that differ only in the order of piles of a group."""
        piles = table.piles
        return tuple([tuple(sorted([piles[p] for p in places])) for places in self._kinds])

    def _wants(self, group: BuilderGroup, table: Table, pile: Pile) -> int:
        if pile and not group.space.on_cards:
            return group.build.takes[pile[-1]] if group.build else 0
        return group.space.mask(table.piles, self._index, "")
