"""What a store failed to write, and when it is tried again.

Plays of one game and purpose are a group: a later one ends an earlier one, which has to be there.
A face of the program calls ``Database.tend`` about every second and ``Database.flush`` before it
ends; whatever is written by an event in between is no harm.
"""

from collections.abc import Callable
from time import monotonic, sleep

from solterm.store.errors import Locked, StoreError

Write = Callable[[], None]
"""Writes what is missing; raises ``StoreError``."""

_FIRST_PAUSE, _LONGEST_PAUSE = 1.0, 10.0
"""Seconds from a failure to the next try."""
_REST = 4
"""Times as long as a try took: a store that answers slowly must not take all of the time."""
_LAST_PAUSE = 0.1


class Waiting:
    """What waits to be written, oldest first."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._writes: dict[object, tuple[object, Write]] = {}
        self._due = 0.0
        self._pause = _FIRST_PAUSE
        self._is_busy = False

    def __len__(self) -> int:
        return len(self._writes)

    def put(self, key: object, write: Write, group: object = None) -> None:
        """Have something written later, once for each key, and in order within a group."""
        if not self._writes:
            self._due, self._pause = self._clock() + _FIRST_PAUSE, _FIRST_PAUSE
        self._writes.setdefault(key, (group, write))

    def drop(self, key: object) -> None:
        """Forget what is written by now, or never will be."""
        self._writes.pop(key, None)

    def write_before(self, key: object, group: object) -> None:
        """Write what waits in a group before a key; raises ``StoreError`` if that fails."""
        if self._is_busy:
            return
        for each, (its_group, write) in list(self._writes.items()):
            if each is key:
                return
            if its_group == group:
                self._write(each, write)

    def retry(self) -> bool:
        """Write all of it, if it is time to try; return whether something was written."""
        began, count = self._clock(), len(self)
        if not count or began < self._due:
            return False
        if self._write_all():
            now = self._clock()
            self._pause = min(_LONGEST_PAUSE, self._pause * 2)
            self._due = now + max(self._pause, _REST * (now - began))
        return len(self) < count

    def flush(self, seconds: float) -> bool:
        """Write all of it before the program ends; return whether nothing is left.

        Only a store that is away or in use is tried again until the time is up.
        """
        until = self._clock() + seconds
        while isinstance(self._write_all(), Locked) and self._clock() + _LAST_PAUSE < until:
            sleep(_LAST_PAUSE)
        return not self._writes

    def _write_all(self) -> StoreError | None:
        """Write what can be written; return the first error, a passing one if there is any."""
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
