"""The window a table is seen through: where its piles stand now, and what lies in a cell."""

from collections.abc import Callable
from typing import NamedTuple

from solterm.core.play.play import Play
from solterm.tui.table.geometry import Geometry, Slot
from solterm.tui.table.layout import hit, layout


class Pointed(NamedTuple):
    """A card that is pointed at."""

    pile: str
    depth: int
    """Counted from the end card, which is 1; 0 in an empty pile."""


class Window:
    """Measures the present table on the present screen; painter, hand and mouse ask here."""

    def __init__(
        self,
        play: Callable[[], Play],
        size: Callable[[], tuple[int, int]],
        left_handed: Callable[[], bool],
    ) -> None:
        self._play = play
        self._size = size
        self._left_handed = left_handed

    @property
    def geometry(self) -> Geometry | None:
        """Where the piles stand on the table; None: there is no room."""
        width, height = self._size()
        return layout(self._play(), width, height, self._left_handed())

    def slot(self, pile: str) -> Slot:
        """The rectangle of the table that belongs to a pile."""
        geometry = self.geometry
        assert geometry is not None, "asked for only while the table shows"
        return geometry.slots[pile]

    def spot_at(self, x: int, y: int) -> Pointed | None:
        """The card at a cell of the table, None beside all piles."""
        geometry = self.geometry
        found = hit(self._play(), geometry, x, y) if geometry else None
        if found is None:
            return None
        pile = self._play().pile(found.pile)
        return Pointed(found.pile, len(pile) - found.place if pile else 0)
