"""The data folder: its place and its permissions."""

import os
import stat
from functools import partial
from pathlib import Path

import pytest

from solterm.context import GUEST, NICKNAME, Context
from solterm.store import locations, players, settings
from solterm.store.errors import StoreError, name_place, show_path
from solterm.store.store import Store
from tests.here import here


def test_the_player_may_choose_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOLTERM_HOME", str(tmp_path / "cards"))
    assert locations.home(here()) == tmp_path / "cards"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SOLTERM_HOME", "cards")
    assert locations.home(here()) == tmp_path / "cards", (
        "changing the working directory does not move it"
    )


@pytest.mark.parametrize("chosen", [None, ""])
def test_the_default_is_the_platforms_folder(
    chosen: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("SOLTERM_HOME", raising=False)
    if chosen is not None:
        monkeypatch.setenv("SOLTERM_HOME", chosen)
    assert locations.home(here()).name == "solterm"
    assert locations.home(here()).is_relative_to(tmp_path)


@pytest.mark.parametrize(
    ("one", "other"), [("Ann", "ANN"), ("Straße", "STRASSE"), ("J\u00fcrg", "ju\u0308rg")]
)
def test_player_names_ignore_case_and_accents(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, one: str, other: str
) -> None:
    monkeypatch.setenv("SOLTERM_HOME", str(tmp_path))
    monkeypatch.setenv("SOLTERM_PLAYER", one)
    folder = locations.home(here())
    monkeypatch.setenv("SOLTERM_PLAYER", other)
    assert locations.home(here()) == folder


@pytest.mark.parametrize(
    "name", ["..", ".", "../up", "/etc", "a/b", "a\\b", "~", "💥" * 24, "\x07"]
)
def test_a_players_name_stays_inside_the_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("SOLTERM_HOME", str(tmp_path))
    monkeypatch.setenv("SOLTERM_PLAYER", name)
    locations.create(here(), locations.home(here()))
    assert locations.home(here()).resolve().parent == tmp_path / "players"
    assert locations.home(here()).name.isascii()


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077])
def test_all_data_is_private_whatever_the_umask(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, umask: int
) -> None:
    monkeypatch.setenv("SOLTERM_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("SOLTERM_PLAYER", "Ann")
    before = os.umask(umask)
    try:
        Store.open().disconnect()
        players.profile(here())
        settings.save_settings(here(), settings.Settings())
    finally:
        os.umask(before)
    made = [tmp_path / "home", *(tmp_path / "home").rglob("*")]
    assert len(made) == 7
    for path in made:
        wanted = 0o700 if path.is_dir() else 0o600
        assert stat.S_IMODE(path.stat().st_mode) == wanted, path


def test_public_data_becomes_private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOLTERM_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("SOLTERM_PLAYER", "Ann")
    folders = [tmp_path / "home", tmp_path / "home" / "players", locations.home(here())]
    Store.open().disconnect()
    for path in [*folders, locations.home(here()) / "solterm.db"]:
        path.chmod(0o755)
    Store.open().disconnect()
    assert all(stat.S_IMODE(path.stat().st_mode) == 0o700 for path in folders)
    assert not stat.S_IMODE((locations.home(here()) / "solterm.db").stat().st_mode) & 0o077


def test_a_home_folder_keeps_its_mode(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SOLTERM_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    tmp_path.chmod(0o755)
    locations.create(here(), tmp_path)
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755


def test_a_name_with_surrogates_has_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOLTERM_HOME", str(tmp_path))
    for name in (b"\xff\xfe", b"\xff" * 120):
        monkeypatch.setenv("SOLTERM_PLAYER", os.fsdecode(name))
        locations.create(here(), locations.home(here()))
        assert locations.home(here()).parent == tmp_path / "players"
        assert locations.home(here()).name.isascii()
        assert players.name_of(here()).isprintable()


def test_a_file_in_place_of_the_folder_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    for folder in (tmp_path / "file", tmp_path / "file" / "folder"):
        with pytest.raises(StoreError, match="is not a folder; set SOLTERM_HOME"):
            locations.create(here(), folder)
    assert (tmp_path / "file").read_text() == "mine"


def test_paths_are_shortened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert show_path(tmp_path / "cards" / "solterm.db") == "~/cards/solterm.db"
    for show in (show_path, partial(name_place, Context())):
        assert show(Path("/srv/solterm.db")) == "/srv/solterm.db"
    named = name_place(Context(is_kiosk=True), Path("/srv/solterm.db"))
    assert named == "solterm.db", "only the host knows the path"


@pytest.mark.parametrize(("value", "is_guest"), [("", False), ("0", False), ("1", True)])
def test_a_host_marks_its_guests(
    monkeypatch: pytest.MonkeyPatch, value: str, is_guest: bool
) -> None:
    monkeypatch.setenv(NICKNAME, "ann")
    monkeypatch.setenv(GUEST, value)
    assert here().is_guest is is_guest
    assert here().nickname == ("" if is_guest else "ann")


@pytest.mark.parametrize(("is_own", "mode"), [(True, 0o600), (False, 0o644)])
def test_only_files_of_this_account_are_closed_to_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_own: bool, mode: int
) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "file").chmod(0o644)
    if not is_own:
        monkeypatch.setattr(os, "getuid", lambda: 70_002)
    locations.close(tmp_path / "file")
    assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == mode
