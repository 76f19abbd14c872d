"""Where a play's table stands now: its geometry, the cards that show, the card in a cell.

The painter, the cursor and the mouse use the same layout.
"""

from collections.abc import Container, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from solterm.core.cards import DOWN
from solterm.core.declaration import Declaration
from solterm.core.game import Game
from solterm.core.groups import is_closed
from solterm.core.play.play import Play
from solterm.core.table import Pile
from solterm.core.vocabulary.policies import Lift
from solterm.tui.table.fans import Spot, spots
from solterm.tui.table.geometry import TALL, Geometry, TallColumn, arrange

ROOM = (40, 14)
"""The fewest columns and rows of a window in which any screen is of use."""
BARS = 3
"""Rows of the screen above and below the table."""
_ENOUGH = (80, 24)
"""At this width and height every screen shows everything."""
_OTHER_ROWS = 8
"""Rows above a fan and in its border, at most: shorter fans need no second strip."""


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


def spots_of(play: Play, name: str, geometry: Geometry, top: int = 0) -> Sequence[Spot]:
    """Return the spots of a pile, bottom card first.

    ``top`` is the screen row of the board's first.
    """
    return lay(play.rules.game, name, play.pile(name), geometry, top)


def lay(
    game: Declaration, name: str, cards: Pile, geometry: Geometry, top: int = 0
) -> Sequence[Spot]:
    """Return the spots of some cards in the place of a pile, as ``spots_of`` does."""
    slot = geometry.slots[name]
    slot = slot._replace(y=slot.y + top) if top else slot
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
