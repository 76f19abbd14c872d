"""The archive of score sheets, and the games of one, to be looked at again."""

from typing import ClassVar, cast

from solterm.contests.sheet import Row, cells
from solterm.core.game import Game
from solterm.core.play.record import RecordError
from solterm.games import find_known
from solterm.store import sheets
from solterm.store.errors import StoreError
from solterm.store.sheets import KeptSheet
from solterm.tui.look.canvas import Canvas, Role
from solterm.tui.screens.listed import ListScreen


class SheetsScreen(ListScreen):
    """Lists the sheets of a game, the latest first."""

    ABOUT = """
Every score sheet that was begun is kept. A full one stands on the board of its game, too. The
level is the lowest that was played at; the full sheet with most points is marked as the best.
Enter shows the games of a sheet, to be replayed step by step.
"""
    ENTER: ClassVar[tuple[str, str]] = ("Games", "Show its games, to be replayed")
    EMPTY = "No game of a score sheet is finished yet."

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self._found: list[KeptSheet] = []
        self._best: int | None = None
        """The id of the best full sheet."""

    def on_mount(self) -> None:
        """Look them up."""
        try:
            self._found = sheets.archive(self.solterm.store, self.game.id)
        except StoreError as error:
            self.notice = str(error)
        full = [each for each in self._found if each.sheet.next is None]
        if best := max(full, key=lambda each: each.sheet.totals.score, default=None):
            self._best = best.id
        self.repaint()

    def title_text(self) -> str:
        return f"Score sheets of {self.game.name} ({self.game.collection})"

    @property
    def entries(self) -> list[KeptSheet]:
        return self._found

    def heading(self, width: int) -> str:
        return f"{'Begun':11}{'Level':>5}{'Games':>7}{'Score':>7}{'Moves':>7}{'Exceptions':>12}"

    def line(self, entry: object, width: int) -> str:
        kept = cast(KeptSheet, entry)
        score, moves, exceptions = cells(kept.sheet.totals)
        played = f"{kept.sheet.played}/6"
        best = "  best" if kept.id == self._best else ""
        head = f"{kept.started[:10]:11}{kept.level or '-':>5}{played:>7}"
        return f"{head}{score:>7}{moves:>7}{exceptions:>12}{best}"

    def choose(self) -> None:
        self.app.push_screen(RowsScreen(self.game, cast(KeptSheet, self.entry)))


class RowsScreen(ListScreen):
    """The six games of one sheet."""

    ABOUT = "The games of a score sheet. Enter shows one of them again, step by step."
    ENTER: ClassVar[tuple[str, str]] = ("Replay", "Show it again, step by step")

    def __init__(self, game: Game, kept: KeptSheet) -> None:
        super().__init__()
        self.game = game
        self.kept = kept

    def title_text(self) -> str:
        return f"Score sheet of {self.game.name}, begun {self.kept.started[:10]}"

    @property
    def entries(self) -> list[tuple[int, Row | None]]:
        return list(enumerate(self.kept.sheet.rows, 1))

    def heading(self, width: int) -> str:
        return f"{'Game':6}{'Level':>5}{'Score':>8}{'Moves':>8}{'Exceptions':>12}"

    def line(self, entry: object, width: int) -> str:
        number, row = cast(tuple[int, Row | None], entry)
        score, moves, exceptions = cells(row)
        level = self.kept.levels[number - 1] or "-"
        return f"  {number:<4}{level:>5}{score:>8}{moves:>8}{exceptions:>12}"

    def paint_beside(self, canvas: Canvas) -> None:
        """The totals under the rows."""
        score, moves, exceptions = cells(self.kept.sheet.totals)
        text = f"{'Totals':6}{self.kept.level or '-':>5}{score:>8}{moves:>8}{exceptions:>12}"
        canvas.text(3, self.TOP + len(self.entries) + 1, text, Role.LABEL)

    def choose(self) -> None:
        number, row = cast(tuple[int, Row | None], self.entry)
        if row is None:
            self.notice = f"Game {number} is not played."
            return
        try:
            saved = self.solterm.store.load(self.kept.plays[number - 1])
            game = find_known(saved.game)
            name = game.name if game else saved.game
            self.solterm.show_replay(f"{name}, game {number}, deal {saved.deal}", saved.record)
        except (StoreError, RecordError) as error:
            self.notice = str(error)
