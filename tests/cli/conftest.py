"""Fixtures: an empty data folder, and the command line."""

import io
import sys
from pathlib import Path
from typing import Any

import pytest

from solterm.cli import main as cli
from tests.cli.calls import CommandResult


@pytest.fixture(autouse=True)
def home(home: Path) -> Path:
    """Give each test an empty data folder."""
    return home


@pytest.fixture
def solterm(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function to call the command line in this process: ``solterm("list", "--json")``."""

    def call(*args: str, stdin: bytes = b"") -> CommandResult:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        code = cli.main(args)
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return CommandResult(code, out, err)

    return call
