"""The arrow keys: the cursor goes to the nearest pile in a direction.

A pile straight ahead is nearer than one to the side. If several piles lie straight ahead, beside a
tall column, the one level with the column's end card wins. If no pile lies ahead, the cursor comes
in at the other side. KLONCAN's two games keep KLONCAN's way: along a row of piles and round its
ends, and from row to row.
"""

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import NamedTuple

from solterm.core.move import Move
from solterm.core.play.play import Play
from solterm.tui.keys.offers import is_kloncan
from solterm.tui.table.geometry import CardSize, Geometry, Slot
from solterm.tui.table.layout import list_shown, spots_of

_ASIDE = 2.0
"""A card's length to the side counts as this many ahead."""
_CORNER = 0.25
"""Cards to the side for a pile whose corner touches the line ahead."""
_HALF_AHEAD = 2.0
"""Cards added to the distance of a pile that lies only partly ahead."""


def find_pile(play: Play, move: Move | None) -> str:
    """Return the destination of the last move, else the pile where play begins."""
    shown = list_shown(play)
    wanted = (move.dst or move.src) if move else ""
    begin = (name for name, pile in shown.items() if name[0] in "tg" and pile)
    return wanted if wanted in shown else next(begin, next(iter(shown)))


class Arrow(Enum):
    """An arrow key, or the key to an end of the row."""

    LEFT = "left"
    RIGHT = "right"
    UP = "up"
    DOWN = "down"
    FIRST = "home"
    LAST = "end"

    def __init__(self, key: str) -> None:
        self.is_end = key in ("home", "end")
        """Whether it leads to an end of the row."""
        self.is_level = self.is_end or key in ("left", "right")
        """Whether it leads along a row."""
        self.by = 1 if key in ("right", "down", "end") else -1
        """1 to the right and down, -1 to the left and up."""

    def is_opposite(self, other: "Arrow") -> bool:
        return self.is_level == other.is_level and self.by != other.by


def step(play: Play, geometry: Geometry, pile: str, arrow: Arrow) -> str:
    """Return the pile that an arrow key leads to; piles that do not show are skipped."""
    shown = list_shown(play)
    slots = {name: slot for name, slot in geometry.slots.items() if name in shown}
    slots[pile] = geometry.slots[pile]
    if arrow.is_end:
        return _end_of_row(slots, pile, arrow.by)
    if is_kloncan(play.game):
        return (_beside if arrow.is_level else _across)(slots, pile, arrow.by)
    end = spots_of(play, pile, geometry)[-1]
    return _ahead(slots, geometry.size, pile, Slot(*end[:4]), arrow)


def _end_of_row(slots: Mapping[str, Slot], pile: str, by: int) -> str:
    """Return the pile at an end of the row; of the piles at its height, if the row ends here.

    From a pile beside the tableau, the key to the first pile leads to the tableau at once.
    """
    here = slots[pile]
    row = [name for name, slot in slots.items() if slot.y == here.y]
    end = max(row, key=lambda name: by * slots[name].x)
    if slots[end].x != here.x and (by > 0 or pile[0] in "tg"):
        return end
    level = [
        name
        for name, slot in slots.items()
        if slot.y < here.y + here.height and here.y < slot.y + slot.height
    ]
    return max(level, key=lambda name: by * slots[name].x)


# -- by distance ---------------------------------------------------------------------------------


class _Place(NamedTuple):
    near: float
    far: float
    """Its extent in the arrow's direction, in cards."""
    first: float
    last: float
    """Its extent across."""

    @property
    def middle(self) -> float:
        return (self.first + self.last) / 2


def _seen(slot: Slot, size: CardSize, arrow: Arrow, border: int = 1) -> _Place:
    # Without the border, in cards.
    across = (slot.x + border) / (size.inner + 1), (slot.x + slot.width - border) / (size.inner + 1)
    down = (slot.y + border) / (size.face + 1), (slot.y + slot.height - border) / (size.face + 1)
    ahead, aside = (across, down) if arrow.is_level else (down, across)
    if arrow.by < 0:
        ahead = (-ahead[1], -ahead[0])
    return _Place(*ahead, *aside)


def _ahead(
    slots: Mapping[str, Slot], size: CardSize, pile: str, end_card: Slot, arrow: Arrow
) -> str:
    # The nearest pile that way, else the farthest on the other side.
    mine, eye = _seen(slots[pile], size, arrow), _seen(end_card, size, arrow, border=0).middle
    others = {name: _seen(slot, size, arrow) for name, slot in slots.items() if name != pile}

    def aside(name: str) -> float:
        # 0 straight ahead or behind.
        other = others[name]
        gap = max(other.first - mine.last, mine.first - other.last)
        return 0.0 if gap < 0 else gap + _CORNER

    def distance(name: str) -> tuple[float, float]:
        other = others[name]
        part = _HALF_AHEAD if other.near < mine.far else 0.0
        gap = max(0.0, other.near - mine.far)
        return gap + _ASIDE * aside(name) + part, abs(other.middle - eye)

    def behind(name: str) -> tuple[bool, float, float, float]:
        other = others[name]
        off = aside(name)
        return off > 0, round(other.near, 3), off, abs(other.middle - eye)

    ahead = [name for name, at in others.items() if at.near > mine.near and at.far > mine.far] or [
        name for name, at in others.items() if at.near > mine.near and not arrow.is_level
    ]
    if ahead:
        return min(ahead, key=distance)
    return min(others, key=behind, default=pile)


# -- KLONCAN's way -------------------------------------------------------------------------------


def _beside(slots: Mapping[str, Slot], pile: str, by: int) -> str:
    row = next(row for row in _rows(slots) if pile in row)
    return row[(row.index(pile) + by) % len(row)]


def _across(slots: Mapping[str, Slot], pile: str, by: int) -> str:
    rows = _rows(slots)
    here = next(number for number, row in enumerate(rows) if pile in row)
    target = rows[(here + by) % len(rows)]
    return min(target, key=lambda name: abs(slots[name].x - slots[pile].x))


def _rows(slots: Mapping[str, Slot]) -> list[list[str]]:
    rows: dict[int, list[str]] = {}
    by_place: Iterable[tuple[str, Slot]] = sorted(
        slots.items(), key=lambda item: (item[1].y, item[1].x)
    )
    for name, slot in by_place:
        rows.setdefault(slot.y, []).append(name)
    return list(rows.values())
