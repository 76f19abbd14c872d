"""The contests that follow from the date, such as the deal of the day.

At home the deals follow from the date, too. A host draws them, and hands them out when a try
begins.
"""

import hashlib
from datetime import UTC, date, datetime

from solterm.contests.contest import Contest, ContestGame
from solterm.contests.kinds import DAILY, Kind
from solterm.context import Context
from solterm.core.deals import EVERYDAY_LAST

DAYS_BACK = 7
"""For how many days a missed deal can be practised."""


def today() -> date:
    """Return today's date in UTC, which decides the deal of the day."""
    return datetime.now(UTC).date()


def deal_to_play(context: Context, day: date, kind: Kind = DAILY) -> Contest:
    """Return the player's contest of a day, by default the deal of the day; on a host undealt."""
    found = lay_out_of_day(kind, day)
    return found.with_deals([0] * len(found.games)) if context.is_on_host else found


def daily(day: date) -> Contest:
    """Return the deal of a day (UTC) at home."""
    return lay_out_of_day(DAILY, day)


def lay_out_of_day(kind: Kind, day: date) -> Contest:
    """Return the contest of a day (UTC) of a kind that has a calendar, with its deals at home."""
    calendar = kind.calendar
    assert calendar, "only kinds with a calendar follow from the date"
    name = calendar.name_of(day)
    first = calendar.parse(name) or day
    games = calendar.games_of(first)
    if calendar.numbers_of:
        numbers = calendar.numbers_of(first)
    else:
        places = ["", *(f" {place}" for place in range(1, len(games)))]
        numbers = [_number_of(f"solterm {name}{place}") for place in places]
    return Contest(kind, name, tuple(map(ContestGame, games, numbers)))


def _number_of(chance: str) -> int:
    return 1 + int.from_bytes(hashlib.sha256(chance.encode()).digest()[:8]) % EVERYDAY_LAST
