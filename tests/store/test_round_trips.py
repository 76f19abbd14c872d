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


class Listener:
    """A proxy between a session and the server that counts round trips."""

    def __init__(self, at: Path, server: Path) -> None:
        self.turns = 0
        self._to = str(server / _SOCKET)
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.bind(str(at / _SOCKET))
        self._socket.listen()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        client, _ = self._socket.accept()
        server = socket.socket(socket.AF_UNIX)
        server.connect(self._to)
        spoke: socket.socket = server
        while True:
            for each in select.select([client, server], [], [])[0]:
                if not (said := each.recv(1 << 16)):
                    return
                self.turns += each is client and spoke is server
                spoke = each
                (server if each is client else client).sendall(said)


@pytest.fixture
def line(database: str, server: Server, tmp_path: Path) -> Iterator[tuple[Store, Listener]]:
    """A store and its proxy."""
    listener = Listener(tmp_path, server.folder)
    engine = Postgres(database.replace(str(server.folder), str(tmp_path)), os.urandom(8).hex())
    engine.open()
    yield Store(engine), listener
    engine.disconnect()


def test_an_event_is_one_round_trip(line: tuple[Store, Listener], klondike: Game) -> None:
    store, listener = line
    kept = KeptPlay.start(store, klondike, 17)
    for events in (["s"], ["t3 f1"], ["s"] * 20):
        before = listener.turns
        for event in events:
            kept.perform(event)
        assert listener.turns - before == len(events)


def test_a_query_is_one_round_trip_and_a_new_game_two(
    line: tuple[Store, Listener], klondike: Game
) -> None:
    store, listener = line
    before = listener.turns
    store.in_progress()
    assert listener.turns - before == 1
    KeptPlay.start(store, klondike, 17)
    assert listener.turns - before == 3, "it looks first for games to end"


def test_an_event_is_two_statements_in_a_transaction(
    home: Path, klondike: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    connect = schema.connect

    def listened_to(*values: object) -> sqlite3.Connection:
        database = connect(*values)  # type: ignore[arg-type]
        database.set_trace_callback(lambda text: said.append(text.partition(" ")[0]))
        return database

    monkeypatch.setattr(schema, "connect", listened_to)
    kept = KeptPlay.start(Store.open(home), klondike, 17)
    said.clear()
    kept.perform("s")
    assert said == ["BEGIN", "UPDATE", "INSERT", "COMMIT"]
