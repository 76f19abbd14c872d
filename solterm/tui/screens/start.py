"""KLONCAN's two questions before the first score sheet of a program: messages, and the level."""

from solterm.core.game import Game
from solterm.tui.keys.commands import LEVEL_KEYS
from solterm.tui.look import chrome
from solterm.tui.look.canvas import Canvas, Role
from solterm.tui.screens.painted import PaintedScreen

_LEVELS = (
    "3   the rules of the game as they stand: the hand goes by threes",
    "2   the hand goes one card at a time",
    "1   also: any card into a space, and colours do not matter",
)


class StartScreen(PaintedScreen):
    """Asks one question after the other."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self.asks_level = False

    def paint(self, canvas: Canvas) -> None:
        canvas.centre(2, f"{self.game.name} ({self.game.collection})", Role.LABEL)
        y = 6
        answer = "Y" if self.solterm.settings.messages else "N"
        canvas.text(6, y, "Shall error messages appear by themselves (Y/N)?", Role.TABLE)
        if not self.asks_level:
            canvas.text(6, y + 2, "N: a mistake only beeps, and F7 tells the reason.", Role.FAINT)
            keys = f"Y or N answers   Enter: {answer}   ESC back to the menu"
        else:
            canvas.text(56, y, answer, Role.LABEL)
            canvas.text(6, y + 2, "Press 1, 2 or 3 for the level you want.", Role.TABLE)
            for number, line in enumerate(_LEVELS, y + 4):
                canvas.text(8, number, line, Role.FAINT)
            keys = f"1 2 3 chooses   Enter: {self.solterm.settings.level}   ESC back"
        chrome.paint_message(canvas, self.notice)
        chrome.paint_footer(canvas, keys)

    def press(self, key: str, character: str | None) -> None:
        if key == "escape":
            if self.asks_level:
                self.asks_level = False
            else:
                self.solterm.show_menu()
        elif not self.asks_level:
            if key == "enter":
                self.asks_level = True
            elif character in ("y", "Y", "n", "N"):
                self.solterm.change_settings(messages=character in "yY")
                self.asks_level = True
        else:
            level = str(self.solterm.settings.level) if key == "enter" else character
            if level in LEVEL_KEYS:
                self.solterm.is_asked = True
                self.solterm.change_settings(level=int(level))
                self.solterm.show_sheet(self.game, int(level))
