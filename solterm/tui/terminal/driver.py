"""A Textual driver for terminals that stall, drop or send garbage.

Textual's own driver reads keys in one thread and writes frames in another. A client that stops
reading blocks the whole program, one byte that is not UTF-8 ends it, and a closed terminal leaves
it spinning. ``TerminalDriver`` does both on the event loop, never waits for the terminal, and
restores it however the program ends (``tty.py``).

It delivers one key at a time and waits until the App has handled it (``settling.py``), so a key
typed ahead reaches the screen it was meant for.
"""

import asyncio
import os
from codecs import getincrementaldecoder
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any, Protocol, cast

from textual import events
from textual.app import App
from textual.driver import Driver
from textual.geometry import Size
from textual.messages import TerminalSupportsSynchronizedOutput

from solterm.capabilities import charset
from solterm.tui.terminal.input_parser import Heard, KeyParser, Mouse, Paste, Synchrony
from solterm.tui.terminal.keys import Key
from solterm.tui.terminal.settling import deliver
from solterm.tui.terminal.tty import HUNG_UP, Tty

MOST_WAITING = 1000
"""Events that may wait for the App. While so many do, the rest waits in the line."""

_MOUSE_EVENTS: dict[str, type[events.MouseEvent]] = {
    "down": events.MouseDown,
    "up": events.MouseUp,
    "drag": events.MouseMove,
    "wheel_up": events.MouseScrollUp,
    "wheel_down": events.MouseScrollDown,
}


class Client(Protocol):
    """The methods of the App that the driver calls."""

    def last_words(self) -> None:
        """Save unsaved data: the process ends when this returns.

        It may interrupt any line of the program, must return within
        ``tty.LAST_WORDS_SECONDS``, and must not paint.
        """

    def suspended(self) -> None:
        """Prepare for SIGTSTP; this too may interrupt any line."""

    def line_ready(self) -> None:
        """Send the frame withheld while the line or the keyboard was busy."""

    def picture_lost(self) -> None:
        """Repaint everything: the terminal's picture is unknown."""


class TerminalDriver(Driver):
    """A driver without threads, for a terminal that may disappear at any time."""

    def __init__(
        self,
        app: App[Any],
        *,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        """Take Textual's arguments; the App must be a ``Client``."""
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._client = cast(Client, app)
        self._tty = Tty(self, self._loop)
        self._parser = KeyParser()
        self._decoder = getincrementaldecoder(charset())("replace")
        self._patience: asyncio.TimerHandle | None = None
        self._pending: deque[events.Event] = deque()
        self._delivery: asyncio.Task[None] | None = None
        self._is_full = False
        self.is_synchronised = False
        """Whether the terminal supports synchronised updates."""

    @property
    def can_suspend(self) -> bool:
        return True

    @property
    def is_ours(self) -> bool:
        """Whether the App has the terminal's screen now."""
        return self._tty.is_entered

    @property
    def is_busy(self) -> bool:
        """Whether a frame should wait: the line is full, or more keys were typed ahead."""
        return self._tty.busy or bool(self._pending)

    # -- output ----------------------------------------------------------------------------

    def write(self, data: str) -> None:
        """Send text without waiting; drop it if the terminal is not ours."""
        self._tty.write(data)

    # -- entering and leaving --------------------------------------------------------------

    def start_application_mode(self) -> None:
        self._tty.enter()
        self._listen()
        self._send_size()

    def disable_input(self) -> None:
        self._loop.remove_reader(self._tty.fileno)
        self._is_full = False
        self._forget_patience()
        self._pending.clear()

    def stop_application_mode(self) -> None:
        if self._tty.is_entered:
            self._tty.leave()

    def close(self) -> None:
        self._tty.close()

    # -- input -----------------------------------------------------------------------------

    def _listen(self) -> None:
        self._is_full = False
        self._loop.add_reader(self._tty.fileno, self._read)

    def _read(self) -> None:
        if (room := MOST_WAITING - len(self._pending)) <= 0:
            self._loop.remove_reader(self._tty.fileno)
            self._is_full = True
            return
        try:
            data = os.read(self._tty.fileno, room)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            data = b""
        if not data:
            self._tty.end(HUNG_UP)
        if text := self._decoder.decode(data):
            self._take(self._parser.feed(text))

    def _take(self, heard: Iterable[Heard]) -> None:
        self._forget_patience()
        if self._parser.due is not None:
            self._patience = self._loop.call_at(self._parser.due, self._time_out)
        for each in heard:
            if isinstance(each, Synchrony):
                self.is_synchronised = True
                self.send_message(TerminalSupportsSynchronizedOutput())
            else:
                self._pending.append(event_of(each))
        if self._pending and self._delivery is None:
            self._delivery = asyncio.create_task(self._deliver())

    def _time_out(self) -> None:
        self._take(self._parser.tick())

    def _forget_patience(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    async def _deliver(self) -> None:
        try:
            await deliver(self._app, self._waiting())
        finally:
            self._delivery = None
        self._client.line_ready()

    def _waiting(self) -> Iterator[events.Event]:
        while self._pending:
            event = self._pending.popleft()
            if self._is_full and len(self._pending) <= MOST_WAITING // 2:
                self._listen()
            yield event

    def send_message(self, message: Any) -> None:
        """Post a message directly, since the driver runs on the App's thread."""
        self._app.post_message(message)

    # -- calls from the terminal (tty.Client) ----------------------------------------------

    def last_words(self) -> None:
        self._client.last_words()

    def suspended(self) -> None:
        self._client.suspended()

    def line_drained(self) -> None:
        self._client.line_ready()

    def picture_lost(self) -> None:
        """Repaint everything, in the window's present size."""
        self._client.picture_lost()
        self._send_size()

    def resized(self) -> None:
        """Tell the App the new size; a window resized back and forth may have lost cells."""
        if Size(*self._tty.size) == self._app.size:
            self._client.picture_lost()
        self._send_size()

    def _send_size(self) -> None:
        size = Size(*self._tty.size)
        self.send_message(events.Resize(size, size))


def event_of(heard: Key | Mouse | Paste) -> events.Event:
    """Return the Textual event for a key, a mouse report or a paste."""
    if isinstance(heard, Key):
        return events.Key(*heard)
    if isinstance(heard, Paste):
        return events.Paste(heard.text)
    kind, x, y, button, shift, meta, ctrl = heard
    return _MOUSE_EVENTS[kind](None, x, y, 0, 0, button, shift, meta, ctrl, x, y)
