"""The sessions' role in PostgreSQL: whatever a session says, it has its own player's rows only."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import psycopg
import pytest

from solterm.games import find
from solterm.serve.account_tables import HOST_FILE, admit_sessions
from solterm.serve.accounts import Accounts, Player, open_accounts
from solterm.store.errors import SharedError, StoreError
from solterm.store.kept import KeptPlay
from solterm.store.postgres.engine import Postgres
from solterm.store.postgres.player_rows import SharedRows
from solterm.store.postgres.tables import OWN, READ_ONLY
from solterm.store.store import Store
from tests.harness.postgres import ROLE, SESSIONS_ROLE, Server, name_of
from tests.serve.hosting import Host, connect, eventually, fresh_key
from tests.serve.test_meeting import answer, begin

Connection = psycopg.Connection[tuple[object, ...]]

HIDDEN = ("session_key", *(each for each in HOST_FILE.tables if each != "renamed_player"))
"""Tables that sessions have no right to."""


class Wall(NamedTuple):
    """A database with two players, each with a session."""

    database: str
    """The host's address."""
    sessions: str
    """The sessions' address."""
    accounts: Accounts
    ann: Player
    bob: Player
    anns: str
    bobs: str
    """The keys of their sessions."""


@pytest.fixture
def wall(database: str) -> Iterator[Wall]:
    accounts = open_accounts(Path("/nowhere"), database)
    sessions = database.replace(ROLE, SESSIONS_ROLE)
    admit_sessions(database, sessions)
    players = [accounts.enrol(f"SHA256:{os.urandom(8).hex()}", "ann") for _ in range(2)]
    keys = [os.urandom(16).hex() for _ in players]
    ids = [each.id for each in players]
    accounts.keep_session_keys(dict(zip(keys, ids, strict=True)))
    for key in keys:
        store = Store(Postgres(sessions, key))
        KeptPlay.start(store, find("kloncan-klondike"), 17).perform("s")
        with store.transaction() as it:
            it.execute("INSERT INTO paper (name, text) VALUES ('settings.toml', 'level = 1')")
        store.disconnect()
    for key, player in zip(keys, ids, strict=True):
        host = Postgres(database, player)
        SharedRows(host).add_tournament(key, "a tournament")
        host.disconnect()
    yield Wall(database, sessions, accounts, *players, *keys)
    accounts.engine.disconnect()


@pytest.fixture
def line(wall: Wall) -> Iterator[Connection]:
    """Connect with the sessions' address, as code in a session that is taken over may."""
    with psycopg.connect(wall.sessions, autocommit=True) as line:
        yield line


def rows_of(wall: Wall, player: str) -> list[object]:
    """Return all rows of a player, as the host sees them."""
    engine = Postgres(wall.database, player)
    try:
        return [engine.read(f"SELECT * FROM {table} ORDER BY 1, 2") for table in OWN]
    finally:
        engine.disconnect()


def say(line: Connection, who: str) -> None:
    line.execute("SELECT set_config('solterm.player', %s, false)", (who,))


def try_to(line: Connection, *statements: str) -> int:
    """Execute statements; return how many rows they touched. Refusals are fine."""
    touched = 0
    for each in statements:
        try:
            done = line.execute(each.encode())
            touched += done.rowcount if each.startswith(("UPDATE", "DELETE", "INSERT")) else 0
        except psycopg.Error:
            pass
    return touched


def test_a_key_opens_the_rows_of_its_player_alone(wall: Wall) -> None:
    first, other = (
        Store(Postgres(wall.sessions, wall.anns)),
        Store(Postgres(wall.sessions, wall.bobs)),
    )
    saved = first.load_suspended()
    assert saved and saved.record.events == ("s",)
    with other.transaction() as it:
        it.execute("DELETE FROM event")
        it.execute("UPDATE play SET open = 0, score = 999")
    assert first.load_suspended() == saved
    host = Postgres(wall.database, wall.ann.id)
    assert host.read("SELECT text FROM event") == [("s",)], "the host sees the same rows"
    assert host.read("SELECT DISTINCT player FROM event") == [(wall.ann.id,)]
    for each in (first, other, host):
        each.disconnect()


