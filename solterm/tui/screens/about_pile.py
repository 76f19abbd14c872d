"""Dialogs about one pile: a peek at its cards, and an explanation. The arrows go on to other piles.

A dialog avoids covering its pile.
"""

from collections.abc import Callable, Sequence

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.geometry import Offset
from textual.screen import ModalScreen
from textual.widgets import Static

from solterm.core import cards
from solterm.core.cards import DOWN, Card
from solterm.core.phrases import capitalize
from solterm.core.play.play import Play
from solterm.core.words.describe import pile_name
from solterm.core.words.pilehelp import describe
from solterm.tui.look.canvas import SUITS
from solterm.tui.look.wrapping import wrap
from solterm.tui.table.cursor import Arrow
from solterm.tui.table.geometry import Slot
from solterm.tui.table.hand import Hand
from solterm.tui.table.sentences import in_own_words, in_rows, without_ids
from solterm.tui.textual_hooks import HookedScreen
from solterm.tui.textual_themes import rich_styles

_FRAME = 4
"""The border and padding across; down, the border takes two rows."""
_WIDTHS = (56, 44, 36, 30)
"""Widths of text to try until the box leaves the pile visible."""
_CARD = 4
_ROW = 8
"""Cards in a row of a peek."""
_ARROWS = {arrow.value: arrow for arrow in Arrow}
_CLOSING = ("escape", "enter", "space")
_KEYS = "Arrows: other piles  Esc: back"
_TOP = 1
"""The first row of the table on the screen."""


class PileDialog(ModalScreen[str | None], HookedScreen[str | None]):
    """A box about the pile under the cursor.

    Any other key closes the box and goes to the table.
    """

    DEFAULT_CSS = """
    PileDialog {
        align: left top;
        & > #box {
            width: auto;
            height: auto;
            padding: 0 1;
        }
    }
    """

    def __init__(self, hand: Hand, show_table: Callable[[], None]) -> None:
        """``show_table`` shows the cursor on its new pile."""
        super().__init__()
        self.hand = hand
        self._show_table = show_table

    def compose(self) -> ComposeResult:
        yield Static(id="box", classes="box")

    def on_mount(self) -> None:
        self._show()

    @property
    def pile(self) -> str:
        return self.hand.cursor

    def text(self, width: int) -> Text:
        """Return the text in lines of at most ``width`` columns."""
        raise NotImplementedError

    def moved(self) -> bool:
        """Follow the cursor to another pile; return False to close the dialog."""
        return True

    def _show(self) -> None:
        geometry = self.hand.geometry
        if geometry is None:  # the notice of a small window covers the dialog
            return
        slot = geometry.slots[self.pile]
        slot = slot._replace(y=slot.y + _TOP)
        places = [self._place(slot, width) for width in _WIDTHS]
        offset, text = next(filter(None, places), None) or self._anywhere()
        box = self.query_one("#box", Static)
        box.update(text)
        box.styles.offset = offset

    def _place(self, slot: Slot, width: int) -> tuple[Offset, Text] | None:
        text = self.text(width)
        lines = text.plain.splitlines()
        across, down = max(map(len, lines)) + _FRAME, len(lines) + 2
        columns, rows = self.app.size
        top, bottom = 1, rows - 1 - down
        if bottom < top:
            return None
        for x in (columns - across - 1, 1):
            for y in (bottom, top):
                apart = (
                    x >= slot.x + slot.width
                    or x + across <= slot.x
                    or y >= slot.y + slot.height
                    or y + down <= slot.y
                )
                if x >= 0 and apart:
                    return Offset(x, y), text
        return None

    def _anywhere(self) -> tuple[Offset, Text]:
        columns, rows = self.app.size
        text = self.text(min(_WIDTHS[0], columns - _FRAME))
        return Offset(0, max(1, rows - 3 - len(text.plain.splitlines()))), text

    def on_key(self, event: events.Key) -> None:
        event.stop()
        if event.key in _ARROWS:
            self.hand.go(_ARROWS[event.key])
            self._follow()
        else:
            self.dismiss(None if event.key in _CLOSING else event.key)

    def on_click(self, event: events.Click) -> None:
        spot = self.hand.spot_at(event.screen_x, event.screen_y - _TOP)
        if spot is None:
            self.dismiss()
        else:
            self.hand.cursor = spot.pile
            self._follow()

    def _follow(self) -> None:
        may_stay = self.moved()
        self._show_table()
        if may_stay:
            self._show()
        else:
            self.dismiss()


