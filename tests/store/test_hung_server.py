"""A database server that hangs: a session waits for it once, and plays on."""

import os
import signal
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from solterm.core.game import Game
from solterm.store.errors import Lost
from solterm.store.kept import KeptPlay
from solterm.store.postgres import connection, engine
from solterm.store.postgres.engine import Postgres
from solterm.store.store import Store
from tests.harness.postgres import Server, name_of
from tests.harness.stalling import StallingProxy

SILENCE = 0.3


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the time-outs."""
    monkeypatch.setattr(connection, "_SILENCE_SECONDS", SILENCE)
    monkeypatch.setattr("solterm.store.postgres.engine._LONG", SILENCE / 2)
    monkeypatch.setattr(connection, "_PAUSE_SECONDS", 0.05)


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Collect what the player waits for: threads of ours wait unseen."""
    waits: list[str] = []
    ask, call = connection.Connection.wait, engine.connect

    def note(what: str) -> None:
        if threading.current_thread() is threading.main_thread():
            waits.append(what)

    def wait(self: connection.Connection, *given: Any, **named: Any) -> Any:
        note("an answer")
        return ask(self, *given, **named)

    def connect(address: str) -> connection.Connection:
        note("a connection")
        return call(address)

    monkeypatch.setattr(connection.Connection, "wait", wait)
    monkeypatch.setattr(engine, "connect", connect)
    return waits


@pytest.fixture
def store(proxy: StallingProxy, database: str) -> Iterator[Store]:
    opened = Postgres(proxy.address(name_of(database)), os.urandom(8).hex())
    opened.open()
    yield Store(opened)
    proxy.resume()
    opened.disconnect()


def wait_until_stored(kept: KeptPlay) -> None:
    for _ in range(500):
        kept.save()
        if not kept.unsaved:
            return
        time.sleep(0.02)
    raise AssertionError(kept.unsaved)


def test_only_the_first_event_waits_and_none_is_lost(
    proxy: StallingProxy, store: Store, klondike: Game, waits: list[str]
) -> None:
    kept = KeptPlay.start(store, klondike, 17)
    proxy.hang()
    waits.clear()
    kept.perform("s")
    assert waits and "does not answer" in str(kept.unsaved)
    waits.clear()
    for _ in range(5):
        kept.perform("s")
    assert not waits
    proxy.resume()
    wait_until_stored(kept)
    assert list(store.load(kept.play_id).record.events) == kept.play.events == ["s"] * 6


def test_a_query_waits_once(proxy: StallingProxy, store: Store, waits: list[str]) -> None:
    proxy.hang()
    for may_wait in (True, False, False):
        waits.clear()
        with pytest.raises(Lost, match="does not answer"):
            store.in_progress()
        assert bool(waits) == may_wait


def test_a_server_that_never_answers_is_waited_for_once(
    monkeypatch: pytest.MonkeyPatch, waits: list[str]
) -> None:
    monkeypatch.setitem(
        connection._DEFAULTS, "connect_timeout", 2
    )  # the shortest that libpq supports
    with StallingProxy.to(None) as proxy:
        silent = Postgres(proxy.address(), "ann")
        for _ in range(3):
            with pytest.raises(Lost, match="does not answer"):
                silent.open()
        assert waits == ["a connection"]
        silent.disconnect()


def test_statements_and_locks_have_time_outs_in_the_server(store: Store) -> None:
    ((statement, lock),) = store.read(
        "SELECT current_setting('statement_timeout'), current_setting('lock_timeout')"
    )
    assert (statement, lock) == ("4s", "3s")


@pytest.mark.long
def test_a_stopped_server_process_counts_as_hung(
    own_server: Server, klondike: Game, waits: list[str]
) -> None:
    store = Store(Postgres(own_server.make_database("stopped"), "ann"))
    kept = KeptPlay.start(store, klondike, 17)
    ((backend,),) = store.read("SELECT pg_backend_pid()")
    postmaster = int((own_server.folder / "data/postmaster.pid").read_text().split()[0])
    for each in (backend, postmaster):
        os.kill(each, signal.SIGSTOP)
    try:
        kept.perform("s")
        assert kept.unsaved
        waits.clear()
        kept.perform("s")
        assert not waits
    finally:
        for each in (backend, postmaster):
            os.kill(each, signal.SIGCONT)
    wait_until_stored(kept)
    assert list(store.load(kept.play_id).record.events) == ["s", "s"]
