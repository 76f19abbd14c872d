"""A host's data as a whole: backup, restore, move, check and the deletion of a player."""

import os
import re
import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import psycopg
import pytest

from solterm.cli import main as cli
from solterm.contests.boards import write_result
from solterm.context import SHARED
from solterm.core.play.mode import Mode
from solterm.games import find
from solterm.serve import host_data, house_rules
from solterm.serve.accounts import open_accounts
from solterm.serve.host_data import CopyCounts, HostData
from solterm.serve.host_settings import read_settings
from solterm.serve.log import write_event
from solterm.store import sharedfolder
from solterm.store.backends import find_shared_data
from solterm.store.backup import draft_folder
from solterm.store.errors import StoreError
from solterm.store.kept import KeptPlay
from solterm.store.settings import Settings, save_settings
from solterm.store.store import Store
from tests.cli.calls import CommandResult
from tests.contests.results import play_contest, played
from tests.harness.postgres import name_of
from tests.serve.databases import empty_database
from tests.serve.test_accounts import KEY, OTHER_KEY

Desk = Callable[..., CommandResult]
ALL = CopyCounts(players=2, games=3, events=4, results=3, tournaments=1)


@pytest.fixture
def host(tmp_path: Path) -> HostData:
    """A host's folder with two players, one of whom has played."""
    folder = tmp_path / "host"
    folder.mkdir(0o700)
    read_settings(folder)
    (folder / "host_key").write_text("a key")
    accounts, data = open_accounts(folder), HostData(folder)
    ann, _ = accounts.enrol(KEY, "ann"), accounts.enrol(OTHER_KEY, "bob")
    context = data.context(ann.id)
    sharedfolder.prepare(context)
    store = Store.open(context=context)
    kept = KeptPlay.start(store, find("kloncan-klondike"), 5)
    kept.perform("s")
    kept.perform("s")
    save_settings(context, Settings())
    shared = find_shared_data(context)
    assert shared
    for number, board in enumerate(("tour", "tour:Friday")):
        contest = play_contest(store, board, [played("royale-pyramid", 1 + number, Mode.STRICT, 1)])
        shared.add_result(board, write_result(store, contest, "ann", ann.id))
    store.disconnect()
    shared.add_result("tour", '[Board "tour"]\nof another\n')
    shared.add_tournament("cup.json", "{}")
    accounts.engine.disconnect()
    return data


@pytest.fixture
def database(database: str) -> str:
    """An empty database, with the tables of a host."""
    empty_database(database)
    return database


