"""The statistics: a line and a bar for each game and level, the rest for the chosen one."""

from solterm.games import catalogue
from solterm.plain.figures import duration, streak
from solterm.store import statistics
from solterm.store.errors import StoreError
from solterm.store.statistics import Figures
from solterm.tui.screens.listed import ListScreen

_BAR = 20
"""Cells of a bar that stands for all games played."""


class StatisticsScreen(ListScreen):
    """Shows what the finished games add up to."""

    heading = "Statistics"
    keys = "R Reset this game   A Reset all   ESC Back"
    empty = "No game is finished yet."

    def __init__(self) -> None:
        super().__init__()
        self._figures: list[Figures] = []

    def on_mount(self) -> None:
        """Add up."""
        self._add_up()
        self.repaint()

    def _add_up(self) -> None:
        try:
            known = statistics.figures(self.solterm.store)
        except StoreError as error:
            self.notice, known = str(error), []
        self._figures = [each for each in known if each.game in catalogue()]

    def lines(self) -> list[str]:
        return [self._line(each) for each in self._figures]

    def _line(self, each: Figures) -> str:
        game = catalogue()[each.game]
        full = round(each.percentage * _BAR / 100)
        glyphs = self.solterm.glyphs
        bar = glyphs.pip * full + glyphs.hidden * (_BAR - full)
        name = f"{game.name} ({game.collection})"
        return f"{name[:36]:36} L{each.level}  {bar} {each.won:>3}/{each.played:<4}"

    def about(self) -> str:
        if not self._figures:
            return ""
        each = self._figures[self.place]
        return (
            f"{each.percentage:.0f} % won, {streak(each.streak)} in a row, at best {each.longest};"
            f" best mark {each.best}, average {each.average:.0f}; time {duration(each.seconds)};"
            f" exceptions {each.exceptions}, cheats {each.cheats}, hints {each.hints},"
            f" undos {each.undos}."
        )

    def other_key(self, key: str, character: str | None) -> None:
        if character in ("r", "R") and self._figures:
            game = self._figures[self.place].game
            question = f"Begin the statistics of {catalogue()[game].name} anew"
            self.ask(question, lambda: self._forget(game))
        elif character in ("a", "A"):
            self.ask("Begin the statistics of all games anew", lambda: self._forget(""))

    def _forget(self, game: str) -> None:
        try:
            statistics.forget(self.solterm.store, game)
        except StoreError as error:
            self.notice = str(error)
        self._add_up()
