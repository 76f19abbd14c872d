"""The pictures of an animation: the deal, cards that are played, the cascade after a win."""

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from solterm.core import cards
from solterm.core.cards import DOWN, UNKNOWN, Card
from solterm.core.play.play import Play
from solterm.core.table import Pile, Table
from solterm.tui.look.canvas import SUITS, Canvas, Role
from solterm.tui.look.faces import front
from solterm.tui.table.geometry import Geometry
from solterm.tui.table.layout import lay

Piles = Mapping[str, Pile]

# -- a game that plays by itself -----------------------------------------------------------------


class Tempo:
    """The seconds between two steps of a replay, or of the program at the table."""

    _SECONDS = (4.0, 2.0, 1.0, 0.5, 0.25, 0.1)

    def __init__(self) -> None:
        self._at = 2

    @property
    def seconds(self) -> float:
        return self._SECONDS[self._at]

    def change(self, by: int) -> str:
        """Go faster, or slower with a negative number; return a sentence that tells the pace."""
        self._at = max(0, min(len(self._SECONDS) - 1, self._at + by))
        return f"{self.seconds:g} second{'s' * (self.seconds != 1)} a step."


# -- the deal ------------------------------------------------------------------------------------

DEAL_SECONDS = 0.04
"""Seconds between two pictures of a deal."""
DEAL_FRAMES = 30
"""Frames of a deal at most; with more cards, several come at once."""


def is_untouched(play: Play) -> bool:
    """Whether the game has not begun; switching automatic play on does not count."""
    return all(event.startswith("autoplay ") for event in play.events)


def steps(play: Play) -> list[Piles]:
    """Return the piles after each step of the deal, except the last, which is the table itself.

    Cards come row by row, a squared pile at once. The stock holds the remaining
    cards, face down.
    """
    rules = play.rules
    goal = {name: play.pile(name) for name in rules.game.ids}
    rounds: list[tuple[int, str, int]] = []
    for name, pile in goal.items():
        if name == "s" or not pile:
            continue
        first = 0 if rules.game.group(name).fanned else len(pile) - 1
        rounds += [(row - first, name, row + 1) for row in range(first, len(pile))]
    # Sorting is stable: within a row the order is that of the piles.
    order = [(name, count) for _, name, count in sorted(rounds, key=lambda each: each[0])]
    laid: dict[str, Pile] = dict.fromkeys(goal, ())
    frames: list[Piles] = []
    at_once = -(-len(order) // DEAL_FRAMES)
    for number, (name, count) in enumerate(order):
        if number % at_once == 0:
            frames.append(laid | _stock(goal, laid))
        laid[name] = goal[name][:count]
    return frames


def _stock(goal: Piles, laid: Piles) -> dict[str, Pile]:
    # Its own cards, and over them those not dealt yet.
    if "s" not in goal:
        return {}
    left = [card | DOWN for name, pile in goal.items() for card in pile[len(laid[name]) :]]
    return {"s": tuple(left)}


# -- played cards --------------------------------------------------------------------------------

FLIGHT_SECONDS = 0.05
"""Seconds between two pictures of a flight."""
_STATIONS = (1 / 3, 2 / 3)
"""The parts of the way at which a card shows."""


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
    spots = lay(play.rules.game, name, pile, geometry)
    spot = spots[max(-count, -len(spots))]
    return spot.x, spot.y


# -- the cascade ---------------------------------------------------------------------------------

CASCADE_SECONDS = 0.08
"""Seconds between two pictures of a cascade."""
CASCADE_FRAMES = 250
"""Frames of a cascade at most: twenty seconds."""
_WIDEST, _HIGHEST = 7, 3
"""The largest size of the bouncing cards."""
_BOUNCE = 0.75
"""A card's speed after the bounce, as a share of its speed before."""


class Stamp(NamedTuple):
    """A card of the trail."""

    x: int
    y: int
    card: Card


class Cascade:
    """The trail of cards so far."""

    def __init__(self, play: Play, geometry: Geometry, width: int, height: int) -> None:
        """Start from a table of this size."""
        self.width = min(geometry.size.inner, _WIDEST)
        self.height = min(geometry.size.face, _HIGHEST)
        self.stamps: list[Stamp] = []
        self._ways = self._leap(play, geometry, width, height)

    def go_on(self) -> bool:
        """Add the next card to the trail; return whether there was any."""
        following = next(self._ways, None) if len(self.stamps) < CASCADE_FRAMES else None
        if following:
            self.stamps.append(following)
        return following is not None

    def paint(self, canvas: Canvas) -> None:
        for stamp in self.stamps:
            rows = front(canvas.glyphs, stamp.card, self.width, self.height)
            for y, row in enumerate(rows, stamp.y):
                canvas.text(stamp.x - 1, y, " ", Role.TABLE)
                canvas.text(stamp.x, y, row, SUITS[cards.suit(stamp.card)])

    def _leap(self, play: Play, geometry: Geometry, width: int, height: int) -> Iterator[Stamp]:
        chance = random.Random(play.deal)
        ground = height - 2 - self.height
        for name, card in _leapers(play, geometry):
            slot = geometry.slots[name]
            x, y = float(slot.x + 1), float(slot.y + 1)
            across = chance.choice((-1, 1)) * chance.uniform(self.width * 0.6, self.width + 1.5)
            if not width // 5 < x < width * 4 // 5:
                across = abs(across) if x < width / 2 else -abs(across)
            down = chance.uniform(-2.0, 0.5)
            while 0 <= x <= width - self.width:
                yield Stamp(round(x), round(y), card)
                x, y, down = x + across, y + down, down + 1.2
                if y > ground:
                    y, down = float(ground), -down * _BOUNCE


def _leapers(play: Play, geometry: Geometry) -> Iterator[tuple[str, Card]]:
    """Yield the cards at home, the top of each pile first; without homes, the tops of all piles.

    Finished suits are at home on a discard pile. Cards that the player has not seen stay.
    """
    lying = dict(zip(play.game.ids, play.known.piles, strict=True))
    piles = {
        name: [
            card
            for card, known in zip(play.pile(name), lying[name], strict=True)
            if known != UNKNOWN and not card & DOWN
        ]
        for name in geometry.slots
    }
    homes = [name for name in piles if name[0] == "f"] or [name for name in piles if name == "d"]
    if not any(piles[name] for name in homes):
        yield from ((name, pile[-1]) for name, pile in piles.items() if pile)
        return
    for row in zip_longest(*(reversed(piles[name]) for name in homes)):
        for name, card in zip(homes, row, strict=True):
            if card is not None:
                yield name, card
