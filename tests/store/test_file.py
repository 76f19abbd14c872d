"""Damaged, foreign and other versions' files are refused in a sentence and left unchanged."""

import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager, closing
from pathlib import Path
from typing import Any

import pytest

from solterm.core.game import Game
from solterm.core.play.play import Play
from solterm.store import patience, schema
from solterm.store.database import FILE
from solterm.store.errors import StoreError
from solterm.store.store import Store
from tests.store.opening import begin

FullDisk = Callable[[], AbstractContextManager[None]]


@pytest.fixture
def used(home: Path, klondike: Game) -> Path:
    """Create a file with a play of some length."""
    store = Store.open(home)
    play = Play(klondike, 617)
    for _ in range(1500):
        play.events.append("s")
    begin(store, play)
    store.disconnect()
    return home / FILE


def refused(home: Path, words: str) -> None:
    """Check that opening fails with these words and does not change the file."""
    path = home / FILE
    before = path.read_bytes()
    with pytest.raises(StoreError, match=words) as caught:
        Store.open(home)
    assert FILE in str(caught.value)
    assert str(caught.value).endswith(".")
    assert path.read_bytes() == before


def _half(data: bytes) -> bytes:
    return data[: len(data) // 2]


def _short_of_a_page(data: bytes) -> bytes:
    return data[:1000]


def _new_head(data: bytes) -> bytes:
    return b"\0" * 100 + data[100:]


def _no_tables(data: bytes) -> bytes:
    return data[:100] + b"\xff" * 3996 + data[4096:]


def _text(_: bytes) -> bytes:
    return b"Dear diary,\n"


def _long_text(_: bytes) -> bytes:
    return b"Dear diary,\n" * 1000


@pytest.mark.parametrize(
    "damage", [_half, _short_of_a_page, _new_head, _no_tables, _text, _long_text]
)
def test_a_damaged_or_foreign_file_is_refused(used: Path, damage: Callable[[bytes], bytes]) -> None:
    used.write_bytes(damage(used.read_bytes()))
    refused(used.parent, "damaged or not solterm's own; move it elsewhere")


def test_a_file_without_a_table_is_refused(used: Path) -> None:
    with sqlite3.connect(used) as database:
        database.execute("DROP TABLE event")
    refused(used.parent, "damaged")


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        (1, "was written by a newer solterm; update this one"),
        (-1, "was written by an older solterm, and this one can't read it"),
    ],
)
def test_another_version_is_refused(used: Path, step: int, reason: str) -> None:
    with sqlite3.connect(used) as database:
        database.execute(f"PRAGMA user_version = {schema.STORE.steps.present + step}")
    refused(used.parent, reason)


def test_a_migration_runs_once_on_an_older_file_and_on_a_new_one(used: Path, home: Path) -> None:
    steps = schema.STORE.steps._replace(migrations=(("CREATE TABLE more (n INTEGER)",),))
    later = schema.STORE._replace(steps=steps)
    for path in (used, used, home / "new.db"):
        with closing(schema.connect(path, "It", layout=later)) as database:
            assert database.execute("SELECT n FROM more").fetchall() == []
            assert database.execute("PRAGMA user_version").fetchone() == (steps.present,)
    refused(used.parent, "newer")


def test_damage_deep_in_the_file_is_found_on_reading(used: Path) -> None:
    data = used.read_bytes()
    middle = data.index(b"\x01s", 5 * 4096) // 4096 * 4096
    used.write_bytes(data[:middle] + b"\xff" * 4096 + data[middle + 4096 :])
    with pytest.raises(StoreError, match="damaged"):
        Store.open(used.parent).load_suspended()


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM event WHERE number = 700",
        "UPDATE event SET text = CAST(X'FF' AS TEXT) WHERE number = 700",
        "UPDATE play SET deal = 'x'",
    ],
)
def test_an_inconsistent_play_is_not_resumed(used: Path, damage: str) -> None:
    with sqlite3.connect(used) as database:
        database.execute(damage)
    with pytest.raises(StoreError, match="damaged"):
        Store.open(used.parent).load_suspended()


def test_a_full_disk_is_noticed_at_once(used: Path, full_disk: FullDisk) -> None:
    with full_disk():
        refused(used.parent, "check for room on the disk")
    Store.open(used.parent)


def test_a_read_only_file_is_noticed_at_once(used: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class ReadOnly(sqlite3.Connection):
        """Simulate a read-only file, because root can write to any."""

        def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
            if sql.startswith("PRAGMA synchronous"):
                super().execute("PRAGMA query_only = 1")
            return super().execute(sql, *values)

    connect = sqlite3.connect
    monkeypatch.setattr(
        sqlite3, "connect", lambda *args, **more: connect(*args, factory=ReadOnly, **more)
    )
    refused(used.parent, "may not be written to; check the permissions")


def test_a_file_locked_for_too_long_is_reported(
    used: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(patience, "SECONDS", 0.01)
    other = sqlite3.connect(used, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    refused(used.parent, "is locked by another program")
    other.execute("ROLLBACK")
    Store.open(used.parent)


def test_two_programs_may_create_the_file_together(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare = schema._prepare

    def prepare_second(database: sqlite3.Connection, layout: schema.FileLayout) -> None:
        monkeypatch.setattr(schema, "_prepare", prepare)
        Store.open(home)
        prepare(database, layout)

    monkeypatch.setattr(schema, "_prepare", prepare_second)
    assert Store.open(home).results() == []


def test_open_plays_are_found_by_their_index() -> None:
    query = "EXPLAIN QUERY PLAN SELECT id FROM play WHERE open = 1 AND game = ''"
    with closing(schema.in_memory()) as database:
        ((*_, plan),) = database.execute(query)
    assert "INDEX open_play" in plan
