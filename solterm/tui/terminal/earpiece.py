"""The host's line beside the terminal: what it says is heard, and what it is told is passed on."""

from asyncio import AbstractEventLoop
from collections.abc import Callable
from contextlib import suppress

from solterm.hall.link import Link
from solterm.hall.messages import Message


class Earpiece:
    """Listens to a host on an event loop, and speaks when the host takes it."""

    def __init__(
        self, link: Link, loop: AbstractEventLoop, tell: Callable[[Message], None]
    ) -> None:
        """``tell`` is handed every message."""
        self._link = link
        self._loop = loop
        self._tell = tell
        self._fileno = link.fileno()
        """The number that is listened to; a link that is let go of has none any more."""

    def put_on(self) -> None:
        """Listen from now on."""
        if self._link.is_up:
            self._loop.add_reader(self._fileno, self._hear)
            self._link.on_wait = self._wait
            self._speak()

    def take_off(self) -> None:
        """Listen no more, to a line that may be over."""
        for remove in (self._loop.remove_writer, self._loop.remove_reader):
            with suppress(OSError):
                remove(self._fileno)

    def _hear(self) -> None:
        messages = self._link.hear()
        self._look_whether_up()
        for message in messages:
            self._tell(message)

    def _wait(self) -> None:
        """Something is to be said that the host does not take yet."""
        self._look_whether_up()
        if self._link.is_up:
            self._loop.add_writer(self._fileno, self._speak)

    def _speak(self) -> None:
        if self._link.flush():
            self._loop.remove_writer(self._fileno)
        self._look_whether_up()

    def _look_whether_up(self) -> None:
        """A line that is over is listened to no more, whoever has its number next."""
        if not self._link.is_up:
            self.take_off()
