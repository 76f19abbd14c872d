"""Output to a terminal that may stall or drop."""

import asyncio
import os
import select
import signal
import time
from collections.abc import Callable
from contextlib import suppress

FAREWELL_SECONDS = 1.0
"""Seconds that a normal exit waits for a slow terminal to take the last bytes."""

ENDING = tuple(
    signal.Signals[f"SIG{name}"]
    for name in (
        *("HUP", "TERM", "QUIT", "USR1", "USR2", "ALRM", "VTALRM", "PROF", "ABRT", "XCPU"),
        *("IO", "PWR", "STKFLT", "TRAP", "SYS"),
    )
    if f"SIG{name}" in signal.Signals.__members__
)
"""The signals that end a program by default and can be caught."""
# Those whose handlers may write. Python makes an enum of each blocked signal at every write.
_SIGNALS = (*ENDING, signal.SIGTSTP, signal.SIGCONT)


class TtyWriter:
    """Output to a terminal: accepts any text at once and never blocks."""

    def __init__(
        self,
        fd: int,
        encoding: str,
        loop: asyncio.AbstractEventLoop,
        drained: Callable[[], None],
        gone: Callable[[], None],
    ) -> None:
        """Open the line.

        Args:
            fd: the terminal to write to; if it is not one, the session's terminal.
            encoding: its charset; characters outside it become "?".
            loop: tells when the terminal can take more.
            drained: called when the terminal has taken a backlog.
            gone: called when the terminal has disappeared.
        """
        self._fd = _open_anew(fd)
        self._never_waits = not os.get_blocking(self._fd)
        self._encoding = encoding
        self._drained = drained
        self._gone = gone
        self._loop = loop
        self._backlog = bytearray()
        self._alive = True

    @property
    def busy(self) -> bool:
        """Whether the terminal has not yet taken everything."""
        return bool(self._backlog)

    def write(self, text: str) -> None:
        """Send text now as far as the terminal takes it, and the rest later."""
        if not self._alive:
            return
        was_busy = self.busy
        self._backlog += text.encode(self._encoding, "replace")
        self._send()
        if self.busy and not was_busy:
            self._loop.add_writer(self._fd, self._resume)

    def close(self) -> None:
        """Give the terminal a moment to take the rest, then close it."""
        self._loop.remove_writer(self._fd)
        deadline = time.monotonic() + FAREWELL_SECONDS
        while self._alive and self.busy and (left := deadline - time.monotonic()) > 0:
            select.select([], [self._fd], [], left)
            self._send()
        self._alive = False
        os.close(self._fd)

    def _resume(self) -> None:
        self._send()
        if not self.busy:
            self._loop.remove_writer(self._fd)
            self._drained()

    def _send(self) -> None:
        # A signal handler that interrupts the write would write, too.
        heard = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS if self._never_waits else ())
        try:
            del self._backlog[: os.write(self._fd, bytes(self._backlog))]
        except BlockingIOError:
            pass
        except OSError:
            was_alive, self._alive = self._alive, False
            self._backlog.clear()
            if was_alive:  # else a signal handler has closed it
                signal.pthread_sigmask(signal.SIG_SETMASK, heard)
                self._gone()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, heard)


def _open_anew(fd: int) -> int:
    # Our standard streams share their O_NONBLOCK with the shell that started us, and setting it
    # would break the shell. So we open the terminal again by its name; without a name (after
    # ``su``, in some containers) we open the session's own, and failing that, writes may block.
    flags = os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
    with suppress(OSError):
        return os.open(os.ttyname(fd), flags)
    with suppress(OSError):
        return os.open("/dev/tty", flags)
    return os.dup(fd)
