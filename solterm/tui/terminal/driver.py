"""The line to the player's terminal, which may stall, garble or drop.

Textual's own driver reads keys in a thread and writes frames in another; a client that stops
reading blocks the whole program, one byte that is not UTF-8 ends it, and a terminal that goes
away leaves it spinning or leaves the tty raw. `TerminalDriver` keeps Textual's way of entering and
leaving the screen and replaces the two threads by two callbacks of the event loop, neither of
which ever waits.

It overrides private names of Textual 8.2 (`test_driver.py` lists them): look here when it moves on.
"""

import asyncio
import os
import select
import signal
import sys
import time
from codecs import getincrementaldecoder
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import Any, NoReturn, Protocol, cast

from textual.app import App
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

from solterm.tui.terminal.hearing import LARGEST, KeyParser

LAST_WORDS_SECONDS = 2
"""How long the program may take to save itself once it must end."""

FAREWELL_SECONDS = 1.0
"""How long a normal exit waits for a slow terminal to take the last bytes."""

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


class Client(Protocol):
    """What the driver tells its App (`wire.WiredApp` is one)."""

    def last_words(self) -> None:
        """The process ends when this returns: save what is not saved."""

    def line_drained(self) -> None:
        """A line that was busy has taken everything."""

    def picture_lost(self) -> None:
        """The screen was entered anew; nothing is known of what it shows."""


class Line:
    """The way out to a terminal: takes any text at once and never waits for the other end."""

    def __init__(
        self, fd: int, encoding: str, drained: Callable[[], None], gone: Callable[[], None]
    ) -> None:
        """Open the line.

        Args:
            fd: the terminal to write to; if it is none, the session's own is used.
            encoding: its charset; what that cannot show becomes "?".
            drained: called when a backlog has been written.
            gone: called when there is nobody to write to any more.
        """
        self._fd = _open_anew(fd)
        self._encoding = encoding
        self._drained = drained
        self._gone = gone
        self._loop = asyncio.get_running_loop()
        self._backlog = bytearray()
        self._alive = True

    @property
    def busy(self) -> bool:
        """Whether the terminal has yet to take something written earlier."""
        return bool(self._backlog)

    def write(self, text: str) -> None:
        """Send `text`, now as far as the terminal takes it and the rest when it can."""
        if not self._alive:
            return
        was_busy = self.busy
        self._backlog += text.encode(self._encoding, "replace")
        self._send()
        if self.busy and not was_busy:
            self._loop.add_writer(self._fd, self._resume)

    def close(self) -> None:
        """Give the terminal a moment to take the rest, then let go of it."""
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
        try:
            del self._backlog[: os.write(self._fd, self._backlog)]
        except BlockingIOError:
            pass
        except OSError:
            self._alive = False
            self._backlog.clear()
            self._gone()


def _open_anew(fd: int) -> int:
    """The terminal behind `fd`, opened so that only we are spared from waiting for it.

    Our standard streams share their O_NONBLOCK with the shell that started us, which would be
    puzzled by it. Where a name for the terminal is refused (after `su`) or unknown (in some
    containers), the session's own is asked for; failing that too, we write as everybody does.
    """
    flags = os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
    with suppress(OSError):
        return os.open(os.ttyname(fd), flags)
    with suppress(OSError):
        return os.open("/dev/tty", flags)
    return os.dup(fd)


