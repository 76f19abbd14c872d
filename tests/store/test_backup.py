"""Backup and restore: one file there and back, and nothing overwritten on the way."""

import zipfile
from pathlib import Path

import pytest

from solterm.games import find
from solterm.store import backup, players
from solterm.store.backup import BackupError
from solterm.store.kept import KeptPlay
from solterm.store.settings import Settings, load, save
from solterm.store.store import Store


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A data folder with a game and settings in it."""
    folder = tmp_path / "home"
    store = Store.open(folder)
    KeptPlay.start(store, find("kloncan-klondike"), 617).perform("s")
    store.disconnect()
    save(folder, Settings(sound=False))
    return folder


def deal_in(folder: Path) -> int:
    saved = Store.open(folder).suspended()
    assert saved
    return saved.deal


def test_a_backup_comes_back_as_it_was(home: Path, tmp_path: Path) -> None:
    assert backup.backup(tmp_path / "all.zip", home) == 2
    KeptPlay.start(Store.open(home), find("kloncan-klondike"), 5).perform("s")
    aside = backup.restore(tmp_path / "all.zip", home)
    assert deal_in(home) == 617
    assert load(home)[0].sound is False
    assert aside
    assert deal_in(aside) == 5, "what was there is put aside"


def test_who_one_is_on_the_boards_comes_back_too(home: Path, tmp_path: Path) -> None:
    drawn = players.profile(home)
    assert backup.backup(tmp_path / "all.zip", home) == 3
    (home / "profile").unlink()
    backup.restore(tmp_path / "all.zip", home)
    assert players.profile(home) == drawn


def test_other_players_of_the_account_keep_their_data(home: Path, tmp_path: Path) -> None:
    backup.backup(tmp_path / "all.zip", home)
    theirs = home / "players" / "bob" / "solterm.db"
    theirs.parent.mkdir(parents=True)
    theirs.write_text("Bob's")
    backup.restore(tmp_path / "all.zip", home)
    assert theirs.read_text() == "Bob's"


def test_a_backup_overwrites_no_file(home: Path, tmp_path: Path) -> None:
    (tmp_path / "all.zip").write_text("something else")
    with pytest.raises(BackupError, match="is there already"):
        backup.backup(tmp_path / "all.zip", home)


def test_where_nothing_is_there_is_nothing_to_back_up(tmp_path: Path) -> None:
    with pytest.raises(BackupError, match="holds nothing yet"):
        backup.backup(tmp_path / "all.zip", tmp_path / "nowhere")


def packed(path: Path, comment: str, **parts: str) -> Path:
    with zipfile.ZipFile(path, "w") as pack:
        pack.comment = comment.encode()
        for name, text in parts.items():
            pack.writestr(name, text)
    return path


@pytest.mark.parametrize(
    ("comment", "parts", "reason"),
    [
        ("", {"solterm.db": ""}, "is no backup of solterm's"),
        ("solterm backup 2", {"solterm.db": ""}, "made by a newer solterm"),
        ("solterm backup 1", {"../evil.txt": ""}, "none of solterm's"),
        ("solterm backup 1", {"boards/../../evil.txt": ""}, "none of solterm's"),
        ("solterm backup 1", {"/etc/evil.txt": ""}, "none of solterm's"),
        ("solterm backup 1", {"solterm.db": "no database" * 200}, "is no good"),
    ],
)
def test_what_is_no_backup_changes_nothing(
    home: Path, tmp_path: Path, comment: str, parts: dict[str, str], reason: str
) -> None:
    file = packed(tmp_path / "bad.zip", comment, **parts)
    with pytest.raises(BackupError, match=reason):
        backup.restore(file, home)
    assert deal_in(home) == 617
    assert {path.name for path in tmp_path.iterdir()} == {"home", "bad.zip"}


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 cut off", b"\x00" * 500])
def test_a_damaged_file_is_refused(home: Path, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "bad.zip").write_bytes(content)
    with pytest.raises(BackupError, match="is damaged"):
        backup.restore(tmp_path / "bad.zip", home)
    assert deal_in(home) == 617
