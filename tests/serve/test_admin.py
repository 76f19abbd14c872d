"""The administrator's commands, and their effect on players."""

import json
import os
import signal
import stat
from pathlib import Path

import asyncssh
import pytest

from solterm.serve.access import Access
from solterm.serve.log import Log
from solterm.serve.server import UNATTENDED, Server
from solterm.store.store import Store
from tests.cli.calls import process
from tests.harness.processes import has_ended
from tests.harness.pty import PATIENCE
from tests.serve.conftest import Command
from tests.serve.hosting import Host, connect, eventually, fresh_key, open_screen


async def test_status_lists_players_games_and_memory(host: Host, desk: Command) -> None:
    async with open_screen(host, "ruth", fresh_key()) as screen:
        await screen.pass_welcome()
        await screen.play("demon")
        found = await eventually(lambda: host.session_of("ruth") if _plays(host) else None)
        assert found["face"] == "screen" and found["idle_seconds"] < 60
        assert 1024 < found["memory_kib"] < 40 * 1024
        report = desk(host.data, "status")
        assert report.code == 0 and "ruth" in report.out and "demon" in report.out
        status = desk(host.data, "status", "--json").json
        assert status["server"]["process"] == host.process.pid


def _plays(host: Host) -> bool:
    return bool(host.session_of("ruth")["game"] == "demon")


async def test_a_kicked_player_reads_why_and_may_return(host: Host, desk: Command) -> None:
    key = fresh_key()
    async with open_screen(host, "sven", key) as screen:
        await screen.pass_welcome()
        assert desk(host.data, "kick", "SVEN").out == "Ended: 1 session.\n"
        shown = (await screen.process.stdout.read()).decode()
        errors, _ = await screen.end()
        assert "The administrator has ended your session. Your game is kept." in shown + errors
    await host.wait_for_log("kick .*player=sven")
    async with connect(host, "sven", key) as connection:
        assert (await connection.run("json", input="quit\n")).exit_status == 0


async def test_all_players_read_a_message(host: Host, desk: Command) -> None:
    async with open_screen(host, "ulla", fresh_key()) as screen:
        await screen.pass_welcome()
        assert "Sent to " in desk(host.data, "message", "Tea is at ten.").out
        await screen.wait_for("Tea is at ten.")


def test_only_the_hosts_account_can_use_its_files(host: Host) -> None:
    state = (host.data / "admin.sock").stat()
    assert stat.S_ISSOCK(state.st_mode) and stat.S_IMODE(state.st_mode) == 0o600
    assert stat.S_IMODE((host.data / "host_key").stat().st_mode) == 0o600
    assert stat.S_IMODE(host.log_file.stat().st_mode) == 0o600
    assert stat.S_IMODE(host.data.stat().st_mode) == 0o700


def test_a_missing_host_is_reported_in_one_line(tmp_path: Path, desk: Command) -> None:
    done = desk(tmp_path, "status")
    assert done.code == 1 and done.err.endswith("is no host's folder: name it with --data.\n")
    (tmp_path / "serve.toml").write_text("")
    done = desk(tmp_path, "status")
    assert done.code == 1 and done.err.startswith("solterm: No host answers")


def test_a_second_host_on_the_same_data_is_refused(host: Host, serve: Command) -> None:
    done = serve(host.data, "--even-as-root")
    assert done.code == 1 and "already" in done.err


@pytest.mark.parametrize("name", ["serve.lock", "host_key", "serve.toml"])
def test_an_unusable_file_is_named(tmp_path: Path, serve: Command, name: str) -> None:
    (tmp_path / name).mkdir()
    done = serve(tmp_path, "--even-as-root")
    assert name in done.err and done.err.count("\n") == 1


