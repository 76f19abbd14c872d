"""Players: profiles and names."""

import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from solterm.core.names import is_profile
from solterm.sessions import shelf
from solterm.store import backends, players
from solterm.store.errors import Locked, StoreError
from solterm.store.postgres.player_rows import PlayerRows
from solterm.store.store import Store
from tests.here import here


@pytest.fixture(autouse=True)
def home(home: Path) -> Path:
    return home


def test_a_profile_is_created_once(home: Path) -> None:
    drawn = players.profile(here())
    assert players.profile(here()) == drawn
    assert len(drawn) == 16


@pytest.mark.parametrize("content", [b"", b"torn", b"\xff" * 16, b"Z" * 16, b"0" * 99])
def test_a_damaged_profile_is_replaced(home: Path, content: bytes) -> None:
    players.profile(here())
    (home / "profile").write_bytes(content)
    assert players.profile(here()) == players.profile(here())
    assert is_profile(players.profile(here()))


def test_a_profile_is_kept_while_the_database_does_not_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def read(*_: object) -> list[tuple[str]]:
        raise Locked("The database does not answer.")

    engine = SimpleNamespace(read=read)  # a failed read has no transaction to remove the profile in
    monkeypatch.setattr(backends, "find_player_data", lambda context: PlayerRows(engine))
    with pytest.raises(Locked):
        players.profile(here())


def test_a_profile_that_is_a_pipe_does_not_block(home: Path) -> None:
    home.mkdir()
    os.mkfifo(home / "profile")
    assert is_profile(players.profile(here()))


def test_the_name_of_a_save_is_visible() -> None:
    store = Store.open()
    for name in ("\u3164", "a\ufe0f", "a\u200b"):
        with pytest.raises(StoreError, match="printable characters"):
            shelf.put(store, name, "")


def test_the_name_of_a_save_has_up_to_forty_characters() -> None:
    store = Store.open()
    shelf.put(store, "n" * 40, "")
    for name in ("n" * 41, " "):
        with pytest.raises(StoreError, match="1 to 40 printable"):
            shelf.put(store, name, "")
    assert [each.name for each in shelf.list_saves(store)] == ["n" * 40]


def test_an_unwritable_profile_is_reported_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StoreError, match=r"profile cannot be saved \(No space left on device"):
        players.profile(here())


def test_an_invalid_name_falls_back_to_the_login_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOGNAME", "ann")
    assert players.name_of(here(), "Bob") == "Bob"
    assert players.name_of(here(), "") == "ann"
    monkeypatch.setenv("LOGNAME", "x" * 99)
    assert players.name_of(here(), "\x07") == "player"
