"""The score sheet of a game, which asks for a row to play, and the archive of old sheets."""

from typing import Any

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.widgets import Static

from solterm.contests import sheets
from solterm.contests.contest import Contest
from solterm.contests.kinds import SHEET
from solterm.core.game import Game
from solterm.core.levels import LEVELS
from solterm.sessions import contest_report, contest_steps
from solterm.sessions.news import name_game
from solterm.tui.keys.commands import COMMANDS
from solterm.tui.screens.base_screen import Page
from solterm.tui.screens.dialogs import ask_level
from solterm.tui.screens.list_page import Listing, ListPage, on_item
from solterm.tui.widgets.score_sheet import ScoreSheet

_MENU, _QUIT = COMMANDS["menu"], COMMANDS["quit"]


class SheetScreen(Page[None]):
    """Shows a game's sheet and asks for a row."""

    DEFAULT_CSS = """
    SheetScreen {
        & > #hints {
            height: 1;
            text-align: center;
            color: $faint-ink;
            text-style: $faint-style;
        }
        & > #title { text-align: center; }
        & > #sheet { height: 1fr; align: center top; }
        & #question {
            width: 56;
            max-width: 100%;
            height: auto;
            margin-top: 1;
            color: $message-ink;
            text-style: $message-style;
        }
    }
    """

    ABOUT = """
Your score sheet: six games and their totals. A game goes on the sheet when it ends, with a win or
with F9; one that you only leave waits. Play a game again to improve it. A full sheet goes to the
board of its game, and is compared with your others and the best possible: six wins at level 3,
without exceptions.
"""
    BINDINGS = [
        Binding("enter", "go_on", "Go on", tooltip="Play the next game, or begin a new sheet"),
        Binding("1", "play(1)", "That game", key_display="1-6", tooltip="Play the game of a row"),
        *(Binding(str(row), f"play({row})", show=False) for row in range(2, SHEET.rows + 1)),
        Binding("n,N", "new", "New", tooltip="Put this sheet away and begin a new one"),
        Binding("b,B", "board", "Board", tooltip="Show the best totals"),
        Binding("a,A", "archive", "All sheets", tooltip="Show all your sheets, and their games"),
        Binding("f8,8", "level", "Level", tooltip="Change the level at which games begin"),
        Binding("e,E", "messages", "Messages", tooltip="Turn error messages on or off"),
        Binding("f2", "help", "Help"),
        Binding("question_mark", "rules", "Rules", show=False, tooltip="Show the rules"),
        Binding("m,M", "menu", "Menu", id=_MENU.binding_id, show=False, tooltip="Go to the menu"),
        Binding("q,Q", "quit", "Quit", id=_QUIT.binding_id, show=False, tooltip="Quit"),
    ]

    def __init__(
        self,
        game: Game,
        level: int,
        notice: str = "",
        lit: int | None = None,
    ) -> None:
        """``lit`` is the row that was just written."""
        super().__init__(notice)
        self.game = game
        self.level = level
        self.lit = lit
        self._kept = sheets.score_sheet(game.id)
        self._under_way: dict[int, int] = {}
        """The games in progress: moves by row."""

    def title_text(self) -> str:
        return f"{self.game}, level {self.level}"

    def compose_content(self) -> ComposeResult:
        yield Static(id="hints", markup=False)
        with VerticalScroll(id="sheet", can_focus=False):
            yield ScoreSheet(self.skin.glyphs.joints[12])
            yield Static(id="question", markup=False)

    @property
    def sheet(self) -> ScoreSheet:
        return self.query_one(ScoreSheet)

    def on_mount(self) -> None:
        self.sheet.focus()
        self._show()
        if self.lit and not self.solterm.lags:
            self.sheet.count_up()

    def on_screen_resume(self) -> None:
        if self.is_mounted:
            self._show()

    def _show(self) -> None:
        store = self.seat.store
        self._kept = sheets.present(store, self.game.id)
        begun = contest_steps.begun_rows(store, self.game.id)
        self._under_way = {row: each.moves for row, each in begun.items()}
        messages = "on" if self.solterm.sheet_choice(self.game).messages else "off"
        self.query_one("#title", Static).update(self.title_text())
        hints = f"F8: another level   E: error messages ({messages})"
        self.query_one("#hints", Static).update(hints)
        under_way = self._under_way.items()
        notes = {row: f"   {contest_report.tell_under_way(moves)}" for row, moves in under_way}
        if self._kept.next is not None and self._kept.next + 1 not in notes:
            notes[self._kept.next + 1] = "   next"
        self.sheet.show(self._kept, notes, self.lit)
        self.query_one("#question", Static).update("\n".join(self._question()))

    def _question(self) -> list[str]:
        if told := contest_report.compare_full(self.seat.store, self._kept):
            way = "Enter: new sheet   B: board   A: replays"
            return [f"All six games are played. {told[0]}", *told[1:], way]
        return ["Which game do you want to play?"]

    # -- keys ------------------------------------------------------------------------------

    def take_key(self, event: events.Key) -> bool:
        self.sheet.stop_counting()
        return False

    def action_play(self, number: int) -> None:
        store = self.seat.store
        self.game_doors.bring(contest_steps.start_row(store, self.game, number, self.level))

    def action_go_on(self) -> None:
        if self._kept.next is None:
            self.action_new()
        else:
            self.action_play(self._kept.next + 1)

    def action_level(self) -> None:
        present = f"Games begin at level {self.level}"
        self.prompt(ask_level(present, LEVELS, back="Back"), self._begin_at)

    def _begin_at(self, level: str) -> None:
        self.level = int(level)
        self._choose(level=self.level)

    def action_messages(self) -> None:
        self._choose(messages=not self.solterm.sheet_choice(self.game).messages)

    def _choose(self, **changes: Any) -> None:
        choice = self.solterm.sheet_choice(self.game)._replace(**changes)
        sheets.choose(self.seat.store, self.game.id, choice)
        self._show()

    def action_new(self) -> None:
        if not self._kept.played:
            self.notice = "This sheet is new and has no games yet."
            return
        ends = " This ends the games under way." if self._under_way else ""
        self.ask(f"Begin a new sheet? This one goes to the archive.{ends}", self._begin_new)

    def _begin_new(self) -> None:
        boards, name = self.seat.boards, self.solterm.settings.player
        said = contest_steps.archive_sheet(self.seat.store, boards, self.game.id, name)
        notice = said or "New sheet. A shows the old ones."
        self.doors.go_to_sheet(self.game, self.level, notice)  # a game below has ended

    def action_board(self) -> None:
        # A full sheet enters its board first.
        boards, name = self.seat.boards, self.solterm.settings.player
        said = contest_steps.enter_sheet(self.seat.store, boards, self.game.id, name)
        self.doors.show_board(contest_steps.sheet_board(self.game.id), said)

    def action_archive(self) -> None:
        self.app.push_screen(SheetsScreen(self.game))

    def action_rules(self) -> None:
        self.doors.show_rules(self.game)

    def action_quit(self) -> None:
        self.ask_to_quit()


