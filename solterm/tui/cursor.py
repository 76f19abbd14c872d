"""Where the cursor goes: along a row of piles and round its ends, and from row to row.

``stops`` are the piles it may stand on: a pile that is not open at the level is none.
"""

from collections.abc import Collection

from solterm.tui.geometry import Geometry


def beside(geometry: Geometry, stops: Collection[str], pile: str, by: int) -> str:
    """The pile so many to the right (or left, when negative); past an edge, the other side."""
    row = next(row for row in _rows(geometry, stops, pile) if pile in row)
    return row[(row.index(pile) + by) % len(row)]


def across(geometry: Geometry, stops: Collection[str], pile: str, by: int) -> str:
    """The nearest pile so many rows down (or up, when negative); past the last, the first."""
    rows = _rows(geometry, stops, pile)
    here = next(number for number, row in enumerate(rows) if pile in row)
    target = rows[(here + by) % len(rows)]
    return min(target, key=lambda name: abs(geometry.slots[name].x - geometry.slots[pile].x))


def _rows(geometry: Geometry, stops: Collection[str], pile: str) -> list[list[str]]:
    """The piles row by row, each row from left to right; the one it stands on is among them."""
    rows: dict[int, list[str]] = {}
    for name, slot in sorted(geometry.slots.items(), key=lambda item: (item[1].y, item[1].x)):
        if name in stops or name == pile:
            rows.setdefault(slot.y, []).append(name)
    return list(rows.values())
