"""Round trips to the database, counted by a proxy."""

import os
import select
import socket
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from solterm.core.game import Game
from solterm.store import schema
from solterm.store.kept import KeptPlay
from solterm.store.postgres.engine import Postgres
from solterm.store.store import Store
from tests.harness.postgres import Server

_SOCKET = ".s.PGSQL.5432"


class CountingProxy:
    """A proxy between a session and the server that counts round trips."""

    def __init__(self, at: Path, server: Path) -> None:
        self.turns = 0
        self._to = str(server / _SOCKET)
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.bind(str(at / _SOCKET))
        self._socket.listen()
        threading.Thread(target=self._count, daemon=True).start()

    def _count(self) -> None:
        client, _ = self._socket.accept()
        server = socket.socket(socket.AF_UNIX)
        server.connect(self._to)
        spoke: socket.socket = server
        while True:
            for each in select.select([client, server], [], [])[0]:
                if not (data := each.recv(1 << 16)):
                    return
                self.turns += each is client and spoke is server
                spoke = each
                (server if each is client else client).sendall(data)


@pytest.fixture
def proxied(database: str, server: Server, tmp_path: Path) -> Iterator[tuple[Store, CountingProxy]]:
    """A store and its proxy."""
    counter = CountingProxy(tmp_path, server.folder)
    engine = Postgres(database.replace(str(server.folder), str(tmp_path)), os.urandom(8).hex())
    engine.open()
    yield Store(engine), counter
    engine.disconnect()


def test_an_event_is_one_round_trip(proxied: tuple[Store, CountingProxy], klondike: Game) -> None:
    store, counter = proxied
    kept = KeptPlay.start(store, klondike, 17)
    for events in (["s"], ["t3 f1"], ["s"] * 20):
        before = counter.turns
        for event in events:
            kept.perform(event)
        assert counter.turns - before == len(events)


def test_a_query_is_one_round_trip_and_a_new_game_two(
    proxied: tuple[Store, CountingProxy], klondike: Game
) -> None:
    store, counter = proxied
    before = counter.turns
    store.in_progress()
    assert counter.turns - before == 1
    KeptPlay.start(store, klondike, 17)
    assert counter.turns - before == 3, "it first looks for games to end"


def test_an_event_is_two_statements_in_a_transaction(
    home: Path, klondike: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    statements: list[str] = []
    connect = schema.connect

    def connect_traced(*values: object) -> sqlite3.Connection:
        database = connect(*values)  # type: ignore[arg-type]
        database.set_trace_callback(lambda text: statements.append(text.partition(" ")[0]))
        return database

    monkeypatch.setattr(schema, "connect", connect_traced)
    kept = KeptPlay.start(Store.open(home), klondike, 17)
    statements.clear()
    kept.perform("s")
    assert statements == ["BEGIN", "UPDATE", "INSERT", "COMMIT"]
