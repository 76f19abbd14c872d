"""The title of a KLONCAN evening, as a DOS program of 1987 would have had it.

It is seen once a program, before the first score sheet of the menu, and any key leads on.
"""

from collections.abc import Callable

from solterm.core import cards
from solterm.tui.look import chrome
from solterm.tui.look.canvas import SUITS, Canvas, Role
from solterm.tui.look.faces import front
from solterm.tui.screens.painted import Click, PaintedScreen

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

_ANSWERS = ("y", "Y", "n", "N")
_FAN = ("QH", "AS", "KD", "JC")
_CARD = (5, 3)
"""Columns and rows of a card of the picture."""
_WIDTH, _HEIGHT = 56, 17
"""Of the whole picture, its frame included."""


class TitleScreen(PaintedScreen):
    """Shows the picture until a key is pressed, and goes on."""

    def __init__(self, then: Callable[[], object]) -> None:
        super().__init__()
        self._then = then

    def paint(self, canvas: Canvas) -> None:
        x, y = (canvas.width - _WIDTH) // 2, max(0, (canvas.height - _HEIGHT - 2) // 2)
        if x < 0:
            canvas.centre(canvas.height // 2, "K L O N C A N", Role.LABEL)
        else:
            self._paint_picture(canvas, x, y)
        chrome.paint_footer(canvas, "Any key goes on")

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
        """Four cards side by side, each a little lower than the one before."""
        width, height = _CARD
        for place, text in enumerate(_FAN):
            card = cards.parse(text)
            left, top = x + place * (width + 1), y + place % 2
            canvas.frame(left, top, width + 2, height + 2)
            for row, line in enumerate(front(canvas.glyphs, card, width, height), top + 1):
                canvas.text(left + 1, row, line, SUITS[cards.suit(card)])

    def press(self, key: str, character: str | None) -> None:
        """Go on; a key that answers the question behind the picture does so at once."""
        self._then()
        if character in _ANSWERS:
            self.stage.screen.press(key, character)

    def on_click(self, at: Click) -> None:
        """A click leads on, too."""
        self._then()
