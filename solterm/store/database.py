"""The opened database: which one it is, what couldn't be written yet, and how it ends."""

from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Any, Self

from solterm.store import backends, locations, patience, schema
from solterm.store.errors import Locked, StoreError
from solterm.store.interface import Engine, Statements
from solterm.store.pending_writes import PendingWrites
from solterm.store.sqlite import SqliteFile

FILE = "solterm.db"
"""The file's name in the data folder."""

LAST_SECONDS = 1.2
"""Time for the last writes of a program that ends."""

_ask_for_time: Callable[[], float] | None = None


def stay_to_save(ask_for_time: Callable[[], float]) -> None:
    """Give this program more time for its last writes.

    With writes left at the end, it calls ``ask_for_time``, and tries for as many seconds as this
    returns.
    """
    global _ask_for_time
    _ask_for_time = ask_for_time


class Database:
    """An engine with its pending writes. Methods raise ``StoreError``."""

    def __init__(self, engine: Engine, unsaved: str | None = None) -> None:
        self.engine = engine
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
    def open(cls, home: Path | None = None) -> Self:
        """Open the store in a folder, creating both; by default the player's own store.

        Raises ``StoreError`` if it is damaged, foreign, of a newer version or not writable, and
        leaves it as it is.
        """
        if home is None and (engine := backends.find_database()):
            engine.open()
            return cls(engine)
        folder = locations.home() if home is None else home
        locations.create(folder)
        path = folder / FILE
        loss = schema.loss(path)
        store = cls(SqliteFile(path))
        store.engine.open()
        for each in (path, folder / f"{FILE}-journal"):
            locations.close(each)
        store.loss = loss
        return store

    @classmethod
    def to_play_with(cls) -> Self:
        """Open the player's store, or a substitute if that fails.

        Each call tries again to open a locked or unreachable store. Any other failure is replaced
        by a store in memory.
        """
        try:
            return cls.open()
        except Locked:
            return cls(backends.find_database() or SqliteFile(locations.home() / FILE))
        except StoreError as error:
            store = cls.memory(str(error))
            with suppress(OSError):
                store.may_hide_games = (
                    backends.is_in_database() or (locations.home() / FILE).exists()
                )
            return store

    @classmethod
    def memory(cls, reason: str) -> Self:
        """Open a store that ends with the program; ``reason`` says why, in a sentence."""
        store = cls(SqliteFile(None), f"Games are not being saved: {reason}")
        store.engine.open()
        return store

    def tend(self) -> bool:
        """Retry failed writes; return whether some succeeded. Call this about every second.

        It also closes a connection that has been idle for long.
        """
        is_written = self.pending_writes.retry()
        self.engine.rest()
        return is_written

    def flush(self, seconds: float = LAST_SECONDS) -> bool:
        """Retry failed writes before the program ends; return whether all succeeded.

        A signal handler may call this amid a statement, and must end the program then.
        """
        if self.pending_writes and self.engine.is_busy:
            self.engine.disconnect()
        if self.pending_writes and _ask_for_time:
            seconds = _ask_for_time()
        with patience.in_a_hurry():
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
