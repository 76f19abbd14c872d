"""Line mode on a host: questions to it, and what it says between two lines."""

import os
import select
from collections.abc import Iterator
from typing import TYPE_CHECKING, BinaryIO

from solterm import hall
from solterm.hall.asking import ask as ask_host
from solterm.hall.link import Link
from solterm.hall.messages import Message, No

if TYPE_CHECKING:
    from solterm.plain.session import Session

_SILENT = "The host does not answer just now: try again later."


def link_of_host() -> Link:
    """The line to the host; asked for only where there is one."""
    link = hall.here()
    assert link, "asked for only where there is a host"
    return link


def ask(session: "Session", message: Message, *answers: type[Message]) -> Message:
    """What the host answers; raises ``ValueError`` with its sentence where it says no.

    What it says meanwhile is kept for the session.
    """
    answer, others = ask_host(link_of_host(), message, *answers)
    session.overheard += others
    if answer is None or isinstance(answer, No):
        raise ValueError(answer.text if answer else _SILENT)
    return answer


def listen(session: "Session", source: BinaryIO, longest: int) -> Iterator[bytes | Message]:
    """The lines of a stream, of each the beginning, and what the host says between them."""
    link, fileno = link_of_host(), source.fileno()
    half, is_over = b"", False
    while not is_over:
        yield from _hear(session, link)
        there = [link.fileno()] if link.is_up else []
        waits = [] if link.flush() else there
        if fileno not in select.select([fileno, *there], waits, [])[0]:
            continue
        data = os.read(fileno, 1 << 16)
        is_over = not data
        *lines, half = (half + data).split(b"\n")
        if is_over and half:
            lines.append(half)
        half = half[:longest]
        for line in lines:
            yield from _hear(session, link)
            yield line[:longest] + b"\n"


def _hear(session: "Session", link: Link) -> list[Message]:
    """What the host has said by now that nobody has read yet."""
    heard = [*session.overheard, *link.hear()]
    session.overheard.clear()
    return heard
