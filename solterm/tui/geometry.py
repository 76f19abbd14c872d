"""Where everything stands: from a game's layout picture and a screen size to cells.

A layout names piles as they lie, four characters a card's width: ``t1  t2`` share a border, a
wider gap leaves room. Words in capitals are captions, and ``:s`` is the row of small rectangles
that counts pile ``s``. Larger screens get larger cards; in smaller ones fans are squeezed, never
so far that a card the player may act on is hidden.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from solterm.core.cards import DOWN
from solterm.core.game import Game
from solterm.core.policies import Lift
from solterm.core.table import Pile

_SLOT = 4
"""Characters of a layout for one card's width."""
_LEAST_FAN = 8
"""Rows, borders included, in which any fan can be shown squeezed."""


class Size(NamedTuple):
    """The measure of cards, in cells, borders left out."""

    inner: int
    """Width of a card."""
    face: int
    """Height of a card nothing lies on."""
    step: int
    """Height that shows of a card in a fan."""


class Slot(NamedTuple):
    """A rectangle on the table that belongs to a pile, border included."""

    x: int
    y: int
    width: int
    height: int
    fanned: bool = False


class Caption(NamedTuple):
    """A word, or the counter of a pile, on the table."""

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
    right: int
    """The first free column right of everything."""


@lru_cache(maxsize=32)
def arrange(game: Game, width: int, height: int) -> Geometry | None:
    """The best fit of a game on a board of so many cells; None when there is no room."""
    for size in _sizes(height):
        geometry = _arrange(game, size, height)
        if geometry.right <= width and _fits(geometry, height):
            return geometry
    return None


def _sizes(height: int) -> list[Size]:
    """The sizes to try, largest first."""
    sizes = [Size(4, 1, 1), Size(3, 1, 1)]
    if height >= 30:
        sizes.insert(0, Size(6, 2, 1))
    if height >= 38:
        sizes.insert(0, Size(8, 3, 2))
    return sizes


def _fits(geometry: Geometry, height: int) -> bool:
    """Does every pile end on the board, and has every fan room to be squeezed into?"""
    return all(
        slot.y + slot.height <= height and (slot.height >= _LEAST_FAN or not slot.fanned)
        for slot in geometry.slots.values()
    )


def _arrange(game: Game, size: Size, height: int) -> Geometry:
    slots: dict[str, Slot] = {}
    captions: list[Caption] = []
    counters: list[tuple[str, int, int]] = []
    pitch = size.inner + 1
    y = 0
    for line in game.layout.strip("\n").splitlines():
        tall = 1
        for word in re.finditer(r"\S+", line):
            name = word[0]
            x = word.start() * pitch // _SLOT
            if name.isupper():
                captions.append(Caption(x, y, name))
            elif name[0] == ":":
                counters.append((name[1:], x, y))
            elif game.group(name).fanned:
                slots[name] = Slot(x, y, size.inner + 2, height - y, fanned=True)
            else:
                slots[name] = Slot(x, y, size.inner + 2, size.face + 2)
                tall = size.face + 2
        y += tall
    right = max(slot.x + slot.width for slot in slots.values())
    return Geometry(size, slots, tuple(captions), tuple(counters), right)


class Strand(NamedTuple):
    """One stretch of a fan: a card, or a row that stands for cards left out."""

    place: int
    """Index of the card in its pile, or of the first card left out."""
    cards: int
    """1 for a card that shows; how many cards a row of hidden ones stands for."""
    height: int
    """Rows it takes."""
    squeezed: bool = False
    """Does it stand for cards left out?"""


def fan(pile: Pile, lift: Lift, room: int, size: Size) -> list[Strand]:
    """How a fanned pile is shown in so many rows: the first arrangement that fits.

    Face-down cards give way first, then the middle of the face-up ones; what the player may act
    on (the end card, and the head of what may be lifted) always shows.
    """
    count = len(pile)
    if not count:
        return []
    down = sum(1 for card in pile if card & DOWN)
    last = count - 1
    for step, back in ((size.step, size.step), (size.step, 1), (1, 1)):
        face = size.face if step == size.step else 1
        strands = [
            Strand(place, 1, face if place == last else back if pile[place] & DOWN else step)
            for place in range(count)
        ]
        if sum(strand.height for strand in strands) <= room:
            return strands
    strands = [Strand(place, 1, 1) for place in range(count)]
    if down > 1:
        strands[:down] = [Strand(0, down, 1, True)]
    excess = len(strands) - room
    if excess > 0:
        # The head of the face-up cards stays, then one row stands for those left out.
        head = next(k for k, strand in enumerate(strands) if not strand.squeezed)
        head += lift is Lift.WHOLE or lift is Lift.CHAIN
        hidden = min(excess + 1, len(strands) - head - 1)
        first = strands[head].place
        strands[head : head + hidden] = [Strand(first, hidden, 1, True)]
    return strands
