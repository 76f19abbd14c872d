"""The usual engine of the register: a SQLite file in the host's data folder."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

from solterm.serve.book import Ask
from solterm.serve.tables import STEPS, TABLES
from solterm.store import place, schema
from solterm.store.errors import explain

FILE = "host.db"
"""The file's name in the host's data folder."""

_LAYOUT = schema.Layout(0x736F6C68, STEPS, TABLES)
"""Marked ``solh``, so that nobody takes it for a player's file."""


class HostFile:
    """One file, which is opened afresh after an error; an ``Engine`` for the register's book."""

    def __init__(self, database: sqlite3.Connection, path: Path) -> None:
        """Made by ``open``."""
        self._database: sqlite3.Connection | None = database
        self._path = path

    @classmethod
    def open(cls, data: Path) -> Self:
        """The file in a folder, both made when missing and closed to everybody else.

        Raises ``StoreError`` when it is damaged, foreign, of a newer version or not writable.
        """
        place.create(data)
        path = data / FILE
        made = cls(schema.connect(path, layout=_LAYOUT), path)
        for each in (path, data / f"{FILE}-journal"):
            place.close(each)
        return made

    @contextmanager
    def transaction(self) -> Iterator[Ask]:
        """All or nothing, and nobody else between its first statement and its last."""
        try:
            database = self._connect()
            with database:
                database.execute("BEGIN IMMEDIATE")
                yield lambda statement, *values: database.execute(statement, values).fetchall()
        except sqlite3.Error as error:
            self.close()
            raise explain(error, self._path) from None

    def read(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        """The rows of a question that changes nothing."""
        try:
            return self._connect().execute(statement, values).fetchall()
        except sqlite3.Error as error:
            self.close()
            raise explain(error, self._path) from None

    def close(self) -> None:
        """Let go of the file; the next call opens it again."""
        if self._database:
            self._database.close()
        self._database = None

    def _connect(self) -> sqlite3.Connection:
        if self._database is None:
            # Never made anew: players would be strangers to it, and their names free to all.
            self._database = schema.connect(self._path, create=False, layout=_LAYOUT)
        return self._database
