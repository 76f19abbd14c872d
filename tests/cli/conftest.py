"""An empty data folder for each test, and the command line to call."""

import io
import sys
from pathlib import Path
from typing import Any

import pytest

from solterm.cli import main as cli
from tests.cli.calls import Ran


@pytest.fixture(autouse=True)
def home(home: Path) -> Path:
    """Give each test an empty data folder."""
    return home


@pytest.fixture
def solterm(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Calls the command line in this process: ``solterm("list", "--json")``."""

    def call(*args: str, stdin: bytes = b"") -> Ran:
        monkeypatch.setenv("SOLTERM_PLAYER", "")  # of no call before
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        code = cli.main(args)
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return Ran(code, out, err)

    return call
