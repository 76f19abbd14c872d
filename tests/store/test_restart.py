"""Restarting the database server while sessions play loses no event."""

import os
import subprocess
import sys

from solterm.games import find
from solterm.store.kept import KeptPlay
from solterm.store.postgres.engine import Postgres
from solterm.store.store import Store
from tests.effort import tries
from tests.harness.postgres import Server
from tests.store.test_processes import PLAYER, ROUND, expect

GAME = "kloncan-klondike"


def test_a_restart_under_load_loses_no_event(own_server: Server) -> None:
    address, count = own_server.make_database("load"), 150
    players = [f"player-{n}" for n in range(tries(6, 1))]
    command = [sys.executable, "-c", PLAYER, GAME, "17", str(count), *ROUND]
    programs = [
        subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"SOLTERM_DATABASE": address, "SOLTERM_PLAYER": player},
        )
        for player in players
    ]
    for program in programs:
        assert program.stdout
        program.stdout.readline()  # wait until all of them are playing
    before = own_server.count_shut_downs()
    own_server.restart(pause=0.3)
    for program in programs:
        printed = program.communicate(timeout=100)[0].split()
        assert printed[-1] == str(count), "failed statements were retried"
    for player in players:
        store = Store(Postgres(address, player))
        saved = store.load_suspended(GAME)
        assert saved
        assert KeptPlay.resume(store, saved, find).play.events == expect(count)
        assert len(store.in_progress()) == 1
    assert own_server.count_shut_downs() == before + 1


def test_the_first_call_after_a_restart_succeeds(own_server: Server) -> None:
    engine = Postgres(own_server.make_database("first"), "ann")
    engine.open()
    own_server.stop(pause=0)
    own_server.wait()
    with engine.transaction() as database:
        database.execute("INSERT INTO paper (name, text) VALUES (?, ?)", ("a", "b"))
    assert engine.read("SELECT text FROM paper") == [("b",)]
