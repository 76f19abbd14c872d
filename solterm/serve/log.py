"""What the administrator sees of a host: its log, and what it has counted for ``--metrics``.

The log has one line per event: logins, refusals, sessions and why they ended. It never contains
keys typed. It escapes all text from clients, so they can't forge lines.
"""

import os
import select
import sys
import traceback
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import TextIO

from solterm.serve.limits import TokenBucket
from solterm.store.errors import StoreError, tell_administrator

_LONGEST = 200
"""Characters of a value."""

_LIMITED = ("error", "refused", "gone")
"""Events that anyone can cause without end; logins are limited elsewhere."""
_A_SECOND, _AT_ONCE = 1.0, 20.0
_MOST_KINDS = 64

ANSWER_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""The upper bounds of the histogram of answers; one more class has the slower ones."""

REFUSED = (
    *("too many connections", "logins a minute", "no key admitted", "pending connections"),
    *(
        "too many connections without a proxy's header",
        "proxies that sent no header",
        "proxy header",
    ),
    *("not offered", "database", "new players an hour", "sessions a minute"),
    *("host full", "address full", "draining", "banned"),
)
"""The reasons for which connections, logins and requests are refused."""


def write_event(event: str, moment: datetime, **told: object) -> str:
    """Return an event as a line.

    >>> write_event("login", datetime(2026, 11, 21, 18, 0, tzinfo=UTC), player="ann", key="a b\\n")
    "2026-11-21T18:00:00Z login player=ann key='a b\\\\n'"
    """
    parts = [f"{moment:%Y-%m-%dT%H:%M:%SZ} {event}"]
    parts += [f"{name}={_value(value)}" for name, value in told.items() if value != ""]
    return " ".join(parts)


def _value(value: object) -> str:
    text = tell_administrator(value) if isinstance(value, StoreError) else str(value)
    clipped = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
    is_plain = clipped.isascii() and clipped.isprintable()
    return clipped if is_plain and not set(" '\"\\=") & set(clipped) else ascii(clipped)


class _Repeats:
    """The rate limit for lines of one kind, and the number omitted."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.budget = TokenBucket(_A_SECOND, _AT_ONCE, clock)
        self.omitted = 0


class Log:
    """Writes events to stderr, or to a file that only its owner reads.

    It limits the rate of errors and refusals and counts the lines it omits, so clients can't fill
    the disk.
    """

    def __init__(self, path: Path | None = None, clock: Callable[[], float] = monotonic) -> None:
        """Log to a file, or to stderr. Raises ``OSError`` if the file can't be written."""
        self._path = path
        self._file = -1
        self._clock = clock
        self._repeats: dict[tuple[str, str], _Repeats] = {}
        self.reopen()

    def reopen(self) -> None:
        """Reopen the file, which may have been rotated."""
        if self._path:
            flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NONBLOCK
            opened = os.open(self._path, flags, 0o600)
            if self._file >= 0:
                os.close(self._file)
            self._file = opened

    def tell(self, event: str, **told: object) -> None:
        """Write an event; a log that cannot be written is ignored."""
        if event in _LIMITED:
            repeats = self._find_repeats(event, str(told.get("what", "")))
            if not repeats.budget.spend():
                repeats.omitted += 1
                return
            if repeats.omitted:
                told["repeated"] = repeats.omitted
                repeats.omitted = 0
        self._write(event, told)

    def tell_error(self, what: str, error: BaseException | None) -> None:
        """Write the class of an unexpected error, and where it was raised.

        Its text stays out: it may quote what a client sent, such as a cookie.
        """
        where = traceback.extract_tb(error.__traceback__)[-1:] if error else []
        at = "".join(f"{Path(each.filename).name}:{each.lineno}" for each in where)
        self.tell("error", what=what, error=type(error).__name__ if error else "", at=at)

    def tell_of_repeats(self) -> None:
        """Write the numbers of omitted lines, where the rate limit allows it."""
        for (event, what), repeats in self._repeats.items():
            if repeats.omitted and repeats.budget.spend():
                self._write(event, {"what": what, "repeated": repeats.omitted})
                repeats.omitted = 0

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
    """Return whether a line can be written at once; Ctrl+S may have stopped the terminal."""
    try:
        number = stream.fileno()
    except (OSError, ValueError):  # it is no file
        return True
    return bool(select.select([], [number], [], 0)[1])


class HostFigures:
    """What a host has counted since it started."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self.started = 0
        """Sessions."""
        self.ended = Counter({"ended": 0, "crashed": 0, "not started": 0})
        """Sessions, by how they ended."""
        self.refused = Counter(dict.fromkeys(REFUSED, 0))
        """Connections, logins and requests, by reason."""
        self.answers = [0] * (len(ANSWER_SECONDS) + 1)
        """Answers to keys and lines, by the time from their arrival to the first output."""
        self.answering = 0.0
        """The sum of these times, in seconds."""

    def answer(self, seconds: float) -> None:
        """Count an answer that took this long."""
        self.answers[bisect_left(ANSWER_SECONDS, seconds)] += 1
        self.answering += seconds

    def refuse(self, reason: str, what: object = "", **told: object) -> None:
        """Log a refusal, and count it under a reason; the log sums up those of a flood."""
        self.refused[reason] += 1
        self._log.tell("refused", what=what or reason, **told)
