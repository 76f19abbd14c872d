"""An estimate of how promising a position is, in any game. It only guides the search.

Its weights were found by experiment. Cards home and empty columns count for a position, cards in
the way against it.
"""

from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise

from solterm.core.cards import DOWN
from solterm.core.groups import BuilderGroup, GridGroup
from solterm.core.rules import Rules
from solterm.core.table import Pile, Table

_HOME, _OVER, _LOOSE, _HELD, _HIDDEN, _EMPTY = 3.0, 4.0, 1.0, 2.0, 4.0, 4.0
"""Credit for a card home and for an empty column; charges for a card over a lower one, out of
sequence, in a reserve or waste, and face down.
"""

_DEPTH = 0.4
"""The second estimate's charge for each card over one that a foundation takes next."""
_NEIGHBOUR = 1.5
"""Credit for two cards of one rank that touch on a grid."""
_REMEMBERED = 10_000
"""How many columns to remember the rating of."""


class Estimate:
    """Estimates how promising the positions of a game are."""

    def __init__(self, rules: Rules) -> None:
        game = rules.game
        self._rules = rules
        groups = [
            (place, name, BuilderGroup.of(game.group(name))) for name, place in game.index.items()
        ]
        ascends = any(g.build and 1 in g.build.steps for _, _, g in groups if g.kind == "f")
        over = _OVER if ascends else 0.0
        builds = {group.build for _, _, group in groups}
        rates = {build: _rate_by(build.takes if build else None, over) for build in builds}
        self._columns = [
            (place, rates[group.build])
            for place, name, group in groups
            if name[0] == "t" or (name[0] == "w" and group.count > 1)
        ]
        self._homes = [(place, group) for place, name, group in groups if name[0] == "f"]
        self._held = [place for place, name, _ in groups if name[0] == "r"]
        self._grid = game.grid if any(isinstance(g, GridGroup) for g in game.groups) else None
        self._first = game.index.get("g1", 0)

    def of(self, table: Table) -> float:
        """Return the usual estimate; higher is better."""
        piles = table.piles
        worth = _HOME * self._rules.count_scored(table)
        for place in self._held:
            worth -= _HELD * len(piles[place])
        for place, rate in self._columns:
            worth += rate(piles[place])
        return worth + self._count_neighbours(table) if self._grid else worth

    def of_depth(self, table: Table) -> float:
        """Return another one: cards home, less the cards over those that foundations take next."""
        piles = table.piles
        wanted = 0
        for place, group in self._homes:
            pile = piles[place]
            if not pile or group.space.on_cards:
                wanted |= group.space.mask(piles, self._rules.index, "t")
            elif group.build:
                wanted |= group.build.takes[pile[-1] & ~DOWN]
        worth = _HOME * self._rules.count_scored(table)
        for place, _ in self._columns:
            pile = piles[place]
            for depth, card in enumerate(reversed(pile)):
                if wanted >> (card & ~DOWN) & 1:
                    worth -= _DEPTH * depth
        return worth

    def _count_neighbours(self, table: Table) -> float:
        grid = self._grid
        assert grid is not None, "asked of grids alone"
        cells = table.piles[self._first : self._first + grid.size]
        worth = 0.0
        for cell, pile in enumerate(cells):
            if pile:
                rank = pile[-1] & 15
                for near in grid.touching[cell]:
                    if near > cell and cells[near] and cells[near][-1] & 15 == rank:
                        worth += _NEIGHBOUR
        return worth


def _rate_by(takes: tuple[int, ...] | None, over: float) -> Callable[[Pile], float]:
    """Return a function that rates a column. It remembers, since a step changes few of them."""

    @lru_cache(_REMEMBERED)
    def rate(pile: Pile) -> float:
        if not pile:
            return _EMPTY
        worth = 0.0
        lowest = pile[0] & 15
        for under, card in pairwise(pile):
            rank = card & 15
            if rank > lowest:
                worth -= over
            else:
                lowest = rank
            if takes and not takes[under] >> (card & ~DOWN) & 1:
                worth -= _LOOSE
        return worth - _HIDDEN * sum(1 for card in pile if card & DOWN)

    return rate
