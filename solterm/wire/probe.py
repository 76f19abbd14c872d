"""What a terminal says about itself: the size of its window, and the width of a line character.

Terminals made for Chinese, Japanese and Korean may draw ``─`` and other characters of "ambiguous"
width two cells wide, which breaks every frame. Only the terminal knows: one such character at the
start of a row moves its cursor, whose place it reports.
"""

import os
import re
import select
import sys
import termios
import time
from contextlib import suppress
from typing import NamedTuple

ASK_FOR_CURSOR = "\x1b[6n"
ASK_FOR_WIDTH = f"\x1b[2;1H─{ASK_FOR_CURSOR}"
"""Asks on the second row, since a report from the first one looks like Shift+F3."""
MEASURED = (1, 0, 2)
"""The row on which that writes, and the columns."""

_CURSOR = re.compile(rb"\x1b\[(\d{1,5});(\d{1,5})R")
_SECONDS = 0.5
"""How long ``ask_terminal`` waits for the answers."""


class Size(NamedTuple):
    """Columns and rows."""

    width: int
    height: int


class Reported(NamedTuple):
    """What a terminal reports; None stands for no answer."""

    cells: int | None = None
    """The width of a line character."""
    size: Size | None = None


def size_of_system() -> Size | None:
    """Return the size that the operating system knows of the terminal, if any."""
    with suppress(OSError, ValueError, AttributeError):
        size = Size(*os.get_terminal_size(sys.__stdout__.fileno()))  # type: ignore[union-attr]
        return size if any(size) else None
    return None


def size_of_environment() -> Size | None:
    """Return the size in ``COLUMNS`` and ``LINES``, with 0 for one that is missing."""
    told = [os.environ.get(name, "") for name in ("COLUMNS", "LINES")]
    size = Size(*(int(each) if each.isascii() and each.isdigit() else 0 for each in told))
    return size if any(size) else None


def prints_queries() -> bool:
    """Whether this terminal may print part of a query: old Linux consoles print the end of one."""
    term, program = os.environ.get("TERM"), os.environ.get("TERM_PROGRAM")
    return term == "linux" or program == "Apple_Terminal"


def ask_terminal(with_lines: bool) -> Reported:
    """Ask the terminal of the standard streams, and wait for its answers.

    The cursor must stand on an empty row. Without ``with_lines``, no line character is sent.
    """
    try:
        keys, screen = sys.__stdin__.fileno(), sys.__stdout__.fileno()  # type: ignore[union-attr]
        before = termios.tcgetattr(keys)
    except (OSError, ValueError, AttributeError, termios.error):
        return Reported()
    line = f"\r─{ASK_FOR_CURSOR}\r\x1b[K" if with_lines else ""
    asked = f"{line}\x1b7\x1b[999;999H{ASK_FOR_CURSOR}\x1b8"
    quiet = termios.tcgetattr(keys)
    quiet[3] &= ~(termios.ECHO | termios.ICANON)
    termios.tcsetattr(keys, termios.TCSADRAIN, quiet)
    try:
        os.write(screen, asked.encode())
        reports = _read_reports(keys, 1 + with_lines)
    finally:
        termios.tcsetattr(keys, termios.TCSADRAIN, before)
    if len(reports) < 1 + with_lines:
        return Reported()
    return Reported(reports[0][1] - 1 if with_lines else None, Size(reports[-1][1], reports[-1][0]))


def _read_reports(keys: int, count: int) -> list[tuple[int, int]]:
    heard, end = b"", time.monotonic() + _SECONDS
    while len(found := _CURSOR.findall(heard)) < count:
        ready, _, _ = select.select([keys], [], [], max(0.0, end - time.monotonic()))
        if not ready or not (data := os.read(keys, 1024)):
            break
        heard += data
    return [(int(row), int(column)) for row, column in found]
