"""Line mode on a host: questions to it, and what it says between two lines."""

import os
import select
import time
from collections.abc import Iterator
from typing import BinaryIO, TypeVar

from solterm.hall.link import Link
from solterm.hall.messages import Message, No

PATIENCE = 8.0
"""Seconds for which an answer of the host's is waited for."""

SILENT = "The host does not answer just now: try again later."

_Answer = TypeVar("_Answer", bound=Message)


class HostLine:
    """The line to the host as line mode uses it: a question waits for its answer.

    What the host says meanwhile is kept for the next line.
    """

    def __init__(self, link: Link) -> None:
        self.link = link
        self._heard: list[Message] = []

    def ask(self, message: Message, *answers: type[_Answer]) -> _Answer:
        """Ask the host something; raises ``ValueError`` with its sentence where it says no."""
        self._heard += self.link.hear()  # what came late answers an earlier question
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
        """Say something that has no answer."""
        self.link.say(message)

    def hear(self) -> list[Message]:
        """What the host has said by now."""
        heard, self._heard = [*self._heard, *self.link.hear()], []
        return heard


def listen(host: HostLine, source: BinaryIO, longest: int) -> Iterator[bytes | Message]:
    """The lines of a stream, of each the beginning, and what the host says between them."""
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
