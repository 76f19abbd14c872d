"""The host's end of a session's line, for tests."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager

from solterm import hall
from solterm.hall.link import Link
from solterm.hall.messages import Message


@contextmanager
def joined() -> Iterator[Link]:
    """This process is a session of a host while it lasts; what is given is the host's end."""
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
    """What kinds of messages these are."""
    return [type(each).__name__ for each in messages]
