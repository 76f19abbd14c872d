"""Which engines a test of the store is about, and the boards of its player."""

from collections.abc import Callable

import pytest

from solterm.games import find
from solterm.store.boards import Boards
from solterm.store.store import Store

OpenStore = Callable[[], Store]
"""Opens the player's store, as one more program that has it open."""

in_a_file = pytest.mark.parametrize("engine", ["sqlite"])
"""A test that looks at the file, or spoils it."""

in_a_database = pytest.mark.parametrize("engine", ["postgres"])
"""A test of what only a server does."""


def boards() -> Boards:
    """The boards of the player at hand."""
    return Boards(Store.open(), find)
