"""The title of a KLONCAN evening, as a DOS program of 1987 would have had it.

It is shown once a program, before the first score sheet, and any key goes on.
"""

from collections.abc import Callable

from textual import events
from textual.app import ComposeResult
from textual.widgets import Static

from solterm.core import cards
from solterm.tui.look.canvas import SUITS, Canvas, Role
from solterm.tui.look.faces import front
from solterm.tui.screens.base import BaseScreen
from solterm.tui.widgets.card_table import CardTable

_LETTERS = """
██ ▄█▀ ██     ▄█▀▀█▄ ██▄ ██ ▄█▀▀█▄ ▄█▀▀█▄ ██▄ ██
████   ██     ██  ██ ██▀███ ██  ▀▀ ██▄▄██ ██▀███
██▀█▄  ██     ██  ██ ██ ▀██ ██  ▄▄ ██▀▀██ ██ ▀██
██  ██ ██████ ▀█▄▄█▀ ██  ██ ▀█▄▄█▀ ██  ██ ██  ██
""".strip("\n").splitlines()
_PLAIN_LETTERS = """
##  ## ##     ###### ##  ## ###### ###### ##  ##
## ##  ##     ##  ## ### ## ##     ##  ## ### ##
####   ##     ##  ## ###### ##     ###### ######
##  ## ###### ###### ##  ## ###### ##  ## ##  ##
""".strip("\n").splitlines()
"""Half blocks, and the same where there is nothing but ASCII."""

_FAN = ("QH", "AS", "KD", "JC")
_CARD = (5, 3)
"""Columns and rows of a card of the picture."""
_WIDTH, _HEIGHT = 56, 17
"""Of the whole picture, its frame included."""


class TitleScreen(BaseScreen[None], inherit_bindings=False):
    """Shows the picture until a key is pressed."""

    def __init__(self, then: Callable[[str], object]) -> None:
        """``then`` takes what the key types: it may answer the question that comes next."""
        super().__init__()
        self._then = then

    def compose(self) -> ComposeResult:
        yield Picture()
        yield Static("Any key goes on", id="footer", markup=False)

    async def on_key(self, event: events.Key) -> None:
        event.stop()
        self._then(event.character or "")

    def on_click(self) -> None:
        self._then("")


class Picture(CardTable):
    """Letters, a band of shades, four cards and a few words in a frame."""

    def on_resize(self, event: events.Resize) -> None:
        canvas = self.canvas()
        x, y = (canvas.width - _WIDTH) // 2, max(0, (canvas.height - _HEIGHT - 1) // 2)
        if x < 0:
            canvas.centre(canvas.height // 2, "K L O N C A N", Role.LABEL)
        else:
            self._paint_picture(canvas, x, y)
        self.show(canvas, (canvas.width - 1, canvas.height - 1))

    def _paint_picture(self, canvas: Canvas, x: int, y: int) -> None:
        shades = ".:#" if canvas.glyphs.ascii else "░▒▓"
        band = "".join(shade * ((_WIDTH - 8) // 6) for shade in shades)
        canvas.frame(x, y, _WIDTH, _HEIGHT, double=True)
        for row, text in enumerate(_PLAIN_LETTERS if canvas.glyphs.ascii else _LETTERS, y + 2):
            canvas.text(x + 4, row, text, Role.LABEL)
        canvas.text(x + 4, y + 7, band + band[::-1], Role.FAINT)
        self._paint_cards(canvas, x + 4, y + 9)
        suits = canvas.glyphs.suits
        told = ("Klondike and Canfield", "two games of patience", "six games to a sheet")
        for row, text in enumerate(told, y + 9):
            canvas.text(x + 32, row, text, Role.TABLE)
        for place, suit in enumerate((3, 2, 1, 0)):
            canvas.text(x + 32 + 4 * place, y + 13, suits[suit], SUITS[suit])
        canvas.text(x + 47, y + 13, "1987", Role.LABEL)
        canvas.text(x + 16, y + _HEIGHT - 1, " Press any key to begin ", Role.MESSAGE)

    @staticmethod
    def _paint_cards(canvas: Canvas, x: int, y: int) -> None:
        width, height = _CARD
        for place, text in enumerate(_FAN):
            card = cards.parse(text)
            left, top = x + place * (width + 1), y + place % 2
            canvas.frame(left, top, width + 2, height + 2)
            for row, line in enumerate(front(canvas.glyphs, card, width, height), top + 1):
                canvas.text(left + 1, row, line, SUITS[cards.suit(card)])
