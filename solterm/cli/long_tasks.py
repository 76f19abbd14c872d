"""Long tasks: a bar for their progress, and Ctrl+C and Esc, which stop them."""

import os
import select
import signal
import sys
import termios
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from time import monotonic
from typing import TYPE_CHECKING, Any

from solterm.capabilities import Terminal
from solterm.cli.console import Output, Task, is_terminal

if TYPE_CHECKING:
    from solterm.cli.rendering import Bar

_ESC = b"\x1b"
_LOCAL, _CHARACTERS = 3, 6
"""Where a terminal's attributes have its local modes and its special characters."""
_AT_ONCE = 1024


class Progress:
    """Progress that stays hidden."""

    def update(self, done: float, total: float | None = None, note: str = "") -> None:
        """Set the amount done and, if it has changed, the total. Call it often."""


class _Shown(Progress):
    """Progress that appears, and loads Rich, once a task takes longer than its delay.

    A terminal that only appends text gets one line instead of a bar.
    """

    def __init__(self, task: Task, terminal: Terminal) -> None:
        self._task = task
        self._terminal = terminal
        self._begun = monotonic()
        self._is_shown = False
        self._bar: Bar | None = None
        self.update(0)

    def update(self, done: float, total: float | None = None, note: str = "") -> None:
        if not self._is_shown and monotonic() >= self._begun + self._task.delay:
            self._is_shown = True
            self._show()
        if self._bar:
            self._bar.tell(done, total, note)

    def _show(self) -> None:
        if self._terminal.is_lines_only:
            print(f"{self._task.title} ... {self._task.hint}.", file=sys.stderr, flush=True)
            return
        from solterm.cli.rendering import Bar

        self._bar = Bar(self._task, self._begun, self._terminal)
        self._bar.start()

    def close(self) -> None:
        """Erase the bar."""
        if self._bar:
            self._bar.stop()


@contextmanager
def progress(out: Output, task: Task) -> Iterator[Progress]:
    """Show the progress of a task if standard error is a terminal, and erase it at the end."""
    if not is_terminal(sys.stderr):
        yield Progress()
        return
    shown = _Shown(task, out.context.terminal)
    try:
        yield shown
    finally:
        shown.close()


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
