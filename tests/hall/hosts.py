"""The host's end of a session's connection, for tests."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager

from solterm import hall
from solterm.hall.link import Link
from solterm.hall.messages import Message


@contextmanager
def joined() -> Iterator[Link]:
    """Make this process a session of a host; yield the host's end of the connection."""
    here, there = socket.socketpair()
    before, link, host = hall.here(), Link(here), Link(there)
    hall.join(link)
    try:
        yield host
    finally:
        hall._link = before
        link.close()
        host.close()


def kinds(messages: list[Message]) -> list[str]:
    """Return the types of messages."""
    return [type(each).__name__ for each in messages]
