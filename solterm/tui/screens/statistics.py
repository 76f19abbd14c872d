"""The statistics: all games, one game level by level, and finished games."""

from collections.abc import Sequence

from textual.binding import Binding

from solterm.core.game import Game
from solterm.games import find, find_known
from solterm.sessions import statistics
from solterm.sessions.figures import (
    HELPED,
    MARK,
    GameFigures,
    draw_latest,
    group_by_game,
    tell_days,
    tell_finished,
    tell_games,
    tell_levels,
)
from solterm.sessions.report import Graph, Report
from solterm.store.entries import Result
from solterm.store.kept import HIDDEN, is_secret
from solterm.tui.screens.list_page import ListRow, on_item
from solterm.tui.screens.page import name_of
from solterm.tui.screens.rows_page import RowsPage

_LINES_BESIDE = 14
"""Lines of the page beside the list and the columns of a small graph."""
_MOST = 50
"""Finished games that are listed."""


class StatisticsScreen(RowsPage[None]):
    """Lists the games, each with a bar for the share won."""

    ABOUT = """
A game counts once you win it, end it (F9) or deal another, after your first move or with no move
left. It counts under the lowest level you played it at. Where a game has its own score (strokes,
dollars, turns or cards), that score comes first; the mark, which every game has, depends on the
level and your exceptions. Wins with hints, peeks or cheats stand under Helped. A streak of days or
weeks counts those on which you finished a game. The game that you finished last comes first.
"""
    EMPTY = "No finished games yet. Play one and come back."
    BINDINGS = [
        on_item(
            "enter",
            "select_cursor",
            "Open",
            "Show the game level by level; on the first row, all finished games",
        ),
        Binding("g,G", "finished", "Games", tooltip="Replay the games you finished last"),
        Binding("c,C", "calendar", "Calendar", tooltip="Show your deals of the day"),
        Binding("r,R", "reset", "Reset", tooltip="Reset the statistics of this game"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[GameFigures] = []

    def look_up(self) -> None:
        self._rows = group_by_game(statistics.figures(self.solterm.store))

    def report(self) -> Report:
        return tell_games(self._rows)

    @property
    def _row(self) -> GameFigures | None:
        return self._rows[self.here] if self._rows else None

    def notes(self, row: ListRow) -> Sequence[str]:
        """Say what the score of the game under the cursor counts."""
        found = self._rows[row.item]
        days = tell_days(found.levels)
        if not found.game:
            return [f"{days} Enter: finished games.".lstrip(), HELPED, MARK]
        score = f"Score: {found.better}." if found.better else ""
        best = "The best mark was won with help." if found.is_best_helped else ""
        return [" ".join(filter(None, [score, best, days])), HELPED, MARK]

    def graph(self, row: ListRow) -> Graph | None:
        """Return the graph of the game under the cursor, if the list leaves room for it."""
        has_room = len(self._rows) + _LINES_BESIDE <= self.app.size.height
        found = self._rows[row.item]
        return draw_latest(found.levels, found.own) if has_room else None

    def select_cursor(self, here: int) -> None:
        if row := self._row:
            if row.game:
                self.doors.show_figures(row)
            else:
                self.doors.show_finished()

    def action_finished(self) -> None:
        if row := self._row:
            self.doors.show_finished(find_known(row.game))

    def action_calendar(self) -> None:
        self.solterm.play_daily()

    def action_reset(self) -> None:
        row = self._row
        if row is None:
            return
        whose = f"the statistics of {row.name}" if row.game else "all statistics"
        question = f"Reset {whose}? (Finished games are kept.)"
        self.ask(question, lambda: self._reset(row))

    def _reset(self, row: GameFigures) -> None:
        statistics.forget(self.solterm.store, row.game)
        self.look_up()
        self.show_rows()
        self.notice = f"Statistics reset. {self.EMPTY if not self._rows else ''}".rstrip()


class FiguresScreen(RowsPage[None]):
    """Shows the figures of one game, a column a level."""

    ABOUT = "The figures of one game, with a column for each level you played it at."
    BINDINGS = [
        Binding("g,G", "finished", "Games", tooltip="Replay the games you finished last"),
    ]

    def __init__(self, row: GameFigures) -> None:
        super().__init__()
        self.figures = row

    def report(self) -> Report:
        return tell_levels(self.figures)

    def action_finished(self) -> None:
        self.app.push_screen(FinishedScreen(find_known(self.figures.game)))


class FinishedScreen(RowsPage[None]):
    """Lists finished games, the latest first."""

    ABOUT = """
The games you won or ended, the latest first; "day" is your try at a deal of the day. Enter replays
one of them, from the deal to where it stood.
"""
    EMPTY = "No finished games yet. A game is finished when you win it, or deal another."
    BINDINGS = [
        on_item("enter", "select_cursor", "Replay", "Replay it, step by step"),
        Binding("c,C", "copy", "Copy", tooltip="Copy the result and the record, for a chat"),
    ]

    def __init__(self, game: Game | None = None) -> None:
        """With a game, list the games of that rule set only."""
        super().__init__()
        self._game = game
        self._found: list[tuple[int, Result]] = []

    def report(self) -> Report:
        game, latest = self._game, enumerate(reversed(self.solterm.store.results()), 1)
        wanted = [(n, each) for n, each in latest if game is None or each.game == game.id]
        self._found = wanted[:_MOST]
        return tell_finished([each for _, each in self._found], self._hides, self._game)

    def select_cursor(self, here: int) -> None:
        number, result = self._found[self.here]
        if self._hides(result):
            self.notice = HIDDEN
        elif saved := self.solterm.store.load_finished(number):
            title = f"{name_of(result.game)}, deal {result.deal}"
            self.doors.show_replay(title, saved.record)

    def action_copy(self) -> None:
        if self._found:
            number, result = self._found[self.here]
            if self._hides(result):
                self.notice = HIDDEN
            elif saved := self.solterm.store.load_finished(number):
                self.solterm.copy_game(saved.record.replay(find))

    def _hides(self, result: Result) -> bool:
        context = self.solterm.store.context
        return result.is_open and is_secret(context, result.context, result.deal)
