"""A Textual driver for terminals that stall, drop or send garbage.

Textual's own driver reads keys in one thread and writes frames in another. A client that stops
reading blocks the whole program, one byte that is not UTF-8 ends it, and a closed terminal leaves
it spinning. ``WireDriver`` does both on the event loop, never waits for the terminal, and
restores it however the program ends (``tty.py``).

Textual rewrites every span it calls dirty, though most of its cells are on the screen already, so a
cursor key may cost kilobytes. Here a ``Wire`` stands between Textual's compositor and the terminal.
It compares each frame with the cells on the terminal, whatever screen drew them, and a slow line
gets the newest frame instead of all the frames it missed.

The driver delivers one key at a time, after the App has handled the one before: Textual delivers a
key to the focused widget, from where it bubbles up to the App. The App runs the binding's action,
which may push a screen that composes, mounts and focuses later. A key sent too early may reach the
wrong screen or get lost.
"""

import asyncio
import os
import sys
from codecs import getincrementaldecoder
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, ClassVar

from rich.color import ColorSystem
from rich.console import COLOR_SYSTEMS
from textual import events
from textual.app import App
from textual.driver import Driver
from textual.errors import NoWidget
from textual.geometry import Offset, Size
from textual.message_pump import MessagePump
from textual.messages import TerminalSupportsSynchronizedOutput
from textual.screen import Screen

from solterm.wire.frames import Piece, frame_of, take_frames
from solterm.wire.input_parser import (
    IN_BAND_RESIZE,
    SYNCHRONISED,
    Focus,
    InputEvent,
    KeyParser,
    LineWidth,
    ModeSupported,
    MouseReport,
    Paste,
    WindowSize,
)
from solterm.wire.keys import Key
from solterm.wire.last_picture import PictureKey, keep, read_cells
from solterm.wire.launch import take
from solterm.wire.probe import MEASURED
from solterm.wire.tty import HUNG_UP, Modes, Tty
from solterm.wire.wire import Wire, cells_of_strip

MOST_WAITING = 1000
"""Events that may wait for the App. While so many do, the rest waits in the line."""

_MOUSE_EVENTS: dict[str, type[events.MouseEvent]] = {
    "down": events.MouseDown,
    "up": events.MouseUp,
    "drag": events.MouseMove,
    "move": events.MouseMove,
    "wheel_up": events.MouseScrollUp,
    "wheel_down": events.MouseScrollDown,
    "wheel_left": events.MouseScrollLeft,
    "wheel_right": events.MouseScrollRight,
}


SETTLE_SECONDS = 2.0
"""For a widget that does not answer; then the next key is delivered."""
_POINTER = "\x1b]22;"
"""Begins the sequence for the mouse pointer's shape."""
_TITLE, _KEEP_TITLE, _GIVE_TITLE_BACK = "\x1b]2;", "\x1b[22;2t", "\x1b[23;2t"
"""Begins the sequence for the window's title; two for the stack on which the old one waits."""
_PICTURE = 0.03
"""Seconds that the App has for the picture after a key, before it is asked whether it is done."""
_TEARS = 400
"""Characters from which the terminal may show half an update."""