class TerminalDriver(LinuxDriver):
    """Textual's driver, hardened for lines that drop.

    - Output never blocks the event loop; `busy` tells when a frame had better be withheld.
    - Input is read by the event loop, so Esc takes ESCDELAY and no thread polls an idle line.
      Bytes that make no sense are read as U+FFFD or dropped.
    - SIGHUP, or a terminal that is gone: last words, exit status 129. SIGTERM and all others that
      would end the process: the same, and 128 with their number. The terminal is put back in order
      as far as it listens.
    - What the terminal says unasked is no key (`hearing`), and its size is believed up to a limit.
    - The mouse reports buttons, not every move.
    """

    def __init__(
        self,
        app: App[Any],
        *,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        """As Textual calls it; the App must be a `Client` as well."""
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._client = cast(Client, app)
        self._line: Line | None = None
        self._parser = KeyParser(debug)
        self._decoder = getincrementaldecoder(_charset())("replace")
        self._patience: asyncio.TimerHandle | None = None
        self._handlers_before: dict[int, Any] = {}

    @property
    def busy(self) -> bool:
        """Whether the terminal has yet to take something written earlier."""
        return self._line is not None and self._line.busy

    def write(self, data: str) -> None:
        """Send `data` without waiting; dropped when the terminal is not ours."""
        if self._line is not None:
            self._line.write(data)

    # Entering and leaving the screen

    def start_application_mode(self) -> None:
        """Enter the alternate screen, at the start and after each suspension."""
        if self._line is None:
            self._line = Line(
                sys.__stderr__.fileno() if sys.__stderr__ else 2,
                _charset(),
                drained=lambda: self._client.line_drained(),
                gone=lambda: self._end(HUNG_UP),
            )
        for number in ENDING:
            self._on_signal(number, 128 + number)
        super().start_application_mode()  # type: ignore[no-untyped-call]
        self._loop.add_reader(self.fileno, self._read)
        # We may be inside a signal handler, amid a frame: paint when the loop is free.
        self._loop.call_soon_threadsafe(self._client.picture_lost)

    def disable_input(self) -> None:
        """Stop listening."""
        self._loop.remove_reader(self.fileno)
        if self._patience is not None:
            self._patience.cancel()
        super().disable_input()

    def close(self) -> None:
        """Let go of the terminal, which `stop_application_mode` has put in order."""
        if self._line is not None:
            self._line.close()
            self._line = None
        super().close()
        for number, handler in self._handlers_before.items():
            signal.signal(number, handler)
        self._handlers_before.clear()

    # Ending in a hurry

    def _on_signal(self, number: signal.Signals, status: int) -> None:
        """End with `status` at this signal, unless whoever started us had it ignored (nohup).

        A plain handler and not the event loop's: it works while the loop is held up elsewhere.
        """

        def end(_signal: int, _frame: FrameType | None) -> None:
            self._end(status)

        if signal.getsignal(number) is not signal.SIG_IGN:
            before = signal.signal(number, end)
            self._handlers_before.setdefault(number, before)

    def _end(self, status: int) -> NoReturn:
        """Put the terminal in order if it is still there, let the App speak, end the process."""
        for number in ENDING:
            signal.signal(number, signal.SIG_IGN)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(LAST_WORDS_SECONDS)
        try:
            if self._line is not None:
                with suppress(Exception):
                    self.stop_application_mode()
            with suppress(Exception):
                self._client.last_words()
        finally:
            os._exit(status)

    # Listening

    def _run_input_thread(self) -> None:
        """Nothing: Textual's thread for reading keys ends as it starts."""

    def _read(self) -> None:
        """Take what was typed; reading nothing means that the terminal is gone."""
        try:
            data = os.read(self.fileno, 4096)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            data = b""
        if not data:
            self._end(HUNG_UP)
        if text := self._decoder.decode(data):
            self._parse(lambda: self._parser.feed(text))

    def _parse(self, parse: Callable[[], Any]) -> None:
        """Pass on the events the parser finds, and come back should it wait for more."""
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None
        for event in parse():
            self.process_message(event)
        if (due := self._parser._timeout_time) is not None:
            self._patience = self._loop.call_at(due, self._parse, self._parser.tick)

    def send_message(self, message: Message) -> None:
        """Post a message to the App; we are on its own thread, so without detours."""
        self._app.post_message(message)

    # What is asked of the terminal

    def _enable_mouse_support(self) -> None:
        """Ask for buttons, wheel and drags; every move (mode 1003) would keep the line busy."""
        if self._mouse:
            self.write("\x1b[?1000h\x1b[?1002h\x1b[?1006h")

    def _disable_mouse_support(self) -> None:
        """Silence the mouse."""
        if self._mouse:
            self.write("\x1b[?1006l\x1b[?1002l\x1b[?1000l")

    def _query_in_band_window_resize(self) -> None:
        """Nothing: SIGWINCH tells of every resize, and mouse positions come in cells."""

    def _get_terminal_size(self) -> tuple[int, int]:
        """The terminal's size, no larger than is painted; the rest of it stays empty."""
        width, height = super()._get_terminal_size()
        return min(width, LARGEST.width), min(height, LARGEST.height)


def _charset() -> str:
    """The charset of the player's terminal, as the locale has it."""
    return (sys.__stderr__ and sys.__stderr__.encoding) or "utf-8"
