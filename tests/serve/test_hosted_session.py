"""A session with a client that speaks no SSH, as another entrance would give it one."""

import asyncio
import json
import os
import signal
import termios
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from unittest.mock import Mock

import pytest

from solterm.serve import hosted_session
from solterm.serve.access import Access, Address
from solterm.serve.hosted_session import Caller, HostedSession, Request
from solterm.serve.limits import Pacer
from solterm.serve.log import Log
from solterm.serve.server import Server
from tests.harness.clock import Clock
from tests.harness.pty import PATIENCE
from tests.serve.hosting import eventually

GUEST = Caller(Address("192.0.2.1"), "guest", "")
SCREEN = Request("screen", "xterm", (80, 24), {})


class RecordingClient:
    """A client in memory."""

    def __init__(self) -> None:
        self.output = b""
        self.errors = b""
        self.is_paused = False
        self.status: int | None = None

    def write(self, data: bytes) -> None:
        self.output += data

    def write_error(self, data: bytes) -> None:
        self.errors += data

    def pause_input(self) -> None:
        self.is_paused = True

    def resume_input(self) -> None:
        self.is_paused = False

    def close(self, status: int) -> None:
        self.status = status

    def is_closing(self) -> bool:
        return self.status is not None


@asynccontextmanager
async def open_terminal(
    client: RecordingClient, clock: Clock | None = None
) -> AsyncIterator[tuple[HostedSession, int]]:
    """Yield a session that was not started, and its process's end of the terminal."""
    services = {name: Mock() for name in ("hall", "supervisor", "figures")}
    pacer = Pacer(1, 1, clock or Clock())
    session = HostedSession(GUEST, SCREEN, client, pacer=pacer, now=lambda: 0.0, **services)
    link, terminal = session.open_files()
    yield session, terminal
    os.close(terminal)
    os.close(link)
    session.end(None)
    await session.wait_for_end()


async def test_sizes_are_paced_like_input_and_only_the_last_one_counts() -> None:
    client, clock = RecordingClient(), Clock()
    async with open_terminal(client, clock) as (session, terminal):
        assert termios.tcgetwinsize(terminal) == (24, 80)
        for columns in range(1, 5000):
            session.resize(columns, 30)
        assert termios.tcgetwinsize(terminal) == (30, 2), "ten commands at once"
        clock.seconds += 1
        session.take_input(b"x")
        assert termios.tcgetwinsize(terminal) == (30, 1000), "the last one, within limits"
        assert client.is_paused, "the size took the place of the key"


async def test_a_new_size_does_not_wait_behind_held_input() -> None:
    client, clock = RecordingClient(), Clock()
    async with open_terminal(client, clock) as (session, terminal):
        while not client.is_paused:
            session.take_input(b"\x1b[A" * 100)
        clock.seconds += 1
        session.resize(100, 30)
        assert termios.tcgetwinsize(terminal) == (30, 100)
        assert client.is_paused


async def test_a_session_that_begins_later_waits_for_its_client_too() -> None:
    client = RecordingClient()
    services = {name: Mock() for name in ("hall", "supervisor", "figures")}
    session = HostedSession(
        GUEST, SCREEN, client, pacer=Pacer(1, 1, Clock()), now=lambda: 0.0, **services
    )
    session.pause_output()
    link, terminal = session.open_files()
    os.write(terminal, b"x")
    await asyncio.sleep(0)
    await asyncio.sleep(0.01)
    assert not client.output
    session.resume_output()
    await eventually(lambda: client.output)
    os.close(link)
    os.close(terminal)
    session.end(None)
    await session.wait_for_end()


async def test_a_session_waits_for_a_client_that_does_not_read() -> None:
    client = RecordingClient()
    async with open_terminal(client) as (session, terminal):
        os.set_blocking(terminal, False)
        session.pause_output()
        written = _fill(terminal)
        await asyncio.sleep(0.05)
        written += _fill(terminal)
        assert not client.output and written < 1 << 17, "the kernel makes the session wait"
        session.resume_output()
        await eventually(lambda: len(client.output) >= written)


def _fill(file: int) -> int:
    """Write until a file takes no more; return the number of bytes."""
    written = 0
    try:
        while True:
            written += os.write(file, b"x" * 4096)
    except BlockingIOError:
        return written


async def test_a_hung_session_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    """It does not hear that it should end, nor the signal after that."""
    monkeypatch.setattr(hosted_session, "_FIRST_TO_LAST_SECONDS", 0.05)
    hung = await asyncio.create_subprocess_exec("sleep", "600")
    os.kill(hung.pid, signal.SIGSTOP)
    os.waitid(os.P_PID, hung.pid, os.WSTOPPED)
    async with open_terminal(RecordingClient()) as (session, _):
        session.begin(hung.pid, os.pidfd_open(hung.pid))
        session.finish("The administrator has ended your session.")
        async with asyncio.timeout(PATIENCE):
            assert await hung.wait() == -signal.SIGKILL


async def test_another_entrance_runs_a_session(tmp_path: Path) -> None:
    server, client = Server(tmp_path, Log(tmp_path / "log"), Access()), RecordingClient()
    await server.start()
    session = server.make_session(GUEST, Request("json", None, (0, 0), {}), client)
    session.take_input(b"moves\nquit\n")
    session.end_input()
    assert client.is_paused, "until the session has begun"
    async with asyncio.timeout(PATIENCE):
        await server.run(session)
    await server.stop()
    first, moves, last = map(json.loads, client.output.splitlines())
    assert first["state"] == "playing" and moves["legal"] and last["ok"]
    assert not client.errors and client.status == 0 and not server.sessions
