"""A real host in a separate process, and clients for it."""

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any, Self

import asyncssh
import pyte

from solterm.games import catalogue
from solterm.serve import admin
from tests.harness.pty import KEYS, PATIENCE

_addresses = count(2)


def fresh_address() -> str:
    """Return a loopback address that no other test uses."""
    number = next(_addresses)
    return f"127.{os.getpid() % 200 + 1}.{number // 250}.{number % 250 + 1}"


def fresh_name() -> str:
    """Return a login name that no other test uses."""
    return f"nick{next(_addresses)}"


def fresh_key() -> asyncssh.SSHKey:
    return asyncssh.generate_private_key("ssh-ed25519")


def is_closed(connected: socket.socket) -> bool:
    """Return whether the other end of a connection that does not block is closed."""
    try:
        return not connected.recv(1 << 12)
    except BlockingIOError:
        return False
    except ConnectionError:
        return True


class Host:
    """`solterm serve` on a free port, stopped at the end of the `with` block."""

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        started: Mapping[str, Any] | None = None,
        **settings: int | bool | list[str],
    ) -> None:
        """Start the host with its data in a folder, and wait until it accepts players.

        ``started`` may contain another ``program``, and other arguments of ``Popen``.
        """
        self.data = folder / "host"
        self.log_file = folder / "log"
        self.data.mkdir(mode=0o700, exist_ok=True)
        self.settings: dict[str, int | bool | list[str]] = {
            "logins_a_minute": 1000,
            "sessions_of_an_address": 1000,
            **settings,
        }
        self._write_settings()
        how = dict(started or {})
        program = how.pop("program", [sys.executable, "-m", "solterm"])
        place = ["serve", "--host", "127.0.0.1", "--port", "0"]
        folders = ["--data", str(self.data), "--log", str(self.log_file), "--even-as-root"]
        self.process = subprocess.Popen(
            [*program, *place, *folders, *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
            **how,
        )
        assert self.process.stdout
        self.welcome = ""
        while "key is" not in self.welcome:
            line = self.process.stdout.readline()
            assert line, self.welcome
            self.welcome += line
        found = re.search(r"port (\d+)\.", self.welcome)
        assert found
        self.port = int(found[1])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        try:
            self.process.wait(PATIENCE)
        finally:
            self.process.kill()
            self.process.wait()
            assert self.process.stdout
            self.process.stdout.close()

    @property
    def log(self) -> list[str]:
        return self.log_file.read_text().splitlines()

    def ask(self, **question: str) -> Any:
        """Send an administrator's request."""
        return admin.ask(self.data, **question)

    @property
    def sessions(self) -> list[dict[str, Any]]:
        return list(self.ask(ask="status")["sessions"])

    def session_of(self, player: str) -> dict[str, Any]:
        """Return the only session of a player."""
        (found,) = (each for each in self.sessions if each["player"] == player)
        return dict(found)

    async def wait_for_log(self, pattern: str) -> str:
        """Wait for a log line that matches, and return the first."""
        return str(await eventually(lambda: next(filter(re.compile(pattern).search, self.log), "")))

    @asynccontextmanager
    async def with_settings(self, **settings: int | bool | list[str]) -> AsyncIterator[None]:
        """Change the host's settings inside a ``with`` block."""
        before = self.settings
        await self._read({**before, **settings})
        try:
            yield
        finally:
            await self._read(before)

    async def _read(self, settings: dict[str, int | bool | list[str]]) -> None:
        self.settings = settings
        self._write_settings()
        before = sum("reloaded" in line for line in self.log)
        self.process.send_signal(signal.SIGHUP)
        await eventually(lambda: sum("reloaded" in line for line in self.log) > before)

    def _write_settings(self) -> None:
        # Strings, numbers and booleans have the same form in JSON and TOML.
        lines = [f"{name} = {json.dumps(value)}\n" for name, value in self.settings.items()]
        (self.data / "serve.toml").write_text("".join(lines))


async def eventually(ask: Any) -> Any:
    """Poll a function until it returns a true value, and return the value."""
    end = time.monotonic() + PATIENCE
    while not (found := ask()):
        assert time.monotonic() < end, "the value never became true"
        await asyncio.sleep(0.02)
    return found


class _Keyless(asyncssh.SSHClient):
    """A client without a key that accepts a login without questions."""

    def kbdint_auth_requested(self) -> str:
        return ""

    def kbdint_challenge_received(
        self, name: str, instructions: str, lang: str, prompts: Any
    ) -> list[str]:
        assert not prompts, "the host asks a question"
        return []


@asynccontextmanager
async def connect(
    host: Host, user: str = "ann", key: asyncssh.SSHKey | None = None, address: str = ""
) -> AsyncIterator[asyncssh.SSHClientConnection]:
    """Log in, as a guest if without a key."""
    async with asyncssh.connect(
        "127.0.0.1",
        host.port,
        username=user,
        client_keys=[key] if key else None,
        client_factory=_Keyless,
        known_hosts=None,
        agent_path=None,
        config=None,
        local_addr=(address or fresh_address(), 0),
    ) as connection:
        yield connection


class ScreenClient:
    """A client with a screen of 80x24."""

    def __init__(self, process: asyncssh.SSHClientProcess[bytes]) -> None:
        self.process = process
        self._screen = pyte.Screen(80, 24)
        self._stream = pyte.ByteStream(self._screen)

    @property
    def text(self) -> str:
        return "\n".join(self._screen.display)

    async def wait_for(self, text: str) -> str:
        """Wait for a text, and return the whole screen."""
        async with asyncio.timeout(PATIENCE):
            while text not in self.text:
                data = await self.process.stdout.read(1 << 16)
                assert data, f"the session has ended: {self.text}"
                self._stream.feed(data)
        return self.text

    async def pass_welcome(self) -> None:
        """Leave the welcome page of a new player for the menu."""
        await self.wait_for("takes this name")
        self.press("Enter")
        await self.wait_for(f"All games ({len(catalogue())})")

    async def play(self, game: str) -> None:
        self.press(*game)
        await self.wait_for(game)
        self.press("Enter")
        await self.wait_for("Score 0")

    def press(self, *keys: str) -> None:
        for key in keys:
            self.process.stdin.write(KEYS.get(key, key).encode())

    def resize(self, columns: int, rows: int) -> None:
        self._screen.resize(rows, columns)
        self.process.change_terminal_size(columns, rows)

    async def end(self) -> tuple[str, int | None]:
        """Wait for the end. Return stderr and the exit status."""
        async with asyncio.timeout(PATIENCE):
            errors = await self.process.stderr.read()
            await self.process.wait_closed()
        return errors.decode(), self.process.exit_status


@asynccontextmanager
async def open_screen(
    host: Host, user: str = "ann", key: asyncssh.SSHKey | None = None, term: str = "xterm-256color"
) -> AsyncIterator[ScreenClient]:
    """Log in and open the screen."""
    async with connect(host, user, key) as connection:
        process = await connection.create_process(term_type=term, term_size=(80, 24), encoding=None)
        yield ScreenClient(process)
