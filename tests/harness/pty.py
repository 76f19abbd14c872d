"""Run a program on a terminal: press keys, read the screen, count bytes, drop the line.

    with Terminal(["solterm"]) as terminal:
        terminal.wait_for("Klondike")
        cost = terminal.measure("Right")
        assert cost.bytes <= 150

The child runs on a real pty, and pyte draws its output. `scripts/bench` uses this module too, so
it does not import pytest.
"""

import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

import pyte
from pyte.screens import Char

KEYS = {
    "Up": "\x1b[A",
    "Down": "\x1b[B",
    "Right": "\x1b[C",
    "Left": "\x1b[D",
    "Home": "\x1b[H",
    "End": "\x1b[F",
    "PageUp": "\x1b[5~",
    "PageDown": "\x1b[6~",
    "Enter": "\r",
    "Escape": "\x1b",
    "Tab": "\t",
    "Space": " ",
    "Backspace": "\x7f",
    **{f"F{n}": f"\x1bO{code}" for n, code in enumerate("PQRS", 1)},
    **{f"F{n}": f"\x1b[{code}~" for n, code in enumerate((15, 17, 18, 19, 20, 21), 5)},
    **{f"Ctrl+{chr(n + 64)}": chr(n) for n in range(1, 27)},
}
"""The bytes of named keys as xterm sends them; other strings are sent unchanged."""

ANSWERS = {
    b"\x1b[c": b"\x1b[?62;22c",  # who are you: a VT220 with colour
    b"\x1b[6n": b"\x1b[1;1R",  # where is the cursor
    b"\x1b[?2026$p": b"\x1b[?2026;2$y",  # synchronised output: known, off
}

PATIENCE = 60.0
"""Seconds to wait for anything. Only a very busy machine needs this many."""

Snapshot = list[list[Char]]


def visible(cell: Char) -> Char:
    """Return a cell without invisible attributes: a plain blank keeps only its background."""
    if cell.data == " " and not (cell.reverse or cell.underscore or cell.strikethrough):
        return Char(" ", bg=cell.bg)
    return cell


class Cost(NamedTuple):
    """The cost of a key press."""

    bytes: int
    """Bytes the program wrote."""
    seconds: float
    """From the key to the last byte; 0 if no byte came."""
    ideal: int
    """Bytes that a perfect cell diff would have written."""


