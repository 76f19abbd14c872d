"""Marks that restrict a test to one engine, and the boards of its player."""

from collections.abc import Callable

import pytest

from solterm.contests.boards import Boards
from solterm.store.store import Store

OpenStore = Callable[[], Store]
"""Opens the player's store again, as another program would."""

in_a_file = pytest.mark.parametrize("engine", ["sqlite"])
"""For tests on SQLite only, which read or damage the file."""

in_a_database = pytest.mark.parametrize("engine", ["postgres"])
"""For tests on PostgreSQL only."""


def boards() -> Boards:
    """Open the boards of the current player."""
    return Boards(Store.open())
