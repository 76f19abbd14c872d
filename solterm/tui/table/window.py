"""The window a table is seen through: where its piles stand now, and what lies in a cell."""

from collections.abc import Callable
from typing import NamedTuple

from solterm.core.play.play import Play
from solterm.tui.look import chrome
from solterm.tui.table.geometry import Geometry, Slot
from solterm.tui.table.layout import hit, layout

TOP = 1
"""The table's first row on the screen."""


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
        """Where the piles stand on the board, under the status row; None: there is no room."""
        width, height = self._size()
        return layout(self._play(), width, height - chrome.BARS, self._left_handed())

    def slot(self, pile: str) -> Slot:
        """The rectangle of the screen that belongs to a pile."""
        geometry = self.geometry
        assert geometry is not None, "asked for only while the table shows"
        slot = geometry.slots[pile]
        return slot._replace(y=slot.y + TOP)

    def spot_at(self, x: int, y: int) -> Pointed | None:
        """The card at a cell of the screen, None beside all piles."""
        geometry = self.geometry
        found = hit(self._play(), geometry, x, y - TOP) if geometry else None
        if found is None:
            return None
        pile = self._play().pile(found.pile)
        return Pointed(found.pile, len(pile) - found.place if pile else 0)
