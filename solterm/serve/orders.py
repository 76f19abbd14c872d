"""The messages between server and template, over a SEQPACKET socket.

The server orders sessions and passes their open files; the template reports when they begin and
end. It passes back a pidfd for each session, so the server never signals the wrong process and
notices the end of a session even without the template.
"""

import json
import os
import socket
from typing import Generic, Literal, NamedTuple, TypeVar

Face = Literal["screen", "lines", "json"]
"""The interface of a session: the screen, or line mode in words or in JSON."""

BROKEN = 70
"""The exit status of a session that failed before it began."""

TMPDIR = "TMPDIR"
"""The variable of a session's folder: the player's or, with a database, that of crash reports."""

SAVING_SECONDS = 120.0
"""How long a session that has ended tries to store its last moves while the database is away."""

KEY_LENGTH = 32
"""Characters of a session's key for the database."""

NO_HOME = "/nonexistent"
"""The home folder of processes that must not find the host's passwords."""

_LARGEST = 1 << 16
_MOST_FILES = 4


class Order(NamedTuple):
    """An order for a session.

    Its files are the socket to the hall, and then the terminal, or a socket for input and output
    and a pipe for errors.
    """

    session: str
    face: Face
    environment: dict[str, str]
    memory: int
    """Bytes of memory, besides the shared part."""
    file_size: int
    """Bytes per file."""
    cpu: int
    """Seconds of CPU time."""
    has_key: bool = False
    """Whether its key for the database comes first from the hall.

    It is no part of the order, since the template forks other players' sessions, too.
    """


class SessionReport(NamedTuple):
    """An event of a session: ``began`` (with a pidfd), ``failed`` to begin, or ``ended``.

    ``ready`` concerns the template itself.
    """

    session: str
    event: Literal["ready", "began", "failed", "ended"]
    number: int = 0
    """The process id, or the exit status, negative for a signal."""


_Message = TypeVar("_Message", Order, SessionReport)


class Received(NamedTuple, Generic[_Message]):
    """A message and its files, which the receiver must close."""

    message: _Message | None
    """None when the other end is closed."""
    files: list[int]
    is_cut_off: bool = False
    """Whether files are missing because this process may open no more."""


class Unreadable(Exception):
    """A malformed message; others may follow."""


def send(line: socket.socket, message: Order | SessionReport, files: list[int]) -> None:
    """Send a message. Raises ``OSError`` if the other end is closed or reads too slowly."""
    socket.send_fds(line, [json.dumps(message).encode()], files)


def receive(line: socket.socket, kind: type[_Message]) -> Received[_Message]:
    """Receive the next message, of this kind. Raises ``Unreadable``."""
    data, files, flags, _ = socket.recv_fds(line, _LARGEST, _MOST_FILES)
    if not data:
        return Received(None, files)
    try:
        return Received(kind(*json.loads(data)), files, bool(flags & socket.MSG_CTRUNC))
    except (ValueError, TypeError) as error:
        for each in files:
            os.close(each)
        raise Unreadable(str(error)) from None
