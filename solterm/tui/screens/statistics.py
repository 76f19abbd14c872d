"""The statistics: all games, one game level by level, finished games, and deals of the day."""

from collections.abc import Sequence
from datetime import UTC, date, datetime
from itertools import groupby
from typing import NamedTuple

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.widgets import Label, Sparkline

from solterm.core.game import Game
from solterm.core.vocabulary.goals import OwnScore
from solterm.games import catalogue, find, find_known
from solterm.sessions import calendar
from solterm.sessions.calendar import Day
from solterm.sessions.figures import duration, sparkline, streak
from solterm.store import statistics
from solterm.store.entries import Result
from solterm.store.kept import HIDDEN
from solterm.store.spoilers import list_hidden
from solterm.store.statistics import Figures
from solterm.tui.look.canvas import Role
from solterm.tui.look.glyphs import Glyphs
from solterm.tui.screens.page import name_of
from solterm.tui.screens.replay import ReplayScreen
from solterm.tui.screens.rows_page import Column, RowsPage

_BAR, _SHORT_BAR = 20, 10
"""Cells of a full bar in a wide and in a narrow window."""
_WIDE = 96
"""The width from which the bars are long."""
_PLAIN_HEIGHTS = "_.-=*#"
"""The heights of a line of scores, in ASCII."""
_MOST = 50
"""Finished games that are listed."""
_DAYS = "1   5    10   15   20   25   30"
"""The header of the days, a character a day."""


class _Row(NamedTuple):
    """A game with all its levels; or all games."""

    game: str
    levels: Sequence[Figures]

    @property
    def played(self) -> int:
        return sum(each.played for each in self.levels)

    @property
    def won(self) -> int:
        return sum(each.won for each in self.levels)

    @property
    def own(self) -> OwnScore | None:
        """The score of the game's source."""
        return next((each.own for each in self.levels if each.own), None) if self.game else None

    @property
    def best(self) -> str:
        """The best score of all levels: the source's own, else the mark."""
        if not self.game:
            return ""
        pick = min if self.own and self.own.lower_is_better else max
        kept = [each for each in self.levels if each.own or not self.own]
        return str(pick(each.best_told for each in kept))

    @property
    def name(self) -> str:
        """The game's name, with its collection if another game has the same."""
        game = find_known(self.game)
        if game is None:
            return self.game or "All games"
        same = [each for each in catalogue(published=True).values() if each.name == game.name]
        return str(game) if len(same) > 1 else game.name


class StatisticsScreen(RowsPage[None]):
    """Lists the games, each with a bar for the share won."""

    TITLE = "Statistics"
    ABOUT = """
A game counts once you win it, or once you deal another after your first move. It counts under the
lowest level you played it at. Where a game has its own score (strokes, dollars, turns or cards),
that score comes first; the mark, which every game has, depends on the level and your exceptions.
"""
    EMPTY = "No finished games yet. Play one and come back."
    BINDINGS = [
        Binding("enter", "select_cursor", "Details", tooltip="Show the game level by level"),
        Binding("g,G", "finished", "Games", tooltip="Replay the games you finished last"),
        Binding("c,C", "calendar", "Calendar", tooltip="Show your deals of the day by month"),
        Binding("r,R", "reset", "Reset", tooltip="Reset the statistics of this game"),
    ]
    COLUMNS = (
        Column("Game", shrinks=True),
        Column("Played", is_number=True),
        Column("Won", is_number=True),
        Column(""),
        Column("%", is_number=True),
        Column("Best", is_number=True),
        Column("Mark", is_number=True, least=72),
    )

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[_Row] = []

    def on_mount(self) -> None:
        self._look_up()

    def _look_up(self) -> None:
        found = statistics.figures(self.solterm.store)
        rows = [_Row(game, list(each)) for game, each in groupby(found, key=lambda one: one.game)]
        order = list(catalogue(published=True))
        rows.sort(key=lambda row: order.index(row.game) if row.game in order else len(order))
        self._rows = [_Row("", found), *rows] if rows else []

    def rows(self) -> Sequence[Sequence[object]]:
        cells = _BAR if self.app.size.width >= _WIDE else _SHORT_BAR
        return [self._cells(row, cells) for row in self._rows]

    def _cells(self, row: _Row, cells: int) -> tuple[object, ...]:
        share = row.won / row.played
        bar = bar_of(self.solterm.glyphs, share, cells)
        mark = max(each.best for each in row.levels)
        return row.name, row.played, row.won, bar, f"{100 * share:.0f}", row.best, mark

    @property
    def _row(self) -> _Row | None:
        return self._rows[self.here] if self._rows else None

    def notes(self, row: int) -> Sequence[str]:
        """Say what the best score of the game under the cursor counts."""
        found = self._rows[row]
        if not found.game:
            return ["Enter lists your finished games."]
        if found.own is None:
            return ["Best: the mark, high is better."]
        low = "low" if found.own.lower_is_better else "high"
        return [f"Best: {found.own.unit}, {low} is better. Mark: the best mark."]

    def on_data_table_row_selected(self) -> None:
        if row := self._row:
            if row.game:
                self.app.push_screen(FiguresScreen(row))
            else:
                self.app.push_screen("finished")

    def action_finished(self) -> None:
        if row := self._row:
            self.app.push_screen(FinishedScreen(find_known(row.game)))

    def action_calendar(self) -> None:
        self.app.push_screen(CalendarScreen())

    def action_reset(self) -> None:
        row = self._row
        if row is None:
            return
        whose = f"the statistics of {row.name}" if row.game else "all statistics"
        question = f"Reset {whose}? (Finished games are kept.)"
        self.ask(question, lambda: self._reset(row))

    def _reset(self, row: _Row) -> None:
        statistics.forget(self.solterm.store, row.game)
        self._look_up()
        self.show_rows()
        self.notice = f"Statistics reset. {self.EMPTY if not self._rows else ''}".rstrip()


