"""Moves made while PostgreSQL is stopped are stored later."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable

import pytest

from solterm.core.game import Game
from solterm.store.kept import KeptPlay
from solterm.store.postgres.engine import Postgres
from solterm.store.store import Store
from tests.harness.postgres import Server

pytestmark = pytest.mark.long

PAUSE = 2.0


@pytest.fixture(scope="module")
def address(own_server: Server) -> str:
    return own_server.make_database("stopped")


class Program:
    """A process in line mode."""

    def __init__(self, address: str) -> None:
        self.player = os.urandom(8).hex()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "solterm", "play", "kloncan-klondike", "--json"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | {"SOLTERM_DATABASE": address, "SOLTERM_PLAYER": self.player},
        )
        assert self.process.stdout
        assert json.loads(self.process.stdout.readline())["ok"]
        self._address = address

    def say(self, line: str) -> str:
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()
        return str(json.loads(self.process.stdout.readline())["text"])

    def stored(self) -> tuple[str, ...]:
        saved = Store(Postgres(self._address, self.player)).load_suspended()
        return saved.record.events if saved else ()


def test_moves_are_stored_when_the_server_is_back(own_server: Server, address: str) -> None:
    program = Program(address)
    own_server.stop(PAUSE)
    assert "not saved" in program.say("s")
    own_server.wait()
    end = time.monotonic() + 120
    while program.stored() != ("s",):
        assert time.monotonic() < end
        time.sleep(0.1)
    program.process.kill()
    program.process.communicate()


def _quit(program: Program) -> None:
    program.say("quit")


def _close(program: Program) -> None:
    assert program.process.stdin
    program.process.stdin.close()


def _send(number: signal.Signals) -> Callable[[Program], None]:
    return lambda program: program.process.send_signal(number)


@pytest.mark.parametrize(
    "leave", [_quit, _close, _send(signal.SIGHUP), _send(signal.SIGTERM)], ids=range(4)
)
def test_moves_are_stored_on_leaving(
    own_server: Server, address: str, leave: Callable[[Program], None]
) -> None:
    program = Program(address)
    own_server.stop(PAUSE)
    assert "not saved" in program.say("s")
    program.process.send_signal(signal.SIGSTOP)  # without the timer, only leaving stores them
    own_server.wait()
    program.process.send_signal(signal.SIGCONT)
    leave(program)
    program.process.wait(60)
    assert program.stored() == ("s",)
    for each in (program.process.stdin, program.process.stdout, program.process.stderr):
        assert each
        each.close()


def test_lost_moves_are_reported(own_server: Server, address: str) -> None:
    program = Program(address)
    own_server.stop(PAUSE)
    program.say("s")
    _, output = program.process.communicate("quit\n", 60)
    assert "The last moves are not saved: The database of this host does not answer" in output
    own_server.wait()
    assert program.stored() == ()


def test_a_restart_between_moves_is_not_reported(
    own_server: Server, address: str, klondike: Game
) -> None:
    store = Store(Postgres(address, "ann"))
    kept = KeptPlay.start(store, klondike, 17)
    own_server.restart(pause=0)
    time.sleep(0.3)
    own_server.wait()
    kept.perform("s")
    assert kept.unsaved is None
