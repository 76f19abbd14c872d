"""The host's ends of a session's files: its terminal or pipes, and its link to the hall.

Nothing here blocks, and neither a session that reads nothing nor one that sends without end delays
the others.
"""

import asyncio
import os
import socket
import termios
from collections.abc import Callable
from contextlib import suppress
from time import process_time

from solterm.hall.link import Link
from solterm.hall.messages import Message
from solterm.serve.limits import TokenBucket

_AT_ONCE = 1 << 14
"""Bytes of output to read before the event loop has another turn."""

_MESSAGES_AT_ONCE = 1 << 13
"""Bytes of messages to read before the event loop has another turn."""
_SHARE, _BURST = 0.2, 0.5
"""Seconds of CPU time for one session's messages: each second, and in a burst."""
_REST_SECONDS = 0.1


class Stream:
    """The host's end of a terminal or a pair of pipes.

    It passes the data it reads to ``take``, and calls ``over`` when the other end is closed. After
    a write that the other end did not take at once, it calls ``drain`` when all is written.
    """

    def __init__(
        self,
        fileno: int,
        take: Callable[[bytes], None],
        over: Callable[[], None],
        drain: Callable[[], None],
    ) -> None:
        """Take over an open file and start reading it."""
        os.set_blocking(fileno, False)
        self._loop = asyncio.get_running_loop()
        self._fileno = fileno
        self._take, self._over, self._drain = take, over, drain
        self._unwritten = bytearray()
        self._is_read = self._is_over = self._is_finished = False
        self.resume()

    @property
    def is_full(self) -> bool:
        """Whether data waits to be written."""
        return bool(self._unwritten)

    def write(self, data: bytes) -> None:
        """Write data, now or when the other end takes it."""
        if self._fileno < 0 or self._is_finished:
            return
        was_full = self.is_full
        self._unwritten += data
        if not was_full:
            self._write()
            if self.is_full:
                self._loop.add_writer(self._fileno, self._write_more)

    def finish(self) -> None:
        """Write nothing more; at the other end of a pipe, the input ends once all is written."""
        self._is_finished = True
        if not self.is_full:
            self._shut_down()

    def resize(self, columns: int, rows: int) -> None:
        """Set the size of a terminal."""
        with suppress(OSError, ValueError, termios.error):  # it may be closed
            termios.tcsetwinsize(self._fileno, (rows, columns))

    def pause(self) -> None:
        """Stop reading for now."""
        if self._is_read:
            self._is_read = False
            self._loop.remove_reader(self._fileno)

    def resume(self) -> None:
        """Read again."""
        if not (self._is_read or self._is_over) and self._fileno >= 0:
            self._is_read = True
            self._loop.add_reader(self._fileno, self._read)

    def close(self) -> None:
        if self._fileno >= 0:
            self.pause()
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
            self.pause()
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

    def _write_more(self) -> None:
        self._write()
        if not self.is_full:
            self._loop.remove_writer(self._fileno)
            self._drain()
            if self._is_finished:
                self._shut_down()

    def _shut_down(self) -> None:
        if self._fileno >= 0:
            with suppress(OSError):  # a terminal is no socket
                ours = socket.socket(fileno=self._fileno)
                with suppress(OSError):
                    ours.shutdown(socket.SHUT_WR)
                ours.detach()  # the descriptor stays this stream's


class SessionLink:
    """Reads a session's messages, within a limit of CPU time, and sends it the host's."""

    def __init__(
        self, line: socket.socket, take: Callable[[Message], None], over: Callable[[], None]
    ) -> None:
        """Pass messages to ``take``; call ``over`` when the session closes its end."""
        self._loop = asyncio.get_running_loop()
        self._take, self._over = take, over
        self._link = Link(line)
        self._link.on_wait = self._wait_to_say
        self._fileno = os.dup(line.fileno())  # the link may close its own at any time
        self._budget = TokenBucket(_SHARE, _BURST, self._loop.time)
        self._listen()

    def say(self, message: Message) -> None:
        self._link.say(message)

    def close(self) -> None:
        self._link.close()
        if self._fileno >= 0:
            self._loop.remove_reader(self._fileno)
            self._loop.remove_writer(self._fileno)
            os.close(self._fileno)
            self._fileno = -1

    def _listen(self) -> None:
        if self._fileno >= 0:
            self._loop.add_reader(self._fileno, self._hear)

    def _hear(self) -> None:
        began = process_time()
        for message in self._link.hear(_MESSAGES_AT_ONCE):
            self._take(message)
        if not self._link.is_up:
            self.close()
            self._over()
        elif not self._budget.spend(process_time() - began):
            self._loop.remove_reader(self._fileno)
            self._loop.call_later(_REST_SECONDS, self._listen)

    def _wait_to_say(self) -> None:
        """Flush as soon as the session reads again."""
        if self._link.is_up and self._fileno >= 0:
            self._loop.add_writer(self._fileno, self._flush)

    def _flush(self) -> None:
        if self._link.flush() or not self._link.is_up:
            self._loop.remove_writer(self._fileno)
