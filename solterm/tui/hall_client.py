"""The session's side of a host: what is played here is reported, and the others are heard of.

Without a host nothing here does anything, and nothing that a host needs is loaded.
"""

import asyncio
import time
from typing import TYPE_CHECKING

from solterm import hall
from solterm.store.kept import KeptPlay

if TYPE_CHECKING:
    from solterm.hall.messages import Message, Result
    from solterm.sessions.publisher import Publisher
    from solterm.tui.app import SoltermApp
    from solterm.tui.terminal.earpiece import Earpiece

_READ = 10.0
"""Seconds that a notice of the host stays at least, whatever keys are pressed."""


class HallClient:
    """Connects the App with its host, if it has one."""

    def __init__(self, app: "SoltermApp") -> None:
        self._app = app
        self._earpiece: Earpiece | None = None
        self.bulletin = ""
        """The host's last notice, until it has been read."""
        self.farewell = ""
        """Why the host ended the session, to be said once the terminal is the player's again."""
        self.watchers = 0
        """How many people watch this player."""
        self._news = ""
        self._since = 0.0

    @property
    def has_host(self) -> bool:
        """Whether a host runs this session, so that there are others to see."""
        return hall.here() is not None

    def connect(self) -> None:
        """Listen to the host on the running event loop."""
        if link := hall.here():
            from solterm.tui.terminal.earpiece import Earpiece

            self._earpiece = Earpiece(link, asyncio.get_running_loop(), self._hear)
            self._earpiece.put_on()
            self.tell_door()

    def disconnect(self) -> None:
        """Stop listening."""
        if self._earpiece:
            self._earpiece.take_off()

    # -- what is told ----------------------------------------------------------------------

    def say(self, message: "Message") -> None:
        """Ask the host for something; the answer goes to the screens."""
        if link := hall.here():
            link.say(message)

    def sit(self, kept: KeptPlay) -> None:
        """Tell the host which game is played."""
        if publisher := self._publisher():
            publisher.sit(kept)

    def rise(self) -> None:
        """Tell the host that no game is played any more."""
        if publisher := self._publisher():
            publisher.rise()

    def tell_door(self) -> None:
        """Tell the host whether others may watch."""
        if publisher := self._publisher():
            publisher.set_door(self._app.settings.door)

    def _publisher(self) -> "Publisher | None":
        if not self.has_host:
            return None
        from solterm.sessions.publisher import publisher

        return publisher()

    # -- what is heard ---------------------------------------------------------------------

    def key_pressed(self) -> None:
        """Forget a notice that was there long enough to be read."""
        if self.bulletin and time.monotonic() - self._since > _READ:
            self.bulletin = ""
            self._app.base_screen.show_notice()

    def _hear(self, message: "Message") -> None:
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
            any(screen.hear(message) for screen in reversed(app.base_screens))

    def _hear_result(self, result: "Result") -> None:
        """Say what somebody has won, where nothing else is said; a later result replaces it."""
        from solterm.sessions.news import tell_result

        if not self._app.base_screen.hear(result) and self._app.settings.news:
            self._tell(tell_result(result))

    def _hear_watchers(self, number: int) -> None:
        """Say how many people watch, and show it in the first row."""
        from solterm.sessions.watching import tell_watchers

        self.watchers = number
        for screen in self._app.base_screens:
            screen.watchers_changed()
        self._tell(tell_watchers(number))

    def _tell(self, sentence: str) -> None:
        """Say something where nothing else is said; a later sentence replaces it."""
        screen = self._app.base_screen
        if screen.takes_news and not self.bulletin and screen.notice in ("", self._news):
            self._news = sentence
            if len(sentence) <= self._app.size.width - 2:
                screen.notice = sentence
