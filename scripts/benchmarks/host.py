"""A host for measurements, with its data in a folder, and OpenSSH clients that play on it.

The host listens on 127.0.0.1 only.
"""

import os
import re
import selectors
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple, Self

SOLTERM = str(Path(sys.executable).with_name("solterm"))
AMPLE = {
    "sessions": 2000,
    "sessions_of_a_player": 10,
    "sessions_of_an_address": 2000,
    "logins_a_minute": 100_000,
    "new_players_an_hour": 100_000,
    "pending_connections": 1000,
    "pending_connections_of_an_address": 1000,
}
"""Limits that refuse no one."""
PATIENCE = 120
"""The longest wait in seconds."""

_TICK = os.sysconf("SC_CLK_TCK")


def can_host() -> bool:
    """Return whether the OpenSSH client and its tools are installed."""
    return all(map(shutil.which, ("ssh", "ssh-keygen")))


def make_key(path: Path) -> Path:
    """Make a key without a passphrase for a player."""
    argv = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(path)]
    subprocess.run(argv, check=True, stdin=subprocess.DEVNULL)
    return path


def ssh_command(port: int, key: Path, name: str, *words: str) -> list[str]:
    """Return a command line of OpenSSH that asks no questions and keeps no host keys."""
    options = (
        *("StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", "LogLevel=ERROR"),
        *("IdentitiesOnly=yes", "BatchMode=yes"),
    )
    chosen = [part for option in options for part in ("-o", option)]
    return [
        "ssh",
        "-F",
        "none",
        *chosen,
        "-i",
        str(key),
        "-p",
        str(port),
        f"{name}@127.0.0.1",
        *words,
    ]


def begin_game(host: "Host", key: Path, name: str) -> None:
    """Begin a game in line mode; the screen resumes it."""
    argv = ssh_command(host.port, key, name, "lines")
    subprocess.run(argv, input=b"play klondike-deal-1\ns\n", stdout=subprocess.DEVNULL, check=True)


