"""Fixtures for tests of the screen."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from solterm.context import GUEST, NICKNAME
from solterm.manual import rules_pages
from solterm.store import schema
from tests.hall.hosts import HostEnd, joined
from tests.tui.player import skipping_frames


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the player, ann, an empty data folder and no host."""
    monkeypatch.setenv("SOLTERM_HOME", str(tmp_path))
    monkeypatch.setenv("LOGNAME", "ann")
    for name in ("SOLTERM_SHARED", NICKNAME, GUEST):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.fixture
def short_rules(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Shorten the rules of all games for tests that only open them, as Markdown is slow."""
    monkeypatch.setattr(rules_pages, "page", lambda game_id: "# Rules\n\nShort.\n")
    yield
    rules_pages.level_lines.cache_clear()  # it read the short rules
    rules_pages.opening_line.cache_clear()


@pytest.fixture(autouse=True)
def skipped_frames(request: pytest.FixtureRequest) -> Iterator[None]:
    """Paint the screen only when a test reads it, unless the test needs each frame."""
    if request.node.get_closest_marker("each_frame"):
        yield
    else:
        with skipping_frames():
            yield


@pytest.fixture(autouse=True)
def unsynced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Don't wait for the disk at each move: no test of the screen cuts the power."""
    monkeypatch.setattr(schema, "SYNCHRONOUS", "OFF")


@pytest.fixture
def no_welcome(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a new player of a host begin without the welcome."""
    monkeypatch.setattr("solterm.tui.app.is_stranger", lambda store: False)


@pytest.fixture
def host() -> Iterator[HostEnd]:
    """The host's end of a connection to the App."""
    with joined() as host:
        yield host
