"""The deal of the day, at home and on a host.

A host gives each session the key of the day. The keys of earlier days follow from it, those of
later days do not.
"""

from datetime import UTC, date, datetime

from solterm.contests.contest import Contest
from solterm.contests.daily import DayKey, daily
from solterm.context import Context
from solterm.core.refusal import Refusal
from solterm.store.errors import StoreError


def today() -> date:
    """Return today's date in UTC, which decides the deal of the day."""
    return datetime.now(UTC).date()


def deal_to_play(context: Context, day: date) -> Contest:
    """Return this player's deal of a day, as ``deal_of`` does; guests have one of their own."""
    return _deal_of(context, day, context.is_guest)


def deal_of(context: Context, day: date) -> Contest:
    """Return the deal of a day that its board takes.

    Raises ``StoreError`` for a day that began after the session.
    """
    return _deal_of(context, day, False)


def _deal_of(context: Context, day: date, is_for_guests: bool) -> Contest:
    try:
        key = DayKey.parse(context.day_key) if context.day_key else None
        return daily(day, key, is_for_guests=is_for_guests)
    except Refusal:
        raise StoreError("A new day has begun: log in again to play its deal.") from None
