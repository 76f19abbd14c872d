"""The calendar of the deals of the day."""

from datetime import date, timedelta

import pytest

from solterm.contests.days import daily
from solterm.sessions import calendar, contest_steps
from solterm.sessions.calendar import Day
from solterm.store.store import Store
from tests.contests.laid_out import dealt

TODAY = date(2026, 3, 2)


def test_a_day_counts_once_its_game_has_ended() -> None:
    store = Store.memory("this is a test.")
    for ago in (2, 1, 0):
        contest = daily(TODAY - timedelta(days=ago)).drawn()
        kept = dealt(store, contest)
        kept.perform(str(next(iter(kept.play.legal_moves))))
        if ago:
            contest_steps.end(kept)
    days = calendar.days(store)
    assert sorted(days) == [date(2026, 2, 28), date(2026, 3, 1)]
    assert not any(day.won for day in days.values())


@pytest.mark.parametrize(("missing", "run"), [((), 4), ((0,), 3), ((1,), 1), ((0, 1), 0)])
def test_a_streak_ends_at_a_gap_except_today(missing: tuple[int, ...], run: int) -> None:
    days = {TODAY - timedelta(days=ago): Day(5, False) for ago in range(4) if ago not in missing}
    assert calendar.run_of_days(days, TODAY) == run


@pytest.mark.parametrize(("ago", "run"), [((0, 7, 14), 3), ((5, 9), 2), ((9, 16), 0), ((), 0)])
def test_weeks_in_a_row_begin_on_monday(ago: tuple[int, ...], run: int) -> None:
    assert TODAY.strftime("%A") == "Monday"
    days = {TODAY - timedelta(days=each): Day(5, False) for each in ago}
    assert calendar.run_of_weeks(days, TODAY) == run


def test_the_calendar_shows_the_last_twelve_months() -> None:
    days = {TODAY - timedelta(days=800): Day(5, False), TODAY: Day(90, True)}
    _, *months, legend = calendar.tell_calendar(days, TODAY).splitlines()
    assert len(months) == 12
    assert (months[0][:10], months[-1][:10]) == ("March 2026", "April 2025")
    assert legend == calendar.LEGEND


def test_the_calendar_as_lines_of_text() -> None:
    assert calendar.tell_calendar({}, TODAY) == "You have not played a deal of the day yet."
    lines = calendar.tell_calendar({TODAY: Day(90, True)}, TODAY).splitlines()
    assert lines == [
        "1 day played, 1 won. Best mark: 90.",
        "March 2026      .#",
        calendar.LEGEND,
    ]


def test_only_days_and_weeks_in_a_row_are_told() -> None:
    last_week = TODAY - timedelta(days=7)
    assert calendar.tell_runs({TODAY}, TODAY) == ""
    assert calendar.tell_runs({TODAY, last_week}, TODAY) == "Played 2 weeks in a row."
    three = {TODAY - timedelta(days=ago) for ago in range(3)} | {last_week}
    assert calendar.tell_runs(three, TODAY) == "Played 3 days in a row, 2 weeks in a row."