@pytest.mark.parametrize("whose", ["id", "", "guessed", "guest"])
def test_no_other_word_opens_a_row(wall: Wall, line: Connection, whose: str) -> None:
    before = rows_of(wall, wall.ann.id)
    say(line, {"id": wall.ann.id, "guessed": "0" * 32}.get(whose, whose))
    for table in OWN:
        assert line.execute(f"SELECT count(*) FROM {table}".encode()).fetchone() == (0,)
        assert not try_to(
            line, f"DELETE FROM {table}", f"UPDATE {table} SET player = '{wall.ann.id}'"
        )
    for table in ("shared_result", "tournament"):
        assert not try_to(line, f"DELETE FROM {table}", f"UPDATE {table} SET text = 'mine'")
    insert = "INSERT INTO paper (player, name, text) VALUES ('{}', 'x', 'y')"
    assert not try_to(line, insert.format(wall.ann.id), insert.format(""))
    assert rows_of(wall, wall.ann.id) == before


def test_a_session_owns_what_it_enters(wall: Wall, line: Connection) -> None:
    say(line, wall.bobs)
    for table, columns, values in (
        ("paper", "name, text", "'x', 'y'"),
        ("tournament", "file, text", "'x', 'y'"),
        ("event", "play, number, text", "1, 99, 's'"),
    ):
        insert = f"INSERT INTO {table} (player, {columns}) VALUES ('{wall.ann.id}', {values})"
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            line.execute(insert.encode())


@pytest.mark.parametrize("table", HIDDEN)
def test_the_hosts_tables_are_closed(wall: Wall, line: Connection, table: str) -> None:
    for who in ("", wall.bobs, wall.bob.id):
        say(line, who)
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            line.execute(f"SELECT * FROM {table}".encode())
        assert not try_to(line, f"DELETE FROM {table}", f"TRUNCATE {table}")


