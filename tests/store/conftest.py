"""Fixtures: stores on both engines, a shared folder, a game to play, a full disk."""

import os
import resource
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from solterm.core.game import Game
from solterm.games import find
from solterm.store import sharedfolder
from solterm.store.store import Store
from tests.here import here
from tests.store.opening import OpenStore


@pytest.fixture
def shared(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "shared"
    monkeypatch.setenv("SOLTERM_SHARED", str(folder))
    sharedfolder.prepare(here())
    return folder


@pytest.fixture
def host(home: Path, shared: Path) -> Path:
    """A prepared shared folder, and a player with another data folder."""
    return shared


@pytest.fixture(params=["sqlite", "postgres"])
def engine(request: pytest.FixtureRequest) -> str:
    """The engine of the store; ``in_a_file`` restricts a test to SQLite."""
    return str(request.param)


@pytest.fixture
def environment(engine: str, home: Path, request: pytest.FixtureRequest) -> dict[str, str]:
    """The environment of a program that uses this player's store."""
    if engine == "sqlite":
        return {"SOLTERM_HOME": str(home)}
    address = request.getfixturevalue("database")
    return {"SOLTERM_DATABASE": address, "SOLTERM_PLAYER": os.urandom(8).hex()}


@pytest.fixture
def open_store(engine: str, home: Path, environment: dict[str, str]) -> Iterator[OpenStore]:
    """Open the player's store again, as another program would."""
    if engine == "sqlite":
        yield lambda: Store.open(home)
        return
    from solterm.store.postgres.engine import Postgres

    engines: list[Postgres] = []

    def opened() -> Store:
        engines.append(Postgres(*environment.values()))
        engines[-1].open()
        return Store(engines[-1])

    yield opened
    for each in engines:  # a server has few connections
        each.disconnect()


@pytest.fixture
def store(open_store: OpenStore) -> Store:
    return open_store()


@pytest.fixture
def klondike() -> Game:
    return find("kloncan-klondike")


@pytest.fixture
def full_disk() -> Callable[[], AbstractContextManager[None]]:
    """Let no file grow inside ``with full_disk():``, not even for root."""

    @contextmanager
    def limited() -> Iterator[None]:
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))

    return limited
