"""What the server and the template say to each other, over a socket that keeps messages apart.

The server orders sessions and hands over their open files; the template says how they fare. Of a
session that begins it hands back a file that stands for its process, so that no signal ever reaches
another one, and so that its end is seen even when the template is gone.
"""

import json
import os
import socket
from typing import Any, Literal, NamedTuple

Face = Literal["screen", "lines", "json"]
"""How a session shows itself: the full program, or line mode in words or in JSON."""

BROKEN = 70
"""The exit status of a session that could not even begin."""

_LARGEST = 1 << 16
_MOST_FILES = 4


class Order(NamedTuple):
    """A session that is wanted. With it come its line to the hall, and then its terminal, or what
    stands for it: one file for input and output, and one for complaints."""

    session: str
    face: Face
    environment: dict[str, str]
    memory: int
    """Bytes it may take beside what it shares."""
    file_size: int
    """Bytes its files may have."""
    cpu: int
    """Seconds of the processor."""


class Report(NamedTuple):
    """How a session fares: ``began``, with a file that stands for the process; or ``ended``."""

    session: str
    event: Literal["ready", "began", "ended"]
    number: int = 0
    """The process that began, or its exit status, negative for a signal."""


def send(line: socket.socket, message: Order | Report, files: list[int]) -> None:
    """Say something; raises ``OSError`` when nobody is there, or listens."""
    socket.send_fds(line, [json.dumps(message).encode()], files)


def receive_order(line: socket.socket) -> tuple[Order | None, list[int]]:
    """The next order and its files; None when the server is gone."""
    said, files = _receive(line)
    return (Order(*said) if said else None), files


def receive_report(line: socket.socket) -> tuple[Report | None, list[int]]:
    """The next report and its file; None when the template is gone."""
    said, files = _receive(line)
    return (Report(*said) if said else None), files


def _receive(line: socket.socket) -> tuple[list[Any], list[int]]:
    data, files, flags, _ = socket.recv_fds(line, _LARGEST, _MOST_FILES)
    if flags & (socket.MSG_TRUNC | socket.MSG_CTRUNC):
        for each in files:
            os.close(each)
        raise OSError("A message was cut off.")
    return (json.loads(data) if data else []), files
