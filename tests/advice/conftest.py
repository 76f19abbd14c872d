from pathlib import Path

import pytest

from solterm.store.store import Store


@pytest.fixture(autouse=True)
def home(home: Path) -> Path:
    """Give each test an empty data folder."""
    return home


@pytest.fixture
def store(home: Path) -> Store:
    return Store.open()
