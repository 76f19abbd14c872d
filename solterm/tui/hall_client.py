"""The App's connection to its host: reports the play, and shows the host's messages.

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
    from solterm.hall.messages import Message, Result
    from solterm.sessions.publisher import Publisher
    from solterm.tui.app import SoltermApp

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

    def __init__(self, app: "SoltermApp", publisher: "Publisher | None" = None) -> None:
        self._app = app
        self.publisher = publisher
        """The connection to the host, if there is one."""
        self._pump: LinkPump | None = None
        self.bulletin = ""
        """The host's last notice, until the player has read it."""
        self.farewell = ""
        """Why the host ended the session, to print after the App has closed."""
        self.watchers = 0
        """How many people watch this player."""
        self._news = ""
        self._since = 0.0

    @property
    def has_host(self) -> bool:
        return self.publisher is not None

    @property
    def is_up(self) -> bool:
        return self.publisher is not None and self.publisher.link.is_up

    def connect(self) -> None:
        """Listen to the host on the running event loop."""
        if self.publisher:
            self._pump = LinkPump(self.publisher.link, self._app)
            self._pump.start()
            self.tell_wishes()

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

    def tell_wishes(self, *, follows_results: bool = False) -> None:
        """Tell the host whether others may watch, and whether to send the results of others."""
        if self.publisher:
            self.publisher.set_door(self._app.settings.door)
            self.publisher.want_news(follows_results or self._app.settings.news)

    # -- from the host ---------------------------------------------------------------------

    def key_pressed(self) -> None:
        """Remove the host's notice if it has been shown long enough."""
        if self.bulletin and time.monotonic() - self._since > _READ:
            self.bulletin = ""
            self._app.base_screen.show_notice()

    def take(self, message: "Message") -> None:
        """Act on a message of the host, or give it to the screen that waits for it."""
        from solterm.hall.messages import End, Notice, Result, Watchers
        from solterm.sessions.news import tame

        app = self._app
        if not app.is_running:
            return
        if isinstance(message, Notice):
            self.bulletin, self._since = tame(message.text), time.monotonic()
            app.base_screen.say("")
        elif isinstance(message, End):
            self.farewell = tame(message.text)
            app.exit(0)
        elif isinstance(message, Result):
            self._hear_result(message)
        elif isinstance(message, Watchers):
            self._hear_watchers(message.number)
        else:
            any(screen.take_host_message(message) for screen in reversed(app.base_screens))

    def _hear_result(self, result: "Result") -> None:
        from solterm.sessions.news import tell_result

        if not self._app.base_screen.take_host_message(result) and self._app.settings.news:
            self._announce(tell_result(result))

    def _hear_watchers(self, number: int) -> None:
        from solterm.sessions.watching import tell_watchers

        self.watchers = number
        for screen in self._app.base_screens:
            screen.watchers_changed()
        self._announce(tell_watchers(number))

    def _announce(self, sentence: str) -> None:
        # News never replace another message, only older news.
        screen = self._app.base_screen
        if screen.takes_news and not self.bulletin and screen.notice in ("", self._news):
            self._news = sentence
            if len(sentence) <= self._app.size.width - 2:
                screen.notice = sentence
