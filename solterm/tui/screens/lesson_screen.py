"""The lesson: a game in which each key is explained before the player presses it."""

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import Static

from solterm.core.game import Game
from solterm.core.move import IllegalMove
from solterm.core.play.play import Play
from solterm.games import find, name_apart
from solterm.tui.keys import keymap, offers
from solterm.tui.keys.commands import Command
from solterm.tui.look.canvas import Canvas
from solterm.tui.look.wrapping import wrap
from solterm.tui.screens.base_screen import BaseScreen
from solterm.tui.table import marking, painter
from solterm.tui.table.layout import layout, room_for
from solterm.tui.table.lesson import LessonStep, find_lesson
from solterm.tui.table.painter import TableMarks
from solterm.tui.widgets.card_table import CardTable
from solterm.tui.widgets.lines import StatusLine

_ENTER = "natural"
"""The command that goes on at every step."""
_BARS = 2
"""Rows for the status line and the keys."""
_FRAME = 3
"""Rows of the box without the text: its border, and the key to press."""
_SIDES = 4
"""Columns of its border and padding."""
_MOST = 76
"""Columns of text: longer lines are hard to read."""


class LessonScreen(BaseScreen[None], inherit_bindings=False):
    """Waits for the right key at each step, and explains other keys.

    Enter always goes on: where another key is asked for, it takes the step for the player.
    """

    DEFAULT_CSS = """
    LessonScreen {
        align: center top;
        & > #lesson { width: 100%; max-width: 80; padding: 0 1; }
        & > #steps {
            height: 1;
            padding: 0 1;
            background: $key-label-paper;
            color: $key-label-ink;
            text-style: $key-label-style;
        }
    }
    """

    AUTO_FOCUS = None
    BINDINGS = [
        *BaseScreen.BINDINGS,
        Binding("escape", "back", "Leave"),
    ]

    def __init__(self, game: Game | None = None) -> None:
        """Without a game, or for one that has no lesson, show the first lesson."""
        super().__init__()
        self.lesson = lesson = find_lesson(game)
        self.game = find(lesson.game)
        self.play = Play(self.game, lesson.deal, lesson.level, options=lesson.options)
        self.at = 0
        """The number of steps done."""
        self.card_table = CardTable(id="table")

    @property
    def step(self) -> LessonStep | None:
        steps = self.lesson.steps
        return steps[self.at] if self.at < len(steps) else None

    @property
    def _selection(self) -> tuple[str, str]:
        """The piles under the cursor and with the mark."""
        if not self.at:
            return self.lesson.first, ""
        last = self.lesson.steps[self.at - 1]
        return last.cursor, last.marked

    # -- showing ---------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        yield StatusLine()
        yield self.card_table
        yield Static(id="lesson", classes="box", markup=False)
        yield Static(id="steps", markup=False)

    def on_mount(self) -> None:
        self.show_step()

    def on_resize(self, event: events.Resize) -> None:
        self.query_one("#lesson").styles.height = self._height + _FRAME
        self.show_step()

    def show_step(self) -> None:
        self.query_one("#lesson", Static).update(self._words())
        done = f"Step {self.at + 1} of {len(self.lesson.steps)}   " if self.step else ""
        self.query_one("#steps", Static).update(f"Lesson   {done}Esc Leave")
        self.query_one(StatusLine).tell(self.play, self.play.score)
        width, height = self._room()
        if geometry := layout(self.play, width, height):
            canvas, view = Canvas(width, height, self.skin.glyphs), self._view()
            painter.paint_table(canvas, self.play, view, geometry)
            cursor = painter.cursor_cell(self.play, view, geometry)
            self.card_table.show(canvas, cursor)

    def _room(self) -> tuple[int, int]:
        width, height = self.app.size
        return width, height - _BARS - self._height - _FRAME

    def show_notice(self) -> None:
        for box in self.query("#lesson").results(Static):
            box.update(self._words())

    def _words(self) -> str:
        lines = self._wrap(self.step)
        asked = self.notice or self._ask()
        return "\n".join([*lines, *[""] * (self._height - len(lines)), asked])

    @property
    def _height(self) -> int:
        # The longest step decides, so that the table stays in place.
        return max(len(self._wrap(step)) for step in (*self.lesson.steps, None))

    def _wrap(self, step: LessonStep | None) -> list[str]:
        names = {each.id: keymap.key_name(each) for each in self.skin.keys.commands}
        words = step.words if step else self.lesson.end
        return wrap(self.skin.glyphs.sentence(words.format_map(names)), self._width)

    @property
    def _width(self) -> int:
        return max(1, min(self.app.size.width - _SIDES, _MOST))

    def _ask(self) -> str:
        if self.step is None:
            return f"Enter plays {name_apart(self.game)}."
        asked = f"Press {self._key(self.step.command)}."
        if self.step.command == _ENTER:
            return asked
        return f"{asked} ({self._key(_ENTER)} does it for you.)"

    def _key(self, command: str) -> str:
        return self.skin.name_key(command)

    def _view(self) -> TableMarks:
        cursor, pile = self._selection
        if not pile:
            return TableMarks(cursor)
        marked = marking.default_mark(self.play, pile)
        return TableMarks(cursor, pile, marked.depth, marking.targets(self.play, marked))

    def required_size(self) -> tuple[int, int] | None:
        if layout(self.play, *self._room()) is None:
            width, height = room_for(self.play.game.at_level(self.play.level), *self.app.size)
            return width, height + self._height + _FRAME
        return super().required_size()

    # -- keys ------------------------------------------------------------------------------

    def advise(self, key: str) -> str:
        return self._ask()

    def take_key(self, event: events.Key) -> bool:
        if event.key in ("escape", "ctrl+l", "comma"):
            return False
        if self.step:
            return self._take(self.step, event)
        if event.key == "enter":
            self._go_on()
            return True
        return False

    def on_click(self, event: events.Click) -> None:
        """Go on, as Enter does, at a click on the box; leave at one on the last row."""
        self.clear_notice()
        if event.widget is self.query_one("#lesson"):
            self._go_on()
        elif event.widget is self.query_one("#steps"):
            self.action_back()

    def _go_on(self) -> None:
        """Take the step for the player; after the last one, play the game."""
        if self.step:
            self._perform(self.step)
        else:
            self._put_away()
            self.game_doors.play_free(self.game, self.lesson.options)

    def _take(self, step: LessonStep, event: events.Key) -> bool:
        commands = self.skin.keys.by_key
        pressed = commands.get(event.key) or commands.get(event.character or "")
        if pressed is None:
            return False
        if pressed.id in (step.command, _ENTER):
            self._perform(step)
        else:
            self.notice = self._redirect(step, pressed)
        return True

    def _redirect(self, step: LessonStep, pressed: Command) -> str:
        """Return what another key than that of a step does, if it is new, and the right key."""
        wanted = f"Press {self._key(step.command)} here."
        if any(each.command == pressed.id for each in self.lesson.steps[: self.at]):
            return wanted
        key, label = keymap.key_name(pressed), offers.label(self.play, pressed)
        told = f"{key} ({label.lower()}) is for later. {wanted}"
        return told if len(told) <= self._width else f"{key} is for later. {wanted}"

    def _perform(self, step: LessonStep) -> None:
        try:
            if step.event:
                self.play.perform(step.event)
        except IllegalMove:  # the step shows what a refusal looks like
            self.solterm.beep()
        self.at += 1
        self.show_step()

    def action_back(self) -> None:
        self._put_away()
        super().action_back()

    def _put_away(self) -> None:
        if self.solterm.settings.lesson:
            self.solterm.change_settings(lesson=False)
