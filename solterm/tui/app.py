"""The program: which screen is shown, and the ways from one to the next."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from solterm.chance import random_deal
from solterm.core.game import Game
from solterm.core.play.record import Record
from solterm.core.play.terms import Terms
from solterm.games import find
from solterm.store.entries import Saved
from solterm.store.errors import StoreError
from solterm.store.kept import KeptPlay
from solterm.store.store import Store
from solterm.tui.hosted import Hosted

if TYPE_CHECKING:
    from solterm.sessions.plays import Start
    from solterm.sessions.waiting import Waiting
    from solterm.sessions.winnables import Wish
    from solterm.store.boards import Boards
    from solterm.store.contests import Contest
    from solterm.tui.screens.gamefilters import Filter

_WELCOME_BACK = "Welcome back: the game stands as you left it."


class SoltermApp(Hosted):
    """The program: what was asked for, and the ways from one screen to the next."""

    def __init__(
        self,
        store: Store,
        game: Game | None = None,
        deal: int | None = None,
        level: int | None = None,
        options: Mapping[str, str] | None = None,
        wish: "Wish | None" = None,
    ) -> None:
        """A program over a store.

        With a game it goes straight in, resuming its suspended free play unless a deal is named;
        without one it resumes the latest game, or shows the menu. With a wish, the deal is one
        that can be won, and the next one like it is sought ahead.
        """
        super().__init__(store)
        self._request = (game, deal, level, options)
        self._wish = wish
        self.is_title_seen = False
        """Was KLONCAN's title shown since the program began?"""
        self.is_asked = False
        """Were its two questions, for messages and the level, answered since then?"""
        self.is_lesson_offered = False
        """Was the lesson offered since the program began?"""
        self.filter: Filter | None = None
        """Which games the menu shows; None: all."""

    def open(self) -> None:
        """Show the first screen; who is new on a host, or a guest, is welcomed before it."""
        if self.has_host:
            from solterm.sessions.welcome import is_stranger
            from solterm.tui.screens.welcome import WelcomeScreen

            if is_stranger(self.store):
                self.switch_screen(WelcomeScreen(self._open_asked))
                return
        self._open_asked()

    def _open_asked(self) -> None:
        """Show what was asked for."""
        game, deal, level, options = self._request
        if game is None:
            self.resume_or(self.show_menu)
        elif deal is None and not options:
            self.resume_or(lambda: self.deal(game, level=level), game, "", level)
        else:
            self.deal(game, deal, level, options)
            if self._wish:
                self.seek_ahead(self._wish)

    def open_replay(self, title: str, record: Record) -> None:
        """Show a record as the first screen, and the only one."""
        from solterm.core.play.replay import Replay
        from solterm.tui.screens.replay import ReplayScreen

        self.switch_screen(ReplayScreen(title, Replay(record, find)))

    # -- from screen to screen -------------------------------------------------------------

    def resume_or(
        self,
        otherwise: Callable[[], None],
        game: Game | None = None,
        context: str | None = None,
        level: int | None = None,
    ) -> None:
        """Go on with a suspended play; where there is none, do something else.

        One that cannot be read is not passed over: the player is told why, and asked.
        """
        from solterm.sessions.plays import CannotResume, resume

        try:
            found = resume(self.store, game, context, level)
        except CannotResume as error:
            again = partial(self._resume_again, otherwise, game, context, level)
            self.show_unread(str(error), error.saved, again, otherwise, bool(game))
        else:
            if found:
                self.show_table(found.kept, found.notice or _WELCOME_BACK)
            else:
                otherwise()

    def _resume_again(self, *wanted: Any) -> None:
        """Try once more, and to open the player's own file if that failed."""
        if self.store.is_withheld:
            store = Store.to_play_with()
            if store.unsaved is None:
                self.store = store
        self.resume_or(*wanted)

    def play(self, start: "Start") -> None:
        """Go on with a game, or deal it."""
        from solterm.sessions.plays import deal

        self.resume_or(
            lambda: self.show_table(deal(self.store, start, self.settings.level)),
            *(start.game, str(start.purpose)),
        )

    def show_unread(
        self,
        reason: str,
        saved: Saved | None,
        again: Callable[[], None],
        otherwise: Callable[[], None],
        deals: bool,
    ) -> None:
        """Why a suspended game cannot be gone on with, and what can be done about it."""
        from solterm.tui.screens.unread import UnreadScreen

        self.switch_screen(UnreadScreen(reason, saved, again, otherwise if deals else None))

    def deal(
        self,
        game: Game,
        number: int | None = None,
        level: int | None = None,
        options: Mapping[str, str] | None = None,
        context: str = "",
        terms: Terms = Terms.FREE,
    ) -> None:
        """Deal anew; without a number, a random one. The context says what it is played for."""
        number = number or random_deal()
        level = level or self.settings.level
        kept = KeptPlay.start(self.store, game, number, level, terms, options, context)
        self.show_table(kept, "")

    def show_table(self, kept: KeptPlay, notice: str = "") -> None:
        """Play a game."""
        from solterm.tui.screens.table import TableScreen

        self.let_search(kept.is_free)
        self.switch_screen(TableScreen(kept, self.take_complaint() or notice))

    def show_menu(self) -> None:
        """All games."""
        from solterm.tui.screens.menu import MenuScreen

        self.switch_screen(MenuScreen(self.take_complaint()))

    def go_on(self, waiting: "Waiting") -> None:
        """Go on with something: with its game, if one is under way, else with the next step."""
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

    def show_start(self, game: Game) -> None:
        """A game's suspended scored play; else its sheet, once a program after a title and two
        questions."""
        from solterm.contests.kinds import SHEET

        self.resume_or(lambda: self._begin_sheet(game), game, SHEET.id)

    def _begin_sheet(self, game: Game) -> None:
        from solterm.tui.screens.start import StartScreen
        from solterm.tui.screens.title import TitleScreen

        def ask() -> None:
            self.switch_screen(StartScreen(game))

        if self.is_asked:
            self.show_sheet(game, self.settings.level)
        elif game.on_sheet and not self.is_title_seen:
            self.is_title_seen = True
            self.switch_screen(TitleScreen(ask))
        else:
            ask()

    def show_sheet(self, game: Game, level: int, notice: str = "", lit: int | None = None) -> None:
        """A game's score sheet, to choose a row; one that was just written is lit."""
        from solterm.tui.screens.sheet import SheetScreen

        self.switch_screen(SheetScreen(game, level, notice, lit=lit))

    def look_at_sheet(self, game: Game, level: int) -> None:
        """A game's score sheet over the table, which stays as it is."""
        from solterm.tui.screens.sheet import SheetScreen

        self.push_screen(SheetScreen(game, level, over_table=True))

    def show_sheets(self, game: Game) -> None:
        """The archive of a game's score sheets, over the present screen."""
        from solterm.tui.screens.sheets import SheetsScreen

        self.push_screen(SheetsScreen(game))

    # -- contests --------------------------------------------------------------------------

    def boards(self) -> "Boards":
        """The boards this player sees."""
        from solterm.sessions.boards import boards_of

        return boards_of(self.store)

    def show_contests(self) -> None:
        """Contests under way and to be begun."""
        from solterm.tui.screens.contests import ContestsScreen

        self.switch_screen(ContestsScreen(self.take_complaint()))

    def show_daily(self) -> None:
        """Today's deal: one try, which is gone on with; afterwards the board of the day."""
        from solterm.sessions.beginnings import Tried, begin_daily

        try:
            begun = begin_daily(self.store)
        except Tried as news:
            self.show_board(news.board, str(news))
        else:
            self.show_series(begun.contest, begun.notice)

    def show_series(self, contest: "Contest", notice: str = "") -> None:
        """A contest's score board."""
        from solterm.tui.screens.series import SeriesScreen

        self.switch_screen(SeriesScreen(contest, notice))

    def show_contest_of(self, kept: KeptPlay) -> None:
        """The score board of the contest a game is played for; the game is kept."""
        from solterm.sessions import legs

        try:
            found = legs.contest_of(self.store, kept.purpose)
        except StoreError as error:
            self.show_table(kept, str(error))
            return
        if found:
            self.show_series(found)

    def show_scores(self) -> None:
        """The boards, over the present screen."""
        from solterm.tui.screens.scores import BoardsScreen

        self.push_screen(BoardsScreen())

    def show_board(self, board: str, notice: str = "", reached: str = "") -> None:
        """The best of one board, over the present screen.

        ``reached`` is the digest of an entry that was just made, and is lit.
        """
        from solterm.tui.screens.scores import BoardScreen

        self.push_screen(BoardScreen(board, notice, reached))

    def end_for_contest(self, kept: KeptPlay) -> None:
        """End a game of a contest for good: its result goes there before the play is closed."""
        from solterm.sessions import legs

        try:
            contest = legs.end(self.store, kept)
        except StoreError as error:
            self.show_table(kept, str(error))
        else:
            assert contest is not None, "asked for only in contests"
            self.show_series(contest)

    def show_end(self, kept: KeptPlay) -> None:
        """The result of a game that is ended."""
        from solterm.tui.screens.end import EndScreen

        self.switch_screen(EndScreen(kept))

    def show_rules(self, game: Game) -> None:
        """A game's rules page, over the present screen."""
        from solterm.manual.pages import page

        heading, _, text = page(game.id).partition("\n")
        self.show_page(heading.lstrip("# "), text.lstrip())

    def show_lesson(self) -> None:
        """The lesson, over the present screen."""
        from solterm.tui.screens.lesson import LessonScreen

        self.push_screen(LessonScreen())

    def show_help_pages(self, game: Game | None = None) -> None:
        """The pages of help, those of a game among them, over the present screen."""
        from solterm.tui.screens.helppages import HelpPagesScreen

        self.push_screen(HelpPagesScreen(game))

    def show_settings(self) -> None:
        """The settings, over the present screen."""
        from solterm.tui.screens.settings import SettingsScreen

        self.push_screen(SettingsScreen())

    def show_keyboard(self) -> None:
        """The keys of the table, to be changed, over the present screen."""
        from solterm.tui.screens.ownkeys import OwnKeysScreen

        self.push_screen(OwnKeysScreen())

    def show_statistics(self) -> None:
        """The statistics of all games, over the present screen."""
        from solterm.tui.screens.statistics import StatisticsScreen

        self.push_screen(StatisticsScreen())

    def show_finished(self, game: Game | None = None) -> None:
        """The latest finished games, of one rule-set if told, over the present screen."""
        from solterm.tui.screens.finished import FinishedScreen

        self.push_screen(FinishedScreen(game))

    def show_saves(self, kept: KeptPlay | None = None) -> None:
        """The saved games, over the present screen; ``kept`` is the play that may be saved."""
        from solterm.tui.screens.saves import SavesScreen

        self.push_screen(SavesScreen(kept))

    def show_deal(
        self, game: Game, level: int | None = None, options: Mapping[str, str] | None = None
    ) -> None:
        """Options, level and number of a free game to be dealt, over the present screen."""
        from solterm.tui.screens.deal import DealScreen

        self.push_screen(DealScreen(game, level or self.settings.level, options))

    def show_replay(self, title: str, record: Record) -> None:
        """A recorded game, step by step, over the present screen.

        Raises ``RecordError`` when the record does not hold.
        """
        from solterm.core.play.replay import Replay
        from solterm.tui.screens.replay import ReplayScreen

        self.push_screen(ReplayScreen(title, Replay(record, find)))

    def show_page(self, title: str, text: str) -> None:
        """A page to read, filled to fit, over the present screen."""
        from solterm.tui.screens.text import TextScreen

        self.push_screen(TextScreen(title, text, is_page=True))

    def show_text(self, title: str, text: str) -> None:
        """A text to read, over the present screen."""
        from solterm.tui.screens.text import TextScreen

        self.push_screen(TextScreen(title, text))
