"""Every screen of the program, opened with data in which others chose each name."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from textual.screen import Screen

from solterm.advice.pipe import Traced
from solterm.contests import tournaments
from solterm.contests.contest import Row, lay_out
from solterm.contests.days import daily, today
from solterm.contests.kinds import TOUR, TOURNAMENT
from solterm.context import SHARED
from solterm.core.move import Move
from solterm.core.play import record
from solterm.core.values import replace
from solterm.games import find
from solterm.games.published import Published
from solterm.hall.messages import Proof, Race, Racer, Races, Visitor
from solterm.sessions import shelf
from solterm.sessions.day import read_day
from solterm.sessions.host_link import Silent
from solterm.sessions.race_client import RaceClient, utc_now
from solterm.store import sharedfolder
from solterm.store.kept import KeptPlay
from solterm.store.settings import Settings, save_settings
from solterm.store.store import Store
from solterm.tui.keys.keymap import USUAL
from solterm.tui.palette import Palette
from solterm.tui.screens import base_screen as base
from solterm.tui.screens import (
    choices_page,
    dialogs,
    identity,
    list_page,
    table_view,
)
from solterm.tui.screens.about_pile import PeekDialog, PileDialog, WhatDialog
from solterm.tui.screens.contests_page import ContestsScreen
from solterm.tui.screens.day_page import DayScreen
from solterm.tui.screens.deal import DealScreen
from solterm.tui.screens.end import EndScreen
from solterm.tui.screens.game_menu import GameMenu
from solterm.tui.screens.help_pages import HelpPagesScreen, RulesScreen, TextScreen
from solterm.tui.screens.kloncan import StartScreen, TitleScreen
from solterm.tui.screens.lesson_screen import LessonScreen
from solterm.tui.screens.list_page import SearchedPage
from solterm.tui.screens.lost import LostScreen
from solterm.tui.screens.menu import MenuScreen
from solterm.tui.screens.pick_games import Pick, PickScreen
from solterm.tui.screens.race_end import RaceEndScreen
from solterm.tui.screens.races_page import Countdown, RacesScreen
from solterm.tui.screens.replay_screen import ReplayScreen
from solterm.tui.screens.saves_page import SavesScreen
from solterm.tui.screens.scores import BoardPage, BoardScreen, BoardsScreen, RecordsScreen
from solterm.tui.screens.search_dialog import SearchDialog
from solterm.tui.screens.series import SeriesScreen
from solterm.tui.screens.settings_page import KeyDialog, OwnKeysScreen, SettingsScreen
from solterm.tui.screens.sheet import RowsScreen, SheetScreen, SheetsScreen
from solterm.tui.screens.statistics_page import (
    FiguresScreen,
    FinishedScreen,
    StatisticsScreen,
)
from solterm.tui.screens.table_dialogs import ColourDialog, CommandLine, DealDialog, StuckDialog
from solterm.tui.screens.table_screen import TableScreen
from solterm.tui.screens.unread import UnreadScreen
from solterm.tui.screens.visitors import LatestScreen, PlayerScreen, VisitorsScreen
from solterm.tui.screens.watching_screen import WatchScreen
from solterm.tui.textual_hooks import HookedPalette, HookedScreen
from tests.contests.laid_out import sheet_of, stored
from tests.contests.results import played, share, text_of
from tests.hall.hosts import HostEnd, joined
from tests.here import here
from tests.seats import seat_of

GAME = "hostile"
"""The id of a game that a player installed, with a name of its author's choice."""
_EVE = "fedcba9876543210"


