"""A template that dies, fails to start or fails to fork costs one session, never the host."""

import asyncio
import os
import resource
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from solterm.installed import ChildProcess
from solterm.serve import supervisor as supervision
from solterm.serve.log import Log
from solterm.serve.orders import Order, SessionReport, receive, send
from solterm.serve.supervisor import Supervisor
from solterm.serve.template import Template
from tests.harness.pty import PATIENCE
from tests.serve.hosting import Host, connect, eventually, fresh_address, fresh_key

ORDER = Order("a session", "json", {}, 1 << 20, 1 << 20, 60)
DIES = "import sys; sys.exit(1)"
IS_READY = """
import socket, sys
from solterm.serve.orders import SessionReport, send
line = socket.socket(fileno=int(sys.argv[1]))
send(line, SessionReport("", "ready"), [])
while line.recv(1 << 16):
    pass
"""
"""A template that ignores its orders."""


def run_instead(module: str, *arguments: str) -> ChildProcess:
    """Start that one instead of ours."""
    return ChildProcess([sys.executable, "-c", IS_READY, *arguments], dict(os.environ))


class Owner:
    """The owner of an ordered session."""

    def __init__(self) -> None:
        self.ended: asyncio.Future[int | None] = asyncio.get_running_loop().create_future()

        self.ahead: list[int] = []

    def wait(self, ahead: int) -> None:
        self.ahead.append(ahead)

    def begin(self, number: int, process: int) -> None:
        os.close(process)

    def end(self, status: int | None) -> None:
        self.ended.set_result(status)


