"""A clock that begins at noon of a fixed day, for tests of the deal of the day."""

from datetime import UTC, date, datetime, time, tzinfo

import pytest

from solterm.contests import days
from solterm.store import store

TODAY = date(2026, 11, 28)
_AHEAD = datetime.combine(TODAY, time(12), UTC) - datetime.now(UTC)


class Noon(datetime):
    """The time since this module was imported, counted from noon of that day."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
        return datetime.now(tz) + _AHEAD


@pytest.fixture(autouse=True)
def at_noon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let days and plays take their time from this clock, in each module that imports this."""
    for module in (days, store):
        monkeypatch.setattr(module, "datetime", Noon)