class World:
    """The data of a player in which every name that others choose is one text."""

    def __init__(self, text: str, host: HostEnd) -> None:
        self.text = text
        self.host = host
        self.store = Store.open()
        self.game = find(GAME)
        cup = lay_out(TOURNAMENT, lambda: 7, (GAME, "reno"), text)
        tournaments.publish(here(), cup)
        self.contest = stored(self.store, cup.next_turn())
        stored(self.store, lay_out(TOUR, lambda: 7, (GAME, "reno"), text))
        self._fill_boards()
        done = self._begun(3)
        done.finish()
        self.kept = self._begun(617)
        shelf.save(self.store, text, self.kept)
        self.record = record.read(self.kept.record())
        self.sheet = sheet_of(Row(1, 2, 0), game=GAME)._replace(begun="2026-11-21T12:00:00")
        self.visitor = Visitor("1", text, text, "", GAME, 3, "617", "", True, 0)
        save_settings(here(), Settings(player=text))

    def ask_in_vain(self) -> Silent:
        """Return a question of the session that its host has not answered."""
        silent = Silent((Proof,))
        self.host.session.give_up(silent)
        return silent

    def _begun(self, deal: int) -> KeptPlay:
        kept = KeptPlay.start(self.store, self.game, deal)
        while not kept.play.moves:
            kept.perform(str(next(iter(kept.play.legal_moves), "s")))
        return kept

    def _fill_boards(self) -> None:
        plays = [played("demon", number) for number in (1, 2)]
        for board in ("sheet:demon", f"tour:{self.text}"):
            share(text_of(board, plays, self.text, _EVE), board=board)
        board, day = f"daily:{today()}", [played(*daily(today()).games[0][:2])]
        share(text_of(board, day, self.text, _EVE, str(today())), board=board)


SHOWING: dict[type[Screen[Any]], Callable[[World], Screen[Any]]] = {
    BoardsScreen: lambda w: BoardsScreen(),
    ContestsScreen: lambda w: ContestsScreen(),
    DealScreen: lambda w: DealScreen(w.game, 3),
    EndScreen: lambda w: EndScreen(w.kept),
    FinishedScreen: lambda w: FinishedScreen(),
    HelpPagesScreen: lambda w: HelpPagesScreen(w.game),
    LatestScreen: lambda w: LatestScreen(),
    LostScreen: lambda w: LostScreen(
        record.write(w.kept.play),
        Traced({"text": w.text, "won": False, "positions": ["yes"]}, (Move("s"),)),
        False,
        lambda _: None,
    ),
    MenuScreen: lambda w: MenuScreen(),
    PlayerScreen: lambda w: PlayerScreen(w.text),
    PickScreen: lambda w: PickScreen(Pick(w.text, 1, 2, lambda *_: None)),
    Countdown: lambda w: Countdown(_racing(w)),
    RaceEndScreen: lambda w: RaceEndScreen(_raced(w)),
    RacesScreen: lambda w: _listing_races(w),
    RecordsScreen: lambda w: RecordsScreen(w.text, w.text, [w.record, w.record]),
    ReplayScreen: lambda w: ReplayScreen(w.text, w.record),
    RowsScreen: lambda w: RowsScreen(w.game, w.sheet),
    SavesScreen: lambda w: SavesScreen(w.kept),
    SearchDialog: lambda w: _searching(w.text),
    SeriesScreen: lambda w: SeriesScreen(w.contest),
    SettingsScreen: lambda w: SettingsScreen(),
    SheetScreen: lambda w: SheetScreen(w.game, 3),
    SheetsScreen: lambda w: SheetsScreen(w.game),
    StartScreen: lambda w: StartScreen(w.game),
    StatisticsScreen: lambda w: StatisticsScreen(),
    StuckDialog: lambda w: StuckDialog(w.text, w.kept.play, USUAL),
    TableScreen: lambda w: TableScreen(seat_of(w.kept)),
    TextScreen: lambda w: TextScreen(w.text, w.text),
    UnreadScreen: lambda w: UnreadScreen(w.text, None, print, None),
    VisitorsScreen: lambda w: VisitorsScreen(),
    WatchScreen: lambda w: WatchScreen(w.visitor),
    dialogs.Choice: lambda w: dialogs.Choice("Which?", [("1", w.text)]),
    dialogs.NoticeDialog: lambda w: dialogs.NoticeDialog(w.text),
    dialogs.Question: lambda w: dialogs.Question(w.text),
    dialogs.QuitDialog: lambda w: dialogs.QuitDialog("q", "Q", w.text),
    dialogs.TextDialog: lambda w: dialogs.TextDialog(w.text),
    identity.HostDialog: lambda w: identity.HostDialog(w.text, lambda text: None),
}
"""The screens that show names of others, and how they open."""

