"""A terminal with a fair clock.

`Terminal.measure` starts its clock once the key is sent and stops it once the answer is drawn. On
a busy machine the program that is woken may run before we do and answer before the clock starts;
and drawing kilobytes takes longer than sending them. Here it starts before the key is sent and
stops when the last bytes are read.
"""

import time
from typing import Any

from tests.harness.pty import Cost, Terminal


class Stamped(bytearray):
    """Bytes that know when the last of them came."""

    at = 0.0

    def __iadd__(self, data: Any) -> "Stamped":
        self.at = time.monotonic()
        super().__iadd__(data)
        return self


class TimedTerminal(Terminal):
    """A terminal that times from before fork and exec, and from before each key."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._began = time.monotonic()
        super().__init__(*args, **kwargs)
        self.output = Stamped()

    def press(self, *keys: str) -> None:
        self._began = time.monotonic()
        super().press(*keys)

    def elapsed(self) -> float:
        """Seconds from the start, or from the last key, to the last byte since."""
        return max(0.0, self.output.at - self._began)

    def measure(self, key: str, quiet: float = 0.1, patience: float = 1.0) -> Cost:
        return super().measure(key, quiet, patience)._replace(seconds=self.elapsed())
