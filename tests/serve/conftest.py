import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from solterm.cli import main as cli
from solterm.context import SHARED
from tests.cli.calls import CommandResult
from tests.serve.hosting import Host

Command = Callable[..., CommandResult]


@pytest.fixture(scope="session")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A host that admits every player; tests use different addresses and keys."""
    with Host(tmp_path_factory.mktemp("host")) as host:
        yield host


@pytest.fixture
def serve(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """Return a function that calls `solterm serve` in this process, for calls that end at once."""
    monkeypatch.setenv(SHARED, "")  # set by the host
    monkeypatch.setattr(os, "umask", lambda mask: 0)

    def call(data: Path, *words: str, name: str = "serve") -> CommandResult:
        capsys.readouterr()
        code = cli.main([name, *words, "--data", str(data)])
        return CommandResult(code, *capsys.readouterr())

    return call


@pytest.fixture
def desk(serve: Command) -> Command:
    """Return a function that calls `solterm host` in this process."""
    return lambda data, *words: serve(data, *words, name="host")
