"""The archive of score sheets: all sheets, and the games of one."""

from textual.binding import Binding

from solterm.core.game import Game
from solterm.sessions.report import Report
from solterm.sessions.sheets import add_levels, tell_archive, tell_sheet
from solterm.store import sheets
from solterm.store.sheets import KeptSheet
from solterm.tui.screens.page import name_of
from solterm.tui.screens.replay import ReplayScreen
from solterm.tui.screens.rows_page import RowsPage


class SheetsScreen(RowsPage[None]):
    """Lists the sheets of a game, the latest first."""

    ABOUT = """
The archive keeps every score sheet you began; a full one is on the board of its game as well. The
level is the lowest you played at. Your full sheet with the most points is marked as the best.
"""
    EMPTY = "No finished games on a score sheet yet."
    BINDINGS = [
        Binding("enter", "select_cursor", "Games", tooltip="Show the games of a sheet"),
    ]

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self._found: list[KeptSheet] = []

    def on_mount(self) -> None:
        self._found = sheets.archive(self.solterm.store, self.game.id)

    def report(self) -> Report:
        return tell_archive(self.game, self._found)

    def on_data_table_row_selected(self) -> None:
        self.app.push_screen(RowsScreen(self.game, self._found[self.here]))


class RowsScreen(RowsPage[None]):
    """Lists the six games of one sheet, and their totals."""

    ABOUT = "The games of a score sheet. Enter replays one of them, step by step."
    BINDINGS = [
        Binding("enter", "select_cursor", "Replay", tooltip="Replay the game, step by step"),
    ]

    def __init__(self, game: Game, kept: KeptSheet) -> None:
        super().__init__()
        self.game = game
        self.kept = kept

    def report(self) -> Report:
        title = f"Score sheet of {self.game.name}, begun {self.kept.started[:10]}"
        return add_levels(tell_sheet(self.kept, title), self.kept)

    def on_data_table_row_selected(self) -> None:
        if self.here >= len(self.kept.sheet.rows):
            return
        number, row = self.here + 1, self.kept.sheet.rows[self.here]
        if row is None:
            self.notice = f"Game {number} was not played."
            return
        saved = self.solterm.store.load(self.kept.plays[self.here])
        title = f"{name_of(saved.game)}, game {number}, deal {saved.deal}"
        self.app.push_screen(ReplayScreen(title, saved.record))
