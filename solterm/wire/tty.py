"""The player's terminal: modes, size and signals.

It restores the terminal whatever ends the process. Output never blocks, though the terminal may
stall or drop.
"""

import asyncio
import os
import select
import signal
import sys
import termios
import time
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from solterm.wire.launch import Shown, make_raw
from solterm.wire.probe import (
    ASK_FOR_WIDTH,
    Size,
    prints_queries,
    size_of_environment,
    size_of_system,
)

if TYPE_CHECKING:
    from solterm.wire.driver import WireDriver

SECONDS_TO_TERMINATE = 2
"""Seconds that the program has for saving its data before it ends."""

HUNG_UP = 128 + signal.SIGHUP

FAREWELL_SECONDS = 1.0
"""Seconds that a normal exit waits for a slow terminal to take the last bytes."""

ENDING = tuple(
    signal.Signals[f"SIG{name}"]
    for name in (
        *("HUP", "TERM", "QUIT", "USR1", "USR2", "ALRM", "VTALRM", "PROF", "ABRT", "XCPU"),
        *("IO", "PWR", "STKFLT", "TRAP", "SYS"),
    )
    if f"SIG{name}" in signal.Signals.__members__
)
"""The signals that end a program by default and can be caught."""
# Those whose handlers may write. Python makes an enum of each blocked signal at every write.
_SIGNALS = (*ENDING, signal.SIGTSTP, signal.SIGCONT)

LARGEST = Size(500, 200)
"""The most columns and rows that are painted."""

# Buttons, wheel and drags.
_MOUSE_ON = "\x1b[?1000h\x1b[?1002h\x1b[?1006h"
_HOVER_ON = "\x1b[?1003h"
_MOUSE_OFF = "\x1b[?1003l\x1b[?1006l\x1b[?1002l\x1b[?1000l"
_SCREEN_ON, _SCREEN_OFF = "\x1b[?1049h", "\x1b[?1049l"
_CURSOR_OFF, _CURSOR_ON = "\x1b[?25l", "\x1b[?25h"
_FOCUS_ON, _FOCUS_OFF = "\x1b[?1004h", "\x1b[?1004l"
_KEYS_NAMED, _KEYS_AS_BEFORE = "\x1b[>25u", "\x1b[<u"
_PASTE_ON, _PASTE_OFF = "\x1b[?2004h", "\x1b[?2004l"
_WRAP_OFF, _WRAP_ON = "\x1b[?7l", "\x1b[?7h"
_SIZES_ON, _SIZES_OFF = "\x1b[?2048h", "\x1b[?2048l"
_ERASE_LINE = "\r\x1b[K"
_ASK_FOR_MODES = "\x1b[?2026$p\x1b[?2048$p"

_LEAVE = "".join((_PASTE_OFF, _WRAP_ON, _MOUSE_OFF, _SIZES_OFF))
_LEAVE_LAST = "".join((_KEYS_AS_BEFORE, _SCREEN_OFF, _CURSOR_ON, _FOCUS_OFF))
"""The keyboard mode belongs to the alternate screen, so it is restored first."""

AS_BEFORE = _LEAVE + _LEAVE_LAST
"""Restores a terminal whose program was killed."""


class Modes(NamedTuple):
    """What the terminal reports besides keys."""

    mouse: bool = True
    hover: bool = False
    """Whether it reports moves of the mouse without a button; each costs bytes."""
    focus: bool = False

    @property
    def sequence(self) -> str:
        """The sequences that prepare the alternate screen for the App."""
        mouse = _MOUSE_ON + (_HOVER_ON if self.hover else "") if self.mouse else ""
        focus = _FOCUS_ON if self.focus else ""
        return "".join((mouse, _CURSOR_OFF, focus, _KEYS_NAMED, _PASTE_ON, _WRAP_OFF))


