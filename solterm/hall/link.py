"""The connection between a session and its host: messages both ways over a socket.

It never blocks, so a slow host does not stop a game. It buffers messages that cannot be sent yet,
and closes the connection if the buffer is full or the other end sends an invalid message.
"""

import socket
from collections.abc import Callable
from contextlib import suppress

from solterm.core.refusal import Refusal
from solterm.hall import messages
from solterm.hall.messages import LONGEST, Message

_MOST_UNSAID = 2 * LONGEST
"""The most bytes to buffer for a host that does not read."""

_AT_ONCE = 2 * LONGEST
"""The most bytes to read at once, so that other work gets its turn."""


def _nothing() -> None:
    pass


class Link:
    """One end of a connection. Hosts use the same class."""

    def __init__(self, line: socket.socket) -> None:
        """Take over a connected stream socket."""
        line.setblocking(False)
        self._socket: socket.socket | None = line
        self._unsaid = b""
        self._half = b""
        self.on_wait: Callable[[], None] = _nothing
        """Called when messages wait for ``flush``, and when the connection has closed."""

    @property
    def is_up(self) -> bool:
        return self._socket is not None

    def fileno(self) -> int:
        """Return the file descriptor for an event loop; -1 if the connection is closed."""
        return self._socket.fileno() if self._socket else -1

    def say(self, message: Message) -> None:
        """Send a message now or as soon as possible; drop it if the connection is closed."""
        self._unsaid += messages.write(message)
        if not self.flush() or not self.is_up:
            self.on_wait()

    def flush(self) -> bool:
        """Send waiting messages as far as possible. Return whether all are sent."""
        if self._socket:
            with suppress(BlockingIOError, InterruptedError):
                try:
                    while self._unsaid:
                        self._unsaid = self._unsaid[self._socket.send(self._unsaid) :]
                except (BrokenPipeError, ConnectionError):
                    self.close()
            if len(self._unsaid) > _MOST_UNSAID:
                self.close()
        return not self._unsaid

    def hear(self, most: int = _AT_ONCE) -> list[Message]:
        """Return the messages received, in order. Close the connection after an invalid one.

        Reads at most ``most`` bytes; call it again for the rest.
        """
        heard: list[Message] = []
        try:
            while most > 0:
                data = self._socket.recv(min(most, 1 << 16)) if self._socket else b""
                if not data:
                    self.close()
                    break
                most -= len(data)
                *lines, self._half = (self._half + data).split(b"\n")
                heard += [messages.read(line) for line in lines]
                if len(self._half) > LONGEST:
                    raise Refusal("A line is too long.")
        except (BlockingIOError, InterruptedError):
            pass
        except (OSError, Refusal):
            self.close()
        return heard

    def close(self) -> None:
        """Close the connection. Further calls have no effect."""
        if self._socket:
            self._socket.close()
        self._socket, self._unsaid, self._half = None, b"", b""
