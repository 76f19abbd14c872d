"""The score sheet: six games, their totals, and which one to play."""

from solterm.contests.sheet import Row, cells
from solterm.core.game import Game
from solterm.sessions import sheets as sessions
from solterm.store import sheets
from solterm.store.errors import StoreError
from solterm.store.sheets import KeptSheet
from solterm.tui.boxes.questions import Choice, Question
from solterm.tui.keys.commands import LEVEL_KEYS, number_of
from solterm.tui.look import chrome
from solterm.tui.look.canvas import Canvas, Role
from solterm.tui.screens.painted import PaintedScreen, Timer

_KEYS = (
    "Enter Next game   1-6 That game   N New   B Board   A All sheets   ESC {}",
    "Enter Next   1-6 Game   N New   B Board   A All   ESC {}",
)
_STEPS = 8
"""In so many steps the totals count up."""
_SECONDS = 0.06
"""Between two of them."""
_DONE = (
    "All six games are played.",
    "Enter: a new sheet   B: the board   A: the replays",
)


class SheetScreen(PaintedScreen):
    """Shows a game's sheet and asks for a row."""

    def __init__(
        self,
        game: Game,
        level: int,
        notice: str = "",
        over_table: bool = False,
        lit: int | None = None,
    ) -> None:
        """A sheet on which the row ``lit`` was just written, if one was."""
        super().__init__(notice)
        self.game = game
        self.level = level
        self.over_table = over_table
        """Does a game being played lie under it, to go back to?"""
        self.lit = lit
        self._counted = _STEPS
        """How far the totals have counted up, in steps: all of them is the whole."""
        self._timer: Timer | None = None
        self._kept = KeptSheet(0, game.id)
        self._under_way: dict[int, int] = {}
        """Rows whose game was begun and not ended, with the moves made."""

    def on_mount(self) -> None:
        """See what is written on it, and let the totals count up to what a new row brought."""
        self._look_up()
        # A line that is busy is not sent what only moves.
        if self.lit and self.stage.sent is not None:
            self._counted = 0
            self._timer = self.stage.every(_SECONDS, self._count_on)
        self.repaint()

    def _count_on(self) -> None:
        """The next step of the totals."""
        if self.is_current and self.stage.sent is not None:
            self._counted += 1
        else:
            self._counted = _STEPS
        if self._counted == _STEPS:
            self._stop_counting()
        if self.is_current:
            self.repaint()

    def _stop_counting(self) -> None:
        self._counted = _STEPS
        if self._timer:
            self._timer.stop()
            self._timer = None

    def on_screen_resume(self) -> None:
        """Back from another screen."""
        self._look_up()
        self.repaint()

    def _look_up(self) -> None:
        store = self.solterm.store
        try:
            self._kept = sheets.present(store, self.game.id)
            begun = sessions.under_way(store, self.game.id)
            self._under_way = {row: each.moves for row, each in begun.items()}
        except StoreError as error:
            self.notice = str(error)

    # -- painting --------------------------------------------------------------------------

    def paint(self, canvas: Canvas) -> None:
        sheet = self._kept.sheet
        title = f"{self.game.name} ({self.game.collection}), level {self.level}"
        canvas.centre(1, title, Role.LABEL)
        messages = "on" if self.solterm.settings.messages else "off"
        canvas.centre(2, f"F8: another level   E: error messages {messages}", Role.FAINT)
        x = max(2, (canvas.width - 54) // 2)
        canvas.text(x, 3, "Your scores so far:", Role.TABLE)
        canvas.text(x, 5, f"{'Game':6}{'Score':>8}{'Moves':>9}{'Exceptions':>14}", Role.LABEL)
        for number, row in enumerate(sheet.rows, 1):
            role = Role.TABLE if row or number in self._under_way else Role.FAINT
            line = _line(f"  {number}", row)
            canvas.text(x, 5 + number, line, Role.BOX if number == self.lit else role)
            said = self._tell_row(number)[: canvas.width - x - len(line)]
            canvas.text(x + len(line), 5 + number, said, role)
        canvas.text(x, 12, canvas.glyphs.joints[12] * 37, Role.LINE)
        canvas.text(x, 13, _line("Totals", self._totals()), Role.LABEL)
        question = ("Which game do you want to play?",) if sheet.next else _DONE
        for y, text in enumerate(question, 15):
            canvas.text(x, y, text, Role.MESSAGE)
        chrome.paint_message(canvas, self.notice)
        back = "Game" if self.over_table else "Menu"
        full, short = (keys.format(back) for keys in _KEYS)
        chrome.paint_footer(canvas, full if len(full) < canvas.width - 1 else short)

    def _totals(self) -> Row:
        """The totals as far as they have counted up: from those without the row that is lit."""
        totals = self._kept.sheet.totals
        row = self._kept.sheet.rows[self.lit - 1] if self.lit else None
        left = _STEPS - self._counted
        if row is None or not left:
            return totals
        return Row(
            *(whole - part * left // _STEPS for whole, part in zip(totals, row, strict=True))
        )

    def _tell_row(self, number: int) -> str:
        """What is to be said of a row beside its result."""
        if number in self._under_way:
            return f"   under way, {self._under_way[number]} moves"
        return "   next" if number == self._kept.sheet.next else ""

    # -- keys ------------------------------------------------------------------------------

    def press(self, key: str, character: str | None) -> None:
        self._stop_counting()
        if self.answer_prompt(key, character):
            return
        self.notice = ""
        if character and character in "123456":
            self._play(int(character))
        elif key == "enter":
            self._go_on()
        elif number_of(key) == 8:
            question = f"Games begin at level {self.level}. Press 1, 2 or 3 (1 = easy, 3 = hard)."
            self.prompt = Choice(question, LEVEL_KEYS, self._begin_at)
        elif key in ("e", "E"):
            self.solterm.change_settings(messages=not self.solterm.settings.messages)
        elif key in ("n", "N"):
            self._ask_new()
        elif key in ("b", "B"):
            self._show_board()
        elif key in ("a", "A"):
            self.solterm.show_sheets(self.game)
        elif character == "?":
            self.solterm.show_rules(self.game)
        elif key == "escape" and self.over_table:
            self.app.pop_screen()
        elif key == "escape" or self.is_key(key, "menu"):
            self.solterm.show_menu()
        elif self.is_key(key, "quit"):
            self.app.exit(0)

    def _begin_at(self, level: str) -> None:
        """Let the games that are not begun yet begin at a level."""
        self.level = int(level)
        self.solterm.change_settings(level=self.level)

    def _play(self, number: int) -> None:
        """Go on with a row's game, or deal it one."""
        self.solterm.play(sessions.start_of(self.game, number, self.level))

    def _go_on(self) -> None:
        """Enter: the next game that is not played, or a new sheet when all are."""
        number = self._kept.sheet.next
        if number is None:
            self._ask_new()
        else:
            self._play(number)

    def _ask_new(self) -> None:
        if not self._kept.sheet.played:
            self.notice = "This sheet is a new one: no game is written on it yet."
            return
        ends = " The games under way end with it." if self._under_way else ""
        question = f"Put this sheet away and begin a new one? It stays in the archive.{ends}"
        self.prompt = Question(question, self._begin_new)

    def _begin_new(self) -> None:
        try:
            boards, name = self.solterm.boards(), self.solterm.settings.player
            said = sessions.put_away(self.solterm.store, boards, self.game.id, name)
            self.notice = said or "A new sheet. The one before is in the archive: A shows it."
            self.lit = None
            self.over_table = False  # the game that lies there is ended
        except StoreError as error:
            self.notice = str(error)
        self._look_up()

    def _show_board(self) -> None:
        """B: the best totals; a sheet that is full and not there yet goes there first."""
        boards, name = self.solterm.boards(), self.solterm.settings.player
        said = sessions.enter(self.solterm.store, boards, self._kept, name)
        self.solterm.show_board(sessions.board_of(self.game.id), said)


def _line(name: str, row: Row | None) -> str:
    score, moves, exceptions = cells(row)
    return f"{name:6}{score:>8}{moves:>9}{exceptions:>11}"