class Host:
    """A host that runs while a ``with`` block does."""

    def __init__(self, data: Path, *arguments: str) -> None:
        """Prepare a host; the arguments are further ones of `solterm serve`."""
        self.data = data
        self.port = find_port()
        self._arguments = arguments
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.data.mkdir(exist_ok=True)
        limits = "".join(f"{name} = {number}\n" for name, number in AMPLE.items())
        (self.data / "serve.toml").write_text(limits)
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._process and self._process.poll() is None:
            self._process.terminate()
            self._process.wait(PATIENCE)

    def start(self) -> None:
        """Start, or start again, and wait until players can connect."""
        argv = [SOLTERM, "serve", "--host", "127.0.0.1", "--port", str(self.port)]
        argv += ["--data", str(self.data), *self._arguments]
        if os.geteuid() == 0:
            argv.append("--even-as-root")
        with (self.data / "log").open("ab") as log:
            self._process = subprocess.Popen(argv, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        until = time.monotonic() + PATIENCE
        while not answers(self.port):
            if time.monotonic() > until or self._process.poll() is not None:
                raise RuntimeError((self.data / "log").read_text())
            time.sleep(0.05)

    def kill(self) -> None:
        """Kill it with all its sessions, as a power failure would."""
        assert self._process, "started"
        for each in [self._process.pid, *self.processes()]:
            os.kill(each, signal.SIGKILL)
        self._process.wait()

    def processes(self) -> list[int]:
        """Return the processes below the host: the template, then the sessions."""
        assert self._process, "started"
        return _below(self._process.pid)

    def sessions(self) -> list[int]:
        """Return the processes of its sessions."""
        return self.processes()[1:]

    def cpu_seconds(self) -> float:
        """Return the processor time of the host, the template and the sessions.

        Sessions that have ended count, too, as children of the template.
        """
        assert self._process, "started"
        return sum(_cpu_seconds(each, 4) for each in [self._process.pid, *self.processes()])

    def own_cpu_seconds(self) -> float:
        """Return the processor time of the host's own process."""
        assert self._process, "started"
        return _cpu_seconds(self._process.pid, 2)


class Answer(NamedTuple):
    """The answer to a key."""

    seconds: float
    """From the key to the last byte."""
    bytes: int


class Player:
    """An OpenSSH client that plays, with pipes in place of its terminal."""

    def __init__(self, argv: Sequence[str]) -> None:
        """Connect with a command line of ``ssh_command``."""
        self._process = subprocess.Popen(
            [argv[0], "-tt", *argv[1:]],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=os.environ | {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8"},
        )
        assert self._process.stdin and self._process.stdout, "pipes"
        self._keys, self.screen = self._process.stdin.fileno(), self._process.stdout.fileno()
        os.set_blocking(self.screen, False)
        self.received = bytearray()
        """All bytes so far."""
        self.answered = 0.0
        """When the last byte since the last key came; 0 if none has."""
        self._pressed = 0.0
        self._before = 0

    def press(self, key: str) -> None:
        """Press a key."""
        self._pressed, self.answered, self._before = time.monotonic(), 0.0, len(self.received)
        os.write(self._keys, key.encode())

    def receive(self) -> bool:
        """Read the bytes that have come; return whether the connection is still up."""
        try:
            data = os.read(self.screen, 1 << 16)
        except BlockingIOError:
            return True
        self.answered = time.monotonic()
        self.received += data
        return bool(data)

    def answer(self) -> Answer | None:
        """Return the answer to the last key; None if there is none yet."""
        if not self.answered:
            return None
        return Answer(self.answered - self._pressed, len(self.received) - self._before)

    def shows(self, text: str) -> bool:
        """Return whether the client has received a text, in any colours."""
        return text in _STYLES.sub("", self.received.decode(errors="replace"))

    def hang_up(self) -> None:
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe:
                pipe.close()


_STYLES = re.compile(r"\x1b\[[0-9;?<>]*[A-Za-z]")


class Players:
    """Many players at once."""

    def __init__(self, players: Iterable[Player]) -> None:
        """Take players who are connected already."""
        self.players = list(players)
        self._selector = selectors.DefaultSelector()
        for each in self.players:
            self._selector.register(each.screen, selectors.EVENT_READ, each)

    def receive(self, seconds: float) -> None:
        """Receive bytes for all of them for so long."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            for key, _ in self._selector.select(left):
                if not key.data.receive():
                    self._selector.unregister(key.fileobj)

    def wait(self, is_so: Callable[[Player], bool]) -> None:
        """Receive until a predicate holds for every player."""
        until = time.monotonic() + PATIENCE
        waiting = self.players
        while waiting := [each for each in waiting if not is_so(each)]:
            if time.monotonic() > until:
                raise RuntimeError(f"{len(waiting)} of {len(self.players)} players still wait.")
            self.receive(0.1)

    def hang_up(self) -> None:
        self._selector.close()
        for each in self.players:
            each.hang_up()


def proportional_size(process: int) -> float:
    """Return the proportional set size (PSS) of a process in MiB."""
    rollup = Path(f"/proc/{process}/smaps_rollup").read_text()
    return int(re.findall(r"^Pss: +(\d+)", rollup, re.MULTILINE)[0]) / 1024


def _below(process: int) -> list[int]:
    """Return all descendants of a process, the oldest child first."""
    found: list[int] = []
    for task in Path(f"/proc/{process}/task").glob("*/children"):
        for child in map(int, task.read_text().split()):
            found += [child, *_below(child)]
    return found


def _cpu_seconds(process: int, fields: int) -> float:
    """Return the sum of a process's first times: two of its own, two of its dead children's."""
    try:
        told = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, told[11 : 11 + fields])) / _TICK


def find_port() -> int:
    """Return a free port."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def answers(port: int) -> bool:
    """Return whether an SSH server answers there."""
    try:
        with socket.create_connection(("127.0.0.1", port), 1) as connection:
            return connection.recv(4) == b"SSH-"
    except OSError:
        return False