def test_a_session_can_only_read_results_names_and_versions(wall: Wall, line: Connection) -> None:
    result = "(board, digest, profile, name, text) VALUES ('b', 'd', 'p', 'b', 'y')"
    for who in ("", wall.bobs):
        say(line, who)
        for table in READ_ONLY:
            line.execute(f"SELECT * FROM {table}".encode())
            assert not try_to(line, f"DELETE FROM {table}", f"DROP TABLE {table}")
        for insert in (f"shared_result {result}", "tournament (file, text) VALUES ('x', 'y')"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                line.execute(f"INSERT INTO {insert}".encode())


def test_a_session_can_not_become_the_host_or_mislead_the_function(
    wall: Wall, line: Connection
) -> None:
    before = rows_of(wall, wall.ann.id)
    say(line, wall.ann.id)
    try_to(
        line,
        f"SET ROLE {ROLE}",
        f"SET SESSION AUTHORIZATION {ROLE}",
        "ALTER TABLE event NO FORCE ROW LEVEL SECURITY",
        "DROP POLICY own ON event",
        "CREATE OR REPLACE FUNCTION solterm_player() RETURNS text LANGUAGE sql AS $$SELECT 'x'$$",
        "ALTER FUNCTION solterm_player() SECURITY INVOKER",
        f"CREATE TEMP TABLE session_key AS SELECT '{wall.ann.id}' AS key, 'x' AS player",
        "CREATE FUNCTION pg_temp.solterm_player() RETURNS text LANGUAGE sql AS"
        f" $$SELECT '{wall.ann.id}'$$",
        "SET search_path = pg_temp, public",
    )
    assert line.execute("SELECT public.solterm_player()").fetchone() == (None,)
    assert line.execute("SELECT count(*) FROM public.event").fetchone() == (0,)
    assert not try_to(line, "DELETE FROM public.event", "UPDATE public.play SET open = 0")
    assert rows_of(wall, wall.ann.id) == before


def test_a_guest_reads_what_players_share_and_enters_nothing(wall: Wall) -> None:
    engine = Postgres(wall.sessions, "guest")
    rows = SharedRows(engine)
    assert wall.anns in rows.tournaments()
    with pytest.raises(SharedError):
        rows.add_tournament("guest", "x")
    engine.disconnect()


def test_a_key_that_is_dropped_opens_nothing(wall: Wall) -> None:
    engine = Postgres(wall.sessions, wall.anns)
    assert engine.read("SELECT count(*) FROM event") == [(1,)]
    wall.accounts.drop_session_key(wall.anns)
    assert engine.read("SELECT count(*) FROM event") == [(0,)]
    with pytest.raises(StoreError), engine.transaction() as it:
        it.execute("INSERT INTO paper (name, text) VALUES ('a', 'b')")
    engine.disconnect()


def test_keys_of_lost_sessions_are_forgotten_and_of_running_ones_kept(wall: Wall) -> None:
    with psycopg.connect(wall.database, autocommit=True) as owner:
        owner.execute("UPDATE session_key SET seen = seen - interval '25 hours'")
        wall.accounts.keep_session_keys({wall.bobs: wall.bob.id})
        assert owner.execute("SELECT key FROM session_key").fetchall() == [(wall.bobs,)]


def test_two_sessions_of_a_player_take_turns(wall: Wall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solterm.store.postgres.engine._LOCK_TIMEOUT", "20ms")
    second = os.urandom(16).hex()
    wall.accounts.keep_session_keys({second: wall.ann.id})
    first, other = Postgres(wall.sessions, wall.anns), Postgres(wall.sessions, second)
    with first.transaction() as held:
        held.execute("SELECT 1").fetchone()
        with (
            pytest.raises(StoreError, match="busy with another session"),
            other.transaction() as it,
        ):
            it.execute("SELECT 1").fetchone()
    first.disconnect()
    other.disconnect()


def test_a_role_that_could_become_the_host_is_refused(server: Server, database: str) -> None:
    member, mighty = (f"{each}_{os.urandom(4).hex()}" for each in ("member", "mighty"))
    with server.connect() as everything:
        everything.execute(f"CREATE ROLE {member} LOGIN IN ROLE {ROLE}".encode())
        everything.execute(f"CREATE ROLE {mighty} LOGIN BYPASSRLS".encode())
        for role in (ROLE, member):
            with pytest.raises(StoreError, match="needs another role for the sessions"):
                admit_sessions(database, database.replace(ROLE, role))
        with pytest.raises(StoreError, match="see all players' rows"):
            admit_sessions(database, database.replace(ROLE, mighty))
        for role in (member, mighty):
            everything.execute(f"DROP ROLE {role}".encode())


def test_a_database_that_asks_the_host_for_no_password_is_reported(wall: Wall) -> None:
    assert "without a password" in admit_sessions(wall.database, wall.sessions)


async def test_a_host_gives_each_session_a_key_until_its_end(
    server: Server, tmp_path: Path
) -> None:
    database = server.make_database(f"keys_{os.urandom(4).hex()}")
    sessions = database.replace(ROLE, SESSIONS_ROLE)
    key = fresh_key()
    with (
        Host(tmp_path, "--database", database, "--sessions-database", sessions) as host,
        psycopg.connect(database, autocommit=True) as owner,
    ):
        assert "without a password" in host.welcome
        assert "the rows of all players" not in host.welcome
        counted = "SELECT count(*) FROM session_key"
        query = "SELECT usename FROM pg_stat_activity WHERE usename = %s AND datname = %s"
        for expected in ("play demon", "s"):
            async with connect(host, "ann", key) as connection, connect(host) as guest:
                ann, visitor = await begin(connection), await begin(guest)
                assert (await answer(ann, expected))["ok"]
                assert (await answer(visitor, "play demon"))["ok"]
                page = await answer(visitor, "player ann")  # the referee reads it, with a key
                assert page["ok"], page["text"]
                await eventually(lambda: owner.execute(counted).fetchone() == (1,))
                used = owner.execute(query, (SESSIONS_ROLE, name_of(database))).fetchall()
                assert used, "the session uses its own role"
            await eventually(lambda: not host.sessions)
            await eventually(lambda: not owner.execute("SELECT 1 FROM session_key").fetchone())
