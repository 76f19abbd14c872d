"""PostgreSQL: players don't see each other's rows, and a lost connection loses no move."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import psycopg
import pytest

from solterm.context import DATABASE, GUEST, PLAYER
from solterm.core.game import Game
from solterm.games import find
from solterm.store import backends, players, settings
from solterm.store.errors import Locked, StoreError
from solterm.store.kept import KeptPlay
from solterm.store.postgres import connection as connecting
from solterm.store.postgres import migrations
from solterm.store.postgres.connection import connect
from solterm.store.postgres.engine import Postgres
from solterm.store.postgres.tables import Tables
from solterm.store.schema import Steps
from solterm.store.settings import Settings
from solterm.store.store import Store
from tests.harness.postgres import ROLE, Server
from tests.here import here
from tests.store.opening import OpenStore

OWN = (
    *("play", "event", "sheet_choice", "forgotten", "saved_game"),
    *("contest", "contest_game", "result"),
)
PAPERS = ("paper",)
SHARED = ("shared_result", "tournament")

Connection = psycopg.Connection[tuple[object, ...]]


@pytest.fixture
def engine() -> str:
    """Run these tests on PostgreSQL only."""
    return "postgres"


@pytest.fixture
def at(environment: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> Iterator[Postgres]:
    """Make this process the player's session."""
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv(GUEST, raising=False)
    found = backends.find_database(here())
    assert found
    yield found
    found.disconnect()


@pytest.fixture
def connection(database: str) -> Iterator[Connection]:
    """Connect as a player who knows the address and writes SQL."""
    with psycopg.connect(database, autocommit=True) as connection:
        yield connection


def backend(store: Store) -> int:
    """Return the id of the server process that serves a store."""
    ((number,),) = store.read("SELECT pg_backend_pid()")
    return int(number)


# -- row-level security ----------------------------------------------------------------------


def test_a_player_sees_no_other_players_rows(
    open_store: OpenStore, database: str, klondike: Game
) -> None:
    ann, bob = open_store(), Store(Postgres(database, "bob"))
    kept = KeptPlay.start(ann, klondike, 17)
    kept.perform("s")
    assert bob.load_suspended() is None
    assert bob.read("SELECT count(*) FROM event") == [(0,)]
    with pytest.raises(StoreError, match="no longer holds this game"):
        bob.load(kept.play_id)
    with bob.transaction() as database_of_bob:
        database_of_bob.execute("DELETE FROM event")
        database_of_bob.execute("UPDATE play SET open = 0, score = 999")
    assert ann.load(kept.play_id).record.events == ("s",)
    with pytest.raises(StoreError, match="does not let solterm do this"), bob.transaction() as it:
        it.execute("INSERT INTO event (player, play, number, text) VALUES ('ann', 1, 1, 's')")


@pytest.mark.parametrize("table", [*OWN, *PAPERS])
def test_without_a_player_no_row_is_visible_or_writable(
    store: Store, connection: Connection, table: str
) -> None:
    with pytest.raises(psycopg.Error, match=r"solterm\.player"):
        connection.execute(f"SELECT * FROM {table}".encode())
    store.read("SELECT 1")
    connection.execute("SET solterm.player = ''")
    assert connection.execute(f"SELECT * FROM {table}".encode()).fetchall() == []
    with pytest.raises(psycopg.errors.CheckViolation):
        connection.execute("INSERT INTO paper (name, text) VALUES ('a', 'b')")


@pytest.mark.parametrize("table", SHARED)
def test_shared_rows_are_readable_but_not_changeable(
    store: Store, connection: Connection, table: str
) -> None:
    name = os.urandom(4).hex()
    with store.transaction() as database:
        database.execute("INSERT INTO tournament (file, text) VALUES (?, 'y')", (name,))
        database.execute(
            "INSERT INTO shared_result (board, digest, profile, name, text) VALUES"
            " (?, encode(sha256('y'), 'hex'), 'p', 'b', 'y')",
            (name,),
        )
    connection.execute("SET solterm.player = 'eve'")
    assert connection.execute(f"DELETE FROM {table}".encode()).rowcount == 0
    assert connection.execute(f"UPDATE {table} SET text = 'mine'".encode()).rowcount == 0
    rows = connection.execute(f"SELECT text FROM {table}".encode()).fetchall()
    assert ("y",) in rows
    with pytest.raises(psycopg.errors.CheckViolation):
        connection.execute(
            "INSERT INTO shared_result (board, digest, profile, name, text)"
            " VALUES ('b', 'feigned', 'p', 'b', 'y')"
        )


