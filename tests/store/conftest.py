"""A data folder, a store in it, a game to play, and a disk that is full."""

import resource
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from solterm.core.game import Game
from solterm.games import find
from solterm.store.store import Store


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def store(home: Path) -> Store:
    return Store.open(home)


@pytest.fixture
def klondike() -> Game:
    return find("kloncan-klondike")


@pytest.fixture
def full_disk() -> Callable[[], AbstractContextManager[None]]:
    """While ``with full_disk():`` lasts no file grows: the system itself refuses, root or not."""

    @contextmanager
    def limited() -> Iterator[None]:
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))

    return limited
