"""Wait for a file that another program is writing.

A screen would freeze meanwhile, so it waits for two seconds only; the command line waits longer and
says so. Retries come at random moments: SQLite's own pauses grow, so those who have waited longest
would have the worst chances.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import uniform
from time import monotonic, sleep
from typing import TypeVar

_Answer = TypeVar("_Answer")

SECONDS = 2.0
"""How long to wait without a message."""
_MORE_SECONDS = 60.0
"""How long to wait after the message."""
_PAUSES = (0.005, 0.03)

_tell: Callable[[str], object] | None = None


def tell_waits(tell: Callable[[str], object] | None) -> None:
    """Wait longer from now on, with a message to ``tell``; None restores the short wait."""
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


def wait_for(title: str, do: Callable[[], _Answer]) -> _Answer:
    """Return what ``do`` returns, retrying while another program locks the file.

    Raises ``sqlite3.OperationalError`` after waiting for too long.
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
                _tell(f"Another solterm is writing to {title}; waiting for it (Ctrl+C gives up).")
                until, is_told = monotonic() + _MORE_SECONDS, True
        sleep(uniform(*_PAUSES))
