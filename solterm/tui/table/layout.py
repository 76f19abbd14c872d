"""Where a play's table stands now: its geometry, the cards that show, the card in a cell.

The painter, the cursor and the mouse use the same layout.

A slot that is several cards wide holds a column in as many strips, from the left. If a fan does
not fit, face-down cards are squeezed first, then the middle of the face-up ones. The end card and
the first card that can be lifted always show. A row of hidden cards shows their number.
"""

from collections.abc import Container, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from solterm.core.cards import DOWN
from solterm.core.declaration import Declaration
from solterm.core.game import Game
from solterm.core.groups import is_closed
from solterm.core.play.play import Play
from solterm.core.table import Pile
from solterm.core.vocabulary.policies import Lift
from solterm.tui.table.geometry import INDEX, TALL, CardSize, Geometry, Slot, TallColumn, arrange

ROOM = (40, 14)
"""The fewest columns and rows of a window in which any screen is of use."""
BARS = 3
"""Rows of the screen above and below the table."""
_ENOUGH = (80, 24)
"""At this width and height every screen shows everything."""
_OTHER_ROWS = 8
"""Rows above a fan and in its border, at most: shorter fans need no second strip."""


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


def layout(play: Play, width: int, height: int, mirrored: bool = False) -> Geometry | None:
    """Lay out a play's piles on a board of ``width`` by ``height`` cells.

    Crowded columns get several strips. ``mirrored`` is for left-handed players. Return None if
    there is no room.
    """
    game = play.game.at_level(play.level)
    tall = []
    for name, pile in zip(game.ids, play.table.piles, strict=True):
        if len(pile) > height - _OTHER_ROWS and (group := game.group(name)).fanned:
            down = sum(1 for card in pile if card & DOWN)
            rows = len(pile) - down + min(down, 1)
            tall.append(TallColumn(name, rows, group.lift is Lift.ANY))
    geometry = arrange(game, width, height, mirrored, tuple(tall))
    if geometry and height >= TALL:
        return _spread(play, geometry)
    return geometry


def _spread(play: Play, geometry: Geometry) -> Geometry:
    # Covered cards show as many rows as the deepest column leaves room for.
    size, game = geometry.size, play.rules.game
    room = [
        (len(play.pile(name)) - 1, slot.height - 2 - size.face)
        for name, slot in geometry.slots.items()
        if slot.fan == "v" and play.pile(name) and game.group(name).fanned
    ]
    for step in range(size.widest_step, size.step, -1):
        if all(covered * step <= rows for covered, rows in room):
            return geometry._replace(size=size._replace(step=step))
    return geometry


def room_for(game: Game, width: int, height: int) -> tuple[int, int]:
    """Return the columns and rows that a game's table needs in a window that is too small.

    If more rows alone, or more columns alone, would do, only those grow.
    """
    tallest = range(ROOM[1], max(height, _ENOUGH[1]) + 1)
    widest = range(ROOM[0], max(width, _ENOUGH[0]) + 1)
    rows = tallest[-1] - BARS
    wide = next(w for w in widest if w == widest[-1] or arrange(game, w, rows))
    wide = max(wide, min(width, _ENOUGH[0]))
    high = next(h for h in tallest if h == tallest[-1] or arrange(game, wide, h - BARS))
    wide = next(w for w in widest if w == wide or arrange(game, w, high - BARS))
    return wide, high


def shows(play: Play, name: str) -> bool:
    """Whether a pile is on the table.

    A pile that opens at a lower level shows while it holds a card, or while an armed exception or
    cheat lets a card go there.
    """
    if play.pile(name) or not is_closed(play.rules.game.group(name)):
        return True
    waits = play.armed or play.cheating
    return waits and any(move.dst == name for move in play.legal_moves)


def list_shown(play: Play) -> dict[str, Pile]:
    """Return the piles on the table with their cards, by name."""
    game, piles = play.rules.game, play.table.piles
    return {
        name: pile
        for name, pile in zip(game.ids, piles, strict=True)
        if pile or name not in _closed(game) or shows(play, name)
    }


@lru_cache(maxsize=64)
def _closed(game: Declaration) -> Container[str]:
    return {name for name in game.ids if is_closed(game.group(name))}


@lru_cache(maxsize=64)
def _lifts(game: Declaration) -> Mapping[str, Lift]:
    return {name: game.group(name).lift for name in game.ids}


def spots_of(play: Play, name: str, geometry: Geometry) -> Sequence[Spot]:
    """Return the spots of a pile, bottom card first."""
    return lay(play.rules.game, name, play.pile(name), geometry)


def lay(game: Declaration, name: str, cards: Pile, geometry: Geometry) -> Sequence[Spot]:
    """Return the spots of some cards in the place of a pile, as ``spots_of`` does."""
    slot = geometry.slots[name]
    shown = game.in_sight(name, cards) if slot.step else cards
    found = spots(shown, slot, _lifts(game)[name], geometry.size)
    under = len(cards) - len(shown)
    return [spot._replace(place=spot.place + under) for spot in found] if under else found


class Pointed(NamedTuple):
    """A card under the mouse."""

    pile: str
    depth: int
    """Counted from the end card, which is 1; 0 in an empty pile."""


def hit(play: Play, geometry: Geometry, x: int, y: int) -> Pointed | None:
    """Return the card or the empty place in a cell; a border belongs to the pile it frames.

    A row that stands for several cards is the first of them.
    """
    best: tuple[int, Pointed] | None = None
    piles = list_shown(play)
    for name in [name for name in geometry.slots if name in piles]:
        pile = piles[name]
        for spot in lay(play.rules.game, name, pile, geometry):
            off = max(spot.x - x, x - spot.x - spot.width + 1, 0)
            off += max(spot.y - y, y - spot.y - spot.height + 1, 0)
            if off <= 1 and (best is None or off < best[0]):
                best = off, Pointed(name, len(pile) - spot.place if pile else 0)
    return best[1] if best else None


# -- fans --------------------------------------------------------------------------------------


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
