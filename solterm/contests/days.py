"""The contests that follow from the date, such as the deal of the day, at home and on a host.

A host gives each session the key of the day. The keys of earlier days follow from it, those of
later days do not.
"""

import hashlib
from datetime import UTC, date, datetime

from solterm.contests.contest import Contest, ContestGame
from solterm.contests.daily import DayKey
from solterm.contests.kinds import DAILY, Kind
from solterm.context import Context
from solterm.core.deals import EVERYDAY_LAST, hidden_number
from solterm.core.refusal import Refusal
from solterm.store.errors import StoreError


def today() -> date:
    """Return today's date in UTC, which decides the deal of the day."""
    return datetime.now(UTC).date()


def deal_to_play(context: Context, day: date, kind: Kind = DAILY) -> Contest:
    """Return this player's contest of a day, as ``deal_of`` does; guests have one of their own."""
    return _deal_of(context, day, kind, context.is_guest)


def deal_of(context: Context, day: date, kind: Kind = DAILY) -> Contest:
    """Return the contest of a day that its board takes, by default the deal of the day.

    Raises ``StoreError`` for a day that began after the session.
    """
    return _deal_of(context, day, kind, False)


def _deal_of(context: Context, day: date, kind: Kind, is_for_guests: bool) -> Contest:
    try:
        key = DayKey.parse(context.day_key) if context.day_key else None
        return lay_out_of_day(kind, day, key, is_for_guests=is_for_guests)
    except Refusal:
        raise StoreError("A new day has begun: log in again to play its deal.") from None


def daily(day: date, key: DayKey | None = None, *, is_for_guests: bool = False) -> Contest:
    """Return the deal of a day (UTC); see ``lay_out_of_day``."""
    return lay_out_of_day(DAILY, day, key, is_for_guests=is_for_guests)


def lay_out_of_day(
    kind: Kind, day: date, key: DayKey | None = None, *, is_for_guests: bool = False
) -> Contest:
    """Return the contest of a day (UTC) of a kind that has a calendar.

    Guests of a host have other deals than the players with an account, or they could play them
    first as a guest and then for the board. Raises ``Refusal`` for a day after that of the key.
    """
    calendar = kind.calendar
    assert calendar, "only kinds with a calendar follow from the date"
    name = calendar.name_of(day)
    first = calendar.parse(name) or day
    games = calendar.games_of(first)
    if calendar.numbers_of and not key and not is_for_guests:
        numbers = calendar.numbers_of(first)
    else:
        salt = f" {key.of_day(first)}" if key else ""
        salt += " guests" if is_for_guests else ""
        places = ["", *(f" {place}" for place in range(1, len(games)))]
        numbers = [_number_of(f"solterm {name}{place}{salt}", bool(key)) for place in places]
    return Contest(kind, name, tuple(map(ContestGame, games, numbers)))


def _number_of(chance: str, is_hidden: bool) -> int:
    digest = hashlib.sha256(chance.encode()).digest()
    if is_hidden:
        return hidden_number(digest[8:16])
    return 1 + int.from_bytes(digest[:8]) % EVERYDAY_LAST
