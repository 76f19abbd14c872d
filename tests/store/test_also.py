"""What is stored with the beginning and the end of a play: all of it or nothing, and once."""

import os
import signal
from collections.abc import Callable

import pytest

from solterm.core.game import Game
from solterm.games import find
from solterm.store import schema
from solterm.store.errors import StoreError
from solterm.store.interface import Statements
from solterm.store.kept import KeptPlay
from solterm.store.postgres.connection import Connection
from solterm.store.store import Store
from tests.store.faults import failing
from tests.store.opening import OpenStore, in_a_file


def note(name: str) -> Callable[[Statements], None]:
    """Return a write that adds a row of this name; a second one would fail."""

    def write(database: Statements) -> None:
        database.execute("INSERT INTO saved_game (name, record, saved) VALUES (?, '', '')", (name,))

    return write


def noted(store: Store) -> list[str]:
    return [name for (name,) in store.read("SELECT name FROM saved_game ORDER BY name")]


def play(store: Store, game: Game) -> KeptPlay:
    kept = KeptPlay.start(store, game, 17, also=note("begun"))
    kept.perform("s")
    kept.finish(note("ended"))
    return kept


def test_both_ends_of_a_play_store_more(store: Store, klondike: Game) -> None:
    kept = play(store, klondike)
    kept.finish(note("ended twice"))
    assert noted(store) == ["begun", "ended"]


def test_a_play_that_ended_elsewhere_adds_nothing(open_store: OpenStore, klondike: Game) -> None:
    store = open_store()
    kept = KeptPlay.start(store, klondike, 17)
    open_store().close(kept.play_id)
    kept.finish(note("ended"))
    assert noted(store) == []


def test_a_beginning_that_is_refused_stores_nothing(store: Store, klondike: Game) -> None:
    def refuse(database: Statements) -> None:
        raise StoreError("It has begun in another terminal.")

    kept = KeptPlay.start(store, klondike, 17, also=refuse)
    assert "another terminal" in str(kept.unsaved)
    assert store.in_progress() == []


@in_a_file
def test_a_failed_write_is_delivered_later_and_once(open_store: OpenStore, klondike: Game) -> None:
    store = open_store()
    store.disconnect()
    with failing("locked", when=lambda _, text: "CASE WHEN open" in text):
        kept = play(store, klondike)
        assert kept.unsaved
        assert noted(store) == ["begun"]
    store.disconnect()
    assert store.tend(now=True)
    assert not store.tend(now=True)
    assert noted(store) == ["begun", "ended"]


def die_at(number: int, open_store: OpenStore, game: Game) -> bool:
    """Play in a process that is killed before one of its statements; return whether it was."""
    child = os.fork()
    if child:
        return os.waitpid(child, 0)[1] == signal.SIGKILL
    left = number

    def count(*_: object) -> None:
        nonlocal left
        left -= 1
        if not left:
            os.kill(os.getpid(), signal.SIGKILL)

    connect, execute = schema.connect, Connection.execute

    def connected(*given, **named):
        database = connect(*given, **named)
        database.set_trace_callback(count)
        return database

    def executed(self, *given, **named):
        count()
        return execute(self, *given, **named)

    schema.connect, Connection.execute = connected, executed  # type: ignore[method-assign]
    try:
        play(open_store(), game)
    finally:
        os._exit(0)


def test_a_program_killed_at_any_statement_leaves_both_or_neither(
    open_store: OpenStore, klondike: Game
) -> None:
    number, is_killed = 0, True
    while is_killed:
        number += 1
        is_killed = die_at(number, open_store, klondike)
        store = open_store()
        plays = store.read("SELECT id, open FROM play")
        wanted = ["begun"] * bool(plays) + ["ended"] * any(not is_open for _, is_open in plays)
        assert noted(store) == wanted, f"killed at statement {number}"
        for play_id, is_open in plays:
            if is_open:  # resuming ends it with one result
                KeptPlay.resume(store, store.load(play_id), find).finish(note("ended"))
                assert noted(store) == ["begun", "ended"]
        with store.transaction() as database:
            for table in ("play", "event", "saved_game"):
                database.execute(f"DELETE FROM {table}")
        store.disconnect()
    assert number > 10


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solterm.store.patience.SECONDS", 0.02)
