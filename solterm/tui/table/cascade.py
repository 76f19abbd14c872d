"""The cascade after a win: cards leap off their piles and leave a trail.

It knows no clock and no terminal: whoever shows it asks for the next cards as long as there is time
and room on the line.
"""

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
"""Pictures of a cascade at most."""
_AT_ONCE = 2
"""Cards in each of them."""
SECONDS = 0.05
"""Between two of them."""
BYTES = 6000
"""What it may cost on the line."""
RESERVE = 600
"""What the next picture costs at most: with less left, there is none."""
_WIDEST, _HIGHEST = 7, 3
"""The cards that leap are no larger."""
_BOUNCE = 0.75
"""How fast a card leaves the ground, of the speed it came with."""


class Timer(Protocol):
    """Something that is done again and again."""

    def stop(self) -> None:
        """Never do it again."""


class Stamp(NamedTuple):
    """A card on its way, where it leaves its trail."""

    x: int
    y: int
    card: Card


class Cascade:
    """The cards that have leapt so far."""

    def __init__(self, play: Play, geometry: Geometry, width: int, height: int, top: int) -> None:
        """A cascade over a table that begins at row ``top`` of a screen of such a size."""
        self.width = min(geometry.size.inner, _WIDEST)
        self.height = min(geometry.size.face, _HIGHEST)
        self.stamps: list[Stamp] = []
        self._ways = self._leap(play, geometry, width, height, top)

    def go_on(self) -> bool:
        """Let the next cards be seen. Are there any?"""
        left = _AT_ONCE * FRAMES - len(self.stamps)
        following = [*islice(self._ways, min(_AT_ONCE, left))]
        self.stamps += following
        return bool(following)

    def paint(self, canvas: Canvas) -> None:
        """Paint the trails."""
        for stamp in self.stamps:
            rows = front(canvas.glyphs, stamp.card, self.width, self.height)
            for y, row in enumerate(rows, stamp.y):
                canvas.text(stamp.x - 1, y, " ", Role.TABLE)
                canvas.text(stamp.x, y, row, SUITS[cards.suit(stamp.card)])

    def _leap(
        self, play: Play, geometry: Geometry, width: int, height: int, top: int
    ) -> Iterator[Stamp]:
        """Every card from its pile to the edge of the screen, one after the other."""
        import random  # here: the first table does not wait for it

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


class Line(Protocol):
    """Keeps the time for a cascade, and knows what it has cost."""

    sent: int
    """What frames have cost on the line so far."""

    @property
    def lags(self) -> bool:
        """Whether the line has yet to take the last frame."""

    def set_interval(self, interval: float, callback: Callable[[], None]) -> Timer:
        """Have something done again and again."""


class Finale:
    """A cascade on a line: it stops after its time, when it has cost enough, or when told to."""

    def __init__(self, line: Line, cascade: Cascade, repaint: Callable[[], None]) -> None:
        self.cascade = cascade
        self._line = line
        self._repaint = repaint
        self._most = line.sent + BYTES
        self._timer = line.set_interval(SECONDS, self._go_on)

    def stop(self) -> None:
        """No more cards; the trails stay."""
        self._timer.stop()

    def _go_on(self) -> None:
        is_spent = self._line.lags or self._line.sent > self._most - RESERVE
        if is_spent or not self.cascade.go_on():
            self.stop()
        else:
            self._repaint()


def _leapers(play: Play, geometry: Geometry) -> Iterator[tuple[str, Card]]:
    """The cards of the foundations from the top, pile by pile; without those, the end cards."""
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