def test_every_table_has_row_level_security(store: Store, connection: Connection) -> None:
    store.read("SELECT 1")
    rows = connection.execute(
        "SELECT relname, relrowsecurity AND relforcerowsecurity FROM pg_class"
        " WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
    ).fetchall()
    held = dict(rows)
    assert held.pop("solterm_version") is held.pop("session_key") is False
    assert set(held) >= {*OWN, *PAPERS, *SHARED}
    assert all(held.values())


@pytest.mark.parametrize("right", ["SUPERUSER", "BYPASSRLS"])
def test_a_role_that_bypasses_row_level_security_is_refused(
    server: Server, database: str, right: str
) -> None:
    name = f"too_mighty_{os.urandom(4).hex()}"
    with server.connect() as everything:
        everything.execute(f"CREATE ROLE {name} LOGIN {right}".encode())
        with pytest.raises(StoreError, match="see all players' rows"):
            Postgres(database.replace(ROLE, name), "ann").open()
        everything.execute(f"DROP ROLE {name}".encode())


# -- creating the tables ---------------------------------------------------------------------


def test_hosts_that_start_together_create_the_tables_once(server: Server) -> None:
    address = server.make_database(f"anew_{os.urandom(4).hex()}")
    steps = Steps(3, ("CREATE TABLE one (n INTEGER)",), (("INSERT INTO one VALUES (2)",),))
    failed: list[Exception] = []

    def start() -> None:
        try:
            with connect(address) as connection:
                migrations.prepare(connection, Tables("two", steps))
        except Exception as error:
            failed.append(error)

    hosts = [threading.Thread(target=start) for _ in range(4)]
    for host in hosts:
        host.start()
    for host in hosts:
        host.join()
    assert failed == []
    with connect(address) as connection:
        assert connection.execute("SELECT n FROM one").fetchall() == [(2,)]
        with pytest.raises(psycopg.Error):
            more = (*steps.migrations, ("INSERT INTO one VALUES (3)", "no"))
            migrations.prepare(connection, Tables("two", steps._replace(migrations=more)))
        assert connection.execute("SELECT n FROM one").fetchall() == [(2,)], "a step is atomic"
        with pytest.raises(StoreError, match="written by a newer solterm"):
            migrations.prepare(connection, Tables("two", steps._replace(migrations=())))
        with pytest.raises(StoreError, match="written by an older solterm"):
            migrations.prepare(connection, Tables("two", Steps(5, steps.create)))


def test_both_engines_have_the_same_columns(store: Store, connection: Connection) -> None:
    file = Store.memory("this is a test.")
    store.read("SELECT 1")
    for table in OWN:
        (columns,) = zip(*file.read(f"SELECT name FROM pragma_table_info('{table}')"), strict=True)
        found = connection.execute(
            "SELECT column_name FROM information_schema.columns WHERE table_name = %s", (table,)
        ).fetchall()
        assert {name for (name,) in found} == {*columns, "player"}, table


# -- lost connections ------------------------------------------------------------------------


def test_a_lost_connection_is_replaced_silently(
    store: Store, server: Server, klondike: Game
) -> None:
    kept = KeptPlay.start(store, klondike, 17)
    for event in ("s", "t3 f1"):
        with server.connect() as everything:
            everything.execute(f"SELECT pg_terminate_backend({backend(store)})".encode())
        kept.perform(event)
        assert kept.unsaved is None
    with server.connect() as everything:
        everything.execute(f"SELECT pg_terminate_backend({backend(store)})".encode())
    saved = store.load_suspended()
    assert saved
    assert saved.record.events == ("s", "t3 f1")


