"""The opened database: which one it is, what couldn't be written yet, and how it ends."""

from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Any, Self

from solterm.context import Context
from solterm.store import backends, locations, schema
from solterm.store.errors import Locked, StoreError, name_place
from solterm.store.interface import Engine, Statements
from solterm.store.patience import Patience
from solterm.store.pending_writes import PendingWrites
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

        Raises ``StoreError`` if it is damaged, foreign, of a newer version or not writable, and
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
