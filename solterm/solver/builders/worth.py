"""How promising a state is: what the games of building have in common, weighed."""

from collections.abc import Callable
from typing import NamedTuple

from solterm.core.cards import DOWN
from solterm.solver.builders.homeward import Homeward
from solterm.solver.builders.layout import Layout
from solterm.solver.builders.states import State


class Weights(NamedTuple):
    """What a thing counts for."""

    home: float = 2.0
    hidden: float = -3.0
    covering: float = -1.0
    """A card that lies over a lower one of its suit."""
    joined: float = 1.2
    """Two neighbours of a column in sequence."""
    empty: float = 4.0
    """An empty column."""
    held: float = -2.0
    """A card in a cell or a reserve."""
    depth: float = -0.6
    """A card over one that is wanted next."""
    talon: float = -0.5
    """A card of stock or waste."""


_USUAL = Weights()


def make_worth(
    layout: Layout, home: Homeward, weights: Weights = _USUAL
) -> Callable[[State], float]:
    """The worth of states by certain weights."""
    columns, foundations = layout.columns, layout.foundations
    first = foundations[0] if foundations else 0
    last = foundations[-1] + 1 if foundations else 0
    c0, c1 = columns[0], columns[-1] + 1
    build = layout.game.group(layout.ids[c0]).build
    takes = build.takes if build else (0,) * 128
    others = [p for p, name in enumerate(layout.ids) if name[0] in "rh"]
    talon = [p for p, name in enumerate(layout.ids) if name[0] in "sw"]
    discard = [p for p, name in enumerate(layout.ids) if name[0] == "d"]
    known: dict[bytes, float] = {b"": weights.empty}

    def of_column(pile: bytes) -> float:
        worth = 0.0
        low = [14] * 4
        before = 0
        for code in pile:
            if code & DOWN:
                worth += weights.hidden
            card = code & 63
            suit, rank = card >> 4, card & 15
            if rank > low[suit]:
                worth += weights.covering
            else:
                low[suit] = rank
            if before and takes[before] >> code & 1:
                worth += weights.joined
            before = code
        known[pile] = worth
        return worth

    def worth(state: State) -> float:
        total = 0.0
        for pile in state[c0:c1]:
            value = known.get(pile)
            total += of_column(pile) if value is None else value
        for pile in state[first:last]:
            total += weights.home * len(pile)
        for place in others:
            total += weights.held * len(state[place])
        for place in talon:
            total += weights.talon * len(state[place])
        for place in discard:
            total += weights.home * len(state[place])
        if weights.depth and first != last:
            joined = b"\xff".join(state[c0:c1])
            for card in home.wants(state[first:last]).nearest:
                at = joined.find(card)
                if at < 0:
                    at = joined.find(card | DOWN)
                if at >= 0:
                    end = joined.find(b"\xff", at)
                    total += weights.depth * ((len(joined) if end < 0 else end) - at - 1)
        return total

    return worth
