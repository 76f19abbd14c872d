"""A box that opens over a screen and takes the keys, and the boxes that are open there."""

from collections.abc import Callable, Iterator

from solterm.tui.look import chrome
from solterm.tui.look.canvas import Canvas

_MARGIN = 8
"""Columns of a screen that a box leaves free, its own border included."""

Answer = Callable[[], object]
"""What is to be done once a box has closed."""


def go_on() -> None:
    """The answer of a box that closes and leaves all as it is."""


class Box:
    """A box with a double line round it, at the bottom of the screen."""

    takes_keys = True
    """Do keys end here? Else they go on to the screen."""
    rolls = False
    """Does the mouse wheel go up and down in it?"""

    def lines(self, width: int) -> list[str]:
        """What it says, in lines of at most so many columns."""
        raise NotImplementedError

    def paint(self, canvas: Canvas) -> None:
        """Paint the box over the screen."""
        chrome.paint_box(canvas, self.lines(canvas.width - _MARGIN))

    def wants(self, key: str) -> bool:
        """Is a key for the box? Else it gives way to what the key does on the screen."""
        return True

    def press(self, key: str, character: str | None) -> Answer | None:
        """Take a key. None: the box stays open; else it closes, and then the answer is done."""
        raise NotImplementedError

    def point(self, x: int, y: int) -> Answer | None:
        """Take a click on a cell of the screen, as ``press`` takes a key."""
        return None


class Boxes:
    """The boxes that are open over a screen; the topmost gets keys and clicks."""

    def __init__(self) -> None:
        self._open: list[Box] = []

    def __bool__(self) -> bool:
        return bool(self._open)

    def __len__(self) -> int:
        return len(self._open)

    def __iter__(self) -> Iterator[Box]:
        """From the undermost to the topmost."""
        return iter(self._open)

    @property
    def top(self) -> Box | None:
        """The topmost box, None when none is open."""
        return self._open[-1] if self._open else None

    def open(self, box: Box) -> None:
        """Lay a box over the others."""
        self._open.append(box)

    def close(self, box: Box) -> None:
        """Take a box away, wherever it lies, if it still does."""
        if box in self._open:
            self._open.remove(box)

    def clear(self) -> None:
        """Close all."""
        self._open.clear()

    def paint(self, canvas: Canvas) -> None:
        """Paint them, the topmost last."""
        for box in self._open:
            box.paint(canvas)

    def press(self, key: str, character: str | None) -> bool:
        """Give a key to the topmost box; False where the screen is to have it."""
        box = self.top
        if box is None or not box.takes_keys:
            return False
        self._obey(box, box.press(key, character))
        return True

    def point(self, x: int, y: int) -> bool:
        """Give a click to the topmost box; False where none is open."""
        box = self.top
        if box is None:
            return False
        self._obey(box, box.point(x, y))
        return True

    def roll(self, key: str) -> None:
        """Give a notch of the wheel, as an arrow key, to a box that rolls."""
        if self.top and self.top.rolls:
            self.press(key, None)

    def _obey(self, box: Box, answer: Answer | None) -> None:
        if answer is not None:
            self.close(box)
            answer()
