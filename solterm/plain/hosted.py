"""Line mode on a host: ask the host, and hear its messages between two lines."""

import select
import time
from typing import TypeVar

from solterm.core.refusal import Refusal
from solterm.hall.link import Link
from solterm.hall.messages import Message, No

PATIENCE = 8.0
"""Seconds to wait for an answer of the host."""

SILENT = "The host isn't answering; try again later."

_Answer = TypeVar("_Answer", bound=Message)


class HostLine:
    """The connection to the host in line mode: a question waits for its answer.

    It keeps other messages that arrive meanwhile for the next line.
    """

    def __init__(self, link: Link) -> None:
        self.link = link
        self._heard: list[Message] = []
        self._late: list[tuple[type[Message], ...]] = []
        """The types of late answers to expect, one entry for each question that timed out."""

    def ask(self, message: Message, *answers: type[_Answer]) -> _Answer:
        """Ask the host a question; raise ``Refusal`` with its refusal."""
        self.link.say(message)
        until = time.monotonic() + PATIENCE
        while self.link.is_up and (left := until - time.monotonic()) > 0:
            waits = [] if self.link.flush() else [self.link]
            select.select([self.link], waits, [], left)
            heard = [each for each in self.link.hear() if not self._is_late(each)]
            for place, each in enumerate(heard):
                if isinstance(each, answers):
                    self._heard += heard[place + 1 :]
                    return each
                if isinstance(each, No):
                    self._heard += heard[place + 1 :]
                    raise Refusal(each.text)
                self._heard.append(each)
        self._late.append((*answers, No))
        raise Refusal(SILENT)

    def _is_late(self, message: Message) -> bool:
        """Whether a message answers a question that timed out, and so must be dropped."""
        if self._late and isinstance(message, self._late[0]):
            self._late.pop(0)
            return True
        return False

    def say(self, message: Message) -> None:
        """Send a message without waiting for an answer."""
        self.link.say(message)

    def take(self, *kinds: type[Message]) -> list[Message]:
        """Return the messages of some kinds that have come, and keep the others."""
        taken = [each for each in self._heard if isinstance(each, kinds)]
        self._heard = [each for each in self._heard if not isinstance(each, kinds)]
        return taken

    def hear(self) -> list[Message]:
        heard, self._heard = self._heard, []
        return heard + [each for each in self.link.hear() if not self._is_late(each)]
