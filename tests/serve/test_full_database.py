"""A database without room for another connection is reported in every mode and at the start."""

import os
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from solterm.context import DATABASE, PLAYER
from solterm.plain.interpreter import carry_out
from solterm.plain.loop import open_session
from solterm.serve.account_tables import OWN_CONNECTIONS, find_shortage, open_database
from solterm.store.errors import Locked
from solterm.store.postgres.engine import Postgres
from solterm.store.store import Store
from tests.harness.postgres import Server, name_of
from tests.plain.line_sessions import session_without_game
from tests.serve.hosting import Host, connect, fresh_key, open_screen

FULL = "The database of this host has no room for one more session; try again in a moment."


@pytest.fixture
def limited(server: Server) -> Iterator[str]:
    """The address of a separate database whose connections a test can limit."""
    name = f"limited_{os.urandom(4).hex()}"
    yield server.make_database(name)


def limit(server: Server, address: str, most: int) -> None:
    with server.connect() as everything:
        everything.execute(f"ALTER DATABASE {name_of(address)} CONNECTION LIMIT {most}".encode())


def test_the_menu_of_line_mode_reports_a_full_database(
    server: Server, limited: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_database(limited).disconnect()
    limit(server, limited, 0)
    monkeypatch.setenv(DATABASE, limited)
    monkeypatch.setenv(PLAYER, "ann")
    session = session_without_game(Store.to_play_with())
    opening = open_session(session, FULL, "menu").text
    assert opening.count(FULL) == 1
    assert "play [NAME]" in opening
    for words in ("menu", "contests", "boards", "daily", "play demon"):
        assert FULL.rstrip(".") in carry_out(session, words).text


def test_connections_are_compared_with_sessions(server: Server, limited: str) -> None:
    assert find_shortage(limited, 10) == ""
    limit(server, limited, 20)
    assert find_shortage(limited, 20 - OWN_CONNECTIONS) == ""
    assert find_shortage(limited, 20).startswith(
        "The database allows 20 connections, but 20 sessions and the host need up to 24."
    )
    with server.connect() as everything:
        ((most,),) = everything.execute("SHOW max_connections").fetchall()
    limit(server, limited, -1)
    assert f"allows {int(most) - 3} connections" in find_shortage(limited, int(most))


def test_an_idle_session_releases_its_connection(
    server: Server, limited: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit(server, limited, 1)
    first, second = Store(Postgres(limited, "ann")), Store(Postgres(limited, "bob"))
    assert first.is_new()
    with pytest.raises(Locked, match="has no room"):
        second.is_new()
    first.tend()
    with pytest.raises(Locked, match="has no room"):
        second.is_new()
    monkeypatch.setattr("solterm.store.postgres.engine._IDLE_SECONDS", 0)
    first.tend()
    with psycopg.connect(server.address("postgres", "postgres"), autocommit=True) as everything:
        left = "SELECT count(*) FROM pg_stat_activity WHERE datname = %s"
        while everything.execute(left, [name_of(limited)]).fetchone() != (0,):
            pass
    assert second.is_new()


@pytest.mark.long
async def test_each_mode_on_a_host_reports_a_full_database(
    server: Server, limited: str, tmp_path: Path
) -> None:
    with Host(tmp_path, "--database", limited, sessions=1000) as host:
        assert "1000 sessions and the host need up to 1004" in host.welcome
        key = fresh_key()
        async with connect(host, "ann", key) as connection:
            await connection.run("json", input="play demon\ns\nquit\n")
        limit(server, limited, 1)
        async with connect(host, "ann", key) as connection:
            for face in (None, "json"):
                done = await connection.run(face, input="menu\nplay demon\nquit\n")
                output = f"{done.stdout}{done.stderr}"
                assert FULL in output
                assert "foresee" not in output and done.exit_status == 0
        async with open_screen(host, "ann", key) as screen:
            text = await screen.wait_for("has no room for one more")
            assert "foresee" not in text
