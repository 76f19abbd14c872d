"""Who plays at the screens of the tests."""

from pathlib import Path

import pytest


@pytest.fixture
def anns_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which ann's data lies, who shares boards with nobody."""
    monkeypatch.setenv("SOLTERM_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("LOGNAME", "ann")
    monkeypatch.delenv("SOLTERM_SHARED", raising=False)
    return tmp_path