@pytest.fixture
def desk(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setenv(SHARED, "")
    monkeypatch.setattr(os, "umask", lambda mask: 0)

    def call(data: Path, *words: str) -> CommandResult:
        capsys.readouterr()
        code = cli.main(["host", *words, "--data", str(data)])
        return CommandResult(code, *capsys.readouterr())

    return call


def test_a_backup_is_restored_on_a_new_machine(host: HostData, desk: Desk, tmp_path: Path) -> None:
    file, fresh = tmp_path / "cards.zip", tmp_path / "fresh"
    told = "has all data of 2 players in 9 files."
    assert told in desk(host.folder, "backup", str(file)).out
    assert file.stat().st_mode & 0o777 == 0o600
    assert "is there already" in desk(host.folder, "backup", str(file)).err
    assert desk(fresh, "restore", str(file), "--yes").out == "Restored: 2 players.\n"
    assert (fresh / "host_key").read_text() == "a key"
    assert host_data.copy(host, HostData(fresh)) == ALL, "all is equal, so nothing is written"
    assert desk(fresh, "check").out == "2 players: all in order.\n"
    again = desk(fresh, "restore", str(file), "--yes").out
    assert "The data before is in" in again and len(list(fresh.glob("before-*"))) == 1


_KILLED = """
import os
from solterm.cli.main import main
from solterm.store import backup

backup._snapshot = lambda *_: os.kill(os.getpid(), 9)
main()
"""


def test_a_killed_backup_leaves_no_file_and_the_next_one_removes_its_draft(
    host: HostData, tmp_path: Path
) -> None:
    file = tmp_path / "backups" / "cards.zip"
    file.parent.mkdir()
    words = ["host", "backup", str(file), "--data", str(host.folder)]
    subprocess.run([sys.executable, "-c", _KILLED, *words])
    drafts = list(file.parent.iterdir())
    assert drafts and file not in drafts
    (line,) = (host.folder / "audit.log").read_text().splitlines()
    assert " backup by=" in line and "outcome=begun" in line
    with draft_folder(file.parent) as other:
        host_data.write_backup(host, file)
        assert sorted(file.parent.iterdir()) == sorted([file, other]), "another one is under way"
    assert list(file.parent.iterdir()) == [file]


def test_a_command_is_in_the_audit_log_when_it_begins_and_ends(host: HostData, desk: Desk) -> None:
    desk(host.folder, "rename", "ann", "anna")
    desk(host.folder, "rename", "nobody-here", "eve")
    lines = (host.folder / "audit.log").read_text().splitlines()
    told = [re.findall("outcome=([a-z]+) name=([-a-z]+)", line)[0] for line in lines]
    assert told == [
        ("begun", "ann"),
        ("done", "ann"),
        ("begun", "nobody-here"),
        ("failed", "nobody-here"),
    ]


def test_a_damaged_backup_changes_nothing(host: HostData, desk: Desk, tmp_path: Path) -> None:
    file = tmp_path / "cards.zip"
    file.write_bytes(b"nothing")
    assert "is damaged, or not a" in desk(host.folder, "restore", str(file), "--yes").err
    assert "is damaged, or not a" in desk(host.folder, "restore", str(file)).err, "not asked"
    with zipfile.ZipFile(file, "w") as pack:
        pack.comment = b"solterm host backup 1"
        pack.write(host.folder / "host.db", "players/../../evil")
    assert "files that aren't solterm's" in desk(host.folder, "restore", str(file), "--yes").err
    assert host.list_players() and not (tmp_path / "evil").exists()
    assert not list(host.folder.glob(".solterm-*"))


def test_data_moves_to_a_database_and_comes_back_as_a_backup(
    host: HostData, database: str, desk: Desk, tmp_path: Path
) -> None:
    moved = desk(host.folder, "move", database, "--yes")
    start = f"solterm serve --data {host.folder} --database '{database}'"
    assert ALL.tell() in moved.out and start in moved.out, moved.err
    there = HostData(host.folder, database)
    owners = [each.owner for each in host_data.read_results(there)]
    assert owners[0] == owners[1] in host.list_players() and owners[2] == "moved"
    assert desk(host.folder, "check", "--database", database).code == 0
    back = HostData(tmp_path / "back")
    back.folder.mkdir()
    file = tmp_path / "cards.zip"
    backed = desk(host.folder, "backup", str(file), "--database", database)
    assert "all data of 2 players" in backed.out, backed.err
    assert desk(back.folder, "restore", str(file), "--yes").code == 0
    assert host_data.copy(there, back) == host_data.copy(host, back) == ALL, "all is equal"
    again = desk(host.folder, "move", database, "--database", database)
    assert again.err == "solterm: The data is in a database already.\n"


def test_a_backup_is_restored_into_a_database(
    host: HostData, database: str, desk: Desk, tmp_path: Path
) -> None:
    file, fresh = tmp_path / "cards.zip", tmp_path / "fresh"
    host_data.write_backup(host, file)
    restored = desk(fresh, "restore", str(file), "--yes", "--database", database)
    assert restored.out == "Restored: 2 players.\n", restored.err
    assert host_data.copy(host, HostData(fresh, database)) == ALL, "all is equal"
    there = {each.name for each in fresh.iterdir()}
    assert {"host_key", "serve.toml"} <= there and not there & {"host.db", "players", "shared"}


def test_a_backup_with_a_strange_table_is_refused(
    host: HostData, desk: Desk, tmp_path: Path
) -> None:
    """A table that acts would act on the host."""
    file = tmp_path / "cards.zip"
    host_data.write_backup(host, file)
    with zipfile.ZipFile(file) as pack:
        parts = {name: pack.read(name) for name in pack.namelist()}
    evil = tmp_path / "evil.db"
    evil.write_bytes(parts["host.db"])
    with closing(sqlite3.connect(evil)) as made:
        made.execute("CREATE TRIGGER t AFTER INSERT ON ban BEGIN DELETE FROM player; END")
    parts["host.db"] = evil.read_bytes()
    with zipfile.ZipFile(file, "w") as pack:
        pack.comment = b"solterm host backup 1"
        for name, data in parts.items():
            pack.writestr(name, data)
    refused = desk(tmp_path / "fresh", "restore", str(file), "--yes")
    assert "contains 't', which isn't a table of solterm's" in refused.err


def test_the_desk_and_the_host_tell_why_a_database_cannot_be_used(
    host: HostData, database: str, desk: Desk
) -> None:
    wrong = {
        database.replace(name_of(database), "nope"): ('database "nope" does not exist'),
        database.replace("cards@", "eve@"): 'role "eve" does not exist',
        "postgresql://cards@127.0.0.1:9/solterm": "port 9 failed: Connection refused",
    }
    for address, why in wrong.items():
        told = desk(host.folder, "players", "--database", address).err
        assert told.startswith("solterm: The database can't be used: ") and told.endswith(
            f"{why}.\n"
        )
        with pytest.raises(StoreError) as refused:
            open_accounts(host.folder, address)
        assert "nope" not in str(refused.value), "players read it"
        assert why in write_event("error", datetime.now(UTC), what=refused.value).replace("\\", "")


def test_a_move_waits_for_the_other_hosts_of_a_database(
    host: HostData, database: str, desk: Desk
) -> None:
    with psycopg.connect(database, application_name="solterm host"):
        refused = desk(host.folder, "move", database, "--yes")
        assert refused.err == "solterm: Another host runs on this database: stop it first.\n"


def test_a_move_refuses_a_place_with_other_players(host: HostData, tmp_path: Path) -> None:
    other = HostData(tmp_path / "other")
    other.folder.mkdir()
    accounts = open_accounts(other.folder)
    accounts.enrol(KEY, "eve")
    with pytest.raises(StoreError, match="other players already"):
        host_data.copy(host, other)


@pytest.mark.parametrize("is_in_database", [False, True])
def test_a_deleted_player_leaves_nothing(
    is_in_database: bool,
    host: HostData,
    desk: Desk,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(house_rules, "CLOSING_SECONDS", 0.0)  # no session has to end
    place = []
    if is_in_database:
        place = ["--database", request.getfixturevalue("database")]
        desk(host.folder, "move", place[1], "--yes")
        host = HostData(host.folder, place[1])
    with host.open_accounts() as accounts:
        ((ann,),) = accounts.read("SELECT id FROM player WHERE name = 'ann'")
    assert "pass --yes" in desk(host.folder, "delete", "ann", *place).err
    assert desk(host.folder, "delete", "ann", "--yes", *place).out == "ann is deleted.\n"
    assert len(host.list_players()) == 1
    assert [each.text for each in host_data.read_results(host)] == ['[Board "tour"]\nof another\n']
    if is_in_database:
        with host.open_store(ann) as engine:
            assert not engine.read("SELECT 1 FROM play UNION SELECT 1 FROM event")
    else:
        assert not (host.folder / "players" / ann).exists()
    with host.open_accounts() as accounts:
        for table in ("login_key", "nickname", "key_code"):
            assert not accounts.read(f"SELECT 1 FROM {table} WHERE player = ?", ann)


def test_a_check_names_what_is_wrong(host: HostData, desk: Desk) -> None:
    with host.open_accounts() as accounts:
        ((ann,),) = accounts.read("SELECT id FROM player WHERE name = 'ann'")
    with host.open_store(ann) as engine, engine.transaction() as transaction:
        transaction.execute("DELETE FROM event WHERE number = 1")
    (host.folder / "players" / "stray").mkdir()
    found = desk(host.folder, "check")
    assert found.code == 1 and "2 faults found." in found.err
    assert "ann: " in found.out and "stray belongs to no player" in found.out
