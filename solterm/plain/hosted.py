"""Line mode on a host: ask the host, and hear its messages between two lines."""

import os
import select
import time
from collections.abc import Iterator
from typing import BinaryIO, TypeVar

from solterm.hall.link import Link
from solterm.hall.messages import Message, No

PATIENCE = 5.0
"""Seconds to wait for an answer of the host."""

SILENT = "The host isn't answering; try again later."

_Answer = TypeVar("_Answer", bound=Message)


class HostLine:
    """The connection to the host as line mode uses it: a question waits for its answer.

    Other messages that arrive meanwhile are kept for the next line.
    """

    def __init__(self, link: Link) -> None:
        self.link = link
        self._heard: list[Message] = []

    def ask(self, message: Message, *answers: type[_Answer]) -> _Answer:
        """Ask the host a question; raise ``ValueError`` with its refusal."""
        self.link.say(message)
        until = time.monotonic() + PATIENCE
        while self.link.is_up and (left := until - time.monotonic()) > 0:
            waits = [] if self.link.flush() else [self.link]
            select.select([self.link], waits, [], left)
            heard = self.link.hear()
            for place, each in enumerate(heard):
                if isinstance(each, answers):
                    self._heard += heard[place + 1 :]
                    return each
                if isinstance(each, No):
                    self._heard += heard[place + 1 :]
                    raise ValueError(each.text)
                self._heard.append(each)
        raise ValueError(SILENT)

    def say(self, message: Message) -> None:
        """Send a message without waiting for an answer."""
        self.link.say(message)

    def hear(self) -> list[Message]:
        """Return the messages that have arrived."""
        heard, self._heard = [*self._heard, *self.link.hear()], []
        return heard


def listen(host: HostLine, source: BinaryIO, longest: int) -> Iterator[bytes | Message]:
    """Yield the lines of a stream, cut to ``longest``, and the host's messages between them."""
    fileno = source.fileno()
    half, is_over = b"", False
    while not is_over:
        yield from host.hear()
        there = [host.link.fileno()] if host.link.is_up else []
        waits = [] if host.link.flush() else there
        if fileno not in select.select([fileno, *there], waits, [])[0]:
            continue
        data = os.read(fileno, 1 << 16)
        is_over = not data
        *lines, half = (half + data).split(b"\n")
        if is_over and half:
            lines.append(half)
        half = half[:longest]
        for line in lines:
            yield from host.hear()
            yield line[:longest] + b"\n"