class WhatDialog(PileDialog):
    """Explains a pile in the words of the rules."""

    def text(self, width: int) -> Text:
        play = self.hand.play
        game = play.rules.game
        told = without_ids(game, in_rows(game, describe(game, self.pile, play.known)))
        told = in_own_words(play.game, told)
        told = self.skin.glyphs.sentence(told)
        return Text("\n".join([*wrap(told, width), _KEYS]))


class PeekDialog(PileDialog):
    """Shows the cards of a pile, as far as the game allows a peek.

    Each pile that shows more than the table counts as one ``peek`` of the play. Unless the rules
    grant it, the dialog says so first, and shows the cards when its key is pressed again.
    """

    def __init__(
        self, hand: Hand, show_table: Callable[[], None], look_into: Callable[[str], bool]
    ) -> None:
        """``look_into`` counts a peek into a pile, or returns False."""
        super().__init__(hand, show_table)
        self._look_into = look_into
        self._seen: set[str] = set()
        """The piles that the player has peeked into."""

    def moved(self) -> bool:
        return not self.hand.play.game.peek_when_scored or self._peek()

    def _peek(self) -> bool:
        if self.pile in self._seen:
            return True
        self._seen.add(self.pile)
        return self._look_into(self.pile)

    @property
    def _is_covered(self) -> bool:
        """Whether a peek would help here, and has not been made."""
        return self.pile not in self._seen and self.hand.play.peek_helps(self.pile)

    def on_key(self, event: events.Key) -> None:
        own = self.skin.keys.find("peek").keys
        if event.key in own or event.character in own:
            event.stop().prevent_default()  # else it would open the dialog again
            if self._is_covered and self._peek():
                self._show()
            else:
                self.dismiss()

    def text(self, width: int) -> Text:
        play = self.hand.play
        shown = () if self._is_covered else play.show_peek(self.pile)
        told = in_own_words(play.game, without_ids(play.game, tell_peek(play, self.pile)))
        text = Text(told[:width])
        for start in range(0, len(shown), _ROW):
            text.append("\n")
            text.append_text(self._row(shown[start : start + _ROW]))
        order = ["The last card is on top."] if len(shown) > 1 else []
        if self._is_covered:
            order = [f"{self.skin.name_key('peek')} shows them, which counts as help."]
        text.append("\n" + "\n".join([*order, _KEYS]))
        return text

    def _row(self, some: Sequence[Card]) -> Text:
        glyphs, styles = self.skin.glyphs, rich_styles(self.skin.palette)
        row = Text()
        for card in some:
            row.append(glyphs.card(card), styles[SUITS[cards.suit(card)]])
            row.append(" ")
        return row


def tell_peek(play: Play, pile: str) -> str:
    """Say which pile it is, and how many of its cards lie face up and face down."""
    name = f"{capitalize(pile_name(play.rules.game, pile))} ({pile})"
    shown = len(play.show_peek(pile))
    down = sum(1 for card in play.pile(pile) if card & DOWN)
    up = len(play.pile(pile)) - down
    counts = [f"{up} up"] if up else [] if shown else ["no card lies face up" if down else "empty"]
    counts += [f"{down} down"] if down else []
    counts += [f"{up - shown} never seen"] if up > shown else []
    return f"{name}: {', '.join(counts)}"
