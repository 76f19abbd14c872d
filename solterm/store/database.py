"""The opened database: which one it is, how it ends, and writes that failed and are tried again."""

from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Self

from solterm.context import Context
from solterm.store import backends, locations, schema
from solterm.store.errors import Locked, StoreError, name_place
from solterm.store.interface import Engine, Statements
from solterm.store.patience import Patience
from solterm.store.sqlite import SqliteFile

FILE = "solterm.db"
"""The file's name in the data folder."""

LAST_SECONDS = 1.2
"""Time for the last writes of a program that ends."""


class Database:
    """An engine with its pending writes. Methods raise ``StoreError``.

    A program that gives no context gets that of its environment.
    """

    def __init__(
        self,
        engine: Engine,
        unsaved: str | None = None,
        context: Context | None = None,
        patience: Patience | None = None,
    ) -> None:
        self.engine = engine
        self.context = context or Context.from_environment()
        """Who plays and where; it changes when the host renames the player."""
        self.patience = patience or Patience()
        self.unsaved = unsaved
        """A sentence for the player if the data ends with the program, else None."""
        self.pending_writes = PendingWrites()
        self.loss = ""
        """A sentence for the player if the file lost its contents, else empty."""
        self.may_hide_games = False
        """Whether a store exists that couldn't be opened, and may hold a suspended game."""

    @property
    def path(self) -> Path | None:
        """The file; None in memory and in PostgreSQL."""
        return self.engine.path

    @classmethod
    def open(
        cls,
        home: Path | None = None,
        context: Context | None = None,
        patience: Patience | None = None,
    ) -> Self:
        """Open the store in a folder, creating both; by default the player's own store.

        Raises ``StoreError`` if it is damaged, foreign, of another version or not writable, and
        leaves it as it is.
        """
        context = context or Context.from_environment()
        if home is None and (engine := backends.find_database(context)):
            engine.open()
            return cls(engine, context=context, patience=patience)
        folder = locations.home(context) if home is None else home
        locations.create(context, folder)
        path = folder / FILE
        loss = schema.loss(path, name_place(context, path))
        store = cls._in_file(path, context, patience)
        store.engine.open()
        for each in (path, folder / f"{FILE}-journal"):
            locations.close(each)
        store.loss = loss
        return store

    @classmethod
    def to_play_with(cls, context: Context | None = None, patience: Patience | None = None) -> Self:
        """Open the player's store, or a substitute if that fails.

        Each call tries again to open a locked or unreachable store. Any other failure is replaced
        by a store in memory.
        """
        context = context or Context.from_environment()
        path = locations.home(context) / FILE
        try:
            return cls.open(context=context, patience=patience)
        except Locked:
            if engine := backends.find_database(context):
                return cls(engine, context=context, patience=patience)
            return cls._in_file(path, context, patience)
        except StoreError as error:
            store = cls.memory(str(error), context, patience)
            with suppress(OSError):
                store.may_hide_games = context.is_in_database or path.exists()
            return store

    @classmethod
    def _in_file(cls, path: Path, context: Context, patience: Patience | None) -> Self:
        patience = patience or Patience()
        engine = SqliteFile(path, name_place(context, path), patience=patience)
        return cls(engine, context=context, patience=patience)

    @classmethod
    def memory(
        cls, reason: str, context: Context | None = None, patience: Patience | None = None
    ) -> Self:
        """Open a store that ends with the program; ``reason`` says why, in a sentence."""
        store = cls(SqliteFile(None), f"Games are not being saved: {reason}", context, patience)
        store.engine.open()
        return store

    def rename_player(self, name: str) -> None:
        """Call the player by the name that the host has given."""
        self.context = self.context.renamed(name)

    def reopen(self) -> Self:
        """Open the player's store once more, as ``to_play_with`` does."""
        return self.to_play_with(self.context, self.patience)

    def tend(self, now: bool = False) -> bool:
        """Retry failed writes; return whether some succeeded. Call this about every second.

        ``now`` skips the pause after a failure. It also closes a connection that has been idle for
        long.
        """
        is_written = self.pending_writes.retry(now)
        self.engine.rest()
        return is_written

    def flush(self, seconds: float = LAST_SECONDS) -> bool:
        """Retry failed writes before the program ends; return whether all succeeded.

        A signal handler may call this amid a statement, and must end the program then.
        """
        if self.pending_writes and self.engine.is_busy:
            self.engine.disconnect()
        if self.pending_writes and self.patience.ask_for_time:
            seconds = self.patience.ask_for_time()
        with self.patience.in_a_hurry():
            return self.pending_writes.flush(seconds)

    def disconnect(self) -> None:
        """Close it; the next call opens it again. A store in memory stays as it is."""
        self.engine.disconnect()

    def transaction(self) -> AbstractContextManager[Statements]:
        """Commit at the end of the block, or roll back on any error. For this package only."""
        return self.engine.transaction()

    def read(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """Return the rows of a query. For this package only."""
        return self.engine.read(query, *values)


Write = Callable[[], None]
"""Writes all that is missing; raises ``StoreError``."""

_FIRST_PAUSE, _LONGEST_PAUSE = 1.0, 10.0
"""Seconds from a failure to the next attempt."""
_REST = 4
"""The pause after a slow attempt, as a multiple of its duration."""
_LAST_PAUSE, _GROWTH = 0.1, 1.2
"""The first pause before the program ends, and how the next ones grow."""


class PendingWrites:
    """Writes that failed, oldest first, and when to retry them.

    Plays of one game and purpose are a group and are written in order, since a later play ends an
    earlier one. Screen and line mode call ``Database.tend`` about every second, and
    ``Database.flush`` before the program ends.
    """

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

    def retry(self, now: bool = False) -> bool:
        """Run all writes if an attempt is due, or now; return whether some succeeded."""
        began, count = self._clock(), len(self)
        if not count or (began < self._due and not now):
            return False
        if self._write_all():
            ended = self._clock()
            self._pause = min(_LONGEST_PAUSE, self._pause * 2)
            self._due = ended + max(self._pause, _REST * (ended - began))
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
