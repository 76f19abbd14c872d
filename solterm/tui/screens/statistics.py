"""The statistics: all games with a bar for what was won, and each game by its levels."""

from collections.abc import Sequence
from itertools import groupby
from typing import ClassVar, NamedTuple, cast

from solterm.core.vocabulary.goals import OwnScore
from solterm.games import every_game, find_known
from solterm.sessions.figures import duration, sparkline, streak
from solterm.store import statistics
from solterm.store.errors import StoreError
from solterm.store.statistics import Figures
from solterm.tui.boxes.questions import Question
from solterm.tui.look.canvas import Canvas, Role
from solterm.tui.look.glyphs import Glyphs
from solterm.tui.screens.calendar import CalendarScreen
from solterm.tui.screens.listed import Key, ListScreen

_BAR = 20
"""Cells of a bar that stands for all games played."""
_HEIGHTS, _PLAIN_HEIGHTS = "▁▂▃▄▅▆▇█", "_.-=*#"
"""How high a score stands among the last ones."""


class _Row(NamedTuple):
    """A line of the list: a game, all its levels together; or all games."""

    game: str
    levels: Sequence[Figures]

    @property
    def played(self) -> int:
        """Games played."""
        return sum(each.played for each in self.levels)

    @property
    def won(self) -> int:
        """Games won."""
        return sum(each.won for each in self.levels)

    @property
    def own(self) -> OwnScore | None:
        """What the game's source counts."""
        return next((each.own for each in self.levels if each.own), None) if self.game else None

    @property
    def best(self) -> str:
        """The best score, of all levels: the source's own, else the mark."""
        if not self.game:
            return ""
        pick = min if self.own and self.own.lower_is_better else max
        kept = [each for each in self.levels if each.own or not self.own]
        return str(pick(each.best_told for each in kept))

    @property
    def name(self) -> str:
        """What a player calls it; games of the same name by their collections, too."""
        game = find_known(self.game)
        if game is None:
            return self.game or "All games"
        same = [each for each in every_game().values() if each.name == game.name]
        return f"{game.name} ({game.collection})" if len(same) > 1 else game.name


class StatisticsScreen(ListScreen):
    """What all finished games add up to."""

    TITLE_TEXT = "Statistics"
    ABOUT = """
A game counts once it is won, or when another replaces it after a first move. It counts under the
lowest level it was played at. Where its source counts strokes, dollars, turns or cards, that score
comes first; the mark is the score by level and exceptions, which every game has.
"""
    ENTER: ClassVar[tuple[str, str]] = ("Details", "The game's figures, level by level")
    KEYS: ClassVar[tuple[Key, ...]] = (
        Key("G", "finished", "Games", "The games finished last, to be replayed"),
        Key("C", "calendar", "Calendar", "The deals of the day, month by month"),
        Key("R", "reset", "Reset", "Begin the statistics of this game anew"),
    )
    EMPTY = "No game is finished yet. Play one, and come back."

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[_Row] = []

    def on_mount(self) -> None:
        """Look them up."""
        self._look_up()
        self.repaint()

    def _look_up(self) -> None:
        try:
            found = statistics.figures(self.solterm.store)
        except StoreError as error:
            found, self.notice = [], str(error)
        rows = [_Row(game, list(each)) for game, each in groupby(found, key=lambda one: one.game)]
        order = list(every_game())
        rows.sort(key=lambda row: order.index(row.game) if row.game in order else len(order))
        self._rows = [_Row("", found), *rows] if rows else []

    @property
    def entries(self) -> list[_Row]:
        return self._rows

    def _columns(self, width: int) -> tuple[int, int]:
        """Cells of the name and of the bar."""
        bar = _BAR if width >= 96 else 10
        return width - bar - 31, bar

    def heading(self, width: int) -> str:
        name, bar = self._columns(width)
        return f"{'Game':{name}}{'Played':>6}{'Won':>6} {'':{bar}}{'%':>5}{'Best':>7}{'Mark':>6}"

    def line(self, entry: object, width: int) -> str:
        row = cast(_Row, entry)
        name, cells = self._columns(width)
        share = row.won / row.played
        bar = bar_of(self.solterm.glyphs, share, cells)
        best, mark = row.best, max(each.best for each in row.levels)
        counts = f"{row.played:>6}{row.won:>6}"
        return f"{row.name[: name - 1]:{name}}{counts} {bar}{100 * share:>5.0f}{best:>7}{mark:>6}"

    def notes(self, width: int) -> list[str]:
        """What the best of the game under the cursor counts."""
        row = cast(_Row, self.entry)
        own = row.own
        if own is None:
            return ["Best: the mark, high is better."] if row.game else []
        low = "low" if own.lower_is_better else "high"
        return [f"Best: {own.unit}, {low} is better. Beside it the best mark."]

    def choose(self) -> None:
        """A game's own page, or the finished games when all are meant."""
        row = cast(_Row, self.entry)
        if row.game:
            self.app.push_screen(FiguresScreen(row))
        else:
            self.solterm.show_finished()

    def do_finished(self) -> None:
        """G: the games that are behind it."""
        row = cast(_Row | None, self.entry)
        self.solterm.show_finished(find_known(row.game) if row else None)

    def do_calendar(self) -> None:
        """C: the deals of the day."""
        self.app.push_screen(CalendarScreen())

    def do_reset(self) -> None:
        """R: begin anew, once that is confirmed."""
        row = cast(_Row | None, self.entry)
        if row:
            whose = f"those of {row.name}" if row.game else "the statistics of all games"
            question = f"Begin {whose} anew? The {row.played} games stay stored, and count no more."
            self.prompt = Question(question, lambda: self._forget(row.game))

    def _forget(self, game: str) -> None:
        try:
            statistics.forget(self.solterm.store, game)
        except StoreError as error:
            self.notice = str(error)
        else:
            self._look_up()
            self.notice = "They begin anew now."


