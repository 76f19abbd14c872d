from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def home(home: Path) -> Path:
    """Give each test an empty data folder."""
    return home
