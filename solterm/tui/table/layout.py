"""Where a play's table stands now: its geometry, what shows of a pile, what lies in a cell.

Painter, cursor and mouse all ask here, so that they agree.
"""

from collections.abc import Sequence
from typing import NamedTuple

from solterm.core.cards import DOWN
from solterm.core.play.play import Play
from solterm.core.table import Pile
from solterm.core.vocabulary.policies import Lift
from solterm.tui.table.fans import Spot, spots
from solterm.tui.table.geometry import Crowd, Geometry, arrange


def layout(play: Play, width: int, height: int, mirrored: bool = False) -> Geometry | None:
    """Where the piles stand on a board of so many cells, crowded columns in several strips.

    None when there is no room. ``mirrored`` is the table of a left-handed player.
    """
    game = play.rules.game
    crowds = []
    for name, pile in zip(game.ids, play.table.piles, strict=True):
        group = game.group(name)
        if group.fanned and len(pile) > height - _OTHER_ROWS:
            down = sum(1 for card in pile if card & DOWN)
            rows = len(pile) - down + min(down, 1)
            crowds.append(Crowd(name, rows, group.lift is Lift.ANY))
    geometry = arrange(game, width, height, mirrored, tuple(crowds))
    if geometry and height >= _TALL:
        return _spread(play, geometry, height // _ROWS_A_STEP)
    return geometry


def _spread(play: Play, geometry: Geometry, widest: int) -> Geometry:
    """Show as much of covered cards as the deepest column leaves room for."""
    size, game = geometry.size, play.rules.game
    room = [
        (len(play.pile(name)) - 1, slot.height - 2 - size.face)
        for name, slot in geometry.slots.items()
        if slot.fan == "v" and play.pile(name) and game.group(name).fanned
    ]
    for step in range(min(size.face - 1, widest), size.step, -1):
        if all(covered * step <= rows for covered, rows in room):
            return geometry._replace(size=size._replace(step=step))
    return geometry


_TALL = 30
"""Rows of a board from which columns spread; on smaller ones that would cost bytes and steadiness.
"""
_ROWS_A_STEP = 8
"""Rows of a board for each row that may show of a covered card."""
_OTHER_ROWS = 8
"""At most so many rows of the board are above a fan or its border: a shorter one needs no count."""


def shows(play: Play, name: str) -> bool:
    """Is a pile on the table?

    One that opens with a lower level is while a card lies there, or while an exception or a cheat
    waits that lets one go there.
    """
    if play.pile(name) or not play.rules.game.group(name).closed:
        return True
    waits = play.armed or play.cheating
    return waits and any(move.dst == name for move in play.legal_moves)


def spots_of(
    play: Play, name: str, geometry: Geometry, pile: Pile | None = None, top: int = 0
) -> Sequence[Spot]:
    """What shows of a pile, bottom card first; or of other cards in its place.

    ``top`` is the row of the board's first.
    """
    game = play.rules.game
    cards = play.pile(name) if pile is None else pile
    slot = geometry.slots[name]
    slot = slot._replace(y=slot.y + top) if top else slot
    shown = game.in_sight(name, cards) if slot.step else cards
    found = spots(shown, slot, game.group(name).lift, geometry.size)
    under = len(cards) - len(shown)
    return [spot._replace(place=spot.place + under) for spot in found] if under else found


class Hit(NamedTuple):
    """What lies in a cell of the board."""

    pile: str
    place: int
    """Index of the card in its pile (of the first, where a row stands for several); -1: none."""


def hit(play: Play, geometry: Geometry, x: int, y: int) -> Hit | None:
    """The card, or the empty place, in a cell of the board; borders belong to what they frame."""
    best: tuple[int, Hit] | None = None
    for name in geometry.slots:
        if not shows(play, name):
            continue
        for spot in spots_of(play, name, geometry):
            off = max(spot.x - x, x - spot.x - spot.width + 1, 0)
            off += max(spot.y - y, y - spot.y - spot.height + 1, 0)
            if off <= 1 and (best is None or off < best[0]):
                best = off, Hit(name, spot.place)
    return best[1] if best else None
