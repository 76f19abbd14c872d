"""An ear: hears what a session says to its host, in pieces and for a part of the time only.

The host is one process for everybody; a session that speaks without end must not hold the others
up, whatever has become of it.
"""

import asyncio
import os
import socket
from collections.abc import Callable
from time import process_time

from solterm.hall.link import Link
from solterm.hall.messages import Message
from solterm.serve.budget import Budget

_PIECE = 1 << 13
"""Bytes that are heard before it is somebody else's turn."""

_SHARE, _AT_ONCE = 0.2, 0.5
"""Seconds of the processor that one session may take the host: each second, and at once."""

_REST_SECONDS = 0.1


class Ear:
    """The host's end of the line to a session."""

    def __init__(
        self, line: socket.socket, take: Callable[[Message], None], over: Callable[[], None]
    ) -> None:
        """What is said goes to ``take``; ``over`` is called when the session says no more."""
        self._loop = asyncio.get_running_loop()
        self._take, self._over = take, over
        self._link = Link(line)
        self._link.on_wait = self._wait_to_say
        self._fileno = os.dup(line.fileno())  # the link may close its own at any time
        self._budget = Budget(_SHARE, _AT_ONCE, self._loop.time)
        self._listen()

    def say(self, message: Message) -> None:
        """Tell the session something."""
        self._link.say(message)

    def close(self) -> None:
        """Let go of the line; twice is no harm."""
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
        """The session takes no more at this moment."""
        if self._link.is_up and self._fileno >= 0:
            self._loop.add_writer(self._fileno, self._flush)

    def _flush(self) -> None:
        if self._link.flush() or not self._link.is_up:
            self._loop.remove_writer(self._fileno)