class FiguresScreen(ListScreen):
    """The figures of one game, a column for each level it was played at."""

    KEYS: ClassVar[tuple[Key, ...]] = (
        Key("G", "finished", "Games", "The games finished last, to be replayed"),
    )
    ABOUT = "The figures of one game. Every level it was played at has a column."

    def __init__(self, row: _Row) -> None:
        super().__init__()
        self.row = row

    def title_text(self) -> str:
        return f"Statistics of {self.row.name}"

    @property
    def entries(self) -> list[tuple[str, list[str]]]:
        """What each line says of the levels."""
        levels = self.row.levels
        bars = [bar_of(self.solterm.glyphs, each.percentage / 100, 10) for each in levels]
        heights = _PLAIN_HEIGHTS if self.solterm.glyphs.ascii else _HEIGHTS
        return [
            ("Played", [str(each.played) for each in levels]),
            ("Won", [str(each.won) for each in levels]),
            ("", bars),
            ("Percentage", [f"{each.percentage:.0f} %" for each in levels]),
            ("Now in a row", [streak(each.streak) for each in levels]),
            ("Most won in a row", [str(each.longest) for each in levels]),
            *self._own_lines(),
            ("Best mark", [str(each.best) for each in levels]),
            ("Average mark", [f"{each.average:.0f}" for each in levels]),
            ("Median mark", [f"{each.median:.0f}" for each in levels]),
            ("Last ten games", [sparkline(each.latest, heights) for each in levels]),
            ("Time", [duration(each.seconds) for each in levels]),
            ("Average time", [duration(each.seconds / each.played) for each in levels]),
            ("Exceptions", [str(each.exceptions) for each in levels]),
            ("Undos", [str(each.undos) for each in levels]),
            ("Hints", [str(each.hints) for each in levels]),
            ("Peeks", [str(each.peeks) for each in levels]),
            ("Cheats", [str(each.cheats) for each in levels]),
        ]

    def _own_lines(self) -> list[tuple[str, list[str]]]:
        """The score of the game's source, before the mark."""
        own, levels = self.row.own, self.row.levels
        if own is None:
            return []
        best = ["-" if each.best_own is None else str(each.best_own) for each in levels]
        means = [each.average_own for each in levels]
        average = ["-" if each is None else f"{each:.1f}" for each in means]
        middle = ["-" if each.median_own is None else f"{each.median_own:.1f}" for each in levels]
        names = (f"{what} {own.unit}" for what in ("Best", "Average", "Median"))
        return list(zip(names, (best, average, middle), strict=True))

    def notes(self, width: int) -> list[str]:
        own = self.row.own
        low = own is not None and own.lower_is_better
        return [f"{own.unit.capitalize()}: {'low' if low else 'high'} is better."] if own else []

    def heading(self, width: int) -> str:
        return f"{'':18}" + "".join(f"{f'Level {each.level}':>12}" for each in self.row.levels)

    def is_choice(self, entry: object) -> bool:
        return False

    def paint_line(self, canvas: Canvas, y: int, entry: object, is_here: bool, width: int) -> None:
        name, values = cast(tuple[str, list[str]], entry)
        canvas.text(3, y, name, Role.LABEL)
        canvas.text(21, y, "".join(f"{value:>12}" for value in values), Role.TABLE)

    def do_finished(self) -> None:
        """G: the games that are behind it."""
        self.solterm.show_finished(find_known(self.row.game))


def bar_of(glyphs: Glyphs, share: float, cells: int) -> str:
    """A share of the whole as a bar of so many cells."""
    full, empty = "#." if glyphs.ascii else "█░"
    filled = round(share * cells)
    return full * filled + empty * (cells - filled)
