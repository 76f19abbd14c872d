"""The database of the store: opened, or done without, and asked through one of its engines."""

from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Any, Self

from solterm.store import backends, patience, place, schema
from solterm.store.errors import Locked, StoreError
from solterm.store.interface import Engine, Statements
from solterm.store.sqlite import SqliteFile
from solterm.store.waiting import Waiting

FILE = "solterm.db"
"""The file's name in the data folder."""

LAST_SECONDS = 1.2
"""How long a program that ends tries to write what is missing; hosts wait for two seconds."""


class Database:
    """A database that is asked and written in transactions, or what there is in its place.

    Whatever fails is raised as a ``StoreError``, a sentence for the player.
    """

    def __init__(self, engine: Engine, unsaved: str | None = None) -> None:
        """A database behind an engine; see also ``open`` and ``memory``."""
        self.engine = engine
        self.unsaved = unsaved
        """A sentence for the player when nothing outlives the program, else None."""
        self.waiting = Waiting()
        """What could not be written yet."""
        self.loss = ""
        """A sentence for the player when what the file held before is gone, else empty."""
        self.is_withheld = False
        """Is there a file that could not be opened, so that a suspended game may be in it?"""

    @property
    def path(self) -> Path | None:
        """The file; None for a store in memory or on a host of databases."""
        return self.engine.path

    @classmethod
    def open(cls, home: Path | None = None) -> Self:
        """The store in a folder, made when missing; the player's own, wherever it is, unless told.

        Raises ``StoreError`` when it is damaged, foreign, of a newer version or not writable;
        nothing is overwritten then.
        """
        if home is None and (engine := backends.find_database()):
            engine.open()
            return cls(engine)
        folder = place.home() if home is None else home
        place.create(folder)
        path = folder / FILE
        loss = schema.loss(path)
        store = cls(SqliteFile(path))
        store.engine.open()
        for each in (path, folder / f"{FILE}-journal"):
            place.close(each)
        store.loss = loss
        return store

    @classmethod
    def to_play_with(cls) -> Self:
        """The player's store, or what there is to play with when it cannot be opened.

        A locked one, or one that cannot be reached, is tried again by each call; for any other
        that fails there is one in memory.
        """
        try:
            return cls.open()
        except Locked:
            return cls(backends.find_database() or SqliteFile(place.home() / FILE))
        except StoreError as error:
            store = cls.memory(str(error))
            with suppress(OSError):
                store.is_withheld = backends.is_in_database() or (place.home() / FILE).exists()
            return store

    @classmethod
    def memory(cls, reason: str) -> Self:
        """A store that ends with the program, to play on when the real one cannot be opened.

        ``reason`` is the sentence of the ``StoreError`` that forced it.
        """
        store = cls(SqliteFile(None), f"Games are not being saved: {reason}")
        store.engine.open()
        return store

    def tend(self) -> bool:
        """Try again to write what is missing; return whether some of it was written.

        Call this about every second. It also lets go of a connection that was not used for long.
        """
        is_written = self.waiting.retry()
        self.engine.rest()
        return is_written

    def flush(self, seconds: float = LAST_SECONDS) -> bool:
        """Write what is missing before the program ends; return whether nothing is left.

        A signal handler may call this amid a statement, and must end the program then.
        """
        if self.waiting and self.engine.is_busy:
            self.engine.disconnect()
        with patience.in_a_hurry():
            return self.waiting.flush(seconds)

    def disconnect(self) -> None:
        """Let go of it; the next call opens it again. A store in memory stays as it is."""
        self.engine.disconnect()

    def transaction(self) -> AbstractContextManager[Statements]:
        """All or nothing: committed at the end, rolled back by any error.

        For the modules of this package.
        """
        return self.engine.transaction()

    def read(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """The rows of a question to the database; for the modules of this package."""
        return self.engine.read(query, *values)