OTHERS: dict[type[Screen[Any]], Callable[[World], Screen[Any]]] = {
    # No result on a board has a name with brackets.
    BoardScreen: lambda w: BoardScreen("sheet:demon"),
    DayScreen: lambda w: DayScreen(read_day(w.store, today())),
    ColourDialog: lambda w: ColourDialog(),
    CommandLine: lambda w: CommandLine([w.text]),
    dialogs.HostWait: lambda w: dialogs.HostWait(w.ask_in_vain()),
    DealDialog: lambda w: DealDialog(w.kept.play),
    GameMenu: lambda w: GameMenu(w.kept.play, USUAL, True),
    KeyDialog: lambda w: KeyDialog("undo"),
    LessonScreen: lambda w: LessonScreen(),
    OwnKeysScreen: lambda w: OwnKeysScreen(),
    RulesScreen: lambda w: RulesScreen(w.game, w.text, w.text),
    TitleScreen: lambda w: TitleScreen("KLONCAN", StartScreen(w.game)),
    identity.WelcomeScreen: lambda w: identity.WelcomeScreen(""),
    identity.IdentityScreen: lambda w: identity.IdentityScreen(),
}
"""Screens without names of others: only a message may have one."""

OVER_THE_TABLE = {WhatDialog, PeekDialog, FiguresScreen, Palette, base.RoomScreen}
"""These open with a key of another screen."""

BASES = {
    *(
        HookedScreen,
        HookedPalette,
        base.BaseScreen,
        base.Page,
        SearchedPage,
        list_page.ListPage,
        choices_page.ChoicesPage,
    ),
    *(table_view.TableView, dialogs.Box, dialogs.Dialog, PileDialog, BoardPage),
}


def _searching(title: str) -> SearchDialog:
    dialog = SearchDialog(title, lambda worker: 0, None)
    dialog._search = lambda: None  # an answer would close it
    return dialog


def _racing(world: World) -> RaceClient:
    """Return what a session knows whose race starts in a minute."""
    racers = tuple(Racer(world.text, "player", 0, 0, 0, False) for _ in range(2))
    starts = (utc_now() + timedelta(minutes=1)).isoformat()
    client = RaceClient(world.store)
    client.race = Race(7, GAME, 3, "running", "", starts, racers, 0, -1, "617", is_here=True)
    return client


def _listing_races(world: World) -> RacesScreen:
    page, told = RacesScreen(), _raced(world)
    page._told = Races((), (told,), ())
    return page


def _raced(world: World) -> Race:
    """Return a race that is over, with the games of both."""
    told = (world.text, "player", 1, 1, 9, False, True, 5, "", str(world.record))
    starts = utc_now().isoformat()
    return Race(7, GAME, 3, "over", "", starts, (Racer(*told), Racer(*told)), 0, 1, "617")


@contextmanager
def world_of(text: str, folder: Path, patch: pytest.MonkeyPatch) -> Iterator[World]:
    """Give this text as a name to all that others can name, on a host with other players."""
    patch.setenv(SHARED, str(folder / "shared"))
    sharedfolder.prepare(here())
    patch.setattr("solterm.tui.app.is_stranger", lambda store: False)
    patch.setattr("solterm.tui.screens.dialogs.PATIENCE", 3600.0)
    corners = find("corners")
    groups = tuple(replace(each, name=text) for each in corners.groups)
    game = replace(corners, id=GAME, name=text, summary=text, collection=text, groups=groups)
    others = Published({GAME: game}, {GAME: "tests"}, (text,))
    patch.setattr("solterm.games.load_published", lambda taken: others)
    with joined() as host:
        yield World(text, host)
