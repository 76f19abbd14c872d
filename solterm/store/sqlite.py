"""The engine for one machine: an SQLite file."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from solterm.store import schema
from solterm.store.errors import DAMAGED, StoreError, explain
from solterm.store.interface import Cursor, Statements
from solterm.store.patience import Patience
from solterm.store.schema import STORE, FileLayout


class SqliteFile:
    """``Engine`` over a file, or over memory if the path is None."""

    def __init__(
        self,
        path: Path | None,
        title: str = "The store in memory",
        layout: FileLayout = STORE,
        patience: Patience | None = None,
    ) -> None:
        self.path = path
        self.title = title
        self._layout = layout
        self._patience = patience or Patience()
        self._database: sqlite3.Connection | None = None

    def open(self) -> None:
        if self._database is None:
            self._database = self._connect() if self.path else schema.in_memory(self._layout)

    def disconnect(self) -> None:
        if self._database and self.path:  # memory would be lost
            self._database.close()
            self._database = None

    @property
    def is_busy(self) -> bool:
        return self._database is not None and self._database.in_transaction

    def rest(self) -> None:
        pass  # an open file hinders no other program

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        try:
            database = self._reconnect()
            try:
                self._patience.wait_for(self.title, lambda: database.execute("BEGIN IMMEDIATE"))
                yield database
                self._patience.wait_for(self.title, lambda: database.execute("COMMIT"))
            finally:
                if database.in_transaction:
                    database.rollback()
        except sqlite3.Error as error:
            raise self._fail(error) from None

    def write(self, do: Callable[[Statements], Cursor]) -> Cursor:
        with self.transaction() as database:
            return do(database)

    def read(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        try:
            database = self._reconnect()
            return self._patience.wait_for(
                self.title, lambda: database.execute(query, values).fetchall()
            )
        except sqlite3.Error as error:
            raise self._fail(error) from None

    def find_damage(self) -> str:
        is_sound = self.read("PRAGMA quick_check(1)") == [("ok",)]
        return "" if is_sound else f"{self.title} {DAMAGED}"

    def _reconnect(self) -> sqlite3.Connection:
        if self._database is None:
            # Don't create it: the player should learn that the file is gone.
            self._database = self._connect(create=False)
        return self._database

    def _connect(self, create: bool = True) -> sqlite3.Connection:
        assert self.path, "a store in memory stays open"
        return schema.connect(self.path, self.title, create, self._layout, self._patience)

    def _fail(self, error: sqlite3.Error) -> StoreError:
        # A network drive that comes back needs the file to be opened again.
        self.disconnect()
        return explain(error, self.title)
