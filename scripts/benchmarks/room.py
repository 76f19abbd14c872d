"""A card room to measure: a host with its data in a folder, and OpenSSH clients that play in it.

All of it stays on this machine: the host listens on 127.0.0.1.
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
    "sessions": 1000,
    "sessions_of_a_player": 10,
    "sessions_of_an_address": 1000,
    "logins_a_minute": 100_000,
    "new_players_an_hour": 100_000,
    "pending_connections": 1000,
    "pending_connections_of_an_address": 1000,
}
"""Limits of a host on which nobody is turned away."""
PATIENCE = 120
"""Seconds that anything may take."""

_TICK = os.sysconf("SC_CLK_TCK")


def can_host() -> bool:
    """Are the client and the tools there that it takes?"""
    return all(map(shutil.which, ("ssh", "ssh-keygen")))


def make_key(path: Path) -> Path:
    """A key for a player, without a passphrase."""
    argv = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(path)]
    subprocess.run(argv, check=True, stdin=subprocess.DEVNULL)
    return path


def call(port: int, key: Path, name: str, *words: str) -> list[str]:
    """A command line of OpenSSH that asks nothing and remembers nothing."""
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


class Room:
    """A host that runs from entering a ``with`` to leaving it."""

    def __init__(self, data: Path, *arguments: str) -> None:
        """Not begun yet; the arguments are further ones of `solterm serve`."""
        self.data = data
        self.port = find_port()
        self._arguments = arguments
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.data.mkdir(exist_ok=True)
        limits = "".join(f"{name} = {number}\n" for name, number in AMPLE.items())
        (self.data / "serve.toml").write_text(limits)
        self.begin()
        return self

    def __exit__(self, *_: object) -> None:
        if self._process and self._process.poll() is None:
            self._process.terminate()
            self._process.wait(PATIENCE)

    def begin(self) -> None:
        """Begin, or begin again, and wait until somebody may come in."""
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
        """End it without a word, and all its sessions with it, as a machine that fails does."""
        assert self._process, "begun"
        for each in [self._process.pid, *self.processes()]:
            os.kill(each, signal.SIGKILL)
        self._process.wait()

    def processes(self) -> list[int]:
        """The processes under the host: the template, then the sessions."""
        assert self._process, "begun"
        return _below(self._process.pid)

    def sessions(self) -> list[int]:
        """The processes of its sessions."""
        return self.processes()[1:]

    def cpu_seconds(self) -> float:
        """What host, template and sessions have had of the processors."""
        assert self._process, "begun"
        return sum(map(_cpu_seconds, [self._process.pid, *self.processes()]))


class Answer(NamedTuple):
    """What came of a key."""

    seconds: float
    """From the key to the last byte that followed."""
    bytes: int


class Player:
    """An OpenSSH client with a terminal at the host's end, and pipes at this one."""

    def __init__(self, argv: Sequence[str]) -> None:
        """Come in by a command line of ``call``."""
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
        self.shown = bytearray()
        """All that came."""
        self.heard = 0.0
        """When something came last; 0 for not since the last key."""
        self._pressed = 0.0
        self._before = 0

    def press(self, key: str) -> None:
        """Type something."""
        self._pressed, self.heard, self._before = time.monotonic(), 0.0, len(self.shown)
        os.write(self._keys, key.encode())

    def hear(self) -> bool:
        """Take what has come; is the line still up?"""
        try:
            data = os.read(self.screen, 1 << 16)
        except BlockingIOError:
            return True
        self.heard = time.monotonic()
        self.shown += data
        return bool(data)

    def answer(self) -> Answer | None:
        """What came of the last key; None if nothing did."""
        if not self.heard:
            return None
        return Answer(self.heard - self._pressed, len(self.shown) - self._before)

    def shows(self, text: str) -> bool:
        """Was something shown, whatever colours it is in?"""
        return text in _PLAIN.sub("", self.shown.decode(errors="replace"))

    def leave(self) -> None:
        """Hang up."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe:
                pipe.close()


_PLAIN = re.compile(r"\x1b\[[0-9;?<>]*[A-Za-z]")


class Crowd:
    """Many players at once, heard together."""

    def __init__(self, players: Iterable[Player]) -> None:
        """The players, who have come in already."""
        self.players = list(players)
        self._selector = selectors.DefaultSelector()
        for each in self.players:
            self._selector.register(each.screen, selectors.EVENT_READ, each)

    def hear(self, seconds: float) -> None:
        """Take what comes for so long."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            for key, _ in self._selector.select(left):
                if not key.data.hear():
                    self._selector.unregister(key.fileobj)

    def wait(self, is_so: Callable[[Player], bool]) -> None:
        """Take what comes until something holds of everybody."""
        until = time.monotonic() + PATIENCE
        waiting = self.players
        while waiting := [each for each in waiting if not is_so(each)]:
            if time.monotonic() > until:
                raise RuntimeError(f"{len(waiting)} of {len(self.players)} wait in vain.")
            self.hear(0.1)

    def leave(self) -> None:
        """Everybody hangs up."""
        self._selector.close()
        for each in self.players:
            each.leave()


def share_of(process: int) -> float:
    """MiB of a process that are its own, with its part of what it shares."""
    rollup = Path(f"/proc/{process}/smaps_rollup").read_text()
    return int(re.findall(r"^Pss: +(\d+)", rollup, re.MULTILINE)[0]) / 1024


def _below(process: int) -> list[int]:
    """All processes under one, the eldest child first."""
    found: list[int] = []
    for task in Path(f"/proc/{process}/task").glob("*/children"):
        for child in map(int, task.read_text().split()):
            found += [child, *_below(child)]
    return found


def _cpu_seconds(process: int) -> float:
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / _TICK


def find_port() -> int:
    """A port at which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def answers(port: int) -> bool:
    """Does somebody speak ssh there?"""
    try:
        with socket.create_connection(("127.0.0.1", port), 1) as line:
            return line.recv(4) == b"SSH-"
    except OSError:
        return False
