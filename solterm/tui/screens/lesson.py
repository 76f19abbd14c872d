"""The lesson: a deal that is played key by key, each of them explained before it is pressed."""

from solterm.contests.score import score
from solterm.core.play.play import Play
from solterm.games import find
from solterm.tui.boxes.questions import wrap
from solterm.tui.keys import keymap, offers
from solterm.tui.keys.commands import TABLE
from solterm.tui.look import chrome
from solterm.tui.look.canvas import Canvas, Role
from solterm.tui.screens.painted import PaintedScreen
from solterm.tui.table import lesson, painter
from solterm.tui.table.layout import layout
from solterm.tui.table.lesson import STEPS, Step
from solterm.tui.table.painter import View
from solterm.tui.table.room import room_for

_TOP = 1
"""The table's first row on the screen."""
_FRAME = 3
"""Rows the box has beside its words: its border, and what is to be pressed."""
_MOST = 76
"""Columns of the words: longer lines are hard to read."""


class LessonScreen(PaintedScreen):
    """Waits for the right key at each step, and explains what other keys are for."""

    def __init__(self) -> None:
        super().__init__()
        self.play = Play(find(lesson.GAME), lesson.DEAL, lesson.LEVEL)
        self.at = 0
        """How many steps are done."""

    @property
    def step(self) -> Step | None:
        """What is asked now; None once all is told."""
        return STEPS[self.at] if self.at < len(STEPS) else None

    # -- painting --------------------------------------------------------------------------

    def paint(self, canvas: Canvas) -> None:
        words = self._words(canvas)
        geometry = layout(self.play, canvas.width, self._table_rows(words))
        assert geometry is not None, "painted only where there is room"
        chrome.paint_status(canvas, self.play, score(self.play))
        painter.paint_table(canvas, self.play, self._view(), geometry, _TOP)
        width = self._width
        y = canvas.height - len(words) - _FRAME - 1
        lines = [*words, self.notice or self._ask()]
        canvas.double_box((canvas.width - width - 4) // 2, y, lines, Role.BOX, width)
        done = f"Step {self.at + 1} of {len(STEPS)}   " if self.step else ""
        chrome.paint_footer(canvas, f"Lesson   {done}ESC Leave")

    def _words(self, canvas: Canvas) -> list[str]:
        """What is told, in as many lines as the longest step has, so that the table stays put."""
        told = [self._wrap(canvas, step) for step in (*STEPS, None)]
        lines = told[self.at]
        return [*lines, *[""] * (max(map(len, told)) - len(lines))]

    def _wrap(self, canvas: Canvas, step: Step | None) -> list[str]:
        names = {each.id: offers.key_name(each) for each in keymap.remap(TABLE, self.solterm.keys)}
        told = step.tell(names) if step else lesson.END
        return wrap(canvas.glyphs.sentence(told), self._width)

    @property
    def _width(self) -> int:
        """Columns of the words."""
        return min(self.app.size.width - 4, _MOST)

    def _table_rows(self, words: list[str]) -> int:
        return self.app.size.height - _TOP - len(words) - _FRAME - 1

    def _ask(self) -> str:
        if self.step is None:
            return "Enter deals you a game of your own."
        return f"Press {self.name_key(self.step.command)}."

    def _view(self) -> View:
        """Where the cursor stands, and what is marked."""
        last = STEPS[self.at - 1] if self.at else None
        cursor = last.cursor if last else "t1"
        if last is None or not last.marked:
            return View(cursor)
        targets = {move.dst for move in self.play.legal_moves if move.src == last.marked}
        return View(cursor, last.marked, 1, targets)

    def lacking(self) -> tuple[int, int] | None:
        width, height = self.app.size
        canvas = Canvas(width, height, self.solterm.glyphs)
        if layout(self.play, width, self._table_rows(self._words(canvas))) is None:
            least = room_for(self.play.rules.game, width, height)
            return least[0], least[1] + _FRAME + len(self._words(canvas))
        return super().lacking()

    # -- keys ------------------------------------------------------------------------------

    def press(self, key: str, character: str | None) -> None:
        self.notice = ""
        if key == "escape":
            self._leave()
        elif key == "ctrl+l":
            self.solterm.picture_lost()
        elif self.step is None:
            if key == "enter":
                self._put_away()
                self.solterm.deal(self.play.game, level=self.solterm.settings.level)
        else:
            self._take(self.step, key, character)

    def _take(self, step: Step, key: str, character: str | None) -> None:
        """The right key leads on; of another it is told what it is for."""
        commands = keymap.by_key(TABLE, self.solterm.keys)
        pressed = commands.get(key) or commands.get(character or "")
        if pressed and pressed.id == step.command:
            if step.event:
                self.play.perform(step.event)
            if step.command == "hand_to_field":
                self.solterm.beep()
            self.at += 1
        elif pressed:
            name, wanted = offers.key_name(pressed), self.name_key(step.command)
            does = offers.label(self.play, pressed)
            told = f"{name} is for later: {does}. Here press {wanted}."
            short = f"{name} is for later. Here press {wanted}."
            self.notice = told if len(told) <= self._width else short
        else:
            self.notice = f"That key has no use here. Press {self.name_key(step.command)}."

    def _leave(self) -> None:
        """ESC: back, and it is not offered again."""
        self._put_away()
        self.close_me()

    def _put_away(self) -> None:
        if self.solterm.settings.lesson:
            self.solterm.change_settings(lesson=False)
