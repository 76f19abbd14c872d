"""Animated moves: the frames between two positions.

A move is one flight; automatic play is one flight per card.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from solterm.core import cards
from solterm.core.cards import DOWN, Card
from solterm.core.play.play import Play
from solterm.core.table import Pile, Table
from solterm.tui.look.canvas import SUITS, Canvas
from solterm.tui.look.faces import front
from solterm.tui.table.geometry import Geometry
from solterm.tui.table.layout import spots_of

SECONDS = 0.05
"""Between two frames."""
_STATIONS = (1 / 3, 2 / 3)
"""The parts of the way at which a card shows."""

Piles = Mapping[str, Pile]


class Flight(NamedTuple):
    """Cards that move from one pile to another."""

    src: str
    dst: str
    cards: int
    """Their number."""
    piles: Piles
    """The piles during the flight, without these cards."""


class Frame(NamedTuple):
    """A card between two piles."""

    piles: Piles
    card: Card
    x: int
    y: int

    def paint(self, canvas: Canvas, geometry: Geometry) -> None:
        width, height = geometry.size.inner, geometry.size.face
        rows = front(canvas.glyphs, self.card, width, height)
        for y, row in enumerate(rows, self.y):
            canvas.text(self.x, y, row[:width], SUITS[cards.suit(self.card)])


def frames(play: Play, before: Table, geometry: Geometry) -> Iterator[Frame]:
    """Yield the frames from an earlier position to the present one; none if no card just moves."""
    ids = play.rules.game.ids
    start = dict(zip(ids, before.piles, strict=True))
    end = dict(zip(ids, play.table.piles, strict=True))
    now = dict(start)
    for flight in flights(start, end):
        lifted = now[flight.src][-flight.cards :]
        laid = (*flight.piles[flight.dst], *lifted)
        one = _place(play, flight.src, geometry, now[flight.src], flight.cards)
        two = _place(play, flight.dst, geometry, laid, flight.cards)
        for part in _STATIONS:
            x = round(one[0] + (two[0] - one[0]) * part)
            y = round(one[1] + (two[1] - one[1]) * part)
            yield Frame(flight.piles, lifted[0], x, y)
        now = {**flight.piles, flight.dst: laid}


def flights(start: Piles, end: Piles) -> Sequence[Flight]:
    """Return the flights between two positions: of one move, or of cards that go home."""
    grown = [name for name in start if len(end[name]) > len(start[name])]
    shrunk = [name for name in start if len(end[name]) < len(start[name])]
    if len(grown) == 1 and len(shrunk) == 1:
        src, dst = shrunk[0], grown[0]
        count = len(end[dst]) - len(start[dst])
        lifted = start[src][-count:]
        if len(start[src]) - len(end[src]) == count and end[dst][-count:] == lifted:
            if any(card & DOWN for card in lifted):
                return ()
            return (Flight(src, dst, count, {**start, src: start[src][:-count]}),)
    if grown and all(name[0] == "f" for name in grown):
        return tuple(_home(start, end, grown, shrunk))
    return ()


def _home(
    start: Piles, end: Piles, grown: Sequence[str], shrunk: Sequence[str]
) -> Iterator[Flight]:
    # Cards go home one by one, as far as they lie open on top of a pile.
    now = dict(start)
    while found := next(_next_home(now, end, grown, shrunk), None):
        src, dst = found
        card = now[src][-1]
        now = {**now, src: now[src][:-1]}
        yield Flight(src, dst, 1, now)
        now = {**now, dst: (*now[dst], card)}


def _next_home(
    now: Piles, end: Piles, grown: Sequence[str], shrunk: Sequence[str]
) -> Iterator[tuple[str, str]]:
    for dst in grown:
        if len(now[dst]) < len(end[dst]):
            wanted = end[dst][len(now[dst])]
            for src in shrunk:
                if now[src][-1:] == (wanted,) and len(now[src]) > len(end[src]):
                    yield src, dst


def _place(play: Play, name: str, geometry: Geometry, pile: Pile, count: int) -> tuple[int, int]:
    spots = spots_of(play, name, geometry, pile)
    spot = spots[max(-count, -len(spots))]
    return spot.x, spot.y
