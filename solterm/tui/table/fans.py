"""The visible part of each card in a pile: fans, squeezed into their slots.

A slot that is several cards wide holds a column in as many strips, from the left. If a fan does
not fit, face-down cards are squeezed first, then the middle of the face-up ones. The end card and
the first card that can be lifted always show. A row of hidden cards shows their number.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from solterm.core.cards import DOWN
from solterm.core.table import Pile
from solterm.core.vocabulary.policies import Lift
from solterm.tui.table.geometry import INDEX, CardSize, Slot


class Spot(NamedTuple):
    """The cells of a card, or of a row of hidden cards, without the border."""

    x: int
    y: int
    width: int
    height: int
    place: int
    """Index of the card in its pile (of the first, if several are hidden); -1: an empty pile."""
    hidden: int = 0
    """How many hidden cards it stands for."""


class _FanCard(NamedTuple):
    place: int
    length: int
    hidden: int = 0


@lru_cache(maxsize=1024)
def spots(pile: Pile, slot: Slot, lift: Lift, size: CardSize) -> tuple[Spot, ...]:
    """Return the spots of a pile in its slot, bottom card first; one for an empty pile."""
    inner, face = size.inner, size.face
    if not pile or not slot.fan:
        x = slot.x + slot.width - inner - 2 if slot.fan == "<" else slot.x
        return (Spot(x + 1, slot.y + 1, inner, face, len(pile) - 1),)
    if slot.fan == "v":
        strips, room = (slot.width - 1) // (inner + 1), slot.height - 2
        strands = _squeeze(pile, lift, room, strips, (size.step,), 1, face)
        found = []
        for (strip, at), strand in zip(_flow(strands, room), strands, strict=True):
            x, y = slot.x + 1 + strip * (inner + 1), slot.y + 1 + at
            found.append(Spot(x, y, inner, strand.length, strand.place, strand.hidden))
        return tuple(found)
    # Large cards lie side by side if there is room for a line between them, else over each other.
    least = INDEX if face > INDEX else inner - 2
    eases = (inner + 1, *range(inner - 1, least, -1)) if face > 1 else (inner,)
    eases = (slot.step,) if slot.step else eases
    strands = _squeeze(pile, lift, slot.width - 2, 1, eases, INDEX, inner)
    x = slot.x + 1 if slot.fan == ">" else slot.x + slot.width - 1
    leftward = slot.fan == "<" and not slot.step
    if slot.fan == "<" and slot.step:
        x -= sum(strand.length for strand in strands)
    found = []
    for strand in strands:
        if leftward:
            x -= strand.length
        width = min(strand.length, inner)
        left = x + strand.length - width if leftward else x
        found.append(Spot(left, slot.y + 1, width, face, strand.place, strand.hidden))
        if not leftward:
            x += strand.length
    return tuple(found)


def _squeeze(
    pile: Pile, lift: Lift, room: int, strips: int, eases: tuple[int, ...], least: int, face: int
) -> list[_FanCard]:
    # Take the first arrangement that fits. ``eases`` are the lengths of a covered card that look
    # well, the best first; ``least`` is the shortest readable one.
    last = len(pile) - 1
    steps = [(ease, back) for ease in eases for back in (ease, least)]
    for step, back in (*steps, (least, least)):
        strands = [
            _FanCard(k, face if k == last else back if pile[k] & DOWN else step)
            for k in range(len(pile))
        ]
        if _fits(strands, room, strips):
            return strands
    strands = [_FanCard(k, least) for k in range(len(pile))]
    down = sum(1 for card in pile if card & DOWN)
    if down > 1 and not _fits(strands, room, strips):
        strands[:down] = [_FanCard(0, least, down)]
    excess = len(strands) - room // least * strips
    if excess > 0:
        # The first face-up card stays; one row stands for the cards after it.
        head = min(down, 1) + (lift in (Lift.WHOLE, Lift.CHAIN))
        count = min(excess + 1, len(strands) - head - 1)
        strands[head : head + count] = [_FanCard(strands[head].place, least, count)]
    return strands


def _flow(strands: list[_FanCard], room: int) -> Iterator[tuple[int, int]]:
    # The strip of each strand, and its place there.
    strip = at = 0
    for strand in strands:
        if at and at + strand.length > room:
            strip, at = strip + 1, 0
        yield strip, at
        at += strand.length


def _fits(strands: list[_FanCard], room: int, strips: int) -> bool:
    return [*_flow(strands, room)][-1][0] < strips
