"""The page of a deal of the day: before the try, and afterwards its result, board and calendar."""

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from solterm.core.play.play import Play
from solterm.hall.messages import AskTonight, Message
from solterm.sessions import contest_steps
from solterm.sessions import day as sessions
from solterm.sessions.day import DayView
from solterm.tui.keys.commands import LEVEL_KEYS
from solterm.tui.screens.list_page import Listing
from solterm.tui.screens.menu import MenuScreen
from solterm.tui.screens.replay_screen import ReplayScreen
from solterm.tui.screens.scores import BoardPage
from solterm.tui.screens.series import ask_board_name
from solterm.tui.widgets.lines import Words
from solterm.tui.widgets.lists import LineList
from solterm.tui.widgets.miniature import SAMPLE, Miniature

_BEST = 5
"""Results of the board on the page; H shows more."""
_BARS = 8
"""Rows of the page without its texts, the results on the board and the months of the calendar."""
_MONTHS = 12
_WIDE, _SHARE = 80, 45
"""The narrowest window with a table beside the board, and its share of the columns in per cent: the
widest small table has 36 columns, and a calendar 41."""

_CAPTION = "Another deal of this game:"


class DayScreen(BoardPage):
    """Begins the deal of the day; afterwards shows its result, the board and the calendar."""

    DEFAULT_CSS = """
    DayScreen {
        & > #above { margin-bottom: 1; }
        & > #day { height: 1fr; }
        & #calendar { height: auto; padding: 0 1 1 1; color: $faint-ink; text-style: $faint-style; }
        & #table { width: 45%; padding: 1 0; }
        & #caption { color: $faint-ink; text-style: $faint-style; margin-bottom: 1; }
    }
    """

    TITLE = "Deal of the day"
    ABOUT = """
One game a day (UTC), the same for everybody, with one try and without undo and hints. You choose
the level; your mark counts it. Monday is easy and Sunday long. The result goes to the board of the
day.

After your try, the page shows the table as you left it. P practises the deal with undo and hints, W
shows your game again, L finds where it was lost, and C copies your result for a chat. Left and
Right turn to other days.
P also practises the deals that you missed on the last seven days; that counts for no board and no
streak.

The row of blocks that C copies tells how your game went, and nothing of the deal. Each block stands
for five cards brought home: a full one within ten moves, a half one after more, an x with an
exception. A pale one never came home.

In the calendar, each character is a day: # you won, o you played, . you did not play.
"""
    EMPTY = "The board of this day has no results yet."
    BINDINGS = [
        Binding("enter", "go_on", "Play", tooltip="Play the deal, or go on with it"),
        Binding("enter", "leave", "Menu", tooltip="Go to the menu"),
        Binding("c,C", "copy", "Copy", tooltip="Copy your result for a chat; it spoils nothing"),
        Binding("w,W", "watch", "Replay", tooltip="Watch your game again, step by step"),
        Binding("l,L", "lost", show=False, tooltip="Find where your game was lost"),
        Binding("p,P", "practise", "Practise", tooltip="Play the deal with undo and hints"),
        Binding("e,E", "enter", "Enter the board", tooltip="Enter your result on the board"),
        Binding("h,H", "board", "Board", tooltip="Show the board; Enter replays a result there"),
        Binding("left", "turn(-1)", "Day", key_display="Arrows", tooltip="Turn to another day"),
        Binding("right", "turn(1)", show=False),
        *(
            Binding(level, f"level({level})", show=False, tooltip=f"Play at level {level}")
            for level in LEVEL_KEYS
        ),
        Binding("question_mark,r,R", "rules", "Rules", key_display="?", tooltip="Show the rules"),
        Binding("f2", "help", "Help"),
        Binding("m,M", "menu", "Menu", show=False, tooltip="Go to the menu"),
    ]

    def __init__(self, view: DayView) -> None:
        super().__init__()
        self.view = view
        self._level = 3

    def on_mount(self) -> None:
        self._level = self.solterm.settings.level
        if self.seat.host.has_host:
            self.seat.host.say(AskTonight())
        self.call_next(self._enter_or_ask)

    def take_host_message(self, message: Message) -> bool:
        if not self.solterm.life.hear(message):
            return False
        self.show_rows()
        return True

    def _enter_or_ask(self) -> None:
        is_asked = self._board_name or self._has_mark  # else E asks for a name, if they like
        if is_asked and self._needs_board and self.solterm.shows_first(self.board):
            self.carry_out(self.action_enter)
            self.show_rows()

    def look_up(self) -> None:
        store = self.seat.store
        self.view = sessions.settle(store, sessions.read_day(store, self.view.day))
        self.board = self.view.board
        self._level = min(self._level, self.view.game.hardest)
        super().look_up()

    # -- what it shows ---------------------------------------------------------------------

    def compose_content(self) -> ComposeResult:
        yield Words(id="above")
        with Horizontal(id="day"):
            with Vertical():
                yield Static(id="columns", markup=False)
                yield LineList(id="list", markup=False)
                yield Words(id="calendar")
            with Vertical(id="table"):
                yield Words(id="caption")
                yield Miniature(grows=True)
        yield Words(id="notes")

    @property
    def list_width(self) -> int:
        width = self.app.size.width
        return width - width * _SHARE // 100 if self._shows_table else width

    @property
    def _shows_table(self) -> bool:
        """Whether the window has room for a table beside the board."""
        return self.app.size.width >= _WIDE

    def show_rows(self, here: int | None = None) -> None:
        super().show_rows(here)
        texts = len(self.shown.above) + len(self.shown.notes)
        room = self.app.size.height - _BARS - texts - max(1, len(self.shown.rows))
        months = sessions.tell_months(self.view, max(1, min(_MONTHS, room)))
        self.query_one("#calendar", Words).say("\n".join(months))
        self.query_one("#table").display = self._shows_table
        self.query_one("#caption", Words).say("" if self.view.play else _CAPTION)
        self.query_one(Miniature).show_play(self.view.play or self._sample())

    def _sample(self) -> Play:
        """Deal this game with another number than that of the day."""
        number = SAMPLE + (self.view.leg.deal == SAMPLE)
        return Play(self.view.game, number, self._level)

    def listing(self) -> Listing:
        told, notes = self._tell_try(), self._tell_notes()
        return self.tell_best(_BEST)._replace(title=self.view.title, above=told, notes=notes)

    def _tell_try(self) -> list[str]:
        keys = "Enter plays it."
        if not self.view.is_dealt:
            levels = ", ".join(map(str, sorted(self.view.game.offered_levels)))
            keys = f"Enter plays it; {levels} change the level."
        told = [
            sessions.tell_game(self.view),
            sessions.tell_rule(self.view),
            sessions.tell_winnable(self.view, self.solterm.life.tonight),
            sessions.tell_try(self.view, self._level, keys),
        ]
        if self.view.outcome:
            told[1:3] = [""]  # the rule of the game, and whether its deal can be won
            lost = "" if self.view.outcome.result.won else ", L where it was lost"
            course = sessions.tell_course(self.view, self.skin.glyphs.ascii)
            told.append(f"{course}  C copies your result with this row.")
            told.append(f"W shows your game again{lost}.")
        if self._needs_board and self.is_active:  # else a dialog asks for the name already
            told.append("E enters your result on the board.")
        return told

    def _tell_notes(self) -> list[str]:
        told = (
            sessions.tell_streak(self.view),
            sessions.tell_best(self.view),
            sessions.tell_tomorrow(self.seat.store, self.view, self.seat.zone),
        )
        return [each for each in told if each]

    def offers(self, do: str, item: object) -> bool:
        match do:
            case "go_on":
                return self.view.may_play
            case "leave":
                return not self.view.may_play
            case "copy" | "watch":
                return self.view.outcome is not None
            case "lost":
                return self.view.outcome is not None and not self.view.outcome.result.won
            case "practise":
                return self.view.may_practise
            case "enter":
                return self._needs_board
            case "level":
                may_choose = self.view.may_play and not self.view.is_dealt
                return may_choose and item in self.view.game.offered_levels
        return True

    # -- the try ---------------------------------------------------------------------------

    def action_go_on(self) -> None:
        self.game_doors.bring(sessions.begin(self.seat.store, self.view, self._level))

    def action_leave(self) -> None:
        """Go to the menu. If it lies under this page, its cursor stays on the deal of the day."""
        is_over_menu = isinstance(self.app.screen_stack[-2:][0], MenuScreen)
        self.action_back() if is_over_menu else self.action_menu()

    def action_level(self, level: int) -> None:
        self._level = level
        self.show_rows()

    def action_practise(self) -> None:
        self.solterm.ask_host(self._practise)

    def _practise(self) -> None:
        level = self.view.outcome.result.level if self.view.outcome else self._level
        store, host = self.seat.store, self.seat.host
        self.game_doors.show_table(*sessions.practise(store, host, self.view, level))

    def action_lost(self) -> None:
        self.action_watch()
        if isinstance(replay := self.app.screen, ReplayScreen):
            replay.action_lost()

    def action_watch(self) -> None:
        leg = self.view.leg
        saved = self.seat.store.load(leg.play)
        title = f"{self.view.game.name}, deal {leg.deal}"
        self.doors.show_replay(title, saved.record)

    def action_copy(self) -> None:
        is_ascii = self.skin.glyphs.ascii
        line = sessions.line_of(self.seat.store, self.view, is_ascii)
        self.game_doors.copy_and_show(line, sessions.tell_marks(self.view, is_ascii))

    # -- the board -------------------------------------------------------------------------

    @property
    def _needs_board(self) -> bool:
        return sessions.needs_board(self.seat.store, self.view)

    @property
    def _board_name(self) -> str:
        """The name under which results go to boards; "" if the player has not given one."""
        return self.solterm.context.nickname or self.solterm.settings.player

    @property
    def _has_mark(self) -> bool:
        return self.view.outcome is not None and self.view.outcome.result.score > 0

    def action_board(self) -> None:
        self.doors.show_board(self.view.board)

    def action_enter(self) -> None:
        """Enter the result on the board: under the known name, or after asking for one."""
        assert self.view.contest, "the key is off without a result"
        if name := self._board_name:
            self._enter(name)
        else:
            ask_board_name(self, self.view.contest, self._enter_as)

    def _enter_as(self, name: str) -> None:
        self._enter(name)
        self.solterm.change_settings(player=name)

    def _enter(self, name: str) -> None:
        """Enter the result, and say its place on the board."""
        assert self.view.contest
        boards = self.seat.boards
        _, entry = contest_steps.enter(self.seat.store, boards, self.view.contest, name)
        self.look_again()
        self.notice = boards.complaint or contest_steps.tell_place(boards, entry)

    def action_rules(self) -> None:
        self.doors.show_rules(self.view.game)

    # -- other days -------------------------------------------------------------------------

    def action_turn(self, step: int) -> None:
        days = sessions.list_days(self.view)
        here = days.index(self.view.day) + step
        if 0 <= here < len(days):
            self._level = self.solterm.settings.level  # a level is chosen for one day
            self.view = sessions.read_day(self.seat.store, days[here])
            self.look_again()
        else:
            self.notice = "There are no later days." if step > 0 else "There are no earlier days."
