"""A session at one of its limits: the player reads why, and the host keeps the game."""

import json
import os
import re
import resource
import signal
import subprocess
import sys
from pathlib import Path

import asyncssh
import pytest

from solterm.wire.tty import AS_BEFORE
from tests.serve.hosting import Host, connect, fresh_key, open_screen

MIB = 1 << 20


async def test_a_session_has_resource_limits(host: Host) -> None:
    async with connect(host, "yara", fresh_key()) as connection:
        process = await connection.create_process("json")
        await process.stdout.readline()
        limits = Path(f"/proc/{host.session_of('yara')['process']}/limits").read_text()
    found = {name.strip(): int(soft) for name, soft in re.findall(r"(.{25}) (\d+) ", limits)}
    assert found["Max address space"] < 300 * MIB
    assert found["Max cpu time"] == 3600
    assert found["Max file size"] == 256 * MIB
    assert found["Max open files"] == 64
    assert found["Max core file size"] == 0


async def test_a_session_without_memory_says_so_and_keeps_the_game(host: Host) -> None:
    key = fresh_key()
    async with open_screen(host, "zoe", key) as screen:
        await screen.pass_welcome()
        await screen.play("demon")
        process = host.session_of("zoe")["process"]
        pages = int(Path(f"/proc/{process}/statm").read_text().split()[0])
        limit = pages * resource.getpagesize() + MIB
        resource.prlimit(process, resource.RLIMIT_AS, (limit, limit + 8 * MIB))
        screen.process.change_terminal_size(500, 200)
        shown = (await screen.process.stdout.read()).decode()
        errors, status = await screen.end()
        assert "memory" in shown + errors and "Your games are saved, move by move" in shown + errors
        assert status == 1
    async with open_screen(host, "zoe", key) as screen:
        await screen.wait_for("Welcome back. Your game is as you left it.")


@pytest.mark.parametrize("face", ["screen", "json"])
async def test_a_session_that_uses_up_its_cpu_time_says_so(host: Host, face: str) -> None:
    async with connect(host, "adam", fresh_key()) as connection:
        terminal = {"term_type": "xterm", "term_size": (80, 24)} if face == "screen" else {}
        process = await connection.create_process(None if terminal else face, **terminal)
        await process.stdout.read(1)
        found = next(each for each in host.sessions if each["player"].startswith("adam"))
        os.kill(found["process"], signal.SIGXCPU)
        errors = str(await process.stderr.read())
        await process.wait_closed()
        assert "used up the CPU time" in errors and process.exit_status == 1


@pytest.mark.parametrize("number", [signal.SIGSEGV, signal.SIGKILL])
async def test_a_session_that_dies_says_that_the_game_is_kept(host: Host, number: int) -> None:
    async with connect(host, "bela", fresh_key()) as connection, connect(host) as other:
        process = await connection.create_process("json")
        before = json.loads(await process.stdout.readline())
        assert before["ok"]
        found = next(each for each in host.sessions if each["player"].startswith("bela"))
        os.kill(found["process"], number)
        errors = str(await process.stderr.read())
        assert "Your game is kept up to the last move" in errors
        done = await other.run("json", input="quit\n")
        assert done.exit_status == 0


async def test_a_killed_session_restores_the_terminal(host: Host) -> None:
    async with open_screen(host, "tilda", fresh_key()) as screen:
        await screen.pass_welcome()
        os.kill(host.session_of("tilda")["process"], signal.SIGKILL)
        shown = await screen.process.stdout.read()
        assert shown.endswith(AS_BEFORE.encode())
        errors, _ = await screen.end()
        assert "Your game is kept up to the last move" in errors


async def test_a_guests_data_is_deleted(host: Host) -> None:
    guests = host.data / "guests"
    before = {*guests.iterdir()} if guests.exists() else set()  # some may be ending still
    async with connect(host, "guest") as connection:
        process = await connection.create_process("json")
        await process.stdout.readline()
        (folder,) = {*guests.iterdir()} - before
        assert list(folder.iterdir())
        process.stdin.write("quit\n")
        await process.wait_closed()
        await host.wait_for_log(f"end session={folder.name}")
        assert not folder.exists()


async def test_no_login_name_escapes_the_players_folder(host: Host) -> None:
    """A login name only suggests a nickname; the folder has a different name."""
    for name in ("../../etc", "ann/../bob", "%s%n", "ｒｏｏｔ", "ä" * 400, "x" * 2000, "-o"):
        try:
            async with connect(host, name, fresh_key()) as connection:
                done = await connection.run("json", input="quit\n")
                assert done.exit_status == 0
        except asyncssh.DisconnectError as error:
            assert "sername" in error.reason
    assert all(re.fullmatch("[0-9a-f]{16}", each.name) for each in _folders(host))
    text = host.log_file.read_text()
    assert "\x1b" not in text and text.isascii()


def _folders(host: Host) -> list[Path]:
    return list((host.data / "players").iterdir())


_THREADS = """
import threading
from solterm.serve.orders import Order
from solterm.serve.session_process import _set_limits

_set_limits(Order("1", "screen", {}, 40 << 20, 1 << 20, 60))
over = threading.Event()
for _ in range(20):
    threading.Thread(target=over.wait, daemon=True).start()
over.set()
"""


def test_threads_of_a_session_leave_room_in_its_memory() -> None:
    """Help pages are parsed in threads, whose stacks count with their whole size."""
    done = subprocess.run([sys.executable, "-c", _THREADS], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
