"""Show a program's last picture at once, before the program itself is imported.

Importing Textual takes longer than the rest of a start, but the first screen is known: it is what
stood there last, if nothing has changed since. So a program that ends in order keeps its picture
(``last_picture.py``), and the next one paints it as its first act. ``WireDriver`` goes on from
there and sends only the cells that differ. docs/wire.md has an example.

``Loading`` makes the imports themselves quicker. This module imports nothing but ``termios`` that
Python has not loaded already.
"""

from __future__ import annotations

import gc
import os
import sys
import termios

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_IFLAG, _LFLAG, _CC = 0, 3, 6
_UNLIKE_RAW = (
    termios.IXON | termios.IXOFF | termios.ICRNL | termios.INLCR | termios.IGNCR,
    termios.ECHO | termios.ICANON | termios.IEXTEN | termios.ISIG,
)
"""The flags of ``_IFLAG`` and ``_LFLAG`` that raw input clears."""
_BEFORE, _AFTER = b"\x1b[?1049h\x1b[?25l\x1b[?7l", b"\x1b[?7h\x1b[?1049l\x1b[?25h"
"""Enter and leave the alternate screen, without a cursor and without line wrap."""

_VARIABLES = (
    *("TERM", "COLORTERM", "NO_COLOR", "COLUMNS", "LINES", "STY", "LANG", "LC_", "PYTHON"),
    *("TEXTUAL", "HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"),
)
"""How the names of the variables begin that a picture depends on."""
_ENVIRONMENT = dict(os.environ)
"""The variables that the program was started with; it may change its own."""

_PRIME = 2**61 - 1


class Shown:
    """A picture that stands on the terminal until the driver takes it over."""

    def __init__(self, cells: bytes, rest: bytes, attributes: list[Any]) -> None:
        self.cells = cells
        self.rest = rest
        """What the terminal has not taken yet."""
        self.attributes = attributes
        """The terminal's mode before it."""


_shown: list[Shown] = []


def show(name: str, version: str) -> None:
    """Show the last picture of a program if it is still right, else do nothing.

    Keys typed from now on wait in the line, without an echo. The program must call ``leave`` at
    its end, in case that it fails before the driver starts.
    """
    try:
        text, cells = read(name, version, os.get_terminal_size(1))
        _paint(text, cells)
    except (OSError, ValueError, termios.error):
        pass  # there is none, it is damaged, or this is no terminal


class Loading:
    """Imports within it take less: there is no garbage to collect, and OpenSSL stays away.

    asyncio and hashlib do without OpenSSL, which is a tenth of a Textual program's memory.
    """

    def __enter__(self) -> None:
        gc.disable()
        # A difference of sets would touch every module's name: in a fork, that copies their pages.
        self._hidden = [each for each in ("ssl", "_hashlib") if each not in sys.modules]
        sys.modules.update(dict.fromkeys(self._hidden))  # type: ignore[arg-type]

    def __exit__(self, *error: object) -> None:
        for name in self._hidden:
            del sys.modules[name]
        gc.freeze()
        gc.enable()


def take() -> Shown | None:
    """Return the picture on the terminal, once; None if there is none."""
    return _shown.pop() if _shown else None


def leave() -> None:
    """Restore the terminal if a picture stands there that no driver has taken over."""
    if shown := take():
        os.write(1, _AFTER)
        termios.tcsetattr(0, termios.TCSANOW, shown.attributes)


def read(name: str, version: str, size: tuple[int, int]) -> tuple[bytes, bytes]:
    """Return the kept picture as text and as cells; raise an error if it is not to be shown."""
    with open(place(name), "rb") as file:
        check, _, body = file.read().partition(b"\n")
    watched, state, text, cells = body.split(b"\n")
    files = os.fsdecode(watched).split("\0")
    if check != check_sum(body) or state != state_now(name, version, size, files):
        raise ValueError
    return text, cells


def place(name: str, file: str = "picture") -> str:
    """Return the path of a file in a program's cache folder."""
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return f"{cache}/{name}/{file}"


def write(path: str, data: bytes) -> None:
    """Replace a file of the cache folder by one that only this user can read."""
    os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
    draft = f"{path}.{os.getpid()}"
    with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(data)
    os.replace(draft, path)


def state_now(name: str, version: str, size: tuple[int, int], files: list[str]) -> bytes:
    """Return in one line what must be the same when the picture is shown."""
    begins = (*_VARIABLES, f"{name.upper()}_")
    told = sorted(each for each in _ENVIRONMENT.items() if each[0].startswith(begins))
    found = [
        os.path.exists(each) and (os.path.getmtime(each), os.path.getsize(each)) for each in files
    ]
    return repr((version, sys.version, *size, told, found)).encode()


def check_sum(body: bytes) -> bytes:
    """Return a number that differs after any damage; the usual sums would have to be imported."""
    return str(int.from_bytes(body) % _PRIME).encode()


def make_raw(attributes: list[Any]) -> list[Any]:
    """Return a terminal's mode with raw input: each key at once, no echo, no signals."""
    raw = [*attributes[:_CC], [*attributes[_CC]]]
    raw[_IFLAG] &= ~_UNLIKE_RAW[0]
    raw[_LFLAG] &= ~_UNLIKE_RAW[1]
    raw[_CC][termios.VMIN] = 1
    return raw


def _paint(text: bytes, cells: bytes) -> None:
    is_one = len({os.fstat(each).st_rdev for each in (0, 1, 2)}) == 1
    if not is_one or os.tcgetpgrp(0) != os.getpgrp():
        return
    # The standard stream would wait for a slow terminal.
    line = os.open(os.ttyname(1), os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY)
    before = termios.tcgetattr(0)
    termios.tcsetattr(0, termios.TCSANOW, make_raw(before))
    try:
        text = _BEFORE + text
        _shown.append(Shown(cells, text[os.write(line, text) :], before))
    finally:
        os.close(line)
        if not _shown:
            termios.tcsetattr(0, termios.TCSANOW, before)
