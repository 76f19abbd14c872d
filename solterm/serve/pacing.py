"""Pacing: a session gets its player's input no faster than a person needs it.

One session that is sent commands without end must not slow down the others. What is typed is never
lost: it waits, and when too much waits the client is asked to send no more.
"""

import time
from collections.abc import Callable
from contextlib import suppress

from solterm.serve.budget import Budget

_COMMANDS_AT_ONCE = 10
_CPU_AT_ONCE = 1.0
"""Seconds of the processor that a session may use before its share is looked at."""
_LONGEST_WAIT = 1.0
"""Seconds after which the next piece is passed on in any case."""
_KEYS = 64
"""Bytes that a screen gets at once: what a hand that rests on a key types in a second."""
_LINE = 1 << 12
"""Bytes of a line that are passed on though its end has not come."""
_ESCAPE = b"\x1b"


class Pacer:
    """What a player has typed and the session has not got yet."""

    def __init__(
        self,
        commands_a_second: float,
        cpu_share: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Pass on so many commands a second, and fewer beyond a share of one processor.

        A command is a line, or on a screen some keys.
        """
        self.is_screen = False
        self._clock = clock
        self._commands = Budget(commands_a_second, _COMMANDS_AT_ONCE, clock)
        self._cpu = Budget(cpu_share, _CPU_AT_ONCE, clock)
        self._used = 0.0
        self._passed = clock()
        self._held = bytearray()

    @property
    def is_holding(self) -> bool:
        """Whether something waits to be passed on."""
        return bool(self._held)

    def add(self, data: bytes) -> None:
        """Something was typed."""
        self._held += data

    def take(self, used: float) -> bytes:
        """Return the next piece to pass on; nothing while it has to wait.

        ``used`` are the seconds of the processor that the session has used since it began.
        """
        if not self._held or self.wait(used) > 0:
            return b""
        piece = bytes(self._held[: self._measure()])
        del self._held[: len(piece)]
        self._commands.charge(1)
        self._passed = self._clock()
        return piece

    def wait(self, used: float) -> float:
        """Return the seconds until the next piece is passed on."""
        self._cpu.charge(used - self._used)
        self._used = used
        wait = max(self._commands.wait(1), self._cpu.wait())
        return max(0.0, min(wait, self._passed + _LONGEST_WAIT - self._clock()))

    def _measure(self) -> int:
        """Return how long the next piece is: a line, or keys none of which is torn apart."""
        if not self.is_screen:
            return self._held.find(b"\n", 0, _LINE) + 1 or _LINE
        if len(self._held) <= _KEYS:
            return _KEYS
        last = self._held.rfind(_ESCAPE, 1, _KEYS)
        return last if last > 0 else _KEYS


def cpu_seconds(process: int) -> float:
    """Return the seconds of the processor that a process has used; 0 where that cannot be told."""
    clock = ~process << 3 | 2  # as clock_getcpuclockid makes it of a process
    with suppress(OSError):
        return time.clock_gettime(clock)
    return 0.0
