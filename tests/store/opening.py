"""Marks that restrict a test to one engine, and the boards of its player."""

from collections.abc import Callable

import pytest

from solterm.contests.boards import Boards
from solterm.core.play.play import Play
from solterm.store.purpose import FREE, Purpose
from solterm.store.store import Store, draw_id

OpenStore = Callable[[], Store]
"""Opens the player's store again, as another program would."""

in_a_file = pytest.mark.parametrize("engine", ["sqlite"])
"""For tests on SQLite only, which read or damage the file."""

in_a_database = pytest.mark.parametrize("engine", ["postgres"])
"""For tests on PostgreSQL only."""


def boards() -> Boards:
    """Open the boards of the current player."""
    return Boards(Store.open())


def begin(store: Store, play: Play, purpose: Purpose = FREE) -> int:
    """Store a new play as ``KeptPlay`` does, and return its id."""
    play_id = draw_id()
    ends = [each.row.play_id for each in store.list_replaced(play, purpose)]
    store.begin(play_id, play, purpose, ends)
    return play_id
