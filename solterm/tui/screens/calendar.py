"""The calendar: the deals of the day that the player played and won, a row a month."""

from collections.abc import Sequence
from datetime import UTC, date, datetime

from rich.text import Text

from solterm.sessions import calendar
from solterm.sessions.calendar import Day
from solterm.tui.look.canvas import Role
from solterm.tui.screens.page import Column, TablePage

_DAYS = "1   5    10   15   20   25   30"
"""The header of the days, a character a day."""


class CalendarScreen(TablePage[None]):
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
