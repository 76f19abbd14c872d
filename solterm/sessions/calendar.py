"""The player's deals of the day, month by month."""

from calendar import monthrange
from collections.abc import Collection, Iterator, Mapping
from datetime import date, timedelta
from itertools import islice
from typing import NamedTuple

from solterm.contests import contests
from solterm.contests.kinds import DAILY
from solterm.core.phrases import count
from solterm.store.store import Store

WON, _PLAYED, _MISSED = "#", "o", "."
LEGEND = f"{WON} won   {_PLAYED} played   {_MISSED} not played"
"""The legend for the marks of ``months``."""
_DAY, _WEEK = timedelta(days=1), timedelta(days=7)
DAYS = "1   5    10   15   20   25   30"
"""The head of a column of such marks, a character a day."""


class Day(NamedTuple):
    """The result of a deal of the day."""

    points: int
    won: bool


def days(store: Store) -> dict[date, Day]:
    """Return the finished deals of the day by day (UTC)."""
    won = {each.purpose.contest for each in store.results() if each.won}
    found = {}
    for contest in contests.list_contests(store, DAILY):
        if contest.finished:
            found[date.fromisoformat(contest.name)] = Day(contest.total, contest.id in won)
    return found


def months(played: Mapping[date, Day], today: date) -> Iterator[tuple[date, str]]:
    """Yield the months from today back to the first day played, with a mark for each day."""
    here = today.replace(day=1)
    while here >= min([*played, today]).replace(day=1):
        last = min(today, here.replace(day=monthrange(here.year, here.month)[1]))
        yield here, "".join(_mark(played.get(here.replace(day=k))) for k in range(1, last.day + 1))
        here = (here - _DAY).replace(day=1)


def run_of_days(played: Collection[date], today: date) -> int:
    """Return the number of consecutive days played up to today, which may still be missing."""
    return _count_run(played, today, _DAY)


def run_of_weeks(played: Collection[date], today: date) -> int:
    """Return the number of consecutive weeks with a day played, up to this week or the last."""
    return _count_run({_monday(day) for day in played}, _monday(today), _WEEK)


def _count_run(played: Collection[date], last: date, step: timedelta) -> int:
    at, run = last if last in played else last - step, 0
    while at in played:
        at, run = at - step, run + 1
    return run


def _monday(day: date) -> date:
    return day - timedelta(days=day.weekday())


def tell_days(played: Mapping[date, Day], today: date) -> str:
    """Return sentences on the days played, the best one and the streak."""
    if not played:
        return "You have not played a deal of the day yet."
    won = sum(each.won for each in played.values())
    best = max(each.points for each in played.values())
    row = tell_runs(played, today)
    now = f" {row}" if row else ""
    return f"{count(len(played), 'days')} played, {won or 'none'} won. Best mark: {best}.{now}"


def tell_runs(played: Collection[date], today: date) -> str:
    """Return the current streaks: ``Played 3 days in a row, 2 weeks in a row.``; "" without one."""
    runs = (run_of_days(played, today), "days"), (run_of_weeks(played, today), "weeks")
    told = ", ".join(f"{length} {what} in a row" for length, what in runs if length > 1)
    return told and f"Played {told}."


def tell_calendar(played: Mapping[date, Day], today: date) -> str:
    """Return the sentence on the number of days and a line for each of the last twelve months."""
    if not played:
        return tell_days(played, today)
    lines = [f"{f'{month:%B %Y}':15} {marks}" for month, marks in islice(months(played, today), 12)]
    return "\n".join([tell_days(played, today), *lines, LEGEND])


def _mark(day: Day | None) -> str:
    if day is None:
        return _MISSED
    return WON if day.won else _PLAYED
