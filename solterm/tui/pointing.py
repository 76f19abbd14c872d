"""What lies under a cell of the screen: the mouse's half of marking."""

from typing import NamedTuple

from solterm.core.play import Play
from solterm.tui.fans import spots
from solterm.tui.geometry import Geometry
from solterm.tui.painter import shows


class Pointed(NamedTuple):
    """A card that is pointed at."""

    pile: str
    depth: int
    """Counted from the end card, which is 1; 0 in an empty pile."""


def at(play: Play, geometry: Geometry, x: int, y: int) -> Pointed | None:
    """The card at a cell of the table (its own first row is 0), None beside all piles.

    A border belongs to the cards it runs along; where piles share one, to either.
    """
    found = None
    for name, slot in geometry.slots.items():
        if not shows(play, name):
            continue
        pile = play.pile(name)
        for spot in spots(pile, slot, play.game.group(name).lift, geometry.size):
            here = Pointed(name, len(pile) - spot.place if pile else 0)
            if 0 <= x - spot.x < spot.width and 0 <= y - spot.y < spot.height:
                return here
            if 0 <= x - spot.x + 1 < spot.width + 2 and 0 <= y - spot.y + 1 < spot.height + 2:
                found = here
    return found
