"""Files from older versions are migrated, and their games can be continued."""

import sqlite3
from pathlib import Path

import pytest

from solterm.games import find
from solterm.store import schema, sheets
from solterm.store.database import FILE
from solterm.store.kept import KeptPlay
from solterm.store.store import Store

PLAY = (
    "INSERT INTO play (id, game, version, deal, level, scored, options, context, open, touched,"
    " outcome, lowest, score, moves, exceptions) VALUES"
    " (7, 'kloncan-klondike', 1, '17', 3, 0, '', '', 1, '2026-01-01T12:00:00.000000+00:00',"
    " 'playing', 3, 10, 2, 0)"
)


@pytest.mark.parametrize("version", range(1, schema.VERSION))
def test_a_game_of_an_older_file_can_be_continued(home: Path, version: int) -> None:
    home.mkdir()
    with sqlite3.connect(home / FILE) as old:
        for step in schema.STORE.steps[:version]:
            for statement in step:
                old.execute(statement)
        old.execute(f"PRAGMA application_id = {schema.STORE.application}")
        old.execute(f"PRAGMA user_version = {version}")
        old.execute(PLAY)
        for number, event in enumerate(("t3 f1", "s"), 1):
            old.execute("INSERT INTO event VALUES (7, ?, ?)", (number, event))
        old.execute("INSERT INTO sheet (game, started) VALUES ('fly', '2026')")
    store = Store.open(home)
    saved = store.load_suspended()
    assert saved
    kept = KeptPlay.resume(store, saved, find)
    kept.hold()
    kept.perform("s")
    assert kept.unsaved is None
    assert store.load(7).record.events == ("t3 f1", "s", "s")
    sheets.begin(store, "fly")
    assert store.read("SELECT id FROM sheet ORDER BY id") == [(1,), (2,)]
    with sqlite3.connect(home / FILE) as now:
        assert now.execute("PRAGMA user_version").fetchone() == (schema.VERSION,)
        assert now.execute("PRAGMA journal_mode").fetchone() == ("delete",), "a setting of sessions"
    assert (home / f"{FILE}-journal").exists(), "the journal stays for later use"