class SheetsScreen(ListPage[None]):
    """Lists the sheets of a game, the latest first."""

    ABOUT = """
The archive keeps every score sheet you began; a full one is on the board of its game as well. The
level is the lowest you played at. Your full sheet with the most points is marked as the best.
"""
    EMPTY = "No finished games on a score sheet yet."
    BINDINGS = [
        on_item("enter", "show_games", "Games", "Show the games of a sheet"),
    ]

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self._found: list[Contest] = []

    def look_up(self) -> None:
        self._found = sheets.archive(self.seat.store, self.game.id)

    def listing(self) -> Listing:
        return Listing.of(contest_report.tell_archive(self.game, self._found), self._found)

    def show_games(self, sheet: Contest) -> None:
        self.app.push_screen(RowsScreen(self.game, sheet))


class RowsScreen(ListPage[None]):
    """Lists the six games of one sheet, and their totals."""

    ABOUT = "The games of a score sheet. Enter replays one of them, step by step."
    BINDINGS = [
        on_item("enter", "replay", "Replay", "Replay the game, step by step"),
    ]

    def __init__(self, game: Game, kept: Contest) -> None:
        super().__init__()
        self.game = game
        self.kept = kept

    def listing(self) -> Listing:
        title = f"Score sheet of {self.game.name}, begun {self.kept.begun[:10]}"
        report = contest_report.add_levels(contest_report.tell_sheet(self.kept, title), self.kept)
        notes = contest_report.compare_full(self.seat.store, self.kept)
        return Listing.of(report._replace(notes=notes), range(1, len(self.kept.rows) + 1))

    def replay(self, number: int) -> None:
        if self.kept.rows[number - 1] is None:
            self.notice = f"Game {number} was not played."
            return
        saved = self.seat.store.load(self.kept.games[number - 1].play)
        title = f"{name_game(saved.row.game)}, game {number}, deal {saved.deal}"
        self.doors.show_replay(title, saved.record)
