"""The archive of score sheets: all sheets, and the games of one."""

from collections.abc import Sequence

from rich.text import Text
from textual.binding import Binding

from solterm.contests.sheet import cells
from solterm.core.game import Game
from solterm.store import sheets
from solterm.store.sheets import KeptSheet
from solterm.tui.look.canvas import Role
from solterm.tui.screens.page import name_of
from solterm.tui.screens.replay import ReplayScreen
from solterm.tui.screens.rows_page import Column, RowsPage

_NUMBERS = (
    Column("Score", is_number=True),
    Column("Moves", is_number=True),
    Column("Exceptions", is_number=True),
)


class SheetsScreen(RowsPage[None]):
    """Lists the sheets of a game, the latest first."""

    ABOUT = """
The archive keeps every score sheet you began; a full one is on the board of its game as well. The
level is the lowest you played at. Your full sheet with the most points is marked as the best.
"""
    EMPTY = "No finished games on a score sheet yet."
    COLUMNS = (
        Column("Begun"),
        Column("Level", is_number=True),
        Column("Games", is_number=True),
        *_NUMBERS,
        Column(""),
    )
    BINDINGS = [
        Binding("enter", "select_cursor", "Games", tooltip="Show the games of a sheet"),
    ]

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self._found: list[KeptSheet] = []

    def title_text(self) -> str:
        return f"Score sheets of {self.game}"

    def on_mount(self) -> None:
        self._found = sheets.archive(self.solterm.store, self.game.id)

    def rows(self) -> Sequence[Sequence[object]]:
        full = [each for each in self._found if each.sheet.next is None]
        best = max(full, key=lambda each: each.sheet.totals.score, default=None)
        return [
            (
                *(each.started[:10], each.level or "-", f"{each.sheet.played}/6"),
                *(*cells(each.sheet.totals), "best" if each is best else ""),
            )
            for each in self._found
        ]

    def on_data_table_row_selected(self) -> None:
        self.app.push_screen(RowsScreen(self.game, self._found[self.here]))


class RowsScreen(RowsPage[None]):
    """Lists the six games of one sheet, and their totals."""

    ABOUT = "The games of a score sheet. Enter replays one of them, step by step."
    COLUMNS = (Column("Game"), Column("Level", is_number=True), *_NUMBERS)
    BINDINGS = [
        Binding("enter", "select_cursor", "Replay", tooltip="Replay the game, step by step"),
    ]

    def __init__(self, game: Game, kept: KeptSheet) -> None:
        super().__init__()
        self.game = game
        self.kept = kept

    def title_text(self) -> str:
        return f"Score sheet of {self.game.name}, begun {self.kept.started[:10]}"

    def rows(self) -> Sequence[Sequence[object]]:
        rows = enumerate(zip(self.kept.sheet.rows, self.kept.levels, strict=True), 1)
        games = [(f"Game {number}", level or "-", *cells(row)) for number, (row, level) in rows]
        totals = ("Totals", self.kept.level or "-", *cells(self.kept.sheet.totals))
        label = self.style(Role.LABEL)
        return [*games, tuple(Text(str(cell), label) for cell in totals)]

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