class Tty:
    """The terminal of this process.

    - Output never blocks; while ``busy``, frames should wait.
    - SIGHUP or a closed terminal: last words, exit status 129. SIGTERM and other fatal signals: the
      same, with 128 plus their number. The terminal is restored as far as it responds.
    - SIGTSTP leaves the terminal; SIGCONT enters it again and has it repainted.
    """

    def __init__(
        self,
        client: "WireDriver",
        loop: asyncio.AbstractEventLoop,
        charset: str,
        modes: Modes,
    ) -> None:
        """Take the terminal of the standard streams, without touching it yet."""
        self._charset = charset
        self._modes = modes
        self._has_asked_width = False
        """Whether it was asked for the width of a line character, which takes one time."""
        self._reports_size = False
        """Whether the terminal reports its size in its input."""
        self._told_size: Size | None = None
        """The size that it reported."""
        self.fileno = sys.__stdin__.fileno() if sys.__stdin__ else 0
        self._client = client
        self._line: TtyWriter | None = None
        self._loop = loop
        self._attributes: list[Any] | None = None
        self._handlers_before: dict[int, Any] = {}

    @property
    def is_entered(self) -> bool:
        """Whether the App has the screen."""
        return self._line is not None

    @property
    def busy(self) -> bool:
        """Whether the terminal has not yet taken everything."""
        return self._line is not None and self._line.busy

    @property
    def size(self) -> Size:
        """Its size, at most ``LARGEST``; the environment comes last, as it may be stale."""
        told = (self._told_size, size_of_system(), size_of_environment(), Size(80, 24))
        width = next(each.width for each in told if each and each.width)
        height = next(each.height for each in told if each and each.height)
        return Size(min(width, LARGEST.width), min(height, LARGEST.height))

    def resize_in_band(self) -> None:
        """Have the terminal report its size in its input, now and after each change."""
        self._reports_size = True
        self.write(_SIZES_ON)

    def take_size(self, width: int, height: int) -> None:
        """Take a size that the terminal reported, if it was to report any."""
        if not self._reports_size:
            return
        before = self.size
        self._told_size = Size(width, height)
        if self.size != before:
            self._client.resized()

    def write(self, text: str) -> None:
        """Send text without waiting; drop it if the screen is not ours."""
        if self._line is not None:
            self._line.write(text)

    # -- entering and leaving --------------------------------------------------------------

    def enter(self, shown: Shown | None = None) -> None:
        """Switch to the alternate screen and raw input, unless a picture stands there already."""
        if not self._is_ours_to_use():
            return
        if self._line is None:
            fd = sys.__stderr__.fileno() if sys.__stderr__ else 2
            self._line = TtyWriter(
                fd, self._charset, self._loop, self._client.line_drained, lambda: self.end(HUNG_UP)
            )
        self._reports_size, self._told_size = False, None
        self._listen_to_signals()
        with suppress(termios.error):
            attributes = termios.tcgetattr(self.fileno)
            if self._attributes is None:
                self._attributes = shown.attributes if shown else attributes
            termios.tcsetattr(self.fileno, termios.TCSANOW, make_raw(attributes))
        self._line.send(shown.rest if shown else _SCREEN_ON.encode())
        self.write(self._modes.sequence)
        if os.isatty(self.fileno) and not prints_queries():
            self.write(_ASK_FOR_MODES)
            if not self._has_asked_width and self._charset.lower() in ("utf-8", "utf8"):
                self._has_asked_width = True
                self.write(ASK_FOR_WIDTH if shown else ASK_FOR_WIDTH + _ERASE_LINE)

    def leave(self) -> None:
        self.write(_LEAVE)
        with suppress(termios.error):
            termios.tcflush(self.fileno, termios.TCIFLUSH)
        if self._attributes is not None:
            with suppress(termios.error):
                termios.tcsetattr(self.fileno, termios.TCSANOW, self._attributes)
            self._attributes = None
        self.write(_LEAVE_LAST)

    def close(self) -> None:
        """Close the terminal and restore the signal handlers, after ``leave``."""
        if self._line is not None:
            self._line.close()
            self._line = None
        for number, handler in self._handlers_before.items():
            signal.signal(number, handler)
        self._handlers_before.clear()
        self._loop.remove_signal_handler(signal.SIGWINCH)

    def _is_ours_to_use(self) -> bool:
        # In the background, changing the terminal's mode would stop us again.
        if not os.isatty(self.fileno):
            return True
        for number in (signal.SIGTTOU, signal.SIGTTIN):
            signal.signal(number, _stop)
        try:
            termios.tcsetattr(self.fileno, termios.TCSANOW, termios.tcgetattr(self.fileno))
        except termios.error:
            return False
        finally:
            for number in (signal.SIGTTOU, signal.SIGTTIN):
                signal.signal(number, signal.SIG_DFL)
        return True

    # -- signals ---------------------------------------------------------------------------

    def _listen_to_signals(self) -> None:
        # Unlike the event loop's handlers, plain ones run while the loop is blocked.
        for number in ENDING:
            self._on_signal(number, lambda signum, _: self.end(128 + signum))
        self._on_signal(signal.SIGTSTP, self._suspend)
        self._on_signal(signal.SIGCONT, self._go_on)
        # A loop with a handler of its own also wakes up for the signals above. Otherwise one that
        # arrives just before the loop falls asleep would wait for the next key.
        self._loop.add_signal_handler(signal.SIGWINCH, self._window_changed)

    def _window_changed(self) -> None:
        if self._told_size is None:  # else the terminal reports the change itself
            self._client.resized()

    def _on_signal(
        self, number: signal.Signals, do: Callable[[int, FrameType | None], Any]
    ) -> None:
        # A parent process may have had the signal ignored (nohup).
        if signal.getsignal(number) is not signal.SIG_IGN:
            before = signal.signal(number, do)
            self._handlers_before.setdefault(number, before)

    def _soon(self, do: Callable[[], None]) -> None:
        # A signal handler may interrupt a frame: wait until the loop is free.
        self._loop.call_soon_threadsafe(do)

    def _suspend(self, *_: object) -> None:
        if self.is_entered:
            self.leave()
            assert self._line
            self._line.close()
            self._line = None
        self._client.suspended()
        _stop()

    def _go_on(self, *_: object) -> None:
        self.enter()
        self._soon(self._client.picture_lost)

    def end(self, status: int) -> NoReturn:
        """Restore the terminal, let the client save its data, and end the process."""
        for number in ENDING:
            signal.signal(number, signal.SIG_IGN)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(SECONDS_TO_TERMINATE)
        try:
            if self._line is not None:
                with suppress(Exception):
                    self.leave()
            with suppress(Exception):
                self._client.on_terminate()
        finally:
            os._exit(status)


