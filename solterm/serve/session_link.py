"""The host's end of the link to a session, with a limit on the CPU time it takes.

The host is one process for all players, so a session that sends messages without end must not delay
the others.
"""

import asyncio
import os
import socket
from collections.abc import Callable
from time import process_time

from solterm.hall.link import Link
from solterm.hall.messages import Message
from solterm.serve.token_bucket import TokenBucket

_PIECE = 1 << 13
"""Bytes to read before the event loop has another turn."""

_SHARE, _AT_ONCE = 0.2, 0.5
"""Seconds of CPU time for one session: each second, and in a burst."""

_REST_SECONDS = 0.1


class SessionLink:
    """Reads a session's messages, and sends it the host's."""

    def __init__(
        self, line: socket.socket, take: Callable[[Message], None], over: Callable[[], None]
    ) -> None:
        """Pass messages to ``take``; call ``over`` when the session closes its end."""
        self._loop = asyncio.get_running_loop()
        self._take, self._over = take, over
        self._link = Link(line)
        self._link.on_wait = self._wait_to_say
        self._fileno = os.dup(line.fileno())  # the link may close its own at any time
        self._budget = TokenBucket(_SHARE, _AT_ONCE, self._loop.time)
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
        for message in self._link.hear(_PIECE):
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
