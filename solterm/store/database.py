"""The file: one SQLite database, which is opened when it is first asked, and afresh after an error.

Whatever fails is raised as a ``StoreError``, a sentence for the player.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Self

from solterm.store import place, schema
from solterm.store.errors import Locked, StoreError, explain

FILE = "solterm.db"
"""The file's name in the data folder."""


class Database:
    """A file that is asked and written in transactions, or what there is in its place."""

    def __init__(
        self, database: sqlite3.Connection | None, path: Path | None, unsaved: str | None = None
    ) -> None:
        """Made by ``open`` and ``memory``."""
        self.path = path
        """The file; None for a store in memory."""
        self.unsaved = unsaved
        """A sentence for the player when nothing outlives the program, else None."""
        self.loss = ""
        """A sentence for the player when what the file held before is gone, else empty."""
        self.is_withheld = False
        """Is there a file that could not be opened, so that a suspended game may be in it?"""
        self._database = database

    @classmethod
    def open(cls, home: Path | None = None) -> Self:
        """The store in a folder, the player's own unless told; both are made when missing.

        Raises ``StoreError`` when the file is damaged, foreign, of a newer version or not
        writable; nothing is overwritten then.
        """
        folder = place.home() if home is None else home
        place.create(folder)
        path = folder / FILE
        loss = schema.loss(path)
        store = cls(schema.connect(path), path)
        for each in (path, folder / f"{FILE}-journal"):
            place.close(each)
        store.loss = loss
        return store

    @classmethod
    def to_play_with(cls) -> Self:
        """The player's store, or what there is to play with when it cannot be opened.

        A locked one is tried again by each call; for any other that fails there is one in memory.
        """
        try:
            return cls.open()
        except Locked:
            return cls(None, place.home() / FILE)
        except StoreError as error:
            store = cls.memory(str(error))
            with suppress(OSError):
                store.is_withheld = (place.home() / FILE).exists()
            return store

    @classmethod
    def memory(cls, reason: str) -> Self:
        """A store that ends with the program, to play on when the real one cannot be opened.

        ``reason`` is the sentence of the ``StoreError`` that forced it.
        """
        return cls(schema.in_memory(), None, f"Games are not being saved: {reason}")

    def disconnect(self) -> None:
        """Let go of the file; the next call opens it again. A store in memory stays as it is."""
        if self._database and self.path:
            self._database.close()
            self._database = None

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """All or nothing: committed at the end, rolled back by any error.

        For the modules of this package.
        """
        try:
            database = self._connect()
            with database:
                database.execute("BEGIN IMMEDIATE")
                yield database
        except sqlite3.Error as error:
            raise self._fail(error) from None

    def read(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """The rows of a question to the database; for the modules of this package."""
        try:
            return self._connect().execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise self._fail(error) from None

    def _connect(self) -> sqlite3.Connection:
        if self._database is None:
            assert self.path, "a store in memory is never let go"
            # Never made anew: a file that is gone is something the player should hear about.
            self._database = schema.connect(self.path, create=False)
        return self._database

    def _fail(self, error: sqlite3.Error) -> StoreError:
        """The sentence for an error; the file is opened afresh for the next try.

        A drive that was away and came back does not know the file that was open before.
        """
        self.disconnect()
        return explain(error, self.path)