def _stop(*_: object) -> None:
    os.kill(os.getpid(), signal.SIGSTOP)


class TtyWriter:
    """Output to a terminal: accepts any text at once and never blocks."""

    def __init__(
        self,
        fd: int,
        encoding: str,
        loop: asyncio.AbstractEventLoop,
        drained: Callable[[], None],
        gone: Callable[[], None],
    ) -> None:
        """Open the line.

        Args:
            fd: the terminal to write to; if it is not one, the session's terminal.
            encoding: its charset; characters outside it become "?".
            loop: tells when the terminal can take more.
            drained: called when the terminal has taken a backlog.
            gone: called when the terminal has disappeared.
        """
        self._fd = _open_anew(fd)
        self._never_waits = not os.get_blocking(self._fd)
        self._encoding = encoding
        self._drained = drained
        self._gone = gone
        self._loop = loop
        self._backlog = bytearray()
        self._alive = True

    @property
    def busy(self) -> bool:
        """Whether the terminal has not yet taken everything."""
        return bool(self._backlog)

    def write(self, text: str) -> None:
        """Send text now as far as the terminal takes it, and the rest later."""
        self.send(text.encode(self._encoding, "replace"))

    def send(self, data: bytes) -> None:
        if not self._alive:
            return
        was_busy = self.busy
        self._backlog += data
        self._send()
        if self.busy and not was_busy:
            self._loop.add_writer(self._fd, self._resume)

    def close(self) -> None:
        """Give the terminal a moment to take the rest, then close it."""
        self._loop.remove_writer(self._fd)
        deadline = time.monotonic() + FAREWELL_SECONDS
        while self._alive and self.busy and (left := deadline - time.monotonic()) > 0:
            select.select([], [self._fd], [], left)
            self._send()
        self._alive = False
        os.close(self._fd)

    def _resume(self) -> None:
        self._send()
        if not self.busy:
            self._loop.remove_writer(self._fd)
            self._drained()

    def _send(self) -> None:
        # A signal handler that interrupts the write would write, too.
        heard = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS if self._never_waits else ())
        try:
            del self._backlog[: os.write(self._fd, bytes(self._backlog))]
        except BlockingIOError:
            pass
        except OSError:
            was_alive, self._alive = self._alive, False
            self._backlog.clear()
            if was_alive:  # else a signal handler has closed it
                signal.pthread_sigmask(signal.SIG_SETMASK, heard)
                self._gone()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, heard)


def _open_anew(fd: int) -> int:
    # Our standard streams share their O_NONBLOCK with the shell that started us, and setting it
    # would break the shell. So we open the terminal again by its name; without a name (after
    # ``su``, in some containers) we open the session's own, and failing that, writes may block.
    flags = os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
    with suppress(OSError):
        return os.open(os.ttyname(fd), flags)
    with suppress(OSError):
        return os.open("/dev/tty", flags)
    return os.dup(fd)
