"""The cascade after a win: cards bounce off their piles and leave a trail."""

from collections.abc import Callable, Iterator
from itertools import islice, zip_longest
from typing import NamedTuple, Protocol

from solterm.core import cards
from solterm.core.cards import DOWN, Card
from solterm.core.play.play import Play
from solterm.tui.look.canvas import SUITS, Canvas, Role
from solterm.tui.look.faces import front
from solterm.tui.table.geometry import Geometry

FRAMES = 40
"""Frames of a cascade at most."""
_AT_ONCE = 2
"""Cards in each frame."""
SECONDS = 0.05
"""Between two frames."""
BYTES = 6000
"""Characters that a cascade may send."""
RESERVE = 600
"""Characters that the next frame may take: with fewer left, the cascade ends."""
_WIDEST, _HIGHEST = 7, 3
"""The largest size of the bouncing cards."""
_BOUNCE = 0.75
"""A card's speed after the bounce, as a share of its speed before."""


class Timer(Protocol):
    """A timer, as Textual's."""

    def stop(self) -> None:
        """Stop calling."""


class Stamp(NamedTuple):
    """A card of the trail."""

    x: int
    y: int
    card: Card


class Cascade:
    """The trail of cards so far."""

    def __init__(self, play: Play, geometry: Geometry, width: int, height: int, top: int) -> None:
        """Start from a table whose first row is row ``top`` of a screen of this size."""
        self.width = min(geometry.size.inner, _WIDEST)
        self.height = min(geometry.size.face, _HIGHEST)
        self.stamps: list[Stamp] = []
        self._ways = self._leap(play, geometry, width, height, top)

    def go_on(self) -> bool:
        """Add the next cards to the trail; return whether there were any."""
        left = _AT_ONCE * FRAMES - len(self.stamps)
        following = [*islice(self._ways, min(_AT_ONCE, left))]
        self.stamps += following
        return bool(following)

    def paint(self, canvas: Canvas) -> None:
        for stamp in self.stamps:
            rows = front(canvas.glyphs, stamp.card, self.width, self.height)
            for y, row in enumerate(rows, stamp.y):
                canvas.text(stamp.x - 1, y, " ", Role.TABLE)
                canvas.text(stamp.x, y, row, SUITS[cards.suit(stamp.card)])

    def _leap(
        self, play: Play, geometry: Geometry, width: int, height: int, top: int
    ) -> Iterator[Stamp]:
        import random  # here, to start faster

        chance = random.Random(play.deal)
        ground = height - 2 - self.height
        for name, card in _leapers(play, geometry):
            slot = geometry.slots[name]
            x, y = float(slot.x + 1), float(slot.y + 1 + top)
            across = chance.choice((-1, 1)) * chance.uniform(self.width * 0.6, self.width + 1.5)
            if not width // 5 < x < width * 4 // 5:
                across = abs(across) if x < width / 2 else -abs(across)
            down = chance.uniform(-2.0, 0.5)
            while 0 <= x <= width - self.width:
                yield Stamp(round(x), round(y), card)
                x, y, down = x + across, y + down, down + 1.2
                if y > ground:
                    y, down = float(ground), -down * _BOUNCE


class Output(Protocol):
    """The part of the App that a cascade needs."""

    sent: int
    """Characters of frames sent so far."""

    @property
    def lags(self) -> bool:
        """Whether the terminal has not yet taken the last frame."""

    def set_interval(self, interval: float, callback: Callable[[], None]) -> Timer:
        """Call ``callback`` at intervals."""


class Finale:
    """A running cascade: it stops at its end, at a limit of characters, or on ``stop``."""

    def __init__(self, output: Output, cascade: Cascade, repaint: Callable[[], None]) -> None:
        self.cascade = cascade
        self._output = output
        self._repaint = repaint
        self._most = output.sent + BYTES
        self._timer = output.set_interval(SECONDS, self._go_on)

    def stop(self) -> None:
        """Add no more cards; the trail stays."""
        self._timer.stop()

    def _go_on(self) -> None:
        is_spent = self._output.lags or self._output.sent > self._most - RESERVE
        if is_spent or not self.cascade.go_on():
            self.stop()
        else:
            self._repaint()


def _leapers(play: Play, geometry: Geometry) -> Iterator[tuple[str, Card]]:
    names = [name for name in geometry.slots if play.pile(name)]
    homes = [name for name in names if name[0] == "f"]
    if not homes:
        yield from ((name, play.pile(name)[-1] & ~DOWN) for name in names if _is_open(play, name))
        return
    for row in zip_longest(*(reversed(play.pile(name)) for name in homes)):
        for name, card in zip(homes, row, strict=True):
            if card is not None and not card & DOWN:
                yield name, card


def _is_open(play: Play, name: str) -> bool:
    return not play.pile(name)[-1] & DOWN
