"""Where everything stands: from a game's layout picture and a screen size to cells.

A layout names piles as they lie, four characters a card's width and a line a card's height:
``t1  t2`` share a border, and so does a line of piles right under another; a blank line leaves a
row. Words in capitals are captions, and ``:s`` is the row of small rectangles that counts pile
``s``. Fanned piles run down to the table's end; ``t1>`` and ``t1<`` fan to the side. Larger
screens get larger cards.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from solterm.core.game import LAYOUT_WORD, Game

_SLOT = 4
"""Characters of a layout for one card's width."""
_LEAST_FAN = 8
"""Rows, borders included, in which any fan can be shown squeezed."""
_LEAST_SIDEWAYS = 5
"""Cards' widths in which any fan to the side can be shown squeezed."""


class Size(NamedTuple):
    """The measure of cards, in cells, borders left out."""

    inner: int
    """Width of a card."""
    face: int
    """Height of a card nothing lies on."""
    step: int
    """Height that shows of a card in a fan."""
    airy: bool = True
    """Do blank lines of the layout leave rows?"""
    framed: bool = True
    """Do piles have outlines?"""


class Slot(NamedTuple):
    """A rectangle of the table that belongs to a pile, border included."""

    x: int
    y: int
    width: int
    height: int
    fan: str = ""
    """Which way its cards run: ``v`` down, ``>`` right, ``<`` left; empty: they lie squared."""


class Caption(NamedTuple):
    """A word on the table."""

    x: int
    y: int
    text: str


@dataclass(frozen=True)
class Geometry:
    """Where the piles of a game stand on a board of a size."""

    size: Size
    slots: dict[str, Slot]
    captions: tuple[Caption, ...]
    counters: tuple[tuple[str, int, int], ...]
    """Pile, x and y of each row of small rectangles."""

    @property
    def right(self) -> int:
        """The first free column right of all piles."""
        return max(slot.x + slot.width for slot in self.slots.values())


@lru_cache(maxsize=64)
def arrange(game: Game, width: int, height: int) -> Geometry | None:
    """The best fit of a game on a board of so many cells; None when there is no room."""
    for size in _sizes(height):
        geometry = _arrange(game, size, width, height)
        if geometry.right <= width and all(
            _fits(slot, height, size) for slot in geometry.slots.values()
        ):
            return geometry
    return None


def _sizes(height: int) -> list[Size]:
    """The sizes to try, largest first."""
    sizes = [
        Size(4, 1, 1),
        Size(3, 1, 1),
        Size(4, 1, 1, airy=False),
        Size(3, 1, 1, airy=False),
        Size(3, 1, 1, airy=False, framed=False),
    ]
    if height >= 30:
        sizes.insert(0, Size(6, 2, 1))
    if height >= 38:
        sizes.insert(0, Size(8, 3, 2))
    return sizes


def _fits(slot: Slot, height: int, size: Size) -> bool:
    """Does a pile end on the board, and has a fan room to be squeezed into?"""
    if slot.fan == "v":
        return slot.height >= _LEAST_FAN
    if slot.fan and slot.width < _LEAST_SIDEWAYS * (size.inner + 1):
        return False
    return slot.x >= 0 and slot.y + slot.height <= height + (not size.framed)


def _arrange(game: Game, size: Size, width: int, height: int) -> Geometry:
    slots: dict[str, Slot] = {}
    captions: list[Caption] = []
    counters: list[tuple[str, int, int]] = []
    pitch, tall = size.inner + 1, size.face + 2
    above = 0 if size.framed else 1
    y = 0
    on_border = False
    for line in game.layout.strip("\n").splitlines():
        words = [(word[0], word.start() * pitch // _SLOT) for word in LAYOUT_WORD.finditer(line)]
        boxes = [name for name, _ in words if name[0].islower()]
        if not words and not size.airy:
            continue
        squared = any(_fan(game, name) != "v" for name in boxes)
        if on_border and not boxes and size.framed:
            y += 1
        for place, (name, x) in enumerate(words):
            if name[0] == ":":
                counters.append((name[1:], x, y))
            elif name.isupper():
                captions.append(Caption(x, y, name))
            elif (fan := _fan(game, name)) == "v":
                slots[name] = Slot(x, y - above, pitch + 1, height - y + 2 * above, fan)
            elif fan == ">":
                end = words[place + 1][1] if place + 1 < len(words) else width
                slots[name[:-1]] = Slot(x, y - above, end - x, tall, fan)
            elif fan == "<":
                start = words[place - 1][1] + pitch if place else 0
                slots[name[:-1]] = Slot(start, y - above, x + pitch + 1 - start, tall, fan)
            else:
                slots[name] = Slot(x, y - above, pitch + 1, tall)
        on_border = squared
        y += tall - 1 - above if squared else 1
    return Geometry(size, slots, tuple(captions), tuple(counters))


def _fan(game: Game, name: str) -> str:
    """Which way a pile of the layout is fanned."""
    if name[-1] in "<>":
        return name[-1]
    return "v" if game.group(name).fanned else ""