class FiguresScreen(RowsPage[None]):
    """Shows the figures of one game, a column a level."""

    DEFAULT_CSS = """
    FiguresScreen .latest {
        height: 1;
        padding: 0 1;
        & > Label { color: $label-ink; text-style: $label-style; margin-right: 1; }
        & > Sparkline { width: 10; }
        & > Sparkline > .sparkline--max-color { color: $table-ink; }
        & > Sparkline > .sparkline--min-color { color: $table-ink; }
    }
    """

    ABOUT = "The figures of one game, with a column for each level you played it at."
    BINDINGS = [
        Binding("g,G", "finished", "Games", tooltip="Replay the games you finished last"),
    ]

    def __init__(self, row: _Row) -> None:
        super().__init__()
        self.row = row

    def title_text(self) -> str:
        return f"Statistics of {self.row.name}"

    def compose_content(self) -> ComposeResult:
        yield from super().compose_content()
        if self.solterm.glyphs.ascii:
            return
        for each in self.row.levels:
            with Horizontal(classes="latest"):
                yield Label(f"Last games, level {each.level}:")
                yield Sparkline(each.latest or [0])

    def columns(self) -> Sequence[Column]:
        levels = [Column(f"Level {each.level}", is_number=True) for each in self.row.levels]
        return [Column("", shrinks=True), *levels]

    def rows(self) -> Sequence[Sequence[object]]:
        levels, glyphs = self.row.levels, self.solterm.glyphs
        rows: list[tuple[object, ...]] = [
            ("Played", *(each.played for each in levels)),
            ("Won", *(each.won for each in levels)),
            ("", *(bar_of(glyphs, each.percentage / 100, _SHORT_BAR) for each in levels)),
            ("Percentage", *(f"{each.percentage:.0f}%" for each in levels)),
            ("Current streak", *(streak(each.streak) for each in levels)),
            ("Longest winning streak", *(each.longest for each in levels)),
            *self._own_rows(),
            ("Best mark", *(each.best for each in levels)),
            ("Average mark", *(f"{each.average:.0f}" for each in levels)),
            ("Median mark", *(f"{each.median:.0f}" for each in levels)),
        ]
        if glyphs.ascii:
            latest = (sparkline(each.latest, _PLAIN_HEIGHTS) for each in levels)
            rows.append(("Last ten games", *latest))
        return [
            *rows,
            ("Time", *(duration(each.seconds) for each in levels)),
            ("Average time", *(duration(each.seconds / each.played) for each in levels)),
            ("Exceptions", *(each.exceptions for each in levels)),
            ("Undos", *(each.undos for each in levels)),
            ("Hints", *(each.hints for each in levels)),
            ("Peeks", *(each.peeks for each in levels)),
            ("Cheats", *(each.cheats for each in levels)),
        ]

    def _own_rows(self) -> list[tuple[object, ...]]:
        own, levels = self.row.own, self.row.levels
        if own is None:
            return []
        means = [each.average_own for each in levels]
        medians = [each.median_own for each in levels]
        return [
            (
                f"Best {own.unit}",
                *("-" if each.best_own is None else each.best_own for each in levels),
            ),
            (f"Average {own.unit}", *map(_mean, means)),
            (f"Median {own.unit}", *map(_mean, medians)),
        ]

    def notes(self, row: int) -> Sequence[str]:
        own = self.row.own
        if own is None:
            return []
        return [f"{own.unit.capitalize()}: {'low' if own.lower_is_better else 'high'} is better."]

    def action_finished(self) -> None:
        self.app.push_screen(FinishedScreen(find_known(self.row.game)))


