"""Which cards of a pile show, and where: fans, and how they are squeezed into the room there is.

Face-down cards give way first, then the middle of the face-up ones. What the player may act on
(the end card, and the head of what may be lifted) always shows, and a row of hidden cards says how
many they are.
"""

from typing import NamedTuple

from solterm.core.cards import DOWN
from solterm.core.policies import Lift
from solterm.core.table import Pile
from solterm.tui.geometry import Size, Slot


class Spot(NamedTuple):
    """Where a card of a pile shows, or a stretch of hidden ones; border left out."""

    x: int
    y: int
    width: int
    height: int
    place: int
    """Index of the card in its pile (of the first, where they are hidden); -1: an empty pile."""
    hidden: int = 0
    """How many cards it stands for, where they are squeezed out of sight."""


class _Strand(NamedTuple):
    """A stretch of a fan, measured along it."""

    place: int
    length: int
    hidden: int = 0


def spots(pile: Pile, slot: Slot, lift: Lift, size: Size) -> list[Spot]:
    """What shows of a pile in its slot, bottom card first; an empty pile shows one empty place."""
    inner, face = size.inner, size.face
    if not pile or not slot.fan:
        x = slot.x + slot.width - inner - 2 if slot.fan == "<" else slot.x
        return [Spot(x + 1, slot.y + 1, inner, face, len(pile) - 1)]
    if slot.fan == "v":
        found = []
        y = slot.y + 1
        for strand in _squeezed(pile, lift, slot.height - 2, (size.step, 1), face):
            found.append(Spot(slot.x + 1, y, inner, strand.length, strand.place, strand.hidden))
            y += strand.length
        return found
    strands = _squeezed(pile, lift, slot.width - 2, (inner, 3), inner)
    x = slot.x + 1 if slot.fan == ">" else slot.x + slot.width - 1
    found = []
    for strand in strands:
        if slot.fan == "<":
            x -= strand.length
        found.append(Spot(x, slot.y + 1, strand.length, face, strand.place, strand.hidden))
        if slot.fan == ">":
            x += strand.length
    return found


def _squeezed(
    pile: Pile, lift: Lift, room: int, steps: tuple[int, int], face: int
) -> list[_Strand]:
    """The first arrangement of a fan that fits its room.

    ``steps`` are the length of a covered card at ease and the least it can be read at.
    """
    last = len(pile) - 1
    ease, least = steps
    for step, back in ((ease, ease), (ease, least), (least, least)):
        end = face if step == ease else max(least, min(face, step))
        strands = [
            _Strand(k, end if k == last else back if pile[k] & DOWN else step)
            for k in range(len(pile))
        ]
        if sum(strand.length for strand in strands) <= room:
            return strands
    strands = [_Strand(k, least) for k in range(len(pile))]
    down = sum(1 for card in pile if card & DOWN)
    if down > 1:
        strands[:down] = [_Strand(0, least, down)]
    excess = len(strands) - room // least
    if excess > 0:
        # The head of the face-up cards stays, then one stretch stands for those left out.
        head = min(down, 1) + (lift in (Lift.WHOLE, Lift.CHAIN))
        count = min(excess + 1, len(strands) - head - 1)
        strands[head : head + count] = [_Strand(strands[head].place, least, count)]
    return strands