class Terminal:
    """A program on a new terminal, killed at the end of the `with` block."""

    def __init__(
        self,
        argv: Sequence[str],
        size: tuple[int, int] = (80, 24),
        term: str = "xterm-256color",
        env: Mapping[str, str] | None = None,
    ) -> None:
        """Start `argv` on a pty of `size` (columns, rows), with `env` added to the environment."""
        # Start the clock before the program and before each key: on a busy machine the program
        # may answer before this process runs again.
        self._started = self._last_byte = time.monotonic()
        self.size = size
        self.output = bytearray()
        self._screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self._screen)
        self._stalled = False
        self._status: int | None = None
        # A program keeps its last picture only if `env` names a folder for it.
        environment = {**os.environ, "XDG_CACHE_HOME": os.devnull, **(env or {}), "TERM": term}
        for name in ("COLUMNS", "LINES", "COLORTERM"):
            if name not in (env or {}):
                environment.pop(name, None)
        master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
        self._attributes = termios.tcgetattr(slave)
        self.pid = os.fork()
        if self.pid == 0:
            try:
                os.close(master)
                os.login_tty(slave)
                # Default signals, as in a login shell, even under nohup or in a background job.
                for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT):
                    signal.signal(number, signal.SIG_DFL)
                os.execvpe(argv[0], list(argv), environment)
            finally:
                os._exit(127)
        os.close(slave)
        self._master: int | None = master

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None = None,
        error: BaseException | None = None,
        at: TracebackType | None = None,
    ) -> None:
        """Kill the program and close the terminal."""
        if self._status is None:
            self.signal(signal.SIGKILL)
            self._status = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        self.hang_up()

    # Input

    def send(self, data: bytes) -> None:
        assert self._master is not None, "the terminal has hung up"
        os.write(self._master, data)

    def press(self, *keys: str) -> None:
        """Press keys, by name (`F3`, `Left`, `Ctrl+C`) or as the characters they send."""
        self._started = time.monotonic()
        for key in keys:
            self.send(KEYS.get(key, key).encode())

    def resize(self, columns: int, rows: int) -> None:
        assert self._master is not None, "the terminal has hung up"
        self.size = columns, rows
        self._screen.resize(rows, columns)
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def stall(self) -> None:
        """Stop reading output, like a client that has lost its network."""
        self._stalled = True

    def resume_reading(self) -> None:
        self._stalled = False

    def hang_up(self) -> None:
        """Close the terminal, as a dropped line does."""
        if self._master is not None:
            os.close(self._master)
            self._master = None

    def signal(self, number: int) -> None:
        os.kill(self.pid, number)

    # Output

    def text(self) -> str:
        """Return the screen, one line per row, without trailing blanks."""
        return "\n".join(self.row(y) for y in range(self.size[1]))

    def row(self, y: int) -> str:
        """Return row `y`, counted from 0, without trailing blanks."""
        line = self._screen.buffer[y]
        return "".join(line[x].data for x in range(self.size[0])).rstrip()

    def cursor(self) -> tuple[int, int]:
        """Return column and row of the terminal's cursor, visible or not."""
        return self._screen.cursor.x, self._screen.cursor.y

    def cell(self, x: int, y: int) -> Char:
        """Return a cell: its character (`data`), colours and attributes."""
        return self._screen.buffer[y][x]

    def snapshot(self) -> Snapshot:
        """Return all visible cells by row, to compare with a later screen."""
        columns, rows = self.size
        return [[visible(self.cell(x, y)) for x in range(columns)] for y in range(rows)]

    def wait_for(self, what: str | Callable[[], bool], timeout: float = PATIENCE) -> None:
        """Read until a text shows or a predicate holds; fail with the screen after a time-out."""
        there = what if callable(what) else lambda: what in self.text()
        deadline = time.monotonic() + timeout
        while not there():
            if (left := deadline - time.monotonic()) <= 0:
                raise AssertionError(f"waited {timeout} s for {what!r}:\n{self.text()}")
            self._read(min(left, 0.05))

    def settle(self, quiet: float = 0.1, patience: float = 0.0, timeout: float = PATIENCE) -> float:
        """Read until the program is quiet for `quiet` seconds; return the seconds to its last byte.

        Wait longer, up to `patience` seconds, for the first byte.
        """
        start = last = time.monotonic()
        until = start + max(quiet, patience)
        while (now := time.monotonic()) < until:
            if now - start > timeout:
                raise AssertionError(f"still writing after {timeout} s:\n{self.text()}")
            if self._read(until - now):
                last = time.monotonic()
                until = last + quiet
        return last - start

    def rest(self) -> None:
        """Read until the program is idle; on a busy machine a silent one may still be at work."""
        done = -1.0
        while done != (done := self.cpu_seconds()) or self._is_busy():
            self.settle(0.05)

    def wait_until_idle(self) -> None:
        """Wait until the program is idle or blocked, without reading its output."""
        done = -1.0
        while done != (done := self.cpu_seconds()) or self._is_busy():
            time.sleep(0.05)

    # Costs

    @property
    def bytes_written(self) -> int:
        """The number of bytes read from the program so far; `output` holds them."""
        return len(self.output)

    def measure(self, key: str, quiet: float = 0.1, patience: float = 1.0) -> Cost:
        """Press a key on a settled screen, and count until it settles again.

        Wait up to ``patience`` seconds for the first byte; pass more if one must come.
        """
        before, written = self.snapshot(), self.bytes_written
        self.press(key)
        self.settle(quiet, patience)
        self.rest()  # on a busy machine the program may pause within a frame
        return Cost(self.bytes_written - written, self.elapsed(), self.ideal_since(before))

    def elapsed(self) -> float:
        """Return the seconds from the last key press, or the start, to the last byte."""
        return max(0.0, self._last_byte - self._started)

    def ideal_since(self, before: Snapshot) -> int:
        """Return the bytes of a perfect cell diff since `before`: addresses, pens and glyphs."""
        total = 0
        pen: Char | None = None
        for y, (old, new) in enumerate(zip(before, self.snapshot(), strict=True)):
            at: int | None = None
            for x, cell in enumerate(new):
                if cell == old[x]:
                    continue
                total += len(f"\x1b[{y + 1};{x + 1}H") if at is None else _gap(new, at, x)
                if cell._replace(data="") != pen:
                    total, pen = total + len("\x1b[37;41m"), cell._replace(data="")
                total += len(cell.data.encode())
                at = x + 1
        return total

    def cpu_seconds(self) -> float:
        """Return the processor time the program has used, user and system."""
        user, system = self._stat()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def rss_kib(self) -> int:
        status = Path(f"/proc/{self.pid}/status").read_text(errors="replace")
        return int(status.partition("VmRSS:")[2].split()[0])

    # Ending

    def stopped(self) -> bool:
        """Whether the program is suspended, as by Ctrl+Z."""
        return self._stat()[0] == "T"

    def wait_exit(self, timeout: float = PATIENCE) -> int:
        """Wait for the exit status, or minus the number of the signal that ended the program."""
        deadline = time.monotonic() + timeout
        while self._status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self._status = os.waitstatus_to_exitcode(status)
            elif time.monotonic() > deadline:
                raise AssertionError(f"still running after {timeout} s:\n{self.text()}")
            else:
                self._read(0.02)
        while self._read(0.02):
            pass
        return self._status

    def termios_restored(self) -> bool:
        """Whether the tty has the settings it had before the program started."""
        assert self._master is not None, "the terminal has hung up"
        return termios.tcgetattr(self._master) == self._attributes

    def _is_busy(self) -> bool:
        """Whether a thread runs, or waits for the processor or the disk."""
        for stat in Path(f"/proc/{self.pid}/task").glob("*/stat"):
            try:
                state = stat.read_text(errors="replace").rpartition(")")[2].split()[0]
            except OSError:
                continue  # that thread has just ended
            if state in "RD":
                return True
        return False

    def _stat(self) -> list[str]:
        """Return the fields of /proc/PID/stat from the third (state) on."""
        stat = Path(f"/proc/{self.pid}/stat").read_text(errors="replace")
        return stat.rpartition(")")[2].split()

    def _read(self, wait: float) -> bool:
        """Draw output that arrives within `wait` seconds; return whether any did."""
        if self._master is None or self._stalled:
            time.sleep(wait)
            return False
        if not select.select([self._master], [], [], wait)[0]:
            return False
        try:
            data = os.read(self._master, 65536)
        except OSError:  # the program has closed its end
            data = b""
        if not data:
            time.sleep(wait)
            return False
        self._last_byte = time.monotonic()
        for query, answer in ANSWERS.items():
            if query in data:
                self.send(answer)
        self.output += data
        self._stream.feed(data)
        return True


def _gap(row: list[Char], at: int, x: int) -> int:
    """Return the bytes from column `at` to `x`: an address, or the cells if the pen stays."""
    address, between = len(f"\x1b[{x - at}C") if x > at else 0, row[at:x]
    if any(cell._replace(data="") != row[at - 1]._replace(data="") for cell in between):
        return address
    return min(address, sum(len(cell.data.encode()) for cell in between))
