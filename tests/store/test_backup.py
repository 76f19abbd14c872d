"""Backup and restore: neither overwrites a file."""

import os
import signal
import sqlite3
import stat
import zipfile
from pathlib import Path

import pytest

from solterm.context import Context
from solterm.games import find
from solterm.store import backup, players, schema
from solterm.store.errors import StoreError
from solterm.store.kept import KeptPlay
from solterm.store.settings import Settings, load_settings, save_settings
from solterm.store.store import Store


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A data folder with a game and settings in it."""
    folder = tmp_path / "home"
    store = Store.open(folder)
    KeptPlay.start(store, find("kloncan-klondike"), 617).perform("s")
    store.disconnect()
    save_settings(Context(folder=folder), Settings(sound=False))
    return folder


def deal_in(folder: Path) -> int:
    saved = Store.open(folder).load_suspended()
    assert saved
    return saved.deal


def test_a_backup_is_restored_unchanged(home: Path, tmp_path: Path) -> None:
    assert backup.backup(home, tmp_path / "all.zip") == 2
    KeptPlay.start(Store.open(home), find("kloncan-klondike"), 5).perform("s")
    aside = backup.restore(home, tmp_path / "all.zip")
    assert deal_in(home) == 617
    assert load_settings(Context(folder=home))[0].sound is False
    assert aside
    assert deal_in(aside) == 5, "the previous data is moved aside"


def packed(path: Path, comment: str, **parts: str) -> Path:
    with zipfile.ZipFile(path, "w") as pack:
        pack.comment = comment.encode()
        for name, text in parts.items():
            pack.writestr(name, text)
    return path


@pytest.mark.parametrize(
    ("comment", "parts", "reason"),
    [
        ("", {"solterm.db": ""}, "is not a solterm backup"),
        ("solterm backup 2", {"solterm.db": ""}, "made by a newer solterm"),
        ("solterm backup 1", {"../evil.txt": ""}, "aren't solterm's"),
        ("solterm backup 1", {"boards/../../evil.txt": ""}, "aren't solterm's"),
        ("solterm backup 1", {"boards/../evil.txt": ""}, "aren't solterm's"),
        ("solterm backup 1", {"boards/tour/../evil.txt": ""}, "aren't solterm's"),
        ("solterm backup 1", {"boards/tour/a\\b.txt": ""}, "aren't solterm's"),
        ("solterm backup 1", {"/etc/evil.txt": ""}, "aren't solterm's"),
        ("solterm backup 1", {"solterm.db": "no database" * 200}, "cannot be used"),
    ],
)
def test_restoring_another_file_changes_nothing(
    home: Path, tmp_path: Path, comment: str, parts: dict[str, str], reason: str
) -> None:
    file = packed(tmp_path / "bad.zip", comment, **parts)
    with pytest.raises(StoreError, match=reason):
        backup.restore(home, file)
    assert deal_in(home) == 617
    assert {path.name for path in tmp_path.iterdir()} == {"home", "bad.zip"}


def test_a_file_of_another_version_is_refused(home: Path, tmp_path: Path) -> None:
    database = sqlite3.connect(":memory:")
    database.execute(f"PRAGMA application_id = {schema.STORE.application}")
    database.execute(f"PRAGMA user_version = {schema.STORE.steps.first - 1}")
    file = tmp_path / "old.zip"
    with zipfile.ZipFile(file, "w") as pack:
        pack.comment = b"solterm backup 1"
        pack.writestr("solterm.db", database.serialize())
    with pytest.raises(StoreError, match=r"solterm.db in it was written by an older"):
        backup.restore(home, file)
    assert deal_in(home) == 617


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 cut off", b"\x00" * 500])
def test_a_damaged_file_is_refused(home: Path, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "bad.zip").write_bytes(content)
    with pytest.raises(StoreError, match="is damaged"):
        backup.restore(home, tmp_path / "bad.zip")
    assert deal_in(home) == 617


def test_restoring_twice_in_a_second_works(home: Path, tmp_path: Path) -> None:
    backup.backup(home, tmp_path / "all.zip")
    asides = [backup.restore(home, tmp_path / "all.zip") for _ in range(3)]
    assert len(set(asides)) == 3
    assert all(aside and deal_in(aside) == 617 for aside in asides)


def killed_at(step: int, file: Path, home: Path) -> bool:
    """Restore in a process that is killed at its n-th rename. Return whether it was killed."""
    child = os.fork()
    if child:
        return os.WIFSIGNALED(os.waitpid(child, 0)[1])
    left = step
    for name in ("link", "replace", "rename", "unlink", "rmdir", "mkdir"):
        change = getattr(os, name)

        def counted(*given: object, change=change, **named: object) -> object:  # type: ignore[no-untyped-def]
            nonlocal left
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)
            return change(*given, **named)

        setattr(os, name, counted)
    try:
        backup.restore(home, file)
    finally:
        os._exit(0)


def test_a_killed_restore_loses_nothing(home: Path, tmp_path: Path) -> None:
    backup.backup(home, tmp_path / "all.zip")
    KeptPlay.start(Store.open(home), find("kloncan-klondike"), 5).perform("s")
    players.profile(Context(folder=home))
    (home / "notes").write_text("none of solterm's")
    step, killed = 0, True
    while killed:
        step += 1
        killed = killed_at(step, tmp_path / "all.zip", home)
        asides = sorted(home.glob("before-*"))
        found = {deal_in(folder) for folder in [home, *asides]}
        assert deal_in(home) in (5, 617)
        assert 5 in found, f"killed at step {step}"
    assert step > 8
    backup.restore(home, tmp_path / "all.zip")
    assert deal_in(home) == 617
    assert not (home / "profile").exists(), "everything is as in the backup"
    assert (home / "notes").read_text() == "none of solterm's"
    left = {path.name.partition("-")[0] for path in home.iterdir()}
    assert left == {"solterm.db", "settings.toml", "notes", "before"}, "drafts are removed"


def test_an_old_journal_does_not_damage_the_restored_database(home: Path, tmp_path: Path) -> None:
    backup.backup(home, tmp_path / "all.zip")
    (home / "solterm.db-journal").write_bytes(b"\xd9\xd5\x05\xf9 \xa1c\xd7" + bytes(2000))
    backup.restore(home, tmp_path / "all.zip")
    assert not (home / "solterm.db-journal").exists()
    assert deal_in(home) == 617


def with_sql(home: Path, sql: str) -> None:
    with sqlite3.connect(home / "solterm.db") as database:
        database.executescript(sql)
    database.close()


_ACTING = {
    "a trigger": "CREATE TRIGGER t AFTER INSERT ON event BEGIN DELETE FROM play; END",
    "a view": "CREATE VIEW v AS SELECT * FROM play",
    "a table": "CREATE TABLE more (x)",
    "an index": "CREATE INDEX i ON play (randomblob(9))",
    "another kind of table": "DROP TABLE result; CREATE VIRTUAL TABLE result USING fts5(digest)",
}


@pytest.mark.parametrize("kind", _ACTING)
def test_a_backup_with_more_than_tables_is_refused(home: Path, tmp_path: Path, kind: str) -> None:
    evil = tmp_path / "evil"
    Store.open(evil).disconnect()
    try:
        with_sql(evil, _ACTING[kind])
    except sqlite3.Error as error:
        pytest.skip(str(error))
    with zipfile.ZipFile(tmp_path / "evil.zip", "w") as pack:
        pack.comment = b"solterm backup 1"
        pack.write(evil / "solterm.db", "solterm.db")
    with pytest.raises(StoreError, match="isn't a table of solterm's"):
        backup.restore(home, tmp_path / "evil.zip")
    assert deal_in(home) == 617


def test_triggers_and_views_are_not_backed_up(home: Path, tmp_path: Path) -> None:
    with_sql(home, _ACTING["a trigger"] + ";" + _ACTING["a view"])
    backup.backup(home, tmp_path / "all.zip")
    backup.restore(home, tmp_path / "all.zip")
    with sqlite3.connect(home / "solterm.db") as database:
        kinds = {kind for (kind,) in database.execute("SELECT type FROM sqlite_master")}
    database.close()
    assert kinds == {"table", "index"}
    assert deal_in(home) == 617


def test_a_large_file_is_refused_without_being_read(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "giant.zip"
    with file.open("wb") as giant:
        giant.truncate(20 << 30)
    with pytest.raises(StoreError, match="larger than 512 MB"):
        backup.restore(home, file)
    os.mkfifo(tmp_path / "pipe.zip")
    with pytest.raises(StoreError, match="not a plain file"):
        backup.restore(home, tmp_path / "pipe.zip")
    assert deal_in(home) == 617


@pytest.mark.parametrize("name", ["settings.toml", "profile"])
def test_a_large_part_is_refused(home: Path, tmp_path: Path, name: str) -> None:
    file = tmp_path / "bomb.zip"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as pack:
        pack.comment = b"solterm backup 1"
        pack.writestr(name, bytes(2 << 20))
    with pytest.raises(StoreError, match=f"{name} in it is larger than"):
        backup.restore(home, file)
    assert {path.name for path in tmp_path.iterdir()} == {"home", "bomb.zip"}


def test_a_backup_is_private(home: Path, tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        backup.backup(home, tmp_path / "all.zip")
        backup.restore(home, tmp_path / "all.zip")
    finally:
        os.umask(before)
    paths = [tmp_path / "all.zip", home, *home.rglob("*")]
    assert all(not stat.S_IMODE(path.stat().st_mode) & 0o077 for path in paths)


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_backup_with_a_file_twice_is_refused(home: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "twice.zip", "w") as pack:
        pack.comment = b"solterm backup 1"
        for text in ("one", "other"):
            pack.writestr("settings.toml", text)
    with pytest.raises(StoreError, match="aren't solterm's"):
        backup.restore(home, tmp_path / "twice.zip")
    assert deal_in(home) == 617


def test_drafts_of_killed_programs_are_removed(home: Path, tmp_path: Path) -> None:
    for name in ("first", "second"):
        (tmp_path / f".solterm-draft-{name}").mkdir()
        (tmp_path / f".solterm-draft-{name}" / "backup").write_text("half of")
    file = tmp_path / "all.zip"
    with backup.draft_folder(tmp_path) as other:
        assert set(tmp_path.iterdir()) == {home, other}
        (tmp_path / ".solterm-draft-third").mkdir()
        backup.backup(home, file)
        assert set(tmp_path.iterdir()) == {home, file, other}, "another one is under way"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    backup.restore(home, file)
    assert not [*tmp_path.glob(".*"), *home.glob(".*")]