class WireDriver(Driver):
    """A driver without threads, for a terminal that may disappear at any time.

    A subclass may change the options and override the methods under "hooks".
    """

    reports_hover: ClassVar = True
    """Whether the terminal reports the mouse while no button is down."""
    reports_focus: ClassVar = True
    """Whether the App hears that the terminal's window gains or loses the focus."""
    longest_paste: ClassVar[int | None] = None
    """The most characters that a paste keeps; None keeps all."""

    def __init__(
        self,
        app: App[Any],
        *,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        """Take Textual's arguments."""
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        mouse = mouse and "STY" not in os.environ  # GNU screen with a mouse holds a lone Esc back
        modes = Modes(mouse=mouse, hover=self.reports_hover, focus=self.reports_focus)
        self._tty = Tty(self, self._loop, self.charset, modes)
        self._parser = KeyParser(self.longest_paste)
        self._decoder = getincrementaldecoder(self.charset)("replace")
        self._patience: asyncio.TimerHandle | None = None
        self._pending: deque[events.Event] = deque()
        self._delivery: asyncio.Task[None] | None = None
        self._settling: asyncio.Task[None] | None = None
        """Lets the App handle the last event, which the next one waits for."""
        self._last: events.Event | None = None
        self._has_withheld = False
        """Whether a frame waits for the App to handle the keys typed ahead."""
        self._is_full = False
        self._mouse_at = (0, 0)
        self._pointer = ""
        self._is_titled = False
        """Whether the window has a title of ours."""
        self._wire = Wire()
        self._is_opening = False
        """Whether the last picture stays until a frame is complete; the first may lack widgets."""
        self._opening: asyncio.Task[None] | None = None
        self._kept: tuple[PictureKey, Wire, Offset] | None = None
        """The picture to keep, as it was when the App left the terminal."""
        self.sent = 0
        """Characters of frames sent so far."""
        self.is_synchronised = False
        """Whether the terminal supports synchronised updates."""
        take_frames(app, self._take_frame)

    # -- hooks -----------------------------------------------------------------------------

    @property
    def charset(self) -> str:
        """The terminal's encoding."""
        return (sys.__stderr__ and sys.__stderr__.encoding) or "utf-8"

    @property
    def colours(self) -> ColorSystem | None:
        """Rich's name for the colours of the terminal; None if it has none."""
        return COLOR_SYSTEMS.get(self._app.console.color_system or "")

    def cursor(self) -> Offset:
        """Return the cell for the terminal's cursor."""
        return self._app.cursor_position

    def on_terminate(self) -> None:
        """Save unsaved data: the process ends when this returns.

        It may interrupt any line of the program, must return within
        ``tty.SECONDS_TO_TERMINATE``, and must not paint.
        """

    def picture_key(self) -> PictureKey | None:
        """Return what the picture depends on that the next start may show; None keeps none.

        The App has ended, and may still change its screen.
        """
        return None

    def suspended(self) -> None:
        """Prepare for SIGTSTP; this too may interrupt any line."""

    def line_width_told(self, cells: int) -> None:
        """Take the number of cells in which the terminal draws ``─`` and its like."""

    # -- state -----------------------------------------------------------------------------

    @property
    def can_suspend(self) -> bool:
        return True

    @property
    def is_busy(self) -> bool:
        """Whether a frame should wait: the line is full, or more keys were typed ahead."""
        return self._tty.busy or bool(self._pending) or self._is_opening

    # -- output ----------------------------------------------------------------------------

    def write(self, data: str) -> None:
        """Send text without waiting; drop it if the terminal is not ours."""
        if data.startswith(_POINTER):  # Textual repeats the mouse pointer's shape
            if data == self._pointer:
                return
            self._pointer = data
        self._tty.write(data)

    def set_title(self, text: str) -> None:
        """Give the terminal's window a title, of printable characters; "" gives the old one back.

        A terminal that can't keep the old one chooses another.
        """
        if text:
            keep = "" if self._is_titled else _KEEP_TITLE
            self.write(f"{keep}{_TITLE}{text}\a")
        elif self._is_titled:
            self.write(f"{_TITLE}\a{_GIVE_TITLE_BACK}")
        self._is_titled = bool(text)

    def repaint(self) -> None:
        """Send every cell: the terminal's picture is unknown."""
        self._wire.forget()
        self._send_changes()

    def _take_frame(self, screen: Screen[Any], frame: Iterable[Piece]) -> None:
        self._draw(self._wire, screen, frame)
        if self._is_opening and self._opening is None:
            self._opening = asyncio.create_task(self._open())
        self._send_changes()

    async def _open(self) -> None:
        await self._settle_after(_PICTURE)
        self._is_opening = False
        self._send_changes()

    def _draw(self, wire: Wire, screen: Screen[Any], frame: Iterable[Piece]) -> None:
        wire.resize(*screen.outer_size)
        colours = self.colours
        for x, y, segments, left, right in frame:
            wire.put(x, y, cells_of_strip(segments, colours), left, right)

    def _send_changes(self) -> None:
        if self.is_busy or not self._tty.is_entered or not self._app.is_running:
            self._has_withheld = True
            return
        self._has_withheld = False
        # Terminals that know synchronised updates erase in the background colour as well.
        self._wire.erases_in_colour = self.is_synchronised
        changes = self._wire.changes(Size(*self._wire.size).clamp_offset(self.cursor()))
        if len(changes) > _TEARS and self.is_synchronised:
            changes = f"\x1b[?2026h{changes}\x1b[?2026l"
        if changes:
            self.sent += len(changes)
            self._tty.write(changes)

    # -- entering and leaving --------------------------------------------------------------

    def start_application_mode(self) -> None:
        shown = take()
        self._tty.enter(shown)
        self._wire.forget()
        self._is_opening, self._kept = shown is not None, None
        if shown:
            self._wire.rows = read_cells(shown.cells)
            self._wire.lose(*MEASURED)
            self._tty.write(self._wire.changes())
        self._pointer = ""
        self._listen()
        self._send_size()

    def disable_input(self) -> None:
        self._loop.remove_reader(self._tty.fileno)
        self._is_full = False
        self._forget_patience()
        self._pending.clear()

    def stop_application_mode(self) -> None:
        self.disable_input()  # another program may read the terminal now
        if self._tty.is_entered:
            self.set_title("")
            key = self.picture_key() if self._app.return_code == 0 else None
            if key is None:
                self._kept = None
            elif self._kept is None or key is not self._kept[0]:
                self.take_picture(key)
            self._tty.leave()

    def take_picture(self, key: PictureKey) -> None:
        """Take the picture of the screen; it is kept if ``picture_key`` returns the same key."""
        self._kept = key, Wire(), self.cursor()
        self._draw(self._kept[1], self._app.screen, frame_of(self._app.screen))

    def close(self) -> None:
        self._tty.close()
        if self._kept:  # the program has written its files by now
            keep(*self._kept, self.charset)

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

    def _take(self, heard: Iterable[InputEvent]) -> None:
        self._forget_patience()
        if self._parser.due is not None:
            self._patience = self._loop.call_at(self._parser.due, self._time_out)
        for each in heard:
            if isinstance(each, ModeSupported):
                self._use(each.mode)
            elif isinstance(each, WindowSize):
                self._tty.take_size(each.width, each.height)
            elif isinstance(each, LineWidth):
                self.line_width_told(each.cells)
            elif self.reports_focus or not isinstance(each, Focus):
                self._pending.append(self._event_of(each))
        # Textual begins tasks at once from Python 3.12 on: one may end before it is assigned.
        if self._pending and (self._delivery is None or self._delivery.done()):
            self._delivery = asyncio.create_task(self._deliver())

    def _use(self, mode: int) -> None:
        if mode == SYNCHRONISED:
            self.is_synchronised = True
            self.send_message(TerminalSupportsSynchronizedOutput())
        elif mode == IN_BAND_RESIZE:
            self._tty.resize_in_band()

    def _event_of(self, each: Key | MouseReport | Paste | Focus) -> events.Event:
        if not isinstance(each, MouseReport):
            return event_of(each)
        last, self._mouse_at = self._mouse_at, (each.x, each.y)
        return event_of(each, each.x - last[0], each.y - last[1])

    def _time_out(self) -> None:
        self._take(self._parser.tick())

    def _forget_patience(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    async def _deliver(self) -> None:
        while self._pending and self._app.is_running:
            await self._settle()
            if not self._pending:  # another program has the terminal now
                break
            event = self._pending.popleft()
            if self._is_full and len(self._pending) <= MOST_WAITING // 2:
                self._listen()
            self._last = event
            event.set_sender(self._app)
            self._app.post_message(event)
            self._settling = asyncio.create_task(self._settle_after(_PICTURE))
            if self._has_withheld and not self._pending:
                await self._settle()  # more keys may arrive meanwhile
        if self._has_withheld:
            self._send_changes()

    async def _settle_after(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
        await settle(self._app, self._last)

    async def _settle(self) -> None:
        settling, self._settling = self._settling, None
        if settling and not settling.done():
            settling.cancel()
            await settle(self._app, self._last)

    def send_message(self, message: Any) -> None:
        """Post a message directly, since the driver runs on the App's thread."""
        self._app.post_message(message)

    # -- calls from the terminal --------------------------------------------------------

    def line_drained(self) -> None:
        """Note that the terminal has taken everything."""
        self._send_changes()

    def picture_lost(self) -> None:
        """Repaint everything, in the window's present size."""
        self.repaint()
        self._send_size()
        self.send_message(self.SignalResume())

    def resized(self) -> None:
        """Tell the App the new size; a window resized back and forth may have lost cells."""
        # The App may have another size by now, in which it has painted nothing yet.
        if self._tty.size == self._wire.size:
            self.repaint()
        self._send_size()

    def _send_size(self) -> None:
        size = Size(*self._tty.size)
        self.send_message(events.Resize(size, size))


def event_of(
    heard: Key | MouseReport | Paste | Focus, delta_x: int = 0, delta_y: int = 0
) -> events.Event:
    """Return the Textual event for a key, a mouse report, a paste or a change of focus."""
    if isinstance(heard, Key):
        return events.Key(*heard)
    if isinstance(heard, Paste):
        return events.Paste(heard.text)
    if isinstance(heard, Focus):
        return events.AppFocus() if heard.is_gained else events.AppBlur()
    kind, x, y, button, shift, meta, ctrl = heard
    return _MOUSE_EVENTS[kind](None, x, y, delta_x, delta_y, button, shift, meta, ctrl, x, y)


async def settle(app: App[Any], last: events.Event | None = None) -> None:
    """Return when the last event, and the messages that follow from it, have been handled."""
    try:
        async with asyncio.timeout(SETTLE_SECONDS):
            while app.is_running and await _pass_through(app, last):
                pass
    except TimeoutError:
        pass


async def _pass_through(app: App[Any], last: events.Event | None) -> bool:
    # Whether another pass is needed.
    if not app.screen_stack:
        return False
    screen = app.screen
    pumps: list[MessagePump] = [app]
    if not isinstance(last, events.Key):  # the widget under the mouse may handle it
        with suppress(NoWidget):
            pumps += screen.get_widget_at(*app.mouse_position)[0].ancestors_with_self
    pumps += (app.focused or screen).ancestors_with_self
    for pump in pumps:
        await _handled(pump)
    return (
        bool(app.screen_stack and app.screen is not screen)
        or not screen.is_mounted
        or any(pump.message_queue_size for pump in pumps if pump.is_running)
    )


async def _handled(pump: MessagePump) -> None:
    done = asyncio.Event()
    # ``call_later`` would wrap the method, and Textual inspect the wrapper each time.
    if pump.is_running and pump.post_message(events.Callback(done.set)):
        await done.wait()