def test_an_unusable_socket_is_named(tmp_path: Path) -> None:
    (tmp_path / "admin.sock").mkdir()
    place = ["--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path)]
    done = process("serve", *place, "--even-as-root")
    assert b"admin.sock" in done.stderr and done.stderr.count(b"\n") == 1


def test_an_unwritable_log_is_named(tmp_path: Path, serve: Command) -> None:
    done = serve(tmp_path, "--even-as-root", "--log", str(tmp_path))
    assert f"{tmp_path.name} cannot be used: Is a directory." in done.err


def test_a_file_without_a_key_is_not_changed(tmp_path: Path, serve: Command) -> None:
    other = tmp_path / "other"
    other.write_text("for everybody")
    other.chmod(0o644)
    (tmp_path / "host_key").symlink_to(other)
    assert "host_key: Invalid private key." in serve(tmp_path, "--even-as-root").err
    assert other.stat().st_mode & 0o777 == 0o644


def test_root_is_refused_with_a_reason(
    tmp_path: Path, serve: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    done = serve(tmp_path / "host")
    assert done.code == 1 and "--even-as-root" in done.err
    assert not (tmp_path / "host").exists()


async def test_invalid_settings_keep_the_previous_ones(host: Host) -> None:
    async with host.with_settings():
        (host.data / "serve.toml").write_text("sessions = 0\n")
        host.process.send_signal(signal.SIGHUP)
        await host.wait_for_log("error what='.*sessions must be 1 to 100000")
        async with connect(host) as connection:
            assert (await connection.run("json", input="quit\n")).exit_status == 0


async def test_an_idle_session_is_warned_and_then_ended(tmp_path: Path) -> None:
    """The test advances the clock by an hour."""
    clock = [1000.0]
    server = Server(tmp_path, Log(tmp_path / "log"), Access(), now=lambda: clock[0])
    session = _RecordingSession(server.now())
    server.sessions["a"] = session  # type: ignore[assignment]
    for seconds, message in ((3500, ""), (45, "minute"), (5, ""), (60, "Session ended")):
        clock[0] += seconds
        session.message = ""
        server.end_the_silent()
        assert message in session.message and bool(message) == bool(session.message)


async def test_a_session_without_a_connection_ends_after_two_minutes(tmp_path: Path) -> None:
    clock = [1000.0]
    server = Server(tmp_path, Log(tmp_path / "log"), Access(), now=lambda: clock[0])
    session = _RecordingSession(server.now(), is_attended=False)
    server.sessions["a"] = session  # type: ignore[assignment]
    for seconds, message in ((119, ""), (1, UNATTENDED)):
        clock[0] += seconds
        server.end_the_silent()
        assert session.message == message


class _RecordingSession:
    """A session that records messages."""

    def __init__(self, now: float, is_attended: bool = True) -> None:
        self.touched, self.is_warned, self.message = now, False, ""
        self.is_attended = is_attended

    def warn(self, sentence: str) -> None:
        self.is_warned, self.message = True, sentence

    def finish(self, sentence: str) -> None:
        self.message = sentence


async def test_a_terminated_or_killed_host_loses_nothing(tmp_path: Path) -> None:
    """After SIGTERM players read why; SIGKILL ends the sessions, too. All games are kept."""
    key, other = fresh_key(), fresh_key()
    deep = tmp_path / ("x" * 100) / ("y" * 100)  # too long for a socket's address
    deep.mkdir(parents=True)
    with Host(deep) as host:
        async with (
            open_screen(host, "vera", key) as screen,
            connect(host, "wim", other) as connection,
            open_screen(host, "guest") as guest,
        ):
            process = await connection.create_process("json")
            first = json.loads(await process.stdout.readline())
            await screen.pass_welcome()
            await screen.play("demon")
            host.process.terminate()
            shown = (await screen.process.stdout.read()).decode()
            errors, _ = await screen.end()
            assert "The host is shutting down. Your game is kept." in shown + errors
            seen = (await guest.process.stdout.read()).decode() + (await guest.end())[0]
            assert "The host is shutting down." in seen and "is kept" not in seen
            spoken = str(await process.stdout.read()) + str(await process.stderr.read())
            assert "The host is shutting down" in spoken
        assert host.process.wait(PATIENCE) == 0
        assert not (host.data / "admin.sock").exists()
    with Host(deep) as host:
        async with (
            open_screen(host, "vera", key) as screen,
            connect(host, "wim", other) as connection,
        ):
            await screen.wait_for("Welcome back. Your game is as you left it.")
            process = await connection.create_process("json")
            assert json.loads(await process.stdout.readline())["deal"] == first["deal"]
            process.stdin.write("s\n")
            assert json.loads(await process.stdout.readline())["ok"]
            processes = [each["process"] for each in host.sessions]
            host.process.kill()
            await eventually(lambda: all(map(has_ended, processes)))
            assert host.process.stdout
            assert host.process.stdout.read() == "", "the template prints nothing, either"
    suspended = [_find_suspended(each) for each in (host.data / "players").iterdir()]
    assert sorted(suspended) == [("demon", []), ("klondike-deal-1", ["s"])]


def _find_suspended(folder: Path) -> tuple[str, list[str]]:
    """Return the id and the events of the suspended game in a player's folder."""
    play = Store.open(folder).load_suspended()
    assert play
    return play.row.game, list(play.record.events)


def test_the_host_key_is_created_once(host: Host) -> None:
    key = asyncssh.read_private_key(host.data / "host_key")
    assert key.get_algorithm() == "ssh-ed25519"
    assert key.get_fingerprint() in host.welcome
    assert f"ssh -p {host.port} 127.0.0.1" in host.welcome
    assert f"Data: {host.data}\n" in host.welcome
