"""A database server that hangs: a session waits for it once, and plays on."""

import os
import signal
import time
from collections.abc import Callable, Iterator

import pytest

from solterm.core.game import Game
from solterm.store.errors import Lost
from solterm.store.kept import KeptPlay
from solterm.store.postgres import connection
from solterm.store.postgres.engine import Postgres
from solterm.store.store import Store
from tests.harness.postgres import Server, name_of
from tests.harness.stalling import StallingProxy

SILENCE = 0.3
AT_ONCE = 0.1


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the time-outs."""
    monkeypatch.setattr(connection, "_SILENCE_SECONDS", SILENCE)
    monkeypatch.setattr("solterm.store.postgres.engine._LONG", SILENCE / 2)
    monkeypatch.setattr(connection, "_PAUSE_SECONDS", 0.05)


@pytest.fixture
def store(proxy: StallingProxy, database: str) -> Iterator[Store]:
    engine = Postgres(proxy.address(name_of(database)), os.urandom(8).hex())
    engine.open()
    yield Store(engine)
    proxy.resume()
    engine.disconnect()


def seconds_of(do: Callable[[], object]) -> float:
    began = time.monotonic()
    do()
    return time.monotonic() - began


def wait_until_stored(kept: KeptPlay) -> None:
    for _ in range(500):
        kept.save()
        if not kept.unsaved:
            return
        time.sleep(0.02)
    raise AssertionError(kept.unsaved)


def test_only_the_first_event_waits_and_none_is_lost(
    proxy: StallingProxy, store: Store, klondike: Game
) -> None:
    kept = KeptPlay.start(store, klondike, 17)
    proxy.hang()
    assert SILENCE <= seconds_of(lambda: kept.perform("s")) < 4 * SILENCE
    assert "does not answer" in str(kept.unsaved)
    for _ in range(5):
        assert seconds_of(lambda: kept.perform("s")) < AT_ONCE
    proxy.resume()
    wait_until_stored(kept)
    assert kept.play_id
    assert list(store.load(kept.play_id).record.events) == kept.play.events == ["s"] * 6


def test_a_query_waits_once(proxy: StallingProxy, store: Store) -> None:
    proxy.hang()
    for most in (4 * SILENCE, AT_ONCE, AT_ONCE):
        began = time.monotonic()
        with pytest.raises(Lost, match="does not answer"):
            store.in_progress()
        assert time.monotonic() - began < most


def test_a_server_that_never_answers_is_waited_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(
        connection._DEFAULTS, "connect_timeout", 2
    )  # the shortest that libpq supports
    with StallingProxy.to(None) as proxy:
        engine = Postgres(proxy.address(), "ann")
        for most in (3.0, AT_ONCE, AT_ONCE):
            began = time.monotonic()
            with pytest.raises(Lost, match="does not answer"):
                engine.open()
            assert time.monotonic() - began < most
        engine.disconnect()


def test_statements_and_locks_have_time_outs_in_the_server(store: Store) -> None:
    ((statement, lock),) = store.read(
        "SELECT current_setting('statement_timeout'), current_setting('lock_timeout')"
    )
    assert (statement, lock) == ("4s", "3s")


@pytest.mark.long
def test_a_stopped_server_process_counts_as_hung(own_server: Server, klondike: Game) -> None:
    store = Store(Postgres(own_server.make_database("stopped"), "ann"))
    kept = KeptPlay.start(store, klondike, 17)
    ((backend,),) = store.read("SELECT pg_backend_pid()")
    postmaster = int((own_server.folder / "data/postmaster.pid").read_text().split()[0])
    for each in (backend, postmaster):
        os.kill(each, signal.SIGSTOP)
    try:
        assert seconds_of(lambda: kept.perform("s")) < 4 * SILENCE
        assert kept.unsaved
        assert seconds_of(lambda: kept.perform("s")) < AT_ONCE
    finally:
        for each in (backend, postmaster):
            os.kill(each, signal.SIGCONT)
    wait_until_stored(kept)
    assert kept.play_id
    assert list(store.load(kept.play_id).record.events) == ["s", "s"]
