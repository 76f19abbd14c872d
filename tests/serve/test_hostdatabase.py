"""The register of several hosts: shared by all hosts, and invisible to sessions."""

import threading
from pathlib import Path

import pytest

from solterm.serve.account_tables import HOST_FILE
from solterm.serve.accounts import Accounts, Player, open_accounts
from solterm.store.errors import StoreError
from solterm.store.postgres.engine import Postgres
from solterm.store.postgres.player_rows import SharedRows
from tests.serve.databases import empty_database

KEY = "SHA256:" + "A" * 43


@pytest.fixture
def address(database: str) -> str:
    empty_database(database)
    return database


def host(address: str) -> Accounts:
    return open_accounts(Path("/nowhere"), address)


def test_hosts_share_accounts(address: str) -> None:
    ann = host(address).enrol(KEY, "ann")
    assert host(address).find(KEY) == ann


def test_hosts_that_enrol_concurrently_assign_different_names(address: str) -> None:
    players: list[Player] = []

    def enrol(number: int) -> None:
        players.append(host(address).enrol(f"SHA256:{number % 3}", "ann"))

    hosts = [threading.Thread(target=enrol, args=(number,)) for number in range(6)]
    for each in hosts:
        each.start()
    for each in hosts:
        each.join()
    assert {name for _, name in players} == {"ann", "ann-2", "ann-3"}
    assert len(set(players)) == 3


def test_no_session_can_read_the_register(address: str) -> None:
    ann = host(address).enrol(KEY, "ann")
    session = Postgres(address, ann.id)
    for table in HOST_FILE.tables:
        assert session.read(f"SELECT count(*) FROM {table}") == [(0,)], table
        with session.transaction() as it:
            it.execute(f"DELETE FROM {table}")
    assert host(address).find(KEY) == ann
    session.disconnect()


def test_sessions_read_the_names_of_the_renamed(address: str) -> None:
    ann = host(address).enrol(KEY, "ann")
    session = Postgres(address, "somebody")
    rows = SharedRows(session)
    rows.add_result("Cup", f'[Board "Cup"]\n[Profile "{ann.id}"]\n')
    assert rows.names("Cup") == {}
    host(address).rename(ann.id, "anna")
    assert rows.names("Cup") == {ann.id: "anna"}
    with session.transaction() as it:
        it.execute("UPDATE renamed_player SET name = 'eve'")
        it.execute("DELETE FROM renamed_player")
    assert rows.names("Cup") == {ann.id: "anna"}
    session.disconnect()


def test_a_malformed_address_is_refused() -> None:
    with pytest.raises(StoreError, match="like postgresql://"):
        host("here")
