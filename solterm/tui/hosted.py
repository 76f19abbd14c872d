"""What a program does that a host has: it says what is played, and hears of the others.

Without a host nothing here does anything, and nothing that a host needs is loaded.
"""

import time
from typing import TYPE_CHECKING, Any

from solterm import hall
from solterm.store.kept import KeptPlay
from solterm.store.store import Store
from solterm.tui.shared import Shared

if TYPE_CHECKING:
    from solterm.hall.messages import Message, Result, Visitor
    from solterm.sessions.herald import Herald
    from solterm.tui.screens.painted import PaintedScreen

_READ = 10.0
"""Seconds that a sentence of the host's stays at least, whatever keys are pressed."""


class Hosted(Shared):
    """A stage that may be a host's: a line leads from it to the others who are there."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.bulletin = ""
        """What the host said last, until it has been read."""
        self.farewell = ""
        """What is to be said once the terminal is the player's again: why the host ended it."""
        self._news = ""
        self._since = 0.0
        self._set_door()

    @property
    def has_host(self) -> bool:
        """Are there others to be seen?"""
        return hall.here() is not None

    # -- from screen to screen -------------------------------------------------------------

    def show_visitors(self, wanted: str = "") -> None:
        """Who is here, over the present screen; somebody who is named is looked at at once."""
        from solterm.tui.screens.visitors import VisitorsScreen

        self.push_screen(VisitorsScreen(wanted))

    def show_watching(self, visitor: "Visitor") -> None:
        """Somebody's game as it is played, over the present screen."""
        from solterm.tui.screens.watching import WatchScreen

        self.push_screen(WatchScreen(visitor))

    def show_evening(self) -> None:
        """The results of the evening, over the present screen."""
        from solterm.tui.screens.lately import LatelyScreen

        self.push_screen(LatelyScreen())

    def obey(self, line: str) -> bool:
        """Do a word of line mode's that is about the others who are here; is it one?"""
        if not self.has_host:
            return False
        from solterm.sessions.news import read_door

        verb, _, rest = line.strip().partition(" ")
        match verb.lower():
            case "who" | "watch":
                self.show_visitors(rest.strip())
            case "results":
                self.show_evening()
            case "door":
                self.change_settings(door=read_door(rest, self.settings.door))
                self.screen.notice = f"Your door is {'open' if self.settings.door else 'closed'}."
            case _:
                return False
        return True

    # -- what is said ----------------------------------------------------------------------

    def say_host(self, message: "Message") -> None:
        """Ask the host for something; the answer is for the screen that hears it."""
        if link := hall.here():
            link.say(message)

    def take_seat(self, kept: KeptPlay) -> None:
        """The player sits at a play: the host hears what becomes of it."""
        if herald := self._herald():
            herald.sit(kept)

    def switch_screen(self, screen: "PaintedScreen") -> None:
        super().switch_screen(screen)
        if not self.screen.is_table and (herald := self._herald()):
            herald.rise()

    def change_settings(self, **changes: Any) -> None:
        super().change_settings(**changes)
        self._set_door()

    def _set_door(self) -> None:
        if herald := self._herald():
            herald.set_door(self.settings.door)

    def _herald(self) -> "Herald | None":
        if not self.has_host:
            return None
        from solterm.sessions.herald import herald

        return herald()

    # -- what is heard ---------------------------------------------------------------------

    def hear_host(self, message: "Message") -> None:
        """Do what a message of the host's is about; what was asked for is for who asked."""
        from solterm.hall.messages import End, Notice, Result
        from solterm.sessions.news import tame

        if self.is_left:
            return
        if isinstance(message, Notice):
            self.bulletin, self._since = tame(message.text), time.monotonic()
            self.screen.notice = ""
            self.screen.repaint()
        elif isinstance(message, End):
            self.farewell = tame(message.text)
            self.exit(0)
        elif isinstance(message, Result):
            self._hear_result(message)
        else:
            any(screen.hear(message) for screen in reversed(self.screen_stack))

    def _hear_result(self, result: "Result") -> None:
        """Tell what somebody has won, where nothing else is said; a later one takes its place."""
        from solterm.sessions.news import tell_result

        screen = self.screen
        if screen.hear(result) or not self.settings.news or screen.is_asking:
            return
        if screen.notice in ("", self._news) and not self.bulletin:
            self._news = tell_result(result)
            if len(self._news) <= self.size.width - 2:
                screen.notice = self._news
                screen.repaint()

    def take_key(self, key: str, character: str | None) -> None:
        """A key; what the host said goes with it, if there was time to read that."""
        if self.bulletin and time.monotonic() - self._since > _READ:
            self.bulletin = ""
        super().take_key(key, character)
