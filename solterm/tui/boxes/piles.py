"""Boxes about one pile: a peek into it, and what it is. The arrows lead on to other piles.

A box stands where it leaves the pile it is about in sight.
"""

import textwrap
from typing import TYPE_CHECKING

from solterm.core import cards
from solterm.core.cards import DOWN, Card
from solterm.core.words.describe import capitalized, pile_name
from solterm.core.words.pilehelp import describe
from solterm.tui.boxes.kloncan import Box
from solterm.tui.look.canvas import SUITS, Canvas, Role
from solterm.tui.table.geometry import Slot

if TYPE_CHECKING:
    from solterm.tui.screens.marked import MarkedScreen
    from solterm.tui.screens.table import TableScreen

_FRAME = 4
"""Columns of a box beside its text; it has two rows beside it."""
_WIDTHS = (56, 44, 36, 30)
"""Widths of text to try, until one leaves the pile in sight."""
_CARD = 4
_ROW = 8
"""Cards in a row of a peek."""
_KEYS = "Arrows: other piles  ESC: back"


class PileBox(Box):
    """A box about the pile under the cursor."""

    def __init__(self, table: "MarkedScreen") -> None:
        self.table = table

    def lines_of(self, width: int) -> list[str]:
        """What it says, in lines of at most so many characters."""
        raise NotImplementedError

    def decorate(self, canvas: Canvas, x: int, y: int) -> None:
        """Paint what is not plain text, over the text that begins at a cell."""

    def moved(self) -> None:
        """The cursor came to another pile."""

    def paint(self, canvas: Canvas) -> None:
        slot = self.table.slot(self.table.cursor)
        places = [self._place(canvas, slot, width) for width in _WIDTHS]
        x, y, lines = next(filter(None, places), None) or self._anywhere(canvas)
        canvas.double_box(x, y, lines, Role.BOX)
        self.decorate(canvas, x + 2, y + 1)

    def _place(self, canvas: Canvas, slot: Slot, width: int) -> tuple[int, int, list[str]] | None:
        """Where a box with text of a width leaves the pile in sight, and its lines."""
        lines = self.lines_of(width)
        across, down = max(map(len, lines)) + _FRAME, len(lines) + 2
        top, bottom = 1, canvas.height - 1 - down
        if bottom < top:
            return None
        for x in (canvas.width - across - 1, 1):
            for y in (bottom, top):
                apart = (
                    x >= slot.x + slot.width
                    or x + across <= slot.x
                    or y >= slot.y + slot.height
                    or y + down <= slot.y
                )
                if x >= 0 and apart:
                    return x, y, lines
        return None

    def _anywhere(self, canvas: Canvas) -> tuple[int, int, list[str]]:
        """Where it stands when it covers the pile wherever it stands."""
        lines = self.lines_of(min(_WIDTHS[0], canvas.width - _FRAME))[: canvas.height - 4]
        return 0, max(1, canvas.height - 3 - len(lines)), lines

    def press(self, table: "TableScreen", key: str, character: str | None) -> bool:
        steps = {each: getattr(table, f"do_{each}") for each in ("left", "right", "up", "down")}
        if key in steps:
            steps[key]()
            self.moved()
        elif key in ("escape", "enter", "space"):
            table.boxes.pop()
        return True

    def point(self, table: "TableScreen", x: int, y: int) -> None:
        """A click on another pile leads on to it, one beside all piles closes the box."""
        if spot := table.spot_at(x, y):
            table.cursor = spot.pile
            self.moved()
        else:
            table.boxes.pop()


class WhatBox(PileBox):
    """W: what a pile is for, in the words of the rules."""

    def lines_of(self, width: int) -> list[str]:
        play = self.table.play
        text = describe(play.rules.game, self.table.cursor, play.known)
        sentences = self.table.solterm.glyphs.sentence(text)
        return [*textwrap.wrap(sentences, width), _KEYS]


class PeekBox(PileBox):
    """P: the cards of a pile as far as the game's peek shows them, those under others too.

    Each pile that is looked into is one ``peek`` of the play.
    """

    def __init__(self, table: "MarkedScreen") -> None:
        super().__init__(table)
        self._seen: set[str] = set()
        self.refused = False
        """Did the play refuse a peek? Then the box is not to stay."""
        self.moved()

    def moved(self) -> None:
        if self.table.cursor not in self._seen:
            self._seen.add(self.table.cursor)
            self.refused = not self.table.attempt(f"peek {self.table.cursor}")
            if self.refused and self in self.table.boxes:
                self.table.boxes.remove(self)

    def _cards(self) -> tuple[Card, ...]:
        return self.table.play.peeked(self.table.cursor)

    def lines_of(self, width: int) -> list[str]:
        play, pile = self.table.play, self.table.cursor
        name = f"{capitalized(pile_name(play.rules.game, pile))} ({pile})"
        shown = len(self._cards())
        down = sum(1 for card in play.pile(pile) if card & DOWN)
        up = len(play.pile(pile)) - down
        counts = [f"{up} up"] if up else [] if shown else ["no card lies face up"]
        counts += [f"{down} down"] if down else []
        counts += [f"{up - shown} never seen"] if up > shown else []
        rows = [" " * (_CARD * min(_ROW, shown))] * -(-shown // _ROW)
        order = ["The last one lies on top."] if shown > 1 else []
        return [f"{name}: {', '.join(counts)}"[:width], *rows, *order, _KEYS]

    def decorate(self, canvas: Canvas, x: int, y: int) -> None:
        for place, card in enumerate(self._cards()):
            row, column = divmod(place, _ROW)
            role = SUITS[cards.suit(card)]
            canvas.text(x + column * _CARD, y + 1 + row, canvas.glyphs.card(card), role)
