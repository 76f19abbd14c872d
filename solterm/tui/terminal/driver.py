"""The Textual driver for terminals that stall, garble or drop.

Textual's own driver reads keys in one thread and writes frames in another: a client that stops
reading blocks the whole program, one byte that is not UTF-8 ends it, and a terminal that goes away
leaves it spinning. ``TerminalDriver`` does both on the event loop, never waits for the terminal,
and puts it back in order however the program ends (``tty.py``).

Keys are delivered one at a time: the next one waits until the App has settled (``settling.py``), so
that a key typed ahead reaches the screen it was meant for.
"""

import asyncio
import os
from codecs import getincrementaldecoder
from collections import deque
from collections.abc import Iterable
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

_MOUSE_EVENTS: dict[str, type[events.MouseEvent]] = {
    "down": events.MouseDown,
    "up": events.MouseUp,
    "drag": events.MouseMove,
    "wheel_up": events.MouseScrollUp,
    "wheel_down": events.MouseScrollDown,
}


class Client(Protocol):
    """What the driver tells its App."""

    def last_words(self) -> None:
        """Save what is not saved: the process ends when this returns.

        It may interrupt any line of the program; it must be quick (``tty.LAST_WORDS_SECONDS``) and
        draw nothing.
        """

    def suspended(self) -> None:
        """Prepare to be stopped (SIGTSTP); this may interrupt any line, too."""

    def line_ready(self) -> None:
        """Send the frame that was withheld while the line or the keyboard was busy."""

    def picture_lost(self) -> None:
        """Repaint everything: what the terminal shows is unknown."""


class TerminalDriver(Driver):
    """A driver on the event loop alone, for one terminal that may go away at any time."""

    def __init__(
        self,
        app: App[Any],
        *,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        """Make the driver, as Textual calls it; the App must be a ``Client`` as well."""
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._client = cast(Client, app)
        self._tty = Tty(self)
        self._parser = KeyParser()
        self._decoder = getincrementaldecoder(charset())("replace")
        self._patience: asyncio.TimerHandle | None = None
        self._pending: deque[events.Event] = deque()
        self._delivery: asyncio.Task[None] | None = None
        self.is_synchronised = False
        """Whether the terminal supports synchronised updates."""

    @property
    def can_suspend(self) -> bool:
        return True

    @property
    def is_ours(self) -> bool:
        """Whether we are on the terminal's screen now."""
        return self._tty.is_entered

    @property
    def is_busy(self) -> bool:
        """Whether a frame had better wait: the line is full, or more keys were typed ahead."""
        return self._tty.busy or bool(self._pending)

    # -- output ----------------------------------------------------------------------------

    def write(self, data: str) -> None:
        """Send text without waiting; it is dropped when the terminal is not ours."""
        self._tty.write(data)

    # -- entering and leaving --------------------------------------------------------------

    def start_application_mode(self) -> None:
        self._tty.attach(self._loop)
        self._tty.enter()
        self._loop.add_reader(self._tty.fileno, self._read)
        self._send_size()

    def disable_input(self) -> None:
        self._loop.remove_reader(self._tty.fileno)
        self._forget_patience()
        self._pending.clear()

    def stop_application_mode(self) -> None:
        if self._tty.is_entered:
            self._tty.leave()

    def close(self) -> None:
        self._tty.detach()
        self._tty.close()

    # -- input -----------------------------------------------------------------------------

    def _read(self) -> None:
        """Read what was typed; an empty read means that the terminal is gone."""
        try:
            data = os.read(self._tty.fileno, 4096)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            data = b""
        if not data:
            self._tty.end(HUNG_UP)
        if text := self._decoder.decode(data):
            self._take(self._parser.feed(text))

    def _take(self, heard: Iterable[Heard]) -> None:
        """Queue what was heard, and call again if silence would mean something."""
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
        """Hand over one event after the other, each when the one before has settled."""
        try:
            await deliver(self._app, self._pending)
        finally:
            self._delivery = None
        self._client.line_ready()

    def send_message(self, message: Any) -> None:
        """Post a message without a detour: the driver runs on the App's own thread."""
        self._app.post_message(message)

    # -- what the terminal reports ---------------------------------------------------------

    def last_words(self) -> None:
        """Let the App save what is not saved."""
        self._client.last_words()

    def suspended(self) -> None:
        """Tell the App that the process is about to be stopped."""
        self._client.suspended()

    def line_drained(self) -> None:
        """Send the frame that a full line has held up."""
        self._client.line_ready()

    def picture_lost(self) -> None:
        """Have everything repainted, in whatever size the window has by now."""
        self._client.picture_lost()
        self._send_size()

    def resized(self) -> None:
        """Tell the App the size; a window resized to and fro may have lost cells."""
        if Size(*self._tty.size) == self._app.size:
            self._client.picture_lost()
        self._send_size()

    def _send_size(self) -> None:
        size = Size(*self._tty.size)
        self.send_message(events.Resize(size, size))


def event_of(heard: Key | Mouse | Paste) -> events.Event:
    """Return the Textual event of what was heard."""
    if isinstance(heard, Key):
        return events.Key(*heard)
    if isinstance(heard, Paste):
        return events.Paste(heard.text)
    kind, x, y, button, shift, meta, ctrl = heard
    return _MOUSE_EVENTS[kind](None, x, y, 0, 0, button, shift, meta, ctrl, x, y)
