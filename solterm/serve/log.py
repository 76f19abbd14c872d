"""What happens on the host, one line an event: who came, who was refused, what ended and why.

Nothing that is typed is ever in it, and nothing a stranger says of itself can make a line of its
own: all but plain characters is escaped.
"""

import os
import select
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import TextIO

from solterm.serve.budget import Budget

_LONGEST = 200
"""Characters of a value."""

_LIMITED = ("error", "refused", "gone")
"""Events that strangers can cause without end; logins have limits of their own."""
_A_SECOND, _AT_ONCE = 1.0, 20.0
_MOST_KINDS = 64


def write_event(event: str, moment: datetime, **told: object) -> str:
    """An event as a line.

    >>> write_event("login", datetime(2026, 11, 21, 18, 0, tzinfo=UTC), player="ann", key="a b\\n")
    "2026-11-21T18:00:00Z login player=ann key='a b\\\\n'"
    """
    parts = [f"{moment:%Y-%m-%dT%H:%M:%SZ} {event}"]
    parts += [f"{name}={_value(str(value))}" for name, value in told.items() if value != ""]
    return " ".join(parts)


def _value(text: str) -> str:
    clipped = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
    is_plain = clipped.isascii() and clipped.isprintable()
    return clipped if is_plain and not set(" '\"\\=") & set(clipped) else ascii(clipped)


class _Repeats:
    """Lines of one kind: how many may still be written, and how many were not."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.budget = Budget(_A_SECOND, _AT_ONCE, clock)
        self.left_out = 0


class Log:
    """Writes events to stderr, or to a file that only its owner reads.

    Of errors and refusals that repeat, it writes some and counts the others: whoever causes them
    must not be able to fill the disk.
    """

    def __init__(self, path: Path | None = None, clock: Callable[[], float] = monotonic) -> None:
        """The log in a file, or on stderr. Raises ``OSError`` where the file can't be written."""
        self._path = path
        self._file = -1
        self._clock = clock
        self._repeats: dict[tuple[str, str], _Repeats] = {}
        self.reopen()

    def reopen(self) -> None:
        """Go on in the file of that name, should the old one have been put away."""
        if self._path:
            flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NONBLOCK
            opened = os.open(self._path, flags, 0o600)
            if self._file >= 0:
                os.close(self._file)
            self._file = opened

    def tell(self, event: str, **told: object) -> None:
        """Write an event; a log that cannot be written, or is not read, holds nothing up."""
        if event in _LIMITED:
            repeats = self._find_repeats(event, str(told.get("what", "")))
            if not repeats.budget.spend():
                repeats.left_out += 1
                return
            if repeats.left_out:
                told["repeated"] = repeats.left_out
                repeats.left_out = 0
        self._write(event, told)

    def tell_of_repeats(self) -> None:
        """Write how many lines were left out, of each kind that may be written again."""
        for (event, what), repeats in self._repeats.items():
            if repeats.left_out and repeats.budget.spend():
                self._write(event, {"what": what, "repeated": repeats.left_out})
                repeats.left_out = 0

    def _find_repeats(self, event: str, what: str) -> _Repeats:
        """Return the count of a kind; beyond some kinds, all of an event are one."""
        if (event, what) not in self._repeats and len(self._repeats) >= _MOST_KINDS:
            what = ""
        return self._repeats.setdefault((event, what), _Repeats(self._clock))

    def _write(self, event: str, told: dict[str, object]) -> None:
        line = write_event(event, datetime.now(UTC), **told)
        try:
            if self._file >= 0:
                os.write(self._file, f"{line}\n".encode())
            elif _takes_more(sys.stderr):
                print(line, file=sys.stderr, flush=True)
        except OSError:
            pass


def _takes_more(stream: TextIO) -> bool:
    """Can a line be written without waiting? A terminal may have been stopped by Ctrl-S."""
    try:
        number = stream.fileno()
    except (OSError, ValueError):  # it is in memory
        return True
    return bool(select.select([], [number], [], 0)[1])
