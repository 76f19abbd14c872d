"""A session's line to its host: messages both ways over a socket, never waited for.

A game does not stand still because its host lags: what cannot be said at once is kept, up to a
bound, and a host that has heard nothing for so long, or says what is no message, is let go.
"""

import socket
from collections.abc import Callable
from contextlib import suppress

from solterm.hall import messages
from solterm.hall.messages import LONGEST, Message

_MOST_UNSAID = 2 * LONGEST
"""Bytes that wait for a host which does not listen."""

_AT_ONCE = 2 * LONGEST
"""Bytes that are heard at once: who speaks without a pause is not all there is to hear."""


def _nothing() -> None:
    pass


class Link:
    """One end of a line. Both ends are alike, so that a host may use it too."""

    def __init__(self, line: socket.socket) -> None:
        """The line over a connected stream socket, which is the link's own from now on."""
        line.setblocking(False)
        self._socket: socket.socket | None = line
        self._unsaid = b""
        self._half = b""
        self.on_wait: Callable[[], None] = _nothing
        """Called when something waits to be said, for ``flush``, or when the line is over."""

    @property
    def is_up(self) -> bool:
        """Is there still somebody at the other end?"""
        return self._socket is not None

    def fileno(self) -> int:
        """What an event loop listens to; -1 once nobody is there."""
        return self._socket.fileno() if self._socket else -1

    def say(self, message: Message) -> None:
        """Say something, now or as soon as the other end takes it; unheard once nobody is there."""
        self._unsaid += messages.write(message)
        if not self.flush() or not self.is_up:
            self.on_wait()

    def flush(self) -> bool:
        """Say what waits, as far as it is taken; is all said?"""
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
        """What was said meanwhile, in order; a line that is over or says nonsense is let go.

        Of more than so many bytes it is a part, and the rest is heard when it is asked again.
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
                    raise ValueError("A line is too long.")
        except (BlockingIOError, InterruptedError):
            pass
        except (OSError, ValueError):
            self.close()
        return heard

    def close(self) -> None:
        """Let go of the line; twice is no harm."""
        if self._socket:
            self._socket.close()
        self._socket, self._unsaid, self._half = None, b"", b""
