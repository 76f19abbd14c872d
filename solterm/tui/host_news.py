"""How the App hears its host on the event loop, and what it does with the messages."""

import asyncio
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from textual.message import Message as TextualMessage
from textual.message_pump import MessagePump

from solterm.contests.kinds import TOURNAMENT, BoardName
from solterm.core.outcome import Outcome
from solterm.hall.messages import (
    AskTonight,
    End,
    Message,
    No,
    Notice,
    Race,
    RaceStep,
    Result,
    Saving,
    SetPhrase,
    Tonight,
    Watch,
    Watchers,
)
from solterm.sessions import evenings
from solterm.sessions.host_link import HostLink, find_race
from solterm.sessions.news import tame
from solterm.sessions.race_client import tell_challenge
from solterm.tui.screens.dialogs import HostWait

if TYPE_CHECKING:
    from solterm.tui.app import SoltermApp

_WAYS = {"join": "joins it", "show": "shows it", "board": "shows its board"}
"""What the key for evenings does while the host's notice stands there."""


class HostNews:
    """Hears the host for one App: news go to the message line, the rest to screens and races."""

    def __init__(self, app: "SoltermApp") -> None:
        self._app = app
        self._news = ""
        """The last sentence about other players."""
        self.unread: Race | None = None
        """A race that is over, while its player celebrates or plays something else."""
        self._notice = Notice("")
        """The host's last notice."""

    def hear(self, message: Message) -> None:
        """Act on a message of the host, or give it to the screen that waits for it."""
        match message:
            case Saving():
                self._app.tend_store(now=True)
            case Watch():
                self._app.doors.show_visitors(message.session)
            case Notice() | End() | Result() | Watchers() | SetPhrase():
                self._hear_news(message, self._app.seat.hear(message) or "")
            case _:
                self._hear_answer(message)

    def _hear_news(self, message: Message, told: str) -> None:
        match message:
            case Notice():
                self._hear_notice(message, told)
            case End():
                self._app.exit(0)
            case Result() if not self._app.base_screen.take_host_message(message):
                self._announce(told)
            case Watchers():
                self._tell_watchers(told)
            case SetPhrase():
                self._announce(told, may_replace=True)

    # -- notices of the host, and its evenings -----------------------------------------------

    def _hear_notice(self, notice: Notice, told: str) -> None:
        if notice.evening or notice.next:
            self._app.seat.host.say(AskTonight())
        if told and not notice.is_greeting:
            self._app.alert(told)
        if told or notice.evening:  # what was said of an evening that is over is no longer true
            self._notice = notice
            self._app.seat.host.hear_notice(told)
            self._app.base_screen.say("")

    def _find_way(self) -> str:
        """Return where the host's notice leads while it stands there."""
        is_there = bool(self._app.seat.host.bulletin)
        return evenings.find_way(self._notice, datetime.now(UTC)) if is_there else ""

    def tell_way(self) -> str:
        """Return the key that follows the host's notice, in a sentence."""
        way = self._find_way()
        if way == "join" and self._app.context.is_guest:
            return evenings.NEEDS_KEY
        return f"{self._app.skin.name_key('evening')} {_WAYS[way]}." if way else ""

    def find_board(self) -> str:
        """Return the board of the evening whose end the host's notice tells, or ""."""
        is_over = self._find_way() == "board"
        return str(BoardName(TOURNAMENT, self._notice.evening)) if is_over else ""

    # -- answers, and races ------------------------------------------------------------------

    def _hear_answer(self, message: Message) -> None:
        if isinstance(message, Tonight):
            self._app.life.hear(message)
        top = self._app.screen
        if isinstance(top, HostWait) and top.take_host_message(message):
            return
        screens = reversed(self._app.base_screens)
        is_taken = any(screen.take_host_message(message) for screen in screens)
        if isinstance(message, No) and not is_taken:
            self._app.say_trouble(tame(message.text))
        if isinstance(message, Race | RaceStep):
            with self._app.telling_trouble():
                self._hear_race(message)

    def _hear_race(self, message: Race | RaceStep) -> None:
        if isinstance(message, RaceStep):
            self._app.seat.races.hear(message)
            return
        known = self._app.seat.races.challenges.get(message.id)
        told = self._app.seat.races.hear(message)
        if known and message.state != "open":
            self._drop_news(tell_challenge(known))
        if message.state == "over" and message.seat >= 0:
            self._end_race(message, told or "")
        elif self._app.seat.races.seconds_to_start() is not None:
            self._begin_race()
        elif told:
            screen = self._app.base_screen
            matters = bool(message.wanted) or not screen.is_table
            if message.state == "open" and matters:
                self._app.alert(told)
            longer = f"{told} {screen.tell_answer(message)}"
            fits = matters or len(longer) <= self._app.size.width - 2
            self._announce(longer if fits else told, may_replace=True)

    def _begin_race(self) -> None:
        """Count down, and bring the cards to the table unless they are there already."""
        if not self._app.seat.races.keep_open(self._app.seat.on_table):
            self._app.doors.count_down(self._app.seat.races, self._deal_race)

    def _deal_race(self) -> None:
        with self._app.telling_trouble():
            if kept := self._app.seat.races.open():
                self._app.game_doors.show_table(kept)

    def _end_race(self, race: Race, told: str) -> None:
        """End the game of a race that is over, and show how it went, unless the player plays."""
        if told:
            self._app.alert(told)
        screen, kept = self._app.base_screen, self._app.seat.on_table
        if kept and find_race(kept) == race.id and kept.play.outcome is Outcome.WON:
            self.unread = race  # the table celebrates, and leads on
        elif self._app.seat.races.end(race, kept):
            self._app.doors.go_to_race(race)
        elif told and screen.takes_news and not screen.is_table:
            self._app.doors.show_race(race, is_sudden=True)
        elif told:
            self.unread = race
            screen.notice = f"{told} {self._app.skin.name_key('races')} shows how it went."

    def _tell_watchers(self, told: str) -> None:
        for screen in self._app.base_screens:
            screen.watchers_changed()
        key = self._app.skin.name_key("score")
        says = f" {key} says a phrase." if self._app.base_screen.is_table else ""
        self._announce(f"{told}{says if self._app.seat.host.watchers else ''}")

    def _announce(self, sentence: str, may_replace: bool = False) -> None:
        # News replace only older news; what somebody says replaces any message until the next key.
        screen = self._app.base_screen
        is_free = not self._app.seat.host.bulletin and screen.notice in ("", self._news)
        if sentence and screen.takes_news and (may_replace or is_free):
            self._news = sentence
            if may_replace or len(sentence) <= self._app.size.width - 2:
                screen.notice = sentence

    def _drop_news(self, sentence: str) -> None:
        """Remove news that are no longer true, with what follows in the message."""
        for screen in self._app.base_screens:
            if sentence and screen.notice.startswith(sentence):
                screen.notice = ""


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
            self._host.on_left = lambda: self._loop.call_soon(self._hear)
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
