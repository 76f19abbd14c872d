"""The calendar: which deals of the day were played and won, a line for each month."""

from datetime import UTC, date, datetime
from typing import cast

from solterm.sessions import calendar
from solterm.sessions.calendar import Day, Month
from solterm.store.errors import StoreError
from solterm.tui.look.canvas import Canvas, Role
from solterm.tui.screens.listed import ListScreen

_NAME, _DAYS = 15, 32
"""Columns of a month's name and of its days."""


class CalendarScreen(ListScreen):
    """The deals of the day that were played."""

    TITLE_TEXT = "Deals of the day"
    ABOUT = """
Every day, by universal time, has one deal that is the same for all players. A month is a line, a
day a character: # was won, o was played, a dot stands for a day without a game.
"""

    def __init__(self) -> None:
        super().__init__()
        self._days: dict[date, Day] = {}
        self._months: list[Month] = []

    def on_mount(self) -> None:
        """Look them up."""
        today = datetime.now(UTC).date()
        try:
            self._days = calendar.days(self.solterm.store)
        except StoreError as error:
            self.notice = str(error)
        self._months = calendar.months(self._days, today)
        self._told = calendar.tell_days(self._days, today)
        self.repaint()

    @property
    def entries(self) -> list[Month]:
        return self._months

    def heading(self, width: int) -> str:
        numbers = "".join(f"{day:<5}" if day > 1 else "1   " for day in (1, 5, 10, 15, 20, 25, 30))
        return f"{'':{_NAME + 1}}{numbers[:_DAYS]} Won  Played"

    def paint_line(self, canvas: Canvas, y: int, entry: object, is_here: bool, width: int) -> None:
        month = cast(Month, entry)
        super().paint_line(canvas, y, entry, is_here, width)
        if not is_here:
            for x, mark in enumerate(month.days, 1 + 2 + _NAME + 1):
                canvas.text(x, y, mark, Role.LABEL if mark == "#" else Role.TABLE)

    def line(self, entry: object, width: int) -> str:
        month = cast(Month, entry)
        return f"{month.name:{_NAME}} {month.days:{_DAYS}}{month.won:>4}{month.played:>8}"

    def notes(self, width: int) -> list[str]:
        return [self._told, calendar.LEGEND]
