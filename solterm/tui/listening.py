"""Listening to the host on the event loop, and sending it what waits."""

import asyncio
from contextlib import suppress

from textual.message import Message as TextualMessage
from textual.message_pump import MessagePump

from solterm.hall.messages import Message
from solterm.sessions.host_link import HostLink


class Heard(TextualMessage):
    """The host has sent a message."""

    def __init__(self, message: Message) -> None:
        super().__init__()
        self.message = message


class Listening:
    """Posts each message of the host to a receiver as ``Heard``, once started."""

    def __init__(self, host: HostLink, receiver: MessagePump) -> None:
        self._host = host
        self._receiver = receiver
        self._loop = asyncio.get_running_loop()
        self._fileno = host.link.fileno() if host.link else -1  # a closed link has none any more

    def start(self) -> None:
        if self._host.link and self._host.is_up:
            self._loop.add_reader(self._fileno, self._hear)
            self._host.link.on_wait = self._wait
            self._flush()

    def stop(self) -> None:
        for remove in (self._loop.remove_writer, self._loop.remove_reader):
            with suppress(OSError):
                remove(self._fileno)

    def _hear(self) -> None:
        messages = self._host.hear()
        self._check_link()
        for message in messages:
            self._receiver.post_message(Heard(message))

    def _wait(self) -> None:
        self._check_link()
        if self._host.is_up:
            self._loop.add_writer(self._fileno, self._flush)

    def _flush(self) -> None:
        if self._host.link and self._host.link.flush():
            self._loop.remove_writer(self._fileno)
        self._check_link()

    def _check_link(self) -> None:
        # Another file may get the number of a closed link.
        if not self._host.is_up:
            self.stop()
