"""From screen to screen, and the games that are resumed or dealt on the way.

``go_to`` replaces all screens; other screens open over the present one, and Esc leads back. Each
method imports its screen when it is first shown, so that the first picture waits for none of them.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from textual.screen import Screen

from solterm.chance import random_deal
from solterm.core.game import Game
from solterm.core.outcome import Outcome
from solterm.core.play.mode import Mode
from solterm.core.play.record import Record
from solterm.games import find
from solterm.store.entries import Saved
from solterm.store.errors import StoreError
from solterm.store.kept import KeptPlay
from solterm.store.settings import Settings
from solterm.store.store import Store
from solterm.tui.background_search import BackgroundSearch
from solterm.tui.hall_client import HallClient
from solterm.tui.screens.base import BaseScreen
from solterm.tui.trouble import ErrorReporting
from solterm.tui.wired_app import WiredApp

if TYPE_CHECKING:
    from solterm.hall.messages import Visitor
    from solterm.sessions.plays import Start
    from solterm.sessions.resumable import Resumable
    from solterm.store.boards import Boards
    from solterm.store.contests import Contest

_WELCOME_BACK = "Welcome back. Your game is as you left it."


class Navigation(ErrorReporting, WiredApp[int], inherit_bindings=False):
    """The base of the App: it opens the screens."""

    store: Store
    settings: Settings
    search: BackgroundSearch
    hall: HallClient

    def __init__(self) -> None:
        super().__init__()
        self.complaint = ""
        """Something that went wrong outside the game, for the next screen to show."""
        self._titles_seen: set[str] = set()
        """The collections whose title the player has seen since the program began."""
        self.is_asked = False
        """Whether the player has answered KLONCAN's two questions since then."""

    # -- the stack of screens --------------------------------------------------------------

    def go_to(self, screen: Screen[Any]) -> None:
        """Replace all screens by this one."""
        if not getattr(screen, "is_table", False):
            self.hall.report_leaving()
        with self.batch_update():
            while len(self.screen_stack) > 1:  # the first one is Textual's own, and blank
                self.pop_screen()
            self.push_screen(screen)

    def is_covering(self, screen: Screen[Any]) -> bool:
        """Whether a screen is on top and has one below it to go back to."""
        return self.screen is screen and len(self.screen_stack) > 2

    @property
    def base_screens(self) -> list[BaseScreen[Any]]:
        """The screens with a message line, from the bottom; dialogs have none."""
        return [screen for screen in self.screen_stack if isinstance(screen, BaseScreen)]

    @property
    def base_screen(self) -> BaseScreen[Any]:
        return self.base_screens[-1]

    def complain(self, sentence: str) -> None:
        self.complaint = sentence

    def take_complaint(self) -> str:
        """Return the sentence of ``complain``, once."""
        complaint, self.complaint = self.complaint, ""
        return complaint

    def say_trouble(self, sentence: str) -> None:
        self.beep()
        if self.base_screens:
            self.base_screen.notice = sentence
        else:
            self.complain(sentence)

    def beep(self) -> None:
        """Sound the terminal's bell, if the player wants sound."""
        if self.settings.sound:
            self.bell()

    # -- resuming and dealing --------------------------------------------------------------

    def resume_or(
        self,
        otherwise: Callable[[], None],
        game: Game | None = None,
        context: str | None = None,
        level: int | None = None,
    ) -> None:
        """Resume a suspended game, or call ``otherwise`` without one.

        If the store cannot read the game, a screen says why and lets the player choose.
        """
        from solterm.sessions.plays import CannotResume, resume

        try:
            found = resume(self.store, game, context, level)
        except CannotResume as error:
            again = partial(self._resume_again, otherwise, game, context, level)
            self._show_unread(str(error), error.saved, again, otherwise if game else None)
        else:
            if found and found.kept.play.outcome is Outcome.WON:
                self._leave_won(found.kept, otherwise)
            elif found:
                self.show_table(found.kept, found.notice or _WELCOME_BACK)
            else:
                otherwise()

    def _leave_won(self, kept: KeptPlay, otherwise: Callable[[], None]) -> None:
        # The player won this game and left before the end page.
        if kept.purpose.is_contest:
            self.end_for_contest(kept)
        elif kept.purpose.row:
            self.show_end(kept)
        else:
            kept.finish()
            otherwise()

    def _resume_again(self, *wanted: Any) -> None:
        # The player's own file may be readable by now.
        if self.store.may_hide_games:
            store = self.store.reopen()
            if store.unsaved is None:
                self.store = store
        self.resume_or(*wanted)

    def _show_unread(
        self,
        reason: str,
        saved: Saved | None,
        again: Callable[[], None],
        otherwise: Callable[[], None] | None,
    ) -> None:
        from solterm.tui.screens.unread import UnreadScreen

        self.go_to(UnreadScreen(reason, saved, again, otherwise))

    def play(self, start: "Start") -> None:
        """Resume a game of a sheet or contest, or deal it."""
        from solterm.sessions.plays import deal

        self.resume_or(
            lambda: self.show_table(deal(self.store, start, self.settings.level)),
            *(start.game, str(start.purpose)),
        )

    def deal(
        self,
        game: Game,
        number: int | None = None,
        level: int | None = None,
        options: Mapping[str, str] | None = None,
        context: str = "",
        mode: Mode = Mode.FREE,
    ) -> None:
        """Deal a number, or a random one; ``context`` is the purpose of the game."""
        number = number or random_deal()
        level = level or self.settings.level
        kept = KeptPlay.start(self.store, game, number, level, mode, options, context)
        self.show_table(kept, "")

    def play_free(self, game: Game) -> None:
        """Resume a free game, or ask for its option and deal it."""
        self.resume_or(lambda: self._ask_and_deal(game), game, "")

    def _ask_and_deal(self, game: Game) -> None:
        option = next((each for each in game.options if each.question), None)
        if option is None:
            self.deal(game)
            return
        from solterm.tui.screens.dialogs import Choice

        key = option.key
        answers = [(value, f"{option.name}: {value}") for value in option.choices]

        def deal(value: str | None) -> None:
            if value:
                self.deal(game, options={} if value == option.usual else {key: value})

        self.push_screen(Choice(option.question, answers, "Back"), deal)

    def go_on(self, waiting: "Resumable") -> None:
        """Resume the game of a list entry, or take the next step of its sheet or contest."""
        from solterm.contests.kinds import DAILY, SHEET

        game = find(waiting.game) if waiting.game else None

        def take_next_step() -> None:
            if waiting.kind is DAILY:
                self.show_daily()
            elif waiting.kind is SHEET and game:
                self.show_sheet(game, self.settings.level)
            elif waiting.contest:
                from solterm.store import contests

                self.show_series(contests.load(self.store, waiting.contest))
            elif game:
                self.deal(game)

        if waiting.context is None:
            take_next_step()
        else:
            self.resume_or(take_next_step, game, waiting.context)

    # -- a game ----------------------------------------------------------------------------

    def show_table(self, kept: KeptPlay, notice: str = "", is_outcome_known: bool = False) -> None:
        """Play a game; ``is_outcome_known`` means that the player has read how it ended."""
        from solterm.tui.screens.table import TableScreen

        self.search.allow(kept.is_free)
        self.go_to(TableScreen(kept, self.take_complaint() or notice, is_outcome_known))

    def show_end(self, kept: KeptPlay) -> None:
        """Show the result of a game. The game ends when the player leaves that page."""
        from solterm.tui.screens.end import EndScreen

        self.go_to(EndScreen(kept))

    def show_deal(
        self, game: Game, level: int | None = None, options: Mapping[str, str] | None = None
    ) -> None:
        """Ask for options, level and number of a new game."""
        from solterm.tui.screens.deal import DealScreen

        self.push_screen(DealScreen(game, level or self.settings.level, options))

    def show_saves(self, kept: KeptPlay | None = None) -> None:
        """Show the saved games; ``kept`` is the game the player may save."""
        from solterm.tui.screens.saves import SavesScreen

        self.push_screen(SavesScreen(kept))

    def show_replay(self, title: str, record: Record, over: bool = True) -> None:
        """Replay a record, over the present screen or as the only one.

        Raises ``RecordError`` if the record does not replay.
        """
        from solterm.core.play.replay import Replay
        from solterm.tui.screens.replay import ReplayScreen

        screen = ReplayScreen(title, Replay(record, find))
        if over:
            self.push_screen(screen)
        else:
            self.go_to(screen)

    # -- score sheets ----------------------------------------------------------------------

    def show_start(self, game: Game) -> None:
        """Resume a game's scored play, else show its sheet, after KLONCAN's title and questions."""
        from solterm.contests.kinds import SHEET

        self.resume_or(lambda: self._begin_sheet(game), game, SHEET.id)

    def _begin_sheet(self, game: Game) -> None:
        from solterm.tui.screens.kloncan import StartScreen

        def ask(answer: str = "") -> None:
            self.go_to(StartScreen(game, answer))

        if self.is_asked:
            self.show_sheet(game, self.settings.level)
        else:
            self.show_title(game.collection, ask)

    def show_title(self, collection: str, then: Callable[[str], object]) -> None:
        """Show a collection's title, if it has one, once; ``then`` takes the key that ends it."""
        from solterm.tui.screens.kloncan import TITLES, TitleScreen

        if collection in {*TITLES} - self._titles_seen and self.settings.titles:
            self._titles_seen.add(collection)
            self.go_to(TitleScreen(collection, then))
        else:
            then("")

    def show_sheet(self, game: Game, level: int, notice: str = "", lit: int | None = None) -> None:
        """Show a game's score sheet to choose a row; ``lit`` is the row just written."""
        from solterm.tui.screens.sheet import SheetScreen

        self.go_to(SheetScreen(game, level, notice, lit=lit))

    def look_at_sheet(self, game: Game, level: int) -> None:
        from solterm.tui.screens.sheet import SheetScreen

        self.push_screen(SheetScreen(game, level, over_table=True))

    def show_sheets(self, game: Game) -> None:
        from solterm.tui.screens.sheets import SheetsScreen

        self.push_screen(SheetsScreen(game))

    # -- contests and boards ---------------------------------------------------------------

    def boards(self) -> "Boards":
        from solterm.sessions.boards import boards_of

        return boards_of(self.store)

    def show_contests(self) -> None:
        from solterm.tui.screens.contests import ContestsScreen

        self.go_to(ContestsScreen(self.take_complaint()))

    def show_daily(self) -> None:
        """Show the deal of the day, or its board if the player has played it."""
        from solterm.sessions.contest_start import Tried, begin_daily

        try:
            begun = begin_daily(self.store)
        except Tried as news:
            self.show_board(news.board, str(news))
        else:
            self.show_series(begun.contest, begun.notice)

    def show_series(self, contest: "Contest", notice: str = "") -> None:
        """Show the games and totals of a contest."""
        from solterm.tui.screens.series import SeriesScreen

        self.go_to(SeriesScreen(contest, notice))

    def show_contest_of(self, kept: KeptPlay) -> None:
        """Show the contest a game belongs to; the game stays suspended."""
        from solterm.sessions import contest_steps

        try:
            found = contest_steps.contest_of(self.store, kept.purpose)
        except StoreError as error:
            self.show_table(kept, str(error))
            return
        if found:
            self.show_series(found)

    def end_for_contest(self, kept: KeptPlay) -> None:
        """End a game of a contest for good, and show the contest."""
        from solterm.sessions import contest_steps

        try:
            contest = contest_steps.end(self.store, kept)
        except StoreError as error:
            self.show_table(kept, str(error))
        else:
            assert contest is not None, "called for games of contests only"
            self.show_series(contest)

    def show_scores(self) -> None:
        from solterm.tui.screens.scores import BoardsScreen

        self.push_screen(BoardsScreen())

    def show_board(self, board: str, notice: str = "", reached: str = "") -> None:
        """Show the best of a board; ``reached`` is the digest of an entry just made."""
        from solterm.tui.screens.scores import BoardScreen

        self.push_screen(BoardScreen(board, notice, reached))

    # -- other players on a host -----------------------------------------------------------

    def show_visitors(self, wanted: str = "") -> None:
        """Show who is here, or watch the player of that name."""
        from solterm.tui.screens.visitors import VisitorsScreen

        self.push_screen(VisitorsScreen(wanted))

    def show_watching(self, visitor: "Visitor") -> None:
        from solterm.tui.screens.watching import WatchScreen

        self.push_screen(WatchScreen(visitor))

    def show_latest(self) -> None:
        from solterm.tui.screens.visitors import LatestScreen

        self.push_screen(LatestScreen())

    # -- everything else -------------------------------------------------------------------

    def show_menu(self) -> None:
        from solterm.tui.screens.menu import MenuScreen

        self.go_to(MenuScreen(self.take_complaint()))

    def show_settings(self) -> None:
        """Open the settings, or go back to them if they lie under this screen."""
        from solterm.tui.screens.settings import SettingsScreen

        if not any(isinstance(each, SettingsScreen) for each in self.screen_stack):
            self.push_screen(SettingsScreen())
        while not isinstance(self.screen, SettingsScreen):
            self.pop_screen()

    def show_keyboard(self) -> None:
        from solterm.tui.screens.own_keys import OwnKeysScreen

        self.push_screen(OwnKeysScreen())

    def show_statistics(self) -> None:
        from solterm.tui.screens.statistics import StatisticsScreen

        self.push_screen(StatisticsScreen())

    def show_finished(self, game: Game | None = None) -> None:
        """Show the games finished last, of one rule set or all."""
        from solterm.tui.screens.statistics import FinishedScreen

        self.push_screen(FinishedScreen(game))

    def show_lesson(self) -> None:
        from solterm.tui.screens.lesson import LessonScreen

        self.push_screen(LessonScreen())

    def show_help_pages(self, game: Game | None = None) -> None:
        """List the help pages, with the rules of the game."""
        from solterm.tui.screens.help_pages import HelpPagesScreen

        self.push_screen(HelpPagesScreen(game))

    def show_rules(self, game: Game) -> None:
        from solterm.manual.pages import page

        try:
            heading, _, text = page(game.id).partition("\n")
        except ValueError as error:  # the package has lost it
            self.say_trouble(str(error))
            return
        self.show_page(heading.lstrip("# "), text.lstrip())

    def show_page(self, title: str, text: str) -> None:
        from solterm.tui.screens.reading import TextScreen

        self.push_screen(TextScreen(title, text, is_page=True))

    def show_text(self, title: str, text: str) -> None:
        """Show a text line by line, as it is."""
        from solterm.tui.screens.reading import TextScreen

        self.push_screen(TextScreen(title, text))
