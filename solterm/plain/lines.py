"""Wait for lines, the host, signals, and the time to try the store again."""

import os
import select
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from types import FrameType
from typing import TYPE_CHECKING, BinaryIO, Self

if TYPE_CHECKING:
    from solterm.hall.messages import Message
    from solterm.sessions.host_link import HostLink

_SIGNALS = (signal.SIGHUP, signal.SIGTERM)


class Ending:
    """End line mode on SIGHUP or SIGTERM after the current line, and at once on a second signal.

    A signal may come just before ``select`` begins to wait. Its handler would only run after that,
    so each signal also writes to a pipe.
    """

    def __init__(self) -> None:
        self.number = 0
        """The signal that came."""
        self._handled: list[int] = []

    def __enter__(self) -> Self:
        self.fileno, self._woken = os.pipe()
        for end in (self.fileno, self._woken):
            os.set_blocking(end, False)
        self._woken_before = signal.set_wakeup_fd(self._woken, warn_on_full_buffer=False)
        for number in _SIGNALS:
            if signal.getsignal(number) is signal.SIG_DFL:  # with nohup it is ignored
                signal.signal(number, self._note)
                self._handled.append(number)
        return self

    def __exit__(self, *_: object) -> None:
        for number in self._handled:
            signal.signal(number, signal.SIG_DFL)
        signal.set_wakeup_fd(self._woken_before)
        os.close(self.fileno)
        os.close(self._woken)

    def clear(self) -> None:
        """Empty the pipe of the signals that have come."""
        with suppress(BlockingIOError):
            os.read(self.fileno, 1 << 10)

    def _note(self, number: int, _: FrameType | None) -> None:
        if self.number:
            os._exit(128 + number)
        self.number = number


def listen(
    source: BinaryIO,
    longest: int,
    host: "HostLink | None",
    ending: Ending | None,
    pause: Callable[[], float],
) -> "Iterator[bytes | Message | None]":
    """Yield the lines of a stream, what the host says between them, and None after each pause.

    A line longer than ``longest`` bytes is cut. A signal ends the generator.
    """
    try:
        fileno = source.fileno()
    except OSError:  # no file, but bytes in memory
        yield from _read_lines(source, longest)
        return
    half, is_over = b"", False
    link = host.link if host else None
    woken = [ending.fileno] if ending else []
    while not is_over and not (ending and ending.number):
        if host:
            yield from host.hear()
        there = [link.fileno()] if link and link.is_up else []
        waits = [] if not link or link.flush() else there
        ready = select.select([fileno, *woken, *there], waits, [], pause())
        if ending and ending.fileno in ready[0]:
            ending.clear()
        if not any(ready):
            yield None
        if fileno not in ready[0]:
            continue
        data = os.read(fileno, 1 << 16)
        is_over = not data
        *lines, half = (half + data).split(b"\n")
        if is_over and half:
            lines.append(half)
        half = half[:longest]
        for line in lines:
            if host:
                yield from host.hear()
            yield line[:longest] + b"\n"
            if ending and ending.number:
                return


def _read_lines(source: BinaryIO, longest: int) -> Iterator[bytes]:
    while line := source.readline(longest):
        more = line
        while len(more) == longest and not more.endswith(b"\n"):
            more = source.readline(longest)
        yield line
