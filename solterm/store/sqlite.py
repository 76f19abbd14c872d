"""The usual engine: one SQLite file, which is opened when it is first asked, and after an error."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from solterm.store import patience, schema
from solterm.store.errors import DAMAGED, StoreError, explain, show_path
from solterm.store.schema import STORE, Layout


class SqliteFile:
    """A file, or a database in memory that ends with the program."""

    def __init__(self, path: Path | None, layout: Layout = STORE) -> None:
        """An engine over a file, None for memory; nothing is opened yet."""
        self.path = path
        self._layout = layout
        self._database: sqlite3.Connection | None = None

    @property
    def title(self) -> str:
        """The file as the player knows it."""
        return show_path(self.path)

    def open(self) -> None:
        """Open the file, made when missing."""
        if self._database is None:
            self._database = self._connect() if self.path else schema.in_memory()

    def disconnect(self) -> None:
        """Let go of the file; what is in memory stays as it is."""
        if self._database and self.path:
            self._database.close()
            self._database = None

    @property
    def is_busy(self) -> bool:
        """Whether a transaction is under way."""
        return self._database is not None and self._database.in_transaction

    def rest(self) -> None:
        """Keep the file open: that hinders nobody."""

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """All or nothing; nobody else writes from its first statement to its last."""
        try:
            database = self._reconnect()
            try:
                patience.wait_for(self.title, lambda: database.execute("BEGIN IMMEDIATE"))
                yield database
                patience.wait_for(self.title, lambda: database.execute("COMMIT"))
            finally:
                if database.in_transaction:
                    database.rollback()
        except sqlite3.Error as error:
            raise self._fail(error) from None

    def read(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """The rows of a question."""
        try:
            database = self._reconnect()
            return patience.wait_for(self.title, lambda: database.execute(query, values).fetchall())
        except sqlite3.Error as error:
            raise self._fail(error) from None

    def find_damage(self) -> str:
        """What a look through the whole file says."""
        is_sound = self.read("PRAGMA quick_check(1)") == [("ok",)]
        return "" if is_sound else f"{self.title} {DAMAGED}"

    def _reconnect(self) -> sqlite3.Connection:
        if self._database is None:
            # Never made anew: a file that is gone is something the player should hear about.
            self._database = self._connect(create=False)
        return self._database

    def _connect(self, create: bool = True) -> sqlite3.Connection:
        assert self.path, "a store in memory is never let go"
        return schema.connect(self.path, create, self._layout)

    def _fail(self, error: sqlite3.Error) -> StoreError:
        """The sentence for an error; the file is opened afresh for the next try.

        A drive that was away and came back does not know the file that was open before.
        """
        self.disconnect()
        return explain(error, self.path)
