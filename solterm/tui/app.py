"""The App: settings, themes, keys, and the ways from one screen to the next."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from textual import events
from textual.app import App
from textual.binding import Binding, BindingType
from textual.command import CommandPalette, Provider
from textual.geometry import Offset
from textual.screen import Screen
from textual.scrollbar import ScrollBar

from solterm.capabilities import charset, colours
from solterm.chance import random_deal
from solterm.core.game import Game
from solterm.core.outcome import Outcome
from solterm.core.play.play import Play
from solterm.core.play.record import Record
from solterm.core.play.terms import Terms
from solterm.core.values import replace
from solterm.games import find
from solterm.sessions import leaving
from solterm.store.entries import Saved
from solterm.store.errors import StoreError
from solterm.store.kept import KeptPlay
from solterm.store.patience import tell_waits
from solterm.store.settings import load_own, save_own
from solterm.store.store import Store
from solterm.tui import themes
from solterm.tui.background_search import BackgroundSearch
from solterm.tui.hall_client import HallClient
from solterm.tui.keys import keymap, offers, presets
from solterm.tui.keys.commands import TABLE, Command
from solterm.tui.look import glyphs
from solterm.tui.look import themes as palettes
from solterm.tui.look.glyphs import Glyphs
from solterm.tui.look.style import Style
from solterm.tui.screens.base import BaseScreen
from solterm.tui.terminal.wired_app import WiredApp
from solterm.tui.terminal_cursor import selection
from solterm.tui.trouble import Troubled
from solterm.tui.widgets.scrolling import WholeCells

if TYPE_CHECKING:
    from solterm.hall.messages import Visitor
    from solterm.sessions.plays import Start
    from solterm.sessions.waiting import Waiting
    from solterm.sessions.winnables import Wish
    from solterm.sessions.workers import Worker
    from solterm.store.boards import Boards
    from solterm.store.contests import Contest
    from solterm.tui.screens.gamefilters import Filter

ScrollBar.renderer = WholeCells

_SEARCH = "Search games, settings, help ..."
_TENDING = 1.0
"""Seconds between two looks at what is not saved."""
_WELCOME_BACK = "Welcome back: the game stands as you left it."


def _provider(name: str) -> "type[Provider]":
    from solterm.tui import palette

    provider: type[Provider] = getattr(palette, name)
    return provider


class _Press(NamedTuple):
    """A button of the mouse that went down."""

    screen: Screen[Any]
    at: Offset
    time: float

    def is_followed_by(self, other: "_Press") -> bool:
        """Whether another press at once was aimed at the same cell of a screen that is gone."""
        is_soon = other.time - self.time <= App.CLICK_CHAIN_TIME_THRESHOLD
        return is_soon and other.at == self.at and other.screen is not self.screen


class SoltermApp(Troubled, WiredApp[int], inherit_bindings=False):
    """The program over a store: what was asked for, and the ways from screen to screen."""

    CSS_PATH = "solterm.tcss"
    TITLE = "solterm"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+z", "suspend_process", "Suspend", show=False, priority=True),
    ]
    # Loaded by the first Ctrl+P alone.
    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = {
        partial(_provider, name)
        for name in ("Games", "Commands", "Places", "SettingValues", "Kept")
    }

    def __init__(
        self,
        store: Store,
        game: Game | None = None,
        deal: int | None = None,
        level: int | None = None,
        options: Mapping[str, str] | None = None,
        wish: "Wish | None" = None,
    ) -> None:
        """Make the program; complaints about the store or the settings are told on a screen.

        With a game it goes straight in, resuming its suspended free play unless a deal is named;
        without one it resumes the latest game, or shows the menu. With a wish, the deal is a
        winnable one, and the search for the next one like it starts at once.
        """
        self.store = store
        self.settings, complaints = load_own()
        super().__init__()
        self.animation_level = "none"
        for theme in themes.themes():
            self.register_theme(theme)
        self.theme = self.settings.theme
        self._colours_parsed = self.get_css_variables()
        self.stylesheet.set_variables(self._colours_parsed)
        self.set_keymap(keymap.for_textual(self.keys))
        self.search = BackgroundSearch(self.set_interval)
        self.hall = HallClient(self)
        complaints += keymap.faults(TABLE, self.keys)
        self._complaint = store.unsaved or store.loss or next(iter(complaints), "")
        self._request = (game, deal, level, options)
        self._wish = wish
        self.opening: Callable[[], object] = self.open
        """Shows the first screen, once the App runs."""
        self._pressed: _Press | None = None
        self.report = ""
        """What to say, once the terminal is the player's again, of an unforeseen end."""
        self.is_title_seen = False
        """Whether KLONCAN's title was shown since the program began."""
        self.is_asked = False
        """Whether its two questions, for messages and the level, were answered since then."""
        self.is_lesson_offered = False
        """Whether the lesson was offered since the program began."""
        self.filter: Filter | None = None
        """Which games the menu shows; None: all."""

    # -- the life of the App ---------------------------------------------------------------

    def on_mount(self) -> None:
        tell_waits(None)  # a screen must not stand still
        self.opening()
        self.hall.connect()
        self.set_interval(_TENDING, self._tend_store)

    def on_unmount(self) -> None:
        self.hall.disconnect()
        self.search.end()

    async def on_event(self, event: events.Event) -> None:
        # Two clicks on one cell are one click if the first has opened another screen.
        if isinstance(event, events.MouseDown) and not event.is_forwarded:
            last, self._pressed = (
                self._pressed,
                _Press(self.screen, event.screen_offset, event.time),
            )
            if last and last.is_followed_by(self._pressed):
                self._pressed = last._replace(time=event.time)
                return
        await super().on_event(event)

    def _tend_store(self) -> None:
        if self.store.tend() and self.base_screens:
            self.base_screen.catch_up()

    def last_words(self) -> None:
        self.store.flush()

    def suspended(self) -> None:
        self.search.halt()

    # Textual shows a traceback and exits; a player gets one sentence and a report to send. There
    # is no public hook for errors that nobody foresaw.
    def _handle_exception(self, error: Exception) -> None:
        if self.is_headless:  # a test, which is to see the error
            super()._handle_exception(error)
            return
        # Imported here: it is hardly ever needed.
        from solterm.store.report import write_report

        try:
            self.report = self.report or write_report(error)
        finally:
            self.exit(1)

    # -- screens ---------------------------------------------------------------------------

    def go_to(self, screen: Screen[Any]) -> None:
        """Replace all screens by this one."""
        if not getattr(screen, "is_table", False):
            self.hall.rise()
        with self.batch_update():
            while len(self.screen_stack) > 1:  # the first one is Textual's own, and blank
                self.pop_screen()
            self.push_screen(screen)

    def is_covering(self, screen: Screen[Any]) -> bool:
        """Whether a screen is on top, and one to go back to lies under it."""
        return self.screen is screen and len(self.screen_stack) > 2

    @property
    def base_screens(self) -> list[BaseScreen[Any]]:
        """The screens with a message line, without dialogs and the like, the top one last."""
        return [screen for screen in self.screen_stack if isinstance(screen, BaseScreen)]

    @property
    def base_screen(self) -> BaseScreen[Any]:
        """The topmost screen that has a message line."""
        return self.base_screens[-1]

    def complain(self, sentence: str) -> None:
        """Have something said on the next screen."""
        self._complaint = sentence

    def take_complaint(self) -> str:
        """Return what went wrong outside the game and was not said yet; asked once, it is said."""
        complaint, self._complaint = self._complaint, ""
        return complaint

    def say_trouble(self, sentence: str) -> None:
        """Beep and say on the present screen what went wrong."""
        self.beep()
        if self.base_screens:
            self.base_screen.notice = sentence
        else:
            self.complain(sentence)

    def cursor(self) -> Offset:
        """Return the cell of the selection, which the terminal's cursor marks."""
        return selection(self.screen)

    @property
    def worker(self) -> "Worker":
        """The process that searches while the player plays on."""
        return self.search.worker

    # -- look and keys ---------------------------------------------------------------------

    @property
    def glyphs(self) -> Glyphs:
        """How cards and lines are written, as the player has chosen."""
        return glyphs.choose(self.settings.cards, charset(), self.settings.deck)

    @property
    def palette(self) -> tuple[Style, ...]:
        """The style of each role, as the player has chosen."""
        return palettes.chosen_palette(self.settings, colours())

    def get_css_variables(self) -> dict[str, str]:
        return {**super().get_css_variables(), **themes.variables(self.palette)}

    def refresh_css(self, animate: bool = True) -> None:
        # Textual parses the style sheet twice at start-up, the second time for the theme.
        colours = self.get_css_variables()
        if colours != self._colours_parsed:
            self._colours_parsed = colours
            super().refresh_css(animate)

    @property
    def keys(self) -> Mapping[str, str]:
        """The keys that differ from the usual ones: the chosen set, the player's own on top."""
        return presets.keys_of(self.settings.preset, self.settings.keys)

    def find_own(self, name: str) -> Command:
        """Return a command by its name, with the keys that this player has given it."""
        return offers.find_own(name, self.keys)

    def name_key(self, command: str) -> str:
        """Return how the player calls the key of a command."""
        return offers.key_name(self.find_own(command))

    def change_settings(self, **changes: Any) -> None:
        """Change settings, show them at once and save them; a failure is told, not fatal."""
        before = self.palette
        self.settings = replace(self.settings, **changes)
        self.theme = self.settings.theme
        self.set_keymap(keymap.for_textual(self.keys))
        if self.palette != before:  # to style every widget anew takes a while
            self.refresh_css(animate=False)
        if screens := self.base_screens:
            screens[-1].settings_changed()
        self.hall.tell_door()
        try:
            save_own(self.settings)
        except StoreError as error:
            self._complaint = str(error)

    def cycle_colours(self, background: int = 0, foreground: int = 0) -> None:
        """Step through the backgrounds and the foreground sets of the theme ``dos``."""
        self.change_settings(
            theme="dos",
            board="desktop",
            background=(self.settings.background + background) % len(palettes.BACKGROUNDS),
            foreground=(self.settings.foreground + foreground) % len(palettes.FOREGROUNDS),
        )

    def action_command_palette(self) -> None:
        if not isinstance(self.screen, CommandPalette):
            self.push_screen(CommandPalette(placeholder=_SEARCH, id="--command-palette"))

    def beep(self) -> None:
        """Sound the terminal's bell, if the player wants sound."""
        if self.settings.sound:
            self.bell()

    def copy_line(self, play: Play) -> str:
        """Copy a game as one line, for a chat, and return the line."""
        from solterm.contests.sharing import line_of

        line = line_of(play)
        self.copy_to_clipboard(line)
        return line

    def ask_to_quit(self, kept: str = "") -> None:
        """Ask whether to quit; ``kept`` says what becomes of what is played."""
        from solterm.tui.screens.dialogs import QuitDialog

        kept = kept or leaving.tell_games(self.store)
        quit = self.find_own("quit")
        self.push_screen(QuitDialog(quit.keys, offers.key_name(quit), kept), self._quit)

    def _quit(self, wanted: bool | None) -> None:
        if wanted:
            self.exit(0)

    # -- the first screen ------------------------------------------------------------------

    def open(self) -> None:
        """Show the first screen; who is new on a host, or a guest, is welcomed before it."""
        if self.hall.has_host:
            from solterm.sessions.welcome import is_stranger
            from solterm.tui.screens.welcome import WelcomeScreen

            if is_stranger(self.store):
                self.go_to(WelcomeScreen(self._open_asked))
                return
        self._open_asked()

    def _open_asked(self) -> None:
        game, deal, level, options = self._request
        if game is None:
            self.resume_or(self.show_menu)
        elif deal is None and not options:
            self.resume_or(lambda: self.deal(game, level=level), game, "", level)
        else:
            self.deal(game, deal, level, options)
            if self._wish:
                self.search.seek_ahead(self._wish)

    def open_replay(self, title: str, record: Record) -> None:
        """Show a record as the first screen, and the only one."""
        from solterm.core.play.replay import Replay
        from solterm.tui.screens.replay import ReplayScreen

        self.go_to(ReplayScreen(title, Replay(record, find)))

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
            if found and found.kept.play.outcome is Outcome.WON:
                self._leave_won(found.kept, otherwise)
            elif found:
                self.show_table(found.kept, found.notice or _WELCOME_BACK)
            else:
                otherwise()

    def _leave_won(self, kept: KeptPlay, otherwise: Callable[[], None]) -> None:
        # The player won this game and left before its result was shown.
        if kept.purpose.is_contest:
            self.end_for_contest(kept)
        elif kept.purpose.row:
            self.show_end(kept)
        else:
            kept.finish()
            otherwise()

    def _resume_again(self, *wanted: Any) -> None:
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

        self.go_to(UnreadScreen(reason, saved, again, otherwise if deals else None))

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

    def play_free(self, game: Game) -> None:
        """Go on with a game's free play, or deal it, after the question that the game asks."""
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

    def show_table(self, kept: KeptPlay, notice: str = "", is_outcome_known: bool = False) -> None:
        """Play a game; ``is_outcome_known`` says that the player has been told how it stands."""
        from solterm.tui.screens.table import TableScreen

        self.search.allow(kept.is_free)
        self.go_to(TableScreen(kept, self.take_complaint() or notice, is_outcome_known))

    def show_menu(self) -> None:
        """All games."""
        from solterm.tui.screens.menu import MenuScreen

        self.go_to(MenuScreen(self.take_complaint()))

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

        def ask(answer: str = "") -> None:
            self.go_to(StartScreen(game, answer))

        if self.is_asked:
            self.show_sheet(game, self.settings.level)
        elif game.on_sheet and not self.is_title_seen:
            self.is_title_seen = True
            self.go_to(TitleScreen(ask))
        else:
            ask()

    def show_sheet(self, game: Game, level: int, notice: str = "", lit: int | None = None) -> None:
        """A game's score sheet, to choose a row; one that was just written is lit."""
        from solterm.tui.screens.sheet import SheetScreen

        self.go_to(SheetScreen(game, level, notice, lit=lit))

    def look_at_sheet(self, game: Game, level: int) -> None:
        """A game's score sheet over the table, which stays as it is."""
        from solterm.tui.screens.sheet import SheetScreen

        self.push_screen(SheetScreen(game, level, over_table=True))

    def show_sheets(self, game: Game) -> None:
        """The archive of a game's score sheets, over the present screen."""
        from solterm.tui.screens.sheets import SheetsScreen

        self.push_screen(SheetsScreen(game))

    # -- the others on a host --------------------------------------------------------------

    def show_visitors(self, wanted: str = "") -> None:
        """Who is here, over the present screen; somebody who is named is watched at once."""
        from solterm.tui.screens.visitors import VisitorsScreen

        self.push_screen(VisitorsScreen(wanted))

    def show_watching(self, visitor: "Visitor") -> None:
        """Somebody's game as it is played, over the present screen."""
        from solterm.tui.screens.watching import WatchScreen

        self.push_screen(WatchScreen(visitor))

    def show_evening(self) -> None:
        """The latest results, over the present screen."""
        from solterm.tui.screens.lately import LatelyScreen

        self.push_screen(LatelyScreen())

    def obey(self, line: str) -> bool:
        """Obey a command of line mode's that is about the others; return whether it was one."""
        if not self.hall.has_host:
            return False
        from solterm.sessions.news import read_door

        verb, _, rest = line.strip().partition(" ")
        match verb.lower():
            case "who" | "watch":
                self.show_visitors(rest.strip())
            case "results":
                self.show_evening()
            case "door":
                self.change_settings(door=read_door(rest, self.settings.door))
                door = "open" if self.settings.door else "closed"
                self.base_screen.say(f"Your door is {door}.")
            case _:
                return False
        return True

    # -- contests --------------------------------------------------------------------------

    def boards(self) -> "Boards":
        """The boards this player sees."""
        from solterm.sessions.boards import boards_of

        return boards_of(self.store)

    def show_contests(self) -> None:
        """Contests under way and to be begun."""
        from solterm.tui.screens.contests import ContestsScreen

        self.go_to(ContestsScreen(self.take_complaint()))

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

        self.go_to(SeriesScreen(contest, notice))

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

        self.go_to(EndScreen(kept))

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
