"""How promising a state is: what the games of building have in common, weighed.

It is a guess that says only where to look first; what counts for how much was found by trying.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from solterm.core.cards import DOWN
from solterm.core.vocabulary.goals import Gathered
from solterm.core.vocabulary.policies import TurnStock
from solterm.solver.builders.homeward import Homeward
from solterm.solver.builders.layout import KEPT, TAKES_NOTHING, Layout
from solterm.solver.builders.states import State

Worth = Callable[[State], float]
"""Tells how promising a state is."""


class Weights(NamedTuple):
    """What a thing counts for."""

    home: float = 2.0
    hidden: float = -3.0
    covering: float = -1.0
    """A card that lies over one of its suit that goes home before it."""
    joined: float = 1.2
    """Two neighbours of a column in sequence."""
    in_suit: float = 0.0
    """Two neighbours that are of one suit as well."""
    empty: float = 4.0
    """An empty column."""
    held: float = -2.0
    """A card in a cell or under others in a reserve."""
    depth: float = -0.6
    """A card over one that is wanted next."""
    talon: float = -0.5
    """A card of stock or waste."""


_USUAL = Weights()
_DIGGING = Weights(home=1.0, covering=-0.5, joined=1.0, empty=2.0, held=-1.0, depth=-2.0)
"""Another view: the next cards wanted come first, whatever else is spoiled for them."""
_CELLS = Weights(held=-4.0, empty=7.0, depth=-1.5)
_ORDERLY = Weights(home=1.0, covering=-2.0, joined=2.0, empty=5.0, held=-3.0, depth=-1.2)
"""Where places hold single cards: those are to be kept free, or columns to be put in order."""
_SPIDERS = Weights(covering=-0.3, joined=0.8, in_suit=1.5, talon=0.0)
"""Where suits are built in columns, and only whole ones leave."""


def weights_for(layout: Layout) -> tuple[Weights, ...]:
    """What counts for how much in a rule-set, in each of the views that are taken in turn."""
    goal = layout.goal
    by_foundations = isinstance(goal, Gathered) and goal.kind == "f"
    if not by_foundations:
        return (_SPIDERS,)
    taking = {place for target in layout.targets for place in target.places}
    if any(name[0] == "r" and place in taking for place, name in enumerate(layout.ids)):
        return (_CELLS, _ORDERLY)
    return (_USUAL, _DIGGING)


def make_worth(layout: Layout, homeward: Homeward, w: Weights) -> Worth:
    """The worth of states by certain weights."""
    first, last = layout.span(layout.foundations)
    c0, c1 = layout.span(layout.columns)
    build = layout.game.group(layout.ids[c0]).build
    takes = build.takes if build else TAKES_NOTHING
    taking = {place for target in layout.targets for place in target.places}
    names = list(enumerate(layout.ids))
    endless = isinstance(layout.action, TurnStock) and layout.action.passes is None
    wastes = [p for p, name in names if name[0] == "w" and not endless]
    cells = [p for p, name in names if name[0] == "r" and p in taking]
    reserves = [p for p, name in names if name[0] == "r" and p not in taking]
    talon = [p for p, name in names if name[0] in "swh"]
    discards = [p for p, name in names if name[0] == "d"]
    nearness = w.depth if first != last else 0.0
    known: list[dict[bytes, float]] = [{} for _ in range(13)]

    def of_column(pile: bytes, base: int) -> float:
        worth = 0.0 if pile else w.empty
        lowest = [13] * 4
        before = 0
        for code in pile:
            if code & DOWN:
                worth += w.hidden
            suit, height = (code & 63) >> 4, ((code & 15) - base) % 13
            if height > lowest[suit]:
                worth += w.covering
            else:
                lowest[suit] = height
            if takes[before] >> code & 1:
                worth += w.joined
                if before >> 4 == suit:
                    worth += w.in_suit
            before = code
        return worth

    @lru_cache(KEPT)
    def of_waste(pile: bytes, base: int) -> float:
        lowest = [13] * 4
        worth = 0.0
        for code in pile:
            suit, height = code >> 4, ((code & 15) - base) % 13
            if height > lowest[suit]:
                worth += w.covering
            else:
                lowest[suit] = height
        return worth

    def worth(state: State) -> float:
        """The higher the more promising."""
        foundations = state[first:last]
        base = 1
        total = 0.0
        for pile in foundations:
            total += w.home * len(pile)
        if foundations and foundations[0]:
            base = foundations[0][0] & 15
        columns = known[base - 1]
        for pile in state[c0:c1]:
            value = columns.get(pile)
            if value is None:
                if len(columns) > KEPT:
                    columns.clear()
                value = columns[pile] = of_column(pile, base)
            total += value
        for place in cells:
            if state[place]:
                total += w.held
        for place in reserves:
            if len(state[place]) > 1:
                total += w.held * len(state[place])
        for place in talon:
            total += w.talon * len(state[place])
        for place in wastes:
            total += of_waste(state[place], base)
        for place in discards:
            total += w.home * len(state[place])
        if nearness:
            row = b"\xff".join(state[c0:c1])
            for card in homeward.wants(foundations).nearest:
                at = row.find(card)
                if at < 0:
                    at = row.find(card | DOWN)
                if at >= 0:
                    end = row.find(b"\xff", at)
                    total += nearness * ((len(row) if end < 0 else end) - at - 1)
        return total

    return worth
