"""The ways to the screens: one typed method for each that several modules open.

``show_*`` opens a screen over the present one, ``go_to_*`` replaces all screens. Each method
imports its screen, so that the first picture waits for none of the others. No other module of the
screen imports inside a function.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar, cast

from textual.screen import Screen

from solterm.tui.screens.dialogs import Answer, Dialog, HostWait, NoticeDialog, ask_level

if TYPE_CHECKING:
    from datetime import date

    from solterm.advice.pipe import Traced
    from solterm.contests.contest import Contest
    from solterm.core.game import Game
    from solterm.core.play.play import Play
    from solterm.core.play.record import Record
    from solterm.hall.messages import Race, Tonight
    from solterm.sessions.host_link import Silent
    from solterm.sessions.race_client import RaceClient
    from solterm.store.entries import Saved
    from solterm.store.kept import KeptPlay
    from solterm.tui.app import SoltermApp
    from solterm.tui.screens.table_screen import TableScreen
    from solterm.tui.table.hand import Hand

Result = TypeVar("Result")


class Doors:
    """Opens the screens of one App."""

    def __init__(self, app: "SoltermApp") -> None:
        self._app = app

    def _show(self, screen: Screen[Any]) -> None:
        self._app.push_screen(screen)

    def _go_to(self, screen: Screen[Any]) -> None:
        self._app.go_to(screen)

    # -- games -----------------------------------------------------------------------------

    def go_to_table(self, notice: str) -> None:
        from solterm.tui.screens.table_screen import TableScreen

        self._go_to(TableScreen(self._app.seat, notice))

    def go_to_end(self, kept: "KeptPlay") -> None:
        from solterm.tui.screens.end import EndScreen

        self._go_to(EndScreen(kept))

    def go_to_unread(
        self,
        reason: str,
        saved: "Saved | None",
        again: Callable[[], None],
        deal: Callable[[], None] | None,
    ) -> None:
        from solterm.tui.screens.unread import UnreadScreen

        self._go_to(UnreadScreen(reason, saved, again, deal))

    def show_lost(
        self,
        record: str,
        found: "Traced",
        is_stopped: bool,
        play_on: Callable[["Traced"], object],
    ) -> None:
        from solterm.tui.screens.lost import LostScreen

        self._show(LostScreen(record, found, is_stopped, play_on))

    def show_replay(self, title: str, record: "Record") -> None:
        from solterm.tui.screens.replay_screen import ReplayScreen

        self._show(ReplayScreen(title, record))

    def show_deal_options(self, game: "Game", options: Mapping[str, str] | None) -> None:
        from solterm.tui.screens.deal import DealScreen

        self._show(DealScreen(game, self._app.settings.level, options))

    def show_saves(self, kept: "KeptPlay | None" = None, pasted: str = "") -> None:
        from solterm.tui.screens.saves_page import SavesScreen

        self._show(SavesScreen(kept, pasted))

    # -- dialogs of the table --------------------------------------------------------------

    @property
    def _table(self) -> "TableScreen":
        return cast("TableScreen", self._app.base_screen)

    def _open(self, dialog: Screen[Result], then: Callable[[Result], object]) -> None:
        """Open a dialog over the table; a refusal in what follows becomes a message."""
        table = self._table

        def take(answer: Result | None) -> None:
            with table.telling_trouble():
                then(cast("Result", answer))

        self._app.push_screen(dialog, take)

    def open_game_menu(self, play: "Play") -> None:
        from solterm.tui.screens.game_menu import GameMenu

        menu = GameMenu(play, self._app.skin.keys, self._app.seat.host.has_host)
        self._open(menu, self._table.commands.run)

    def peek(self, hand: "Hand", look_into: Callable[[str], bool]) -> None:
        """Show the cards of a pile; ``look_into`` counts the peek, or returns False."""
        from solterm.tui.screens.about_pile import PeekDialog

        table = self._table
        dialog = PeekDialog(hand, table.show_table, look_into)
        if dialog.moved():
            self._open(dialog, table.press)

    def explain_pile(self, hand: "Hand") -> None:
        from solterm.tui.screens.about_pile import WhatDialog

        table = self._table
        self._open(WhatDialog(hand, table.show_table), table.press)

    def ask_level(
        self,
        present: str,
        offered: Iterable[int],
        lines: Mapping[int, str],
        then: Callable[[str], object],
    ) -> None:
        self._table.prompt(ask_level(present, offered, lines=lines), then)

    def change_colours(self) -> None:
        from solterm.tui.screens.table_dialogs import ColourDialog

        self._show(ColourDialog())

    def wait_for_host(self, silent: "Silent", then: Callable[[], object]) -> None:
        """Wait for the answer to a question in a box; call ``then`` when it comes."""
        screen = self._app.base_screen

        def take(has_come: bool | None) -> None:
            if has_come:
                screen.carry_out(then)
            elif has_come is None:
                screen.say_trouble(str(silent))

        self._app.push_screen(HostWait(silent), take)

    def tell(self, *lines: str) -> None:
        """Show lines until a key is pressed."""
        self._show(NoticeDialog(*map(self._app.skin.glyphs.sentence, lines)))

    def tell_end(self, lines: Sequence[str], then: Callable[[], object]) -> None:
        """Say how the game ended. Keys typed for the next move do not close this and the result."""
        closes = Answer(("enter", "space", "escape"), "Enter", "See the result", None)
        said = "\n".join(map(self._app.skin.glyphs.sentence, lines))
        self._open(Dialog(said, [closes]), lambda _: then())

    def offer_ways_out(
        self, sentence: str, play: "Play", is_hopeless: bool, then: Callable[[str | None], object]
    ) -> None:
        """Say that a game is stuck; ``then`` gets the command that the player chose."""
        from solterm.tui.screens.table_dialogs import StuckDialog

        self._open(StuckDialog(sentence, play, self._app.skin.keys, is_hopeless), then)

    def ask_deal(
        self, play: "Play", then: Callable[[int | None, Mapping[str, str], str], object]
    ) -> None:
        """Ask for a deal.

        ``then`` gets its number, or None for a random one, its options, and a notice.
        """
        from solterm.tui.screens.search_dialog import find_winnable
        from solterm.tui.screens.table_dialogs import DealDialog

        def take(chosen: str) -> None:
            options = play.options_without_board
            if chosen == DealDialog.WINNABLE:
                find_winnable(self._app, play.game, play.start_level, options, then)
            elif chosen == DealDialog.SAME:
                then(play.deal, play.options, "")
            else:
                then(None if chosen == DealDialog.ANOTHER else int(chosen), options, "")

        self._table.prompt(DealDialog(play), take)

    def ask_line(self, suggestions: Sequence[str]) -> None:
        """Ask for a command of line mode, and carry it out."""
        from solterm.tui.screens.table_dialogs import CommandLine
        from solterm.tui.screens.table_line import run_line

        table = self._table
        table.prompt(CommandLine(suggestions), lambda line: run_line(table, line))

    def look_back(self, play: "Play", then: Callable[["Traced"], object]) -> None:
        """Look for the last position that can still be won."""
        from solterm.tui.screens.search_dialog import find_lost

        title = "Looking for the last position that can still be won"
        find_lost(self._app, play, lambda result: then(result.answer), title)

    def copy_game(self, play: "Play", is_over: bool = True, is_found: bool = False) -> None:
        """Copy a game with its record as text, for a chat, and show the text."""
        from solterm.sessions.sharing import block

        site = self._app.seat.store.context.site
        self._app.game_doors.copy_and_show(block(play, is_over, is_found, site))

    # -- the menu, settings and help -------------------------------------------------------

    def go_to_menu(self) -> None:
        from solterm.tui.screens.menu import MenuScreen

        self._go_to(MenuScreen())

    def open_pasted(self, text: str, is_search: bool) -> bool:
        """Open the game or the day that a text names; return whether it names one.

        In a search, it may name a game without its deal.
        """
        from solterm.sessions.sharing import day_in, has_record, start_in

        if has_record(text):
            self.show_saves(pasted=text)
        elif not is_search and (start := start_in(text)):
            self._app.game_doors.bring(start)
        elif day := day_in(text):
            self._app.game_doors.play_daily(day)
        else:
            return False
        return True

    def show_settings(self) -> None:
        """Open the settings, or go back to them if they lie under this screen."""
        from solterm.tui.screens.settings_page import SettingsScreen

        if not any(isinstance(each, SettingsScreen) for each in self._app.screen_stack):
            self._show(SettingsScreen())
        while not isinstance(self._app.screen, SettingsScreen):
            self._app.pop_screen()

    def show_own_keys(self) -> None:
        from solterm.tui.screens.settings_page import OwnKeysScreen

        self._show(OwnKeysScreen())

    def show_palette(self) -> None:
        """Open the palette, unless it is open or the window is too small."""
        from solterm.tui.palette import Palette

        app = self._app
        is_open = any(isinstance(screen, Palette) for screen in app.screen_stack)
        if app.base_screens and not is_open and not app.base_screen.required_size():
            self._show(Palette(app.base_screen))

    def show_help_pages(self, game: "Game | None") -> None:
        from solterm.tui.screens.help_pages import HelpPagesScreen

        self._show(HelpPagesScreen(game))

    def show_rules(self, game: "Game") -> None:
        from solterm.tui.screens.help_pages import RulesScreen, find_rules

        heading, text = find_rules(game)
        self._show(RulesScreen(game, heading, text))

    def show_lesson(self, game: "Game | None" = None) -> None:
        from solterm.tui.screens.lesson_screen import LessonScreen

        self._show(LessonScreen(game))

    def show_text(self, title: str, text: str, is_page: bool = False, heading: str = "") -> None:
        """Show a text, or a page of Markdown, perhaps from a heading on."""
        from solterm.tui.screens.help_pages import TextScreen

        self._show(TextScreen(title, text, is_page, heading))

    # -- results and contests --------------------------------------------------------------

    def show_statistics(self) -> None:
        from solterm.tui.screens.statistics_page import StatisticsScreen

        self._show(StatisticsScreen())

    def show_finished(self, game: "Game | None" = None) -> None:
        from solterm.tui.screens.statistics_page import FinishedScreen

        self._show(FinishedScreen(game))

    def show_boards(self) -> None:
        from solterm.tui.screens.scores import BoardsScreen

        self._show(BoardsScreen())

    def show_board(self, board: str, notice: str = "", reached: str = "") -> None:
        """``reached`` is the digest of an entry just made, for the cursor."""
        from solterm.tui.screens.scores import BoardScreen

        self._show(BoardScreen(board, notice, reached))

    def go_to_contests(self, tonight: "Tonight | None" = None) -> None:
        from solterm.tui.screens.contests_page import ContestsScreen

        self._go_to(ContestsScreen(tonight=tonight))

    def show_evening(self) -> None:
        """Show the board of an evening that the host's notice tells the end of, else the next one.

        A game on the table is kept. Without a host it only says that there is none.
        """
        if not self._has_host():
            return
        board, self._app.seat.host.bulletin = self._app.news.find_board(), ""
        if board:
            self.show_board(board)
            return
        self._app.seat.leave(self._app.seat.is_result_read)
        self.go_to_evening(self._app.life.tonight)

    def go_to_evening(self, tonight: "Tonight | None") -> None:
        from solterm.tui.screens.contests_page import show_evening

        show_evening(self._app, tonight)

    def go_to_series(
        self, contest: "Contest", opening: str = "", ended: "KeptPlay | None" = None
    ) -> None:
        """Show a contest, after the title of a collection; say how a game of it has ended."""
        from solterm.sessions.contest_report import tell_ended
        from solterm.tui.screens.kloncan import show_title
        from solterm.tui.screens.series import SeriesScreen

        notice = tell_ended(contest, ended) if ended else ""
        show_title(self._app, opening, SeriesScreen(contest, notice))

    def show_day(self, day: "date | None" = None) -> None:
        """Show the page of a deal of the day, by default today's."""
        from solterm.sessions.day import read_day
        from solterm.tui.screens.day_page import DayScreen

        self._show(DayScreen(read_day(self._app.seat.store, day)))

    def go_to_day(self, day: "date") -> None:
        from solterm.sessions.day import read_day
        from solterm.tui.screens.day_page import DayScreen

        self._go_to(DayScreen(read_day(self._app.seat.store, day)))

    def show_sheet(self, game: "Game", level: int) -> None:
        """Show a score sheet over the table of a game that counts for it."""
        from solterm.tui.screens.sheet import SheetScreen

        self._show(SheetScreen(game, level))

    def go_to_sheet(
        self, game: "Game", level: int, notice: str = "", lit: int | None = None
    ) -> None:
        """``lit`` is the row that was just written."""
        from solterm.tui.screens.sheet import SheetScreen

        self._go_to(SheetScreen(game, level, notice, lit=lit))

    def begin_sheet(self, game: "Game") -> None:
        """Show a game's score sheet, after the title and KLONCAN's questions."""
        from solterm.tui.screens.kloncan import begin_sheet

        begin_sheet(self._app, game)

    # -- other players ---------------------------------------------------------------------

    def go_to_welcome(self) -> None:
        from solterm.tui.screens.identity import WelcomeScreen

        self._go_to(WelcomeScreen(self._app.context.nickname))

    def show_visitors(self, wanted: str = "") -> None:
        """With a name or a session, watch that player at once."""
        from solterm.tui.screens.visitors import VisitorsScreen

        self._show(VisitorsScreen(wanted))

    def show_who(self) -> None:
        """Show who is here, unless that is among the open screens or there is no host."""
        from solterm.tui.screens.visitors import VisitorsScreen

        self._show_of_host(VisitorsScreen)

    def _show_of_host(self, page: type[Screen[Any]]) -> None:
        if self._has_host() and not any(type(each) is page for each in self._app.screen_stack):
            self._show(page())

    def _has_host(self) -> bool:
        """Return whether there is a host; say so if there is none."""
        has_host = self._app.seat.host.has_host
        if not has_host:
            self._app.say_trouble("You are alone here: this program has no host.")
        return has_host

    def show_latest(self) -> None:
        """List the latest results of the host."""
        from solterm.tui.screens.visitors import LatestScreen

        self._show(LatestScreen())

    def show_races(self) -> None:
        """Show the end of a race that the player has not seen, else the list of races.

        That is unless the list is among the open screens, or there is no host.
        """
        from solterm.tui.screens.races_page import RacesScreen

        race, self._app.news.unread = self._app.news.unread, None
        if race:
            self.show_race(race)
        else:
            self._show_of_host(RacesScreen)

    def go_to_races(self) -> None:
        """Go to the end of a race that the player has not seen, else to the list of races."""
        from solterm.tui.screens.races_page import RacesScreen

        race, self._app.news.unread = self._app.news.unread, None
        if race:
            self.go_to_race(race)
        else:
            self._go_to(RacesScreen())

    def show_race(self, race: "Race", is_sudden: bool = False) -> None:
        """Show how a race went that is over; ``is_sudden`` means that no key has asked for it."""
        from solterm.tui.screens.race_end import RaceEndScreen

        self._show(RaceEndScreen(race, is_sudden))

    def go_to_race(self, race: "Race") -> None:
        from solterm.tui.screens.race_end import RaceEndScreen

        self._go_to(RaceEndScreen(race, is_sudden=True))

    def count_down(self, client: "RaceClient", then: Callable[[], None]) -> None:
        """Count down to the start of a race, unless that has begun already."""
        from solterm.sessions.race_client import tell_start
        from solterm.tui.screens.races_page import Countdown

        if client.race and not any(isinstance(x, Countdown) for x in self._app.screen_stack):
            self._app.alert(tell_start(client.race))
            self._app.push_screen(Countdown(client), lambda _: then())
