"""How long a program waits: for a file that another one is writing, and for its own last writes.

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


class Patience:
    """The patience of a program with its store."""

    def __init__(
        self,
        tell: Callable[[str], object] | None = None,
        ask_for_time: Callable[[], float] | None = None,
    ) -> None:
        self.tell = tell
        """Shows the player why the program waits; None waits only for a moment."""
        self.ask_for_time = ask_for_time
        """Called with writes left at the end; returns the seconds to try for."""

    @contextmanager
    def in_a_hurry(self) -> Iterator[None]:
        """Wait only for a moment inside the block."""
        before, self.tell = self.tell, None
        try:
            yield
        finally:
            self.tell = before

    def wait_for(self, title: str, do: Callable[[], _Answer]) -> _Answer:
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
                    if is_told or self.tell is None:
                        raise
                    self.tell(
                        f"Another solterm is writing to {title}; waiting for it (Ctrl+C gives up)."
                    )
                    until, is_told = monotonic() + _MORE_SECONDS, True
            sleep(uniform(*_PAUSES))
