"""The host's end of a session's connection, for tests."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager

from solterm.hall.link import Link
from solterm.hall.messages import Message
from solterm.sessions.host_link import HostLink


class HostEnd(Link):
    """The host's end."""

    def __init__(self) -> None:
        here, there = socket.socketpair()
        super().__init__(there)
        self.line = Link(here)
        self.session = HostLink(self.line)
        """The session's end."""


@contextmanager
def joined() -> Iterator[HostEnd]:
    """Yield the host's end of a connection to a session in this process."""
    host = HostEnd()
    try:
        yield host
    finally:
        host.line.close()
        host.close()


def kinds(messages: list[Message]) -> list[str]:
    """Return the types of messages."""
    return [type(each).__name__ for each in messages]
