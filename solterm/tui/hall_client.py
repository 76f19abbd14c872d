"""The App's connection to its host: reports the play, and posts the host's messages.

Without a host the methods do nothing and import none of the host's modules.
"""

import asyncio
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from textual.message import Message as TextualMessage
from textual.message_pump import MessagePump

from solterm.store.kept import KeptPlay

if TYPE_CHECKING:
    from solterm.hall.link import Link
    from solterm.hall.messages import Message
    from solterm.sessions.publisher import Publisher
    from solterm.store.settings import Settings

_READ = 10.0
"""Seconds after which a key press removes the host's notice."""


class Heard(TextualMessage):
    """The host has sent a message."""

    def __init__(self, message: "Message") -> None:
        super().__init__()
        self.message = message


class LinkPump:
    """Sends the messages of a link on the running event loop, and posts those it receives."""

    def __init__(self, link: "Link", receiver: MessagePump) -> None:
        """Post each message to the receiver as ``Heard``, once started."""
        self._link = link
        self._loop = asyncio.get_running_loop()
        self._receiver = receiver
        self._fileno = link.fileno()  # a closed link has none any more

    def start(self) -> None:
        if self._link.is_up:
            self._loop.add_reader(self._fileno, self._hear)
            self._link.on_wait = self._wait
            self._flush()

    def stop(self) -> None:
        for remove in (self._loop.remove_writer, self._loop.remove_reader):
            with suppress(OSError):
                remove(self._fileno)

    def _hear(self) -> None:
        messages = self._link.hear()
        self._check_link()
        for message in messages:
            self._receiver.post_message(Heard(message))

    def _wait(self) -> None:
        self._check_link()
        if self._link.is_up:
            self._loop.add_writer(self._fileno, self._flush)

    def _flush(self) -> None:
        if self._link.flush():
            self._loop.remove_writer(self._fileno)
        self._check_link()

    def _check_link(self) -> None:
        # Another file may get the number of a closed link.
        if not self._link.is_up:
            self.stop()


class HallClient:
    """Connects the App with its host, if it has one."""

    def __init__(self, publisher: "Publisher | None" = None) -> None:
        self.publisher = publisher
        """The connection to the host, if there is one."""
        self._pump: LinkPump | None = None
        self.bulletin = ""
        """The host's last notice, until the player has read it."""
        self.farewell = ""
        """Why the host ended the session, to print after the App has closed."""
        self.watchers = 0
        """How many people watch this player."""
        self._since = 0.0
        """When the notice came."""

    @property
    def has_host(self) -> bool:
        return self.publisher is not None

    @property
    def is_up(self) -> bool:
        return self.publisher is not None and self.publisher.link.is_up

    def connect(self, receiver: MessagePump) -> None:
        """Listen to the host on the running event loop; the receiver gets its messages."""
        if self.publisher:
            self._pump = LinkPump(self.publisher.link, receiver)
            self._pump.start()

    def disconnect(self) -> None:
        if self._pump:
            self._pump.stop()

    # -- to the host -----------------------------------------------------------------------

    def say(self, message: "Message") -> None:
        """Send the host a request; the screens hear the answer."""
        if self.publisher:
            self.publisher.link.say(message)

    def ask(self, message: "Message") -> bool:
        """Send a question; return whether the host is connected."""
        self.say(message)
        return self.is_up

    def report_game(self, kept: KeptPlay) -> None:
        if self.publisher:
            self.publisher.report_game(kept)

    def report_leaving(self) -> None:
        if self.publisher:
            self.publisher.report_leaving()

    def tell_wishes(self, settings: "Settings", *, follows_results: bool = False) -> None:
        """Tell the host whether others may watch, and whether to send the results of others."""
        if self.publisher:
            self.publisher.set_door(settings.door)
            self.publisher.want_news(follows_results or settings.news)

    # -- the host's notice -----------------------------------------------------------------

    def hear_notice(self, sentence: str) -> None:
        self.bulletin, self._since = sentence, time.monotonic()

    def drop_read_notice(self) -> bool:
        """Remove the notice if it has been shown long enough; return whether it was removed."""
        is_read = bool(self.bulletin) and time.monotonic() - self._since > _READ
        if is_read:
            self.bulletin = ""
        return is_read
