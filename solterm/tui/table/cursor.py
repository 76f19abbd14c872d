"""Where the cursor goes: an arrow key leads to the nearest pile that lies that way.

Nearest is as the eye sees it: straight ahead of the pile comes before aside, and where several
piles lie straight ahead, beside a tall column, the one on the line of its end card. Where nothing
lies ahead the cursor comes in at the other side. KLONCAN's two games keep KLONCAN's own way: along
a row of piles and round its ends, and from row to row.
"""

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import NamedTuple

from solterm.core.move import Move
from solterm.core.play.play import Play
from solterm.tui.keys.labels import is_kloncan
from solterm.tui.table.geometry import CardSize, Geometry, Slot
from solterm.tui.table.layout import shows, spots_of

_ASIDE = 2.0
"""How much farther a card's measure aside seems than one ahead."""
_CORNER = 0.25
"""How many cards aside a pile seems that touches the line ahead with its corner."""
_HALF_AHEAD = 2.0
"""How many cards farther a pile seems that lies ahead with a part of it only."""


def find_pile(play: Play, move: Move | None) -> str:
    """Return the pile to look at: where the last move went, else where play begins."""
    names = [name for name in play.rules.game.ids if shows(play, name)]
    wanted = (move.dst or move.src) if move else ""
    begin = [name for name in names if name[0] in "tg" and play.pile(name)]
    return wanted if wanted in names else next(iter(begin), names[0])


class Arrow(Enum):
    """The arrow keys."""

    LEFT = "left"
    RIGHT = "right"
    UP = "up"
    DOWN = "down"

    def __init__(self, key: str) -> None:
        self.is_level = key in ("left", "right")
        """Does it lead along a row?"""
        self.by = 1 if key in ("right", "down") else -1
        """The way it leads: 1 to the right and down, -1 to the left and up."""


def step(play: Play, geometry: Geometry, pile: str, arrow: Arrow) -> str:
    """The pile an arrow key leads to from another; a pile that does not show is passed over."""
    slots = {name: geometry.slots[name] for name in geometry.slots if shows(play, name)}
    slots[pile] = geometry.slots[pile]
    if is_kloncan(play.game):
        return (_beside if arrow.is_level else _across)(slots, pile, arrow.by)
    end = spots_of(play, pile, geometry)[-1]
    return _ahead(slots, geometry.size, pile, Slot(*end[:4]), arrow)


# -- as the eye sees it --------------------------------------------------------------------------


class _Place(NamedTuple):
    """A rectangle as an arrow key sees it: measured ahead, and aside, in cards."""

    near: float
    far: float
    """Where it begins and ends ahead."""
    first: float
    last: float
    """Where it begins and ends aside."""

    @property
    def middle(self) -> float:
        return (self.first + self.last) / 2


def _seen(slot: Slot, size: CardSize, arrow: Arrow, border: int = 1) -> _Place:
    """A rectangle, its border left out, as an arrow key sees it."""
    across = (slot.x + border) / (size.inner + 1), (slot.x + slot.width - border) / (size.inner + 1)
    down = (slot.y + border) / (size.face + 1), (slot.y + slot.height - border) / (size.face + 1)
    ahead, aside = (across, down) if arrow.is_level else (down, across)
    if arrow.by < 0:
        ahead = (-ahead[1], -ahead[0])
    return _Place(*ahead, *aside)


def _ahead(
    slots: Mapping[str, Slot], size: CardSize, pile: str, end_card: Slot, arrow: Arrow
) -> str:
    """The nearest pile that way, else the farthest on the other side; itself when it is alone."""
    mine, eye = _seen(slots[pile], size, arrow), _seen(end_card, size, arrow, border=0).middle
    others = {name: _seen(slot, size, arrow) for name, slot in slots.items() if name != pile}

    def aside(name: str) -> float:
        """How far a pile lies from the line; 0 where it lies straight ahead or behind."""
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
    """The pile so many to the right (or left, when negative); past an edge, the other side."""
    row = next(row for row in _rows(slots) if pile in row)
    return row[(row.index(pile) + by) % len(row)]


def _across(slots: Mapping[str, Slot], pile: str, by: int) -> str:
    """The nearest pile so many rows down (or up, when negative); past the last, the first."""
    rows = _rows(slots)
    here = next(number for number, row in enumerate(rows) if pile in row)
    target = rows[(here + by) % len(rows)]
    return min(target, key=lambda name: abs(slots[name].x - slots[pile].x))


def _rows(slots: Mapping[str, Slot]) -> list[list[str]]:
    """The piles row by row, each row from left to right."""
    rows: dict[int, list[str]] = {}
    by_place: Iterable[tuple[str, Slot]] = sorted(
        slots.items(), key=lambda item: (item[1].y, item[1].x)
    )
    for name, slot in by_place:
        rows.setdefault(slot.y, []).append(name)
    return list(rows.values())
