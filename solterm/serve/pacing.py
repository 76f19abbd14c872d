"""Pacing: a session gets input no faster than a person would type it.

So a client that sends commands without end can't slow down other sessions. Input is never lost: the
host queues it, and stops reading from the client when the queue is full.
"""

import time
from collections.abc import Callable
from contextlib import suppress

from solterm.serve.token_bucket import TokenBucket

_COMMANDS_AT_ONCE = 10
_CPU_AT_ONCE = 1.0
"""Seconds of CPU time before the share counts."""
_LONGEST_WAIT = 1.0
"""Seconds after which the next piece is due in any case."""
_KEYS = 64
"""Bytes for a screen at once: about a second of a key held down."""
_LINE = 1 << 12
"""Bytes after which a line goes out before its end has arrived."""
_ESCAPE = b"\x1b"


class Pacer:
    """Input that waits for the session."""

    def __init__(
        self,
        commands_a_second: float,
        cpu_share: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Allow so many commands a second, and fewer beyond a share of one processor.

        A command is a line; on a screen, up to 64 bytes of keys.
        """
        self.is_screen = False
        self._clock = clock
        self._commands = TokenBucket(commands_a_second, _COMMANDS_AT_ONCE, clock)
        self._cpu = TokenBucket(cpu_share, _CPU_AT_ONCE, clock)
        self._used = 0.0
        self._passed = clock()
        self._held = bytearray()

    @property
    def is_holding(self) -> bool:
        return bool(self._held)

    def add(self, data: bytes) -> None:
        self._held += data

    def take(self, used: float) -> bytes:
        """Return the next piece of input; empty if it has to wait.

        ``used`` is the session's CPU time so far, in seconds.
        """
        if not self._held or self.wait(used) > 0:
            return b""
        piece = bytes(self._held[: self._measure()])
        del self._held[: len(piece)]
        self._commands.charge(1)
        self._passed = self._clock()
        return piece

    def wait(self, used: float) -> float:
        """Return the seconds until the next piece is due."""
        self._cpu.charge(used - self._used)
        self._used = used
        wait = max(self._commands.wait(1), self._cpu.wait())
        return max(0.0, min(wait, self._passed + _LONGEST_WAIT - self._clock()))

    def _measure(self) -> int:
        """Return the length of the next piece: a line, or whole keys."""
        if not self.is_screen:
            return self._held.find(b"\n", 0, _LINE) + 1 or _LINE
        if len(self._held) <= _KEYS:
            return _KEYS
        last = self._held.rfind(_ESCAPE, 1, _KEYS)
        return last if last > 0 else _KEYS


def cpu_seconds(process: int) -> float:
    """Return the CPU time of a process in seconds; 0 if unknown."""
    clock = ~process << 3 | 2  # like clock_getcpuclockid(3)
    with suppress(OSError):
        return time.clock_gettime(clock)
    return 0.0
