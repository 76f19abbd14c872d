"""Boxes about one pile: a peek into it, and what it is. The arrows lead on to other piles.

A box stands where it leaves the pile it is about in sight.
"""

import textwrap
from collections.abc import Callable

from solterm.core import cards
from solterm.core.cards import DOWN, Card
from solterm.core.words.describe import capitalize, pile_name
from solterm.core.words.pilehelp import describe
from solterm.tui.boxes.box import Answer, Box, go_on
from solterm.tui.look.canvas import SUITS, Canvas, Role
from solterm.tui.table.cursor import Arrow
from solterm.tui.table.geometry import Slot
from solterm.tui.table.sitting import Sitting

_FRAME = 4
"""Columns of a box beside its text; it has two rows beside it."""
_WIDTHS = (56, 44, 36, 30)
"""Widths of text to try, until one leaves the pile in sight."""
_CARD = 4
_ROW = 8
"""Cards in a row of a peek."""
_ARROWS = {arrow.value: arrow for arrow in Arrow}
_CLOSING = ("escape", "enter", "space")
_KEYS = "Arrows: other piles  ESC: back"


class PileBox(Box):
    """A box about the pile under the cursor."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting

    @property
    def pile(self) -> str:
        """The pile it is about."""
        return self.sitting.hand.cursor

    def decorate(self, canvas: Canvas, x: int, y: int) -> None:
        """Paint what is not plain text, over the text that begins at a cell."""

    def moved(self) -> bool:
        """The cursor came to another pile. May the box stay open?"""
        return True

    def paint(self, canvas: Canvas) -> None:
        slot = self.sitting.window.slot(self.pile)
        places = [self._place(canvas, slot, width) for width in _WIDTHS]
        x, y, lines = next(filter(None, places), None) or self._anywhere(canvas)
        canvas.double_box(x, y, lines, Role.BOX)
        self.decorate(canvas, x + 2, y + 1)

    def _place(self, canvas: Canvas, slot: Slot, width: int) -> tuple[int, int, list[str]] | None:
        """Where a box with text of a width leaves the pile in sight, and its lines."""
        lines = self.lines(width)
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
        lines = self.lines(min(_WIDTHS[0], canvas.width - _FRAME))[: canvas.height - 4]
        return 0, max(1, canvas.height - 3 - len(lines)), lines

    def wants(self, key: str) -> bool:
        return key in _ARROWS or key in _CLOSING

    def press(self, key: str, character: str | None) -> Answer | None:
        if key in _ARROWS:
            self.sitting.hand.go(_ARROWS[key])
            return None if self.moved() else go_on
        return go_on if key in _CLOSING else None

    def point(self, x: int, y: int) -> Answer | None:
        """A click on another pile leads on to it, one beside all piles closes the box."""
        spot = self.sitting.window.spot_at(x, y)
        if spot is None:
            return go_on
        self.sitting.hand.cursor = spot.pile
        return None if self.moved() else go_on


class WhatBox(PileBox):
    """W: what a pile is for, in the words of the rules."""

    def __init__(self, sitting: Sitting, sentence: Callable[[str], str]) -> None:
        """``sentence`` writes a text with the signs that the terminal has."""
        super().__init__(sitting)
        self._sentence = sentence

    def lines(self, width: int) -> list[str]:
        play = self.sitting.play
        text = describe(play.rules.game, self.pile, play.known)
        return [*textwrap.wrap(self._sentence(text), width), _KEYS]


class PeekBox(PileBox):
    """P: the cards of a pile as far as the game's peek shows them, those under others too.

    Each pile that is looked into is one ``peek`` of the play.
    """

    def __init__(self, sitting: Sitting) -> None:
        super().__init__(sitting)
        self._seen: set[str] = set()

    def moved(self) -> bool:
        """Look into the pile, if that was not done yet; a play that refuses closes the box."""
        if self.pile in self._seen:
            return True
        self._seen.add(self.pile)
        return self.sitting.attempt(f"peek {self.pile}")

    def _cards(self) -> tuple[Card, ...]:
        return self.sitting.play.show_peek(self.pile)

    def lines(self, width: int) -> list[str]:
        play, pile = self.sitting.play, self.pile
        name = f"{capitalize(pile_name(play.rules.game, pile))} ({pile})"
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
