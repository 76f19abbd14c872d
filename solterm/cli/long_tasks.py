"""Long tasks: their progress, as a bar or a line, and Ctrl+C and Esc, which stop them."""

import os
import select
import signal
import sys
import termios
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from threading import Lock, Timer
from time import monotonic
from typing import TYPE_CHECKING, Any

from solterm.capabilities import Terminal
from solterm.cli.console import Output, Task, is_terminal, tell_columns

if TYPE_CHECKING:
    from solterm.cli.rendering import Bar

_BETWEEN = 0.3
"""Seconds between two plain lines."""
_ESC = b"\x1b"
_LOCAL, _CHARACTERS = 3, 6
"""Where a terminal's attributes have its local modes and its special characters."""
_AT_ONCE = 1024


class Progress:
    """Progress that stays hidden."""

    def update(self, done: float, total: float | None = None, note: str = "") -> None:
        """Set the amount done and, if it has changed, the total."""


Tell = Callable[[float, float | None, int], str]
"""Makes a line from the amount done, the total and the width of the terminal."""


@contextmanager
def progress(out: Output, task: Task, tell: Tell | None = None) -> Iterator[Progress]:
    """Show the progress of a task if standard error is a terminal, and erase it at the end.

    A run that shows plain text shows the line that ``tell`` makes, if any.
    """
    with _choose_progress(out, task, tell) as shown:
        yield shown


def _choose_progress(
    out: Output, task: Task, tell: Tell | None
) -> AbstractContextManager[Progress]:
    if not is_terminal(sys.stderr):
        return _silent()
    if out.is_rich:
        return _bar(task, out.context.terminal)
    return _line(task, tell) if tell else _silent()


@contextmanager
def _silent() -> Iterator[Progress]:
    yield Progress()


@contextmanager
def _bar(task: Task, terminal: Terminal) -> Iterator[Progress]:
    bar = _Bar(task, terminal)
    try:
        yield bar
    finally:
        bar.close()


class _Bar(Progress):
    """A bar that appears, and loads Rich, only if the task takes longer than its delay."""

    def __init__(self, task: Task, terminal: Terminal) -> None:
        self._task = task
        self._terminal = terminal
        self._begun = monotonic()
        self._lock = Lock()
        self._is_closed = False
        self._shown: Bar | None = None
        self._latest: tuple[float, float | None, str] = (0, None, "")
        self._timer = Timer(task.delay, self._start)
        self._timer.daemon = True
        self._timer.start()

    def _start(self) -> None:
        from solterm.cli.rendering import Bar

        with self._lock:
            if not self._is_closed:
                self._shown = Bar(self._task, self._begun, self._terminal)
                self._shown.tell(*self._latest)
                self._shown.start()

    def update(self, done: float, total: float | None = None, note: str = "") -> None:
        self._latest = (done, total, note or self._latest[2])
        if self._shown:
            self._shown.tell(*self._latest)

    def close(self) -> None:
        """Erase it."""
        self._timer.cancel()
        with self._lock:
            self._is_closed = True
        if self._shown:
            self._shown.stop()


@contextmanager
def _line(task: Task, tell: Tell) -> Iterator[Progress]:
    line = _Line(task, tell)
    try:
        if not task.delay:
            line.update(0)
        yield line
    finally:
        line.wipe()


class _Line(Progress):
    """A line that overwrites itself."""

    def __init__(self, task: Task, tell: Tell) -> None:
        self._tell = tell
        self._total = task.total
        self._due = monotonic() + task.delay
        self._shown = ""

    def update(self, done: float, total: float | None = None, note: str = "") -> None:
        self._total = self._total if total is None else total
        if monotonic() < self._due:
            return
        # The terminal may echo ^C behind it.
        said = self._tell(done, self._total, tell_columns() - 3)
        if said != self._shown:
            self._shown = said
            self._due = monotonic() + _BETWEEN
            print(f"\r\033[K{said}", end="", file=sys.stderr, flush=True)

    def wipe(self) -> None:
        """Erase it."""
        if self._shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


# -- stopping ------------------------------------------------------------------------------


@contextmanager
def stopping() -> Iterator[Callable[[], bool]]:
    """Yield whether Ctrl+C was pressed; a second Ctrl+C ends the program."""
    asked = False

    def ask(*_: object) -> None:
        nonlocal asked
        asked = True
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, ask)
    try:
        yield lambda: asked
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def hearing_escape() -> Iterator[Callable[[], bool]]:
    """Yield whether Esc was pressed, if standard input is a terminal.

    Meanwhile keys arrive at once and are not echoed, Ctrl+Z waits, and other keys are dropped.
    The terminal is restored however this ends, by a signal too.
    """
    terminal = _foreground()
    if terminal is None:
        yield lambda: False
        return
    before = termios.tcgetattr(terminal)
    is_pressed = False

    def hear() -> bool:
        nonlocal is_pressed
        while select.select([terminal], [], [], 0)[0]:
            keys = os.read(terminal, _AT_ONCE)
            if not keys:
                break
            # Arrow and function keys begin with ESC too, and go on at once.
            is_pressed = is_pressed or keys.endswith(_ESC)
        return is_pressed

    ends = signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    try:
        termios.tcsetattr(terminal, termios.TCSADRAIN, _quiet(terminal))
        yield hear
    finally:
        with suppress(termios.error):
            termios.tcsetattr(terminal, termios.TCSADRAIN, before)
        signal.signal(signal.SIGTERM, ends)


def _foreground() -> int | None:
    """Return the terminal that is standard input if this program is in its foreground."""
    try:
        terminal = sys.stdin.fileno()
        return terminal if os.tcgetpgrp(terminal) == os.getpgrp() else None
    except (OSError, ValueError, AttributeError):
        return None


def _quiet(terminal: int) -> list[Any]:
    """Return the attributes with which keys arrive at once, unechoed, and none suspends."""
    attributes = termios.tcgetattr(terminal)
    attributes[_LOCAL] &= ~(termios.ECHO | termios.ICANON)
    attributes[_CHARACTERS][termios.VMIN] = 1
    attributes[_CHARACTERS][termios.VTIME] = 0
    attributes[_CHARACTERS][termios.VSUSP] = b"\0"
    return attributes