def test_a_missing_server_is_reported_and_retried(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(DATABASE, server.address("gone").replace("solterm-pg", "solterm-no"))
    monkeypatch.setenv(PLAYER, "ann")
    with pytest.raises(Locked, match="does not answer; wait, or try again in a moment"):
        Store.open()
    store = Store.to_play_with()
    assert store.unsaved is None, "each event tries again"
    kept = KeptPlay.start(store, find("fly"), 7)
    assert kept.unsaved
    assert "does not answer" in kept.unsaved


def test_connections_have_no_state_between_transactions(store: Store, klondike: Game) -> None:
    """A pooler may give each transaction another connection."""
    KeptPlay.start(store, klondike, 17).perform("s")
    assert isinstance(store.engine, Postgres)
    connection = store.engine._connect()
    kept = connection.execute(
        "SELECT current_setting('solterm.player'), current_setting('lock_timeout')"
    )
    assert kept.fetchone() == ("", "0")
    held = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()"
    assert connection.execute(held.encode()).fetchone() == (0,)


@pytest.mark.parametrize(
    ("address", "player", "words"),
    [
        ("mysql://here", "ann", "The address of a database is like postgresql://"),
        ("postgresql:///nowhere", "", "each player needs a name"),
    ],
)
def test_a_malformed_address_is_reported(
    monkeypatch: pytest.MonkeyPatch, address: str, player: str, words: str
) -> None:
    monkeypatch.setenv(DATABASE, address)
    monkeypatch.setenv(PLAYER, player)
    with pytest.raises(StoreError, match=words):
        Store.open()
    assert words in str(Store.to_play_with().unsaved)
    assert words in settings.load_settings(here())[1][0]


def test_no_message_contains_the_password(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    address = server.address("nowhere").replace(ROLE, f"{ROLE}:secret")
    with pytest.raises(StoreError, match="does not let solterm in") as caught:
        Postgres(address, "ann").open()
    assert "secret" not in str(caught.value)
    assert caught.value.__cause__ is None


def test_the_wait_for_the_players_other_session_is_short(
    open_store: OpenStore, store: Store, klondike: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solterm.store.postgres.engine._LOCK_TIMEOUT", "20ms")
    kept, other = KeptPlay.start(open_store(), klondike, 17), open_store()
    with other.transaction() as held:
        held.execute("SELECT 1").fetchone()
        kept.perform("s")
        assert kept.unsaved
        assert "busy with another session" in kept.unsaved
    kept.perform("t3 f1")
    assert kept.unsaved is None


# -- other data of a player ------------------------------------------------------------------


def test_a_session_has_one_connection(at: Postgres, home_is_empty: Callable[[], bool]) -> None:
    store = Store.open()
    settings.save_settings(here(), Settings(sound=False))
    assert settings.load_settings(here()) == (Settings(sound=False), [])
    assert players.profile(here()) == players.profile(here())
    assert backend(store) == backend(Store.to_play_with())
    assert home_is_empty()


def test_a_guest_leaves_nothing_in_the_database(
    at: Postgres, monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    monkeypatch.setenv(GUEST, "1")
    assert Store.open().path is not None
    settings.save_settings(here(), Settings(level=1))
    assert at.read("SELECT count(*) FROM paper") == [(0,)]


@pytest.fixture
def home_is_empty(home: Path) -> Callable[[], bool]:
    return lambda: not list(home.glob("**/*.*"))


def test_a_player_without_a_database_loads_no_driver() -> None:
    script = "import sys; from solterm.store.store import Store; Store.memory('x');"
    script += "from solterm.contests.boards import Boards; print('psycopg' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout == "False\n"


@pytest.mark.parametrize(
    "trouble",
    [
        "failed to resolve host 'db': [Errno -3] Temporary failure in name resolution",
        "could not look up local user ID 107: Success",
        "connection to server failed: fe_sendauth: no password supplied",
    ],
)
def test_a_session_connects_as_before_where_it_can_no_longer_read_the_systems_files(
    trouble: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = {"host": "db", "hostaddr": "192.0.2.7", "port": 5432, "user": "ann", "password": "x"}
    info = SimpleNamespace(**found)
    are_replaced = False

    def open_connection(**parameters: object) -> object:
        if are_replaced and not found.items() <= parameters.items():
            raise psycopg.OperationalError(trouble)
        return SimpleNamespace(info=info)

    monkeypatch.setattr(connecting.Connection, "connect", open_connection)
    address = f"postgresql://db/{len(trouble)}"
    connect(address)
    are_replaced = True
    assert connect(address)
    with pytest.raises(psycopg.OperationalError):
        connect("postgresql://another/one")
