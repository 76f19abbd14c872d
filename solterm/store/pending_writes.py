"""Writes that failed, and when to retry them.

Plays of one game and purpose are a group and are written in order, since a later play ends an
earlier one. Screen and line mode call ``Database.tend`` about every second, and ``Database.flush``
before the program ends.
"""

from collections.abc import Callable
from time import monotonic, sleep

from solterm.store.errors import Locked, StoreError

Write = Callable[[], None]
"""Writes all that is missing; raises ``StoreError``."""

_FIRST_PAUSE, _LONGEST_PAUSE = 1.0, 10.0
"""Seconds from a failure to the next attempt."""
_REST = 4
"""The pause after a slow attempt, as a multiple of its duration."""
_LAST_PAUSE, _GROWTH = 0.1, 1.2
"""The first pause before the program ends, and how the next ones grow."""


class PendingWrites:
    """The pending writes, oldest first."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._writes: dict[object, tuple[object, Write]] = {}
        self._due = 0.0
        self._pause = _FIRST_PAUSE
        self._is_busy = False

    def __len__(self) -> int:
        return len(self._writes)

    def put(self, key: object, write: Write, group: object = None) -> None:
        """Add a write, once for each key; writes of a group run in order."""
        if not self._writes:
            self._due, self._pause = self._clock() + _FIRST_PAUSE, _FIRST_PAUSE
        self._writes.setdefault(key, (group, write))

    def drop(self, key: object) -> None:
        """Forget a write that has succeeded or never will."""
        self._writes.pop(key, None)

    def write_before(self, key: object, group: object) -> None:
        """Run the writes of a group added before a key; raises ``StoreError``."""
        if self._is_busy:
            return
        for each, (its_group, write) in list(self._writes.items()):
            if each is key:
                return
            if its_group == group:
                self._write(each, write)

    def retry(self) -> bool:
        """Run all writes if an attempt is due; return whether some succeeded."""
        began, count = self._clock(), len(self)
        if not count or began < self._due:
            return False
        if self._write_all():
            now = self._clock()
            self._pause = min(_LONGEST_PAUSE, self._pause * 2)
            self._due = now + max(self._pause, _REST * (now - began))
        return len(self) < count

    def flush(self, seconds: float) -> bool:
        """Run all writes before the program ends; return whether all succeeded.

        Retries until the time is up, but only while the store is locked or unreachable.
        """
        until, pause = self._clock() + seconds, _LAST_PAUSE
        while isinstance(self._write_all(), Locked) and self._clock() + pause < until:
            sleep(pause)
            pause = min(_FIRST_PAUSE, pause * _GROWTH)
        return not self._writes

    def _write_all(self) -> StoreError | None:
        """Run all writes; return the first error, or a ``Locked`` one at once."""
        found: StoreError | None = None
        failed = set()
        for each, (group, write) in list(self._writes.items()):
            if group in failed:
                continue
            try:
                self._write(each, write)
            except Locked as error:
                return error
            except StoreError as error:
                found = found or error
                failed.add(group)
        return found

    def _write(self, key: object, write: Write) -> None:
        self._is_busy = True
        try:
            write()
        finally:
            self._is_busy = False
        self.drop(key)
