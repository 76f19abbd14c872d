"""What lies under a cell of the screen: the mouse's half of marking."""

from typing import NamedTuple

from solterm.core.play.play import Play
from solterm.tui.table.geometry import Geometry
from solterm.tui.table.layout import hit


class Pointed(NamedTuple):
    """A card that is pointed at."""

    pile: str
    depth: int
    """Counted from the end card, which is 1; 0 in an empty pile."""


def at(play: Play, geometry: Geometry, x: int, y: int) -> Pointed | None:
    """The card at a cell of the table (its own first row is 0), None beside all piles."""
    found = hit(play, geometry, x, y)
    if found is None:
        return None
    pile = play.pile(found.pile)
    return Pointed(found.pile, len(pile) - found.place if pile else 0)
