"""How long a file that another program is writing is waited for.

Two seconds where nobody is told, since a screen would stand still; much longer where a sentence
says what is waited for. Tries come at random moments: with SQLite's own pauses, which grow, those
who have waited longest have the worst chances.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import uniform
from time import monotonic, sleep
from typing import TypeVar

_Answer = TypeVar("_Answer")

SECONDS = 2.0
"""How long is waited without a word."""
_MORE_SECONDS = 60.0
"""How long after the word."""
_PAUSES = (0.005, 0.03)

_tell: Callable[[str], object] | None = None


def tell_waits(tell: Callable[[str], object] | None) -> None:
    """Wait longer from now on, and say so with ``tell``; None: only for a moment."""
    global _tell
    _tell = tell


@contextmanager
def in_a_hurry() -> Iterator[None]:
    """Wait only for a moment inside the block."""
    before = _tell
    tell_waits(None)
    try:
        yield
    finally:
        tell_waits(before)


def wait_for(called: str, do: Callable[[], _Answer]) -> _Answer:
    """Do something with a file as soon as no other program hinders it.

    Raises ``sqlite3.OperationalError`` when one has hindered it for too long.
    """
    until, is_told = monotonic() + SECONDS, False
    while True:
        try:
            return do()
        except Exception as error:
            if not getattr(error, "sqlite_errorname", "").startswith("SQLITE_BUSY"):
                raise
            if monotonic() >= until:
                if is_told or _tell is None:
                    raise
                _tell(f"Another solterm is writing to {called}; waiting for it (Ctrl+C gives up).")
                until, is_told = monotonic() + _MORE_SECONDS, True
        sleep(uniform(*_PAUSES))
