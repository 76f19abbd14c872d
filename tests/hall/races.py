"""Races as the host tells them, for tests."""

from datetime import timedelta

from solterm.core.values import replace
from solterm.hall.messages import Race, Racer
from solterm.sessions.race_client import utc_now

ANN, BOB = (Racer(name, "player", 0, 0, 0, False) for name in ("ann", "bob"))


def race(state: str = "running", since: float = 1, **changes: object) -> Race:
    """Return race 7 of ann against bob as ann sees it, started some seconds ago."""
    starts = (utc_now() - timedelta(seconds=since)).isoformat()
    about = (7, "demon", 3, state, "bob", starts, (ANN, BOB), 0, -1)
    return replace(Race(*about, "10000000000000000001", is_here=True), **changes)
