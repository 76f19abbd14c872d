"""A non-blocking file between the server and a session, read and written as each side allows."""

import asyncio
import os
from collections.abc import Callable
from contextlib import suppress

_AT_ONCE = 1 << 14


class Stream:
    """One end of a terminal or of a pair of pipes, which never blocks.

    It passes the data it reads to ``take``, and calls ``over`` when the other end is closed. When
    the other end takes no more data it calls ``fill``, and ``drain`` once there is room again.
    """

    def __init__(
        self,
        fileno: int,
        take: Callable[[bytes], None],
        over: Callable[[], None],
        fill: Callable[[], None],
        drain: Callable[[], None],
    ) -> None:
        """Take over an open file and start reading it."""
        os.set_blocking(fileno, False)
        self._loop = asyncio.get_running_loop()
        self._fileno = fileno
        self._take, self._over, self._fill, self._drain = take, over, fill, drain
        self._unwritten = bytearray()
        self._is_read = False
        self._is_finished = self._is_over = False
        self.go_on()

    @property
    def fileno(self) -> int:
        """The descriptor; -1 once it is closed."""
        return self._fileno

    @property
    def is_full(self) -> bool:
        """Whether data waits to be written."""
        return bool(self._unwritten)

    def write(self, data: bytes) -> None:
        """Write data, now or when the other end takes it."""
        if self._fileno < 0 or self._is_finished:
            return
        was_empty = not self._unwritten
        self._unwritten += data
        if was_empty:
            self._write()
            if self._unwritten and self._fileno >= 0:
                self._fill()
                self._loop.add_writer(self._fileno, self._write)

    def finish(self, end: Callable[[], None]) -> None:
        """Call ``end`` once all is written; nothing more follows."""
        self._is_finished = True
        self._end = end
        if not self._unwritten:
            end()

    def wait(self) -> None:
        """Stop reading for now."""
        if self._is_read:
            self._is_read = False
            self._loop.remove_reader(self._fileno)

    def go_on(self) -> None:
        """Resume reading."""
        if not (self._is_read or self._is_over) and self._fileno >= 0:
            self._is_read = True
            self._loop.add_reader(self._fileno, self._read)

    def close(self) -> None:
        if self._fileno >= 0:
            self.wait()
            self._loop.remove_writer(self._fileno)
            os.close(self._fileno)
            self._fileno = -1

    def _read(self) -> None:
        try:
            data = os.read(self._fileno, _AT_ONCE)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:  # every process has closed the terminal
            data = b""
        if data:
            self._take(data)
        else:
            self.wait()
            self._is_over = True
            self._over()

    def _write(self) -> None:
        """Write as much as the other end takes; drop the data if that end is closed."""
        try:
            del self._unwritten[: os.write(self._fileno, self._unwritten)]
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            self._unwritten.clear()
        if not self._unwritten:
            self._loop.remove_writer(self._fileno)
            self._drain()
            if self._is_finished:
                with suppress(OSError):
                    self._end()
