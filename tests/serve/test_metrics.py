"""Reports of a host to systemd and to a monitoring system."""

import asyncio
import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from unittest.mock import Mock
from urllib.request import Request, urlopen

import asyncssh
import pytest
from prometheus_client.openmetrics.parser import text_string_to_metric_families

from solterm.serve import metrics, server
from solterm.serve.daemon import Systemd
from solterm.serve.log import ANSWER_SECONDS, REFUSED, HostFigures
from tests.harness.pty import PATIENCE
from tests.serve.conftest import Command
from tests.serve.hosting import Host, connect, eventually, fresh_key, open_screen
from tests.serve.test_meeting import answer, begin

OPEN_METRICS = {"Accept": "application/openmetrics-text; version=1.0.0"}


class Manager:
    """The notification socket of a service manager."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(f"\0{name[1:]}" if name[0] == "@" else name)
        self._socket.settimeout(60)

    def __enter__(self) -> "Manager":
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def hear(self) -> list[str]:
        """Return the states of the next message."""
        return self._socket.recv(4096).decode().split("\n")

    def hear_until(self, state: str) -> None:
        """Wait for a state."""
        while state not in self.hear():
            pass


@pytest.fixture(params=["path", "abstract"])
def manager(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Manager]:
    name = f"@solterm-{os.getpid()}" if request.param == "abstract" else str(tmp_path / "notify")
    with Manager(name) as manager:
        yield manager


def test_the_watchdog_of_another_process_is_ignored(manager: Manager) -> None:
    environment = {"NOTIFY_SOCKET": manager.name, "WATCHDOG_USEC": "1", "WATCHDOG_PID": "1"}
    systemd = Systemd(environment)
    assert not environment, "children must not send messages"
    systemd.report("1 player")
    systemd.report("1 player")
    systemd.report("2 players")
    assert [manager.hear(), manager.hear()] == [["STATUS=1 player"], ["STATUS=2 players"]]


# -- metrics ---------------------------------------------------------------------------------


def test_an_answer_counts_in_the_first_bucket_that_contains_it() -> None:
    figures = HostFigures(Mock())
    for seconds in (0.0, ANSWER_SECONDS[0], 0.006, 100.0):
        figures.answer(seconds)
    assert figures.answers == [2, 1, *[0] * (len(ANSWER_SECONDS) - 2), 1]
    assert figures.answering == pytest.approx(100.011)


def read_metrics(host: Host) -> dict[str, float]:
    """Return the samples by name and labels."""
    found = re.search(r"http://127\.0\.0\.1:\d+/metrics", host.welcome)
    assert found
    with urlopen(Request(found[0], headers=OPEN_METRICS), timeout=60) as page:
        families = text_string_to_metric_families(page.read().decode())  # type: ignore[no-untyped-call]
    return {
        " ".join((sample.name, *sample.labels.values())): sample.value
        for family in families
        for sample in family.samples
    }


async def test_systemd_and_metrics_follow_what_happens_on_a_host(
    tmp_path: Path, desk: Command
) -> None:
    name = str(tmp_path / "notify")
    environment = os.environ | {"NOTIFY_SOCKET": name, "WATCHDOG_USEC": "30000000"}
    options = "--closed", "--metrics", "0"
    with (
        Manager(name) as manager,
        Host(tmp_path, *options, sessions=2, started={"env": environment}) as host,
    ):
        before = await asyncio.to_thread(read_metrics, host)
        assert before["solterm_players"] == before["solterm_answer_seconds_count"] == 0
        async with (
            connect(host, "ann", fresh_key()) as connection,
            open_screen(host, "bob", fresh_key()) as bob,
        ):
            await asyncio.to_thread(manager.hear_until, "READY=1")
            ann = await begin(connection)
            await answer(ann, "play demon")
            await bob.pass_welcome()
            await asyncio.to_thread(manager.hear_until, "STATUS=2 players")
            assert await asyncio.to_thread(manager.hear) == ["WATCHDOG=1"]
            third = await connection.run("json", input="")
            assert third.exit_status == 1
            during = await asyncio.to_thread(read_metrics, host)
        with pytest.raises(asyncssh.PermissionDenied):
            async with connect(host, "guest"):
                pass
        await asyncio.to_thread(manager.hear_until, "STATUS=0 players")
        after = await asyncio.to_thread(read_metrics, host)
        await send_half_requests(host)
        await drain(host, desk)
        await asyncio.to_thread(manager.hear_until, "STOPPING=1")
        assert await asyncio.to_thread(host.process.wait, PATIENCE) == 0
    assert during["solterm_players"] == 2 and during["solterm_connections"] == 2
    assert during["solterm_sessions json"] == during["solterm_sessions screen"] == 1
    assert during["solterm_sessions_started_total"] == 2
    assert during["solterm_refused_total host full"] == 1
    assert 2 <= during["solterm_answer_seconds_count"] < 50
    assert during["solterm_answer_seconds_bucket +Inf"] == during["solterm_answer_seconds_count"]
    assert 0 < during["solterm_answer_seconds_sum"] < 60
    assert during["solterm_database_errors_total"] == 0
    assert after["solterm_sessions_ended_total ended"] == 2
    assert after["solterm_sessions_ended_total crashed"] == 0
    assert after["solterm_refused_total no key admitted"] >= 1


async def drain(host: Host, desk: Command) -> None:
    """A drained host ends with its last player."""
    async with connect(host, "gina", fresh_key()) as connection:
        await begin(connection)
        assert "the last of 1" in desk(host.data, "drain").out
        refused = await converse(host, "")
        assert refused.exit_status == 1 and "takes no new players" in str(refused.stderr)
        assert "Draining" in desk(host.data, "status").out
        desk(host.data, "drain", "--off")
        assert (await converse(host)).exit_status == 0
        desk(host.data, "drain")


async def converse(host: Host, typed: str = "quit\n") -> asyncssh.SSHCompletedProcess:
    async with connect(host, "ann", fresh_key()) as connection:
        return await connection.run("json", input=typed)


async def send_half_requests(host: Host) -> None:
    """Half-sent requests for the figures use up nothing."""
    port = int(re.findall(r"127\.0\.0\.1:(\d+)/metrics", host.welcome)[0])
    descriptors = Path(f"/proc/{host.process.pid}/fd")
    before = len(list(descriptors.iterdir()))
    with ExitStack() as stack:
        for _ in range(100):
            half = stack.enter_context(socket.create_connection(("127.0.0.1", port)))
            half.sendall(b"GET /metrics HTTP/1.1\r\n")
        assert await eventually(lambda: len(list(descriptors.iterdir())) < before + 12)
        assert len(list(Path(f"/proc/{host.process.pid}/task").iterdir())) < 20
        assert "solterm_players" in await asyncio.to_thread(read_metrics, host)
        assert (await converse(host)).exit_status == 0


async def test_a_burst_of_connections_closes_all_but_the_latest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(metrics, "_SECONDS", PATIENCE)
    served = metrics.Metrics.__new__(metrics.Metrics)
    served._open = {}
    async with await served.serve(listening := metrics.listen("127.0.0.1", 0)):
        burst = [asyncio.open_connection(*listening.getsockname()) for _ in range(50)]
        opened = await asyncio.gather(*burst)
        await eventually(lambda: sum(not _is_open(reader) for reader, _ in opened) == 42)
        assert len(served._open) == 8
        for _, writer in opened:
            writer.close()


def _is_open(reader: asyncio.StreamReader) -> bool:
    return not reader.at_eof() and reader.exception() is None


async def test_a_request_has_a_time_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(metrics, "_SECONDS", 0.05)
    served = metrics.Metrics.__new__(metrics.Metrics)
    served._open = {}
    async with await served.serve(listening := metrics.listen("127.0.0.1", 0)):
        reader, writer = await asyncio.open_connection(*listening.getsockname())
        async with asyncio.timeout(PATIENCE):
            assert await _read_all(reader) == b""
        writer.close()
    assert not served._open


async def _read_all(reader: asyncio.StreamReader) -> bytes:
    with suppress(ConnectionError):
        return await reader.read()
    return b""


def test_every_reason_for_a_refusal_begins_at_0() -> None:
    sources = "".join(path.read_text() for path in Path(metrics.__file__).parent.glob("*.py"))
    named = re.findall(r"(?:\.refuse\(|reason =)\s*\"([^\"]+)\"", sources)
    assert {*named, *server._REASONS.values(), "banned"} == set(REFUSED)


def _serve(folder: Path, metrics: str, before: str = "") -> subprocess.CompletedProcess[str]:
    place = ["serve", "--port", "0", "--data", str(folder / "host"), "--even-as-root"]
    script = f"{before}\nfrom solterm.cli.main import main; raise SystemExit(main())"
    return subprocess.run(
        [sys.executable, "-c", script, *place, "--metrics", metrics],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_a_port_in_use_is_named(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        refused = _serve(tmp_path, str(port))
    assert refused.returncode == 1
    assert f"Cannot serve metrics on 127.0.0.1, port {port}" in refused.stderr


def test_a_missing_package_is_named(tmp_path: Path) -> None:
    refused = _serve(tmp_path, "0", "import sys; sys.modules['prometheus_client'] = None")
    assert refused.returncode == 1
    assert "-m pip install 'prometheus-client" in refused.stderr
