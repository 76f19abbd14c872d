"""Seats for tests."""

from solterm.sessions.seat import Seat
from solterm.store.kept import KeptPlay


def seat_of(kept: KeptPlay) -> Seat:
    """Return a seat with a play on its table."""
    return Seat(kept.store, kept=kept)
