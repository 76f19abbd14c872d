"""The deal of the day, at home and on a host.

A host gives each session the key of the day. The keys of earlier days follow from it, those of
later days do not.
"""

import os
from datetime import UTC, date, datetime

from solterm.contests.daily import DayKey, daily
from solterm.contests.series import Series
from solterm.store import locations
from solterm.store.errors import StoreError

DAY_KEY = "SOLTERM_DAY_KEY"
"""The host's key of the day; without it the deal follows from the date alone."""


def today() -> date:
    """Return today's date in UTC, which decides the deal of the day."""
    return datetime.now(UTC).date()


def deal_to_play(day: date) -> Series:
    """Return this player's deal of a day, as ``deal_of`` does; guests have one of their own."""
    return _deal_of(day, locations.is_guest())


def deal_of(day: date) -> Series:
    """Return the deal of a day that its board takes.

    Raises ``StoreError`` for a day that began after the session.
    """
    return _deal_of(day, False)


def _deal_of(day: date, is_for_guests: bool) -> Series:
    try:
        text = os.environ.get(DAY_KEY, "")
        key = DayKey.parse(text) if text else None
        return daily(day, key, is_for_guests=is_for_guests)
    except ValueError:
        raise StoreError("A new day has begun: log in again to play its deal.") from None
