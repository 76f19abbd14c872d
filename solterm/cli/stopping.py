"""Ctrl+C and Esc stop a long job without ending the program."""

import os
import select
import signal
import sys
import termios
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

_ESC = b"\x1b"
_LOCAL, _CHARACTERS = 3, 6
"""Where a terminal's attributes have its local modes and its special characters."""
_AT_ONCE = 1024


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