def _mean(value: float | None) -> str:
    return "-" if value is None else f"{value:.1f}"


def bar_of(glyphs: Glyphs, share: float, cells: int) -> str:
    """Return a bar for a share of the whole, in so many cells."""
    full, empty = "#." if glyphs.ascii else "█░"
    filled = round(share * cells)
    return full * filled + empty * (cells - filled)


class FinishedScreen(RowsPage[None]):
    """Lists finished games, the latest first."""

    ABOUT = """
The games you won or ended, the latest first. Enter replays one of them, from the deal to where it
stood.
"""
    EMPTY = "No finished games yet. A game is finished when you win it, or deal another."
    COLUMNS = (
        Column("Game"),
        Column("Date"),
        Column("Level", is_number=True),
        Column("Result"),
        Column("Score", is_number=True),
        Column("Mark", is_number=True),
        Column("Moves", is_number=True),
        Column("Deal", is_number=True),
    )
    BINDINGS = [
        Binding("enter", "select_cursor", "Replay", tooltip="Replay it, step by step"),
        Binding("c,C", "copy", "Copy", tooltip="Copy it as one line, for a chat"),
    ]

    def __init__(self, game: Game | None = None) -> None:
        """With a game, list the games of that rule set only."""
        super().__init__()
        self._game = game
        self._found: list[tuple[int, Result]] = []
        self._hidden: set[tuple[str, int]] = set()
        """Deals whose numbers are still a secret."""

    def title_text(self) -> str:
        return f"Finished games of {self._game.name}" if self._game else "Finished games"

    def rows(self) -> Sequence[Sequence[object]]:
        latest = enumerate(reversed(self.solterm.store.results()), 1)
        wanted = [(n, each) for n, each in latest if self._is_wanted(each)]
        self._found = wanted[:_MOST]
        self._hidden = list_hidden(self.solterm.store)
        return [self._tell(result) for _, result in self._found]

    def _is_wanted(self, result: Result) -> bool:
        return self._game is None or result.game == self._game.id

    def on_data_table_row_selected(self) -> None:
        number, result = self._found[self.here]
        if self._hides(result):
            self.notice = HIDDEN
        elif saved := self.solterm.store.load_finished(number):
            title = f"{name_of(result.game)}, deal {result.deal}"
            self.app.push_screen(ReplayScreen(title, saved.record))

    def action_copy(self) -> None:
        if self._found:
            number, result = self._found[self.here]
            if self._hides(result):
                self.notice = HIDDEN
            elif saved := self.solterm.store.load_finished(number):
                self.notice = self.solterm.copy_line(saved.record.replay(find))

    def _hides(self, result: Result) -> bool:
        return (result.game, result.deal) in self._hidden

    def _tell(self, result: Result) -> Sequence[object]:
        won = "won" if result.won else "ended"
        own = "" if result.own is None else result.own
        deal = "" if self._hides(result) else result.deal
        counts = own, result.score, result.moves, deal
        return name_of(result.game), result.date[:10], result.level, won, *counts


class CalendarScreen(RowsPage[None]):
    """Lists the months with their deals of the day."""

    TITLE = "Deals of the day"
    ABOUT = """
Every day (UTC) has one deal, the same for all players. Each row is a month and each character a
day: # you won, o you played, . you did not play.
"""
    COLUMNS = (
        Column("Month"),
        Column(_DAYS),
        Column("Won", is_number=True),
        Column("Played", is_number=True, least=66),
    )

    def __init__(self) -> None:
        super().__init__()
        self._days: dict[date, Day] = {}
        self._today = datetime.now(UTC).date()

    def on_mount(self) -> None:
        self._days = calendar.days(self.solterm.store)

    def rows(self) -> Sequence[Sequence[object]]:
        months = calendar.months(self._days, self._today)
        return [(each.name, self._mark(each.days), each.won, each.played) for each in months]

    def _mark(self, days: str) -> Text:
        text = Text(days)
        text.highlight_regex("#", self.style(Role.LABEL))
        return text

    def notes(self, row: int) -> Sequence[str]:
        return [calendar.tell_days(self._days, self._today), calendar.LEGEND]
