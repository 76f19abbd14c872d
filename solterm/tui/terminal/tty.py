"""The player's terminal: entered, left in order whatever happens, and never waited for.

It needs no framework, so that a picture stands before one is loaded, and is handed on with what it
shows. A client that stops reading holds nothing up (``line``). A terminal that goes away, or a
signal that would end the process, leaves the tty as it was found.
"""

import os
import signal
import sys
import termios
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, Protocol

from solterm.capabilities import charset
from solterm.tui.terminal.line import Line

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop

LAST_WORDS_SECONDS = 2
"""How long the program may take to save itself once it must end."""

HUNG_UP = 128 + signal.SIGHUP

ENDING = tuple(
    signal.Signals[f"SIG{name}"]
    for name in (
        *("HUP", "TERM", "QUIT", "USR1", "USR2", "ALRM", "VTALRM", "PROF", "ABRT", "XCPU"),
        *("IO", "PWR", "STKFLT", "TRAP", "SYS"),
    )
    if f"SIG{name}" in signal.Signals.__members__
)
"""The signals that end a program which does not ask for them, as far as one can ask."""


class Size(NamedTuple):
    """Columns and rows."""

    width: int
    height: int


LARGEST = Size(500, 200)
"""Columns and rows that are painted at most, whatever a terminal says of itself."""

_IFLAG, _LFLAG, _CC = 0, 3, 6
_UNLIKE_RAW = (
    termios.IXON | termios.IXOFF | termios.ICRNL | termios.INLCR | termios.IGNCR,
    termios.ECHO | termios.ICANON | termios.IEXTEN | termios.ISIG,
)
"""What raw input does without: the marks of ``_IFLAG``, and those of ``_LFLAG``."""

# Buttons, wheel and drags; every move of the mouse (mode 1003) would keep the line busy.
_MOUSE_ON = "\x1b[?1000h\x1b[?1002h\x1b[?1006h"
_MOUSE_OFF = "\x1b[?1006l\x1b[?1002l\x1b[?1000l"
_SCREEN_ON, _SCREEN_OFF = "\x1b[?1049h", "\x1b[?1049l"
_CURSOR_OFF, _CURSOR_ON = "\x1b[?25l", "\x1b[?25h"
_FOCUS_ON, _FOCUS_OFF = "\x1b[?1004h", "\x1b[?1004l"
_KEYS_NAMED, _KEYS_AS_BEFORE = "\x1b[>25u", "\x1b[<u"
_PASTE_ON, _PASTE_OFF = "\x1b[?2004h", "\x1b[?2004l"
_WRAP_OFF, _WRAP_ON = "\x1b[?7l", "\x1b[?7h"
_ASK_FOR_SYNCHRONY = "\x1b[?2026$p"

_ENTER = "".join((_SCREEN_ON, _MOUSE_ON, _CURSOR_OFF, _FOCUS_ON, _KEYS_NAMED, _PASTE_ON, _WRAP_OFF))
_LEAVE = "".join((_PASTE_OFF, _WRAP_ON, _MOUSE_OFF))
_LEAVE_LAST = "".join((_KEYS_AS_BEFORE, _SCREEN_OFF, _CURSOR_ON, _FOCUS_OFF))
"""The keyboard is put back before the alternate screen goes, to which it belongs."""

AS_BEFORE = _LEAVE + _LEAVE_LAST
"""What puts a terminal in order whose program was killed and could not do so itself."""


class Client(Protocol):
    """Whom the terminal tells how it fares."""

    def last_words(self) -> None:
        """The process ends when this returns: save what is not saved."""

    def line_drained(self) -> None:
        """A line that was busy has taken everything."""

    def picture_lost(self) -> None:
        """The screen was entered anew; nothing is known of what it shows."""

    def suspended(self) -> None:
        """The process is stopped when this returns, until somebody has it go on."""

    def resized(self) -> None:
        """The terminal has another size, or had it for a moment."""