@pytest.fixture
def pair() -> Iterator[tuple[socket.socket, socket.socket]]:
    """The two ends of a template's connection."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with ours, theirs:
        yield ours, theirs


def hear(connection: socket.socket) -> list[SessionReport]:
    """Return the reports that have arrived."""
    connection.setblocking(False)
    reports = []
    with suppress(BlockingIOError, ConnectionError):
        while report := receive(connection, SessionReport).message:
            reports.append(report)
    return reports


def test_a_fork_that_fails_refuses_one_session(
    pair: tuple[socket.socket, socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    ours, theirs = pair

    def fail() -> int:
        raise BlockingIOError("no more processes")

    monkeypatch.setattr(os, "fork", fail)
    with Path(os.devnull).open() as first, Path(os.devnull).open() as second:
        for session in ("one", "two"):
            send(ours, ORDER._replace(session=session), [first.fileno(), second.fileno()])
    ours.shutdown(socket.SHUT_WR)
    before = _count_descriptors()
    Template(theirs).run()
    assert [(each.session, each.event) for each in hear(ours)] == [
        ("", "ready"),
        ("one", "failed"),
        ("two", "failed"),
    ]
    assert _count_descriptors() <= before


def test_an_order_without_its_files_fails_one_session(
    pair: tuple[socket.socket, socket.socket],
) -> None:
    ours, theirs = pair
    with Path(os.devnull).open() as file:
        send(ours, ORDER, [file.fileno(), file.fileno()])
    ours.shutdown(socket.SHUT_WR)
    with _no_descriptors():
        got = receive(theirs, Order)
    assert got.message == ORDER and got.is_cut_off
    for each in got.files:
        os.close(each)


class _no_descriptors:
    """Prevent new open files inside the block."""

    def __enter__(self) -> None:
        self._before = resource.getrlimit(resource.RLIMIT_NOFILE)
        free = os.dup(0)
        os.close(free)
        resource.setrlimit(resource.RLIMIT_NOFILE, (free, self._before[1]))

    def __exit__(self, *_: object) -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, self._before)


def _count_descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


@pytest.fixture
async def supervisor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Supervisor]:
    """A supervisor of a template that ignores its orders."""
    monkeypatch.setattr(supervision, "isolated", run_instead)
    supervisor = Supervisor(Log(tmp_path / "log"))
    await supervisor.start()
    with closing(supervisor):
        yield supervisor


async def test_a_template_that_cannot_be_started_is_retried(
    supervisor: Supervisor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervision, "_FIRST_PAUSE", 0.01)
    start, failures = subprocess.Popen, iter(range(3))

    def fail_at_first(*args: Any, **named: Any) -> subprocess.Popen[bytes]:
        for _ in failures:
            raise OSError(24, "Too many open files")
        return start(*args, **named)

    monkeypatch.setattr(subprocess, "Popen", fail_at_first)
    first = supervisor.number
    os.kill(first, 9)
    assert await eventually(lambda: supervisor.number not in (0, first))
    assert (tmp_path / "log").read_text().count("Too many open files") == 3


async def test_a_template_that_keeps_dying_is_restarted_ever_more_slowly(
    supervisor: Supervisor, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []
    monkeypatch.setattr(supervisor, "_start_in", pauses.append)
    for _ in range(9):
        supervisor._replace()
    supervisor._born -= 60
    supervisor._replace()
    assert pauses == [1, 2, 4, 8, 16, 32, 60, 60, 60, 0]


async def test_a_template_without_an_answer_is_replaced_before_its_order_fails(
    supervisor: Supervisor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervision, "_ANSWER_SECONDS", 0.1)
    monkeypatch.setattr(supervision, "_FIRST_PAUSE", 0.01)
    owner = Owner()
    supervisor.order(ORDER, [os.dup(0), os.dup(0)], owner)
    async with asyncio.timeout(PATIENCE):
        assert await owner.ended is None


async def test_a_crowd_waits_in_a_queue_without_a_time_limit(
    supervisor: Supervisor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervision, "_PLACES_SECONDS", 0.01)
    monkeypatch.setattr(supervision, "_MOST_STARTING", 2)
    owners = [Owner() for _ in range(5)]
    for number, owner in enumerate(owners):
        supervisor.order(ORDER._replace(session=str(number)), [os.dup(0), os.dup(0)], owner)
    assert await eventually(lambda: owners[4].ahead)
    assert [owner.ahead[:1] for owner in owners] == [[], [], [2], [3], [4]]
    supervisor.cancel("3")  # its client has left
    supervisor.cancel("0")  # this one is being started
    assert owners[3].ended.done() and not owners[0].ended.done()
    supervisor.let_next_start("0")
    assert await eventually(lambda: owners[4].ahead[-1] == 2)
    assert supervisor.queue == [owners[4]]
    assert (tmp_path / "log").read_text().count("waiting=3") == 1, "one line a minute"


@pytest.mark.parametrize("limit", [110])
async def test_a_host_with_few_descriptors_accepts_what_it_can_and_recovers(
    tmp_path: Path, limit: int
) -> None:
    def limit_files() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))

    with Host(tmp_path, started={"preexec_fn": limit_files}) as host:
        (warning,) = (line for line in host.welcome.splitlines() if "open files" in line)
        assert f"{limit}" in warning and "sessions" in warning
        lines = []
        for _ in range(2 * limit):  # each from a different address
            with suppress(OSError):
                lines.append(
                    await asyncio.open_connection(
                        "127.0.0.1", host.port, local_addr=(fresh_address(), 0)
                    )
                )
        # Use up the descriptors, whatever the settings were reduced to.
        resource.prlimit(host.process.pid, resource.RLIMIT_NOFILE, (_descriptors(host), limit))
        await asyncio.gather(*(give_up_soon(host) for _ in range(5)))
        os.kill(host.ask(ask="status")["template"]["process"], 9)
        resource.prlimit(host.process.pid, resource.RLIMIT_NOFILE, (limit, limit))
        for _, writer in lines:
            writer.close()
        assert await can_play(host)
        assert len(host.log) < 2 * limit


async def give_up_soon(host: Host) -> None:
    """Try to play for a second."""
    with suppress(OSError, asyncssh.Error, TimeoutError):
        async with asyncio.timeout(1), connect(host) as connection:
            await connection.run("json", input="quit\n")


def _descriptors(host: Host) -> int:
    return len(list(Path(f"/proc/{host.process.pid}/fd").iterdir())) + 3


async def can_play(host: Host) -> bool:
    """Log in until the host starts a session."""
    end = asyncio.get_running_loop().time() + PATIENCE
    while asyncio.get_running_loop().time() < end:
        with suppress(OSError, asyncssh.Error):
            async with connect(host, "ann", fresh_key()) as connection:
                done = await connection.run("json", input="s\nquit\n")
                if done.exit_status == 0:
                    return True
        await asyncio.sleep(0.1)
    return False


def test_no_references_to_what_the_template_has_loaded_are_counted() -> None:
    script = (
        "import sys; from solterm.serve import template; template.make_immortal();"
        "counted = [None, template, template.load, template.load.__code__];"
        "print(len({*map(sys.getrefcount, counted)}))"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    has_immortals = sys.version_info >= (3, 12)
    assert (ran.stdout, ran.stderr) == ("1\n" if has_immortals else ran.stdout, "")
    assert ran.returncode == 0, "Python still ends"
