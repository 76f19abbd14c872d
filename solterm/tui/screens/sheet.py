"""The score sheet: six games, their totals, and which one to play (A1)."""

from solterm.contests.sheet import Row
from solterm.core.game import Game
from solterm.core.terms import Terms
from solterm.tui import chrome
from solterm.tui.canvas import Canvas, Role
from solterm.tui.keys import MENU_KEYS, QUIT_KEYS
from solterm.tui.screens.painted import PaintedScreen

_KEYS = "1-6 Play that game   N New sheet   ? Rules   ESC Menu   Q Quit"
_EMPTY = Row(0, 0, 0)
_KIND = "sheet"
"""The kind of a play's context; the row's number follows it."""


class SheetScreen(PaintedScreen):
    """Shows a game's sheet and asks for a row."""

    def __init__(self, game: Game, level: int) -> None:
        super().__init__()
        self.game = game
        self.level = level
        self.asks_new = False

    def paint(self, canvas: Canvas) -> None:
        sheet = self.solterm.store.sheet(self.game.id)
        title = f"{self.game.name} ({self.game.collection}), level {self.level}"
        canvas.centred(1, title, Role.LABEL)
        x = max(2, (canvas.width - 44) // 2)
        canvas.text(x, 3, "Your scores so far:", Role.TABLE)
        canvas.text(x, 5, f"{'Game':6}{'Score':>8}{'Moves':>9}{'Exceptions':>14}", Role.LABEL)
        for number, row in enumerate(sheet.rows, 1):
            role = Role.TABLE if row else Role.FAINT
            canvas.text(x, 5 + number, _line(f"  {number}", row or _EMPTY), role)
        canvas.text(x, 12, canvas.glyphs.joints[12] * 37, Role.LINE)
        canvas.text(x, 13, _line("Totals", sheet.totals), Role.LABEL)
        question = (
            "Put this sheet away and begin a new one (Y/N)?"
            if self.asks_new
            else "Which game do you want to play?"
        )
        canvas.text(x, 15, question, Role.MESSAGE)
        chrome.paint_message(canvas, self.notice)
        chrome.paint_footer(canvas, _KEYS)

    def press(self, key: str, character: str | None) -> None:
        if self.asks_new:
            if character in ("y", "Y"):
                self.solterm.store.new_sheet(self.game.id)
            self.asks_new = False
        elif character and character in "123456":
            context = f"{_KIND} {character}"
            self.solterm.deal(self.game, level=self.level, context=context, terms=Terms.SCORED)
        elif key in ("n", "N"):
            self.asks_new = True
        elif character == "?":
            self.solterm.show_rules(self.game)
        elif key in ("escape", *MENU_KEYS):
            self.solterm.show_menu()
        elif key in QUIT_KEYS:
            self.app.exit(0)


def sheet_row(context: str) -> int | None:
    """The row of the score sheet that a play with this context is played for, if any."""
    kind, _, number = context.partition(" ")
    return int(number) if kind == _KIND and number.isdecimal() else None


def _line(name: str, row: Row) -> str:
    return f"{name:6}{row.score:8}{row.moves:9}{row.exceptions:11}"