class Tty:
    """The terminal of this process.

    - Output never blocks; ``busy`` tells when a picture had better be withheld.
    - SIGHUP, or a terminal that is gone: last words, exit status 129. SIGTERM and all others that
      would end the process: the same, and 128 with their number. The terminal is put back in order
      as far as it listens.
    - Suspended (SIGTSTP), it is left; gone on with, it is entered again and painted anew.
    """

    def __init__(self, client: Client) -> None:
        """The terminal that the standard streams are; it is not touched yet."""
        self.fileno = sys.__stdin__.fileno() if sys.__stdin__ else 0
        self._client = client
        self._line: Line | None = None
        self._loop: AbstractEventLoop | None = None
        self._attributes: list[Any] | None = None
        self._handlers_before: dict[int, Any] = {}

    @property
    def is_entered(self) -> bool:
        """Is the screen ours?"""
        return self._line is not None

    @property
    def busy(self) -> bool:
        """Whether the terminal has yet to take something written earlier."""
        return self._line is not None and self._line.busy

    @property
    def size(self) -> Size:
        """Its size, no larger than is painted; the rest of it stays empty."""
        told = [os.environ.get(name, "") for name in ("COLUMNS", "LINES")]
        width, height = (int(each) if each.isascii() and each.isdigit() else 0 for each in told)
        if not (width and height):
            with suppress(OSError, ValueError, AttributeError):
                columns, lines = os.get_terminal_size(sys.__stdout__.fileno())  # type: ignore[union-attr]
                width, height = width or columns, height or lines
        return Size(min(width or 80, LARGEST.width), min(height or 24, LARGEST.height))

    def write(self, text: str) -> None:
        """Send text without waiting; dropped when the screen is not ours."""
        if self._line is not None:
            self._line.write(text)

    # -- entering and leaving --------------------------------------------------------------

    def enter(self) -> None:
        """Take the alternate screen and every key, at the start and after each suspension."""
        if not self._is_ours_to_use():
            return
        if self._line is None:
            fd = sys.__stderr__.fileno() if sys.__stderr__ else 2
            self._line = Line(fd, charset(), self._client.line_drained, lambda: self.end(HUNG_UP))
            if self._loop:
                self._line.attach(self._loop)
        self._listen_to_signals()
        with suppress(termios.error):
            attributes = termios.tcgetattr(self.fileno)
            if self._attributes is None:
                self._attributes = [*attributes[:_CC], list(attributes[_CC])]
            attributes[_IFLAG] &= ~_UNLIKE_RAW[0]
            attributes[_LFLAG] &= ~_UNLIKE_RAW[1]
            attributes[_CC][termios.VMIN] = 1
            termios.tcsetattr(self.fileno, termios.TCSANOW, attributes)
        self.write(_ENTER)
        # Apple's Terminal would show the question.
        if os.isatty(self.fileno) and os.environ.get("TERM_PROGRAM") != "Apple_Terminal":
            self.write(_ASK_FOR_SYNCHRONY)

    def attach(self, loop: "AbstractEventLoop") -> None:
        """From now on, an event loop has the time for a line that lags."""
        self._loop = loop
        if self._line:
            self._line.attach(loop)

    def leave(self) -> None:
        """Give the terminal back as it was found."""
        self.write(_LEAVE)
        with suppress(termios.error):
            termios.tcflush(self.fileno, termios.TCIFLUSH)
        if self._attributes is not None:
            with suppress(termios.error):
                termios.tcsetattr(self.fileno, termios.TCSANOW, self._attributes)
            self._attributes = None
        self.write(_LEAVE_LAST)

    def detach(self) -> None:
        """The event loop is over."""
        self._loop = None
        if self._line:
            self._line.detach()

    def close(self) -> None:
        """Let go of the terminal, which ``leave`` has put in order."""
        if self._line is not None:
            self._line.close()
            self._line = None
        for number, handler in self._handlers_before.items():
            signal.signal(number, handler)
        self._handlers_before.clear()

    def _is_ours_to_use(self) -> bool:
        """Whether we are in the foreground; in the background, asking for that stops us again."""
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
        """Plain handlers and not the event loop's: they work while it is held up elsewhere."""
        for number in ENDING:
            self._on_signal(number, lambda signum, _: self.end(128 + signum))
        self._on_signal(signal.SIGTSTP, self._suspend)
        self._on_signal(signal.SIGCONT, self._go_on)
        self._on_signal(signal.SIGWINCH, lambda *_: self._soon(self._client.resized))

    def _on_signal(
        self, number: signal.Signals, do: Callable[[int, FrameType | None], Any]
    ) -> None:
        """Do something at this signal, unless whoever started us had it ignored (nohup)."""
        if signal.getsignal(number) is not signal.SIG_IGN:
            before = signal.signal(number, do)
            self._handlers_before.setdefault(number, before)

    def _soon(self, do: Callable[[], None]) -> None:
        """We may be inside a signal handler, amid a picture: wait until the loop is free."""
        if self._loop:
            self._loop.call_soon_threadsafe(do)
        else:
            do()

    def _suspend(self, *_: object) -> None:
        if self.is_entered:
            self.leave()
            assert self._line, "entered"
            self._line.close()
            self._line = None
        self._client.suspended()
        _stop()

    def _go_on(self, *_: object) -> None:
        self.enter()
        self._soon(self._client.picture_lost)

    def end(self, status: int) -> NoReturn:
        """Put the terminal in order if it is still there, speak the last words, end the process."""
        for number in ENDING:
            signal.signal(number, signal.SIG_IGN)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(LAST_WORDS_SECONDS)
        try:
            if self._line is not None:
                with suppress(Exception):
                    self.leave()
            with suppress(Exception):
                self._client.last_words()
        finally:
            os._exit(status)


def _stop(*_: object) -> None:
    os.kill(os.getpid(), signal.SIGSTOP)
