"""What the store asks of a database: the face that its engines share.

Statements stand once, in the SQL that SQLite and PostgreSQL both read, with ``?`` for a value. An
engine knows how its database is reached, what makes a transaction of it, and what its errors mean
to a player: ``solterm.store.sqlite`` is the usual one, ``solterm.store.postgres`` that of hosts
which share one database.
"""

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol


class Done(Protocol):
    """A statement that was asked. What it changed may be known only when its transaction ends."""

    @property
    def rowcount(self) -> int:
        """How many rows it has changed; asked after the transaction."""

    def fetchone(self) -> Any:
        """The next row of its answer; None where there is none."""

    def fetchall(self) -> list[Any]:
        """All rows of its answer."""


class Statements(Protocol):
    """A transaction, to which statements are told."""

    def execute(self, statement: str, values: Sequence[object] = (), /) -> Done:
        """Ask a statement. Only asking for its rows waits for it."""

    def executemany(self, statement: str, rows: Iterable[Sequence[object]], /) -> object:
        """Ask a statement once for each row of values."""


class Engine(Protocol):
    """A database that holds the tables of the store, brought to their present version.

    Each method raises ``StoreError``, a sentence with what to do, when the database fails it, and
    leaves nothing half done. What was lost, a file or a line, is opened again by the next call.
    """

    path: Path | None
    """The file, where it is one."""

    @property
    def called(self) -> str:
        """How a sentence for the player begins that is about the database."""

    def open(self) -> None:
        """Open it, if it is not open: what is wrong with it is then known."""

    def disconnect(self) -> None:
        """Let go of it; the next call opens it again."""

    @property
    def is_busy(self) -> bool:
        """Whether a call is under way: one that a signal interrupted, for whoever acts on that."""

    def rest(self) -> None:
        """Let go of what others may need, after some time without use."""

    def transaction(self) -> AbstractContextManager[Statements]:
        """All or nothing: committed at the end, rolled back by any error.

        Of two that a player begins at once, wherever, the second waits for the first.
        """

    def read(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """The rows of a question; within a transaction, as things stand in it."""

    def find_damage(self) -> str:
        """What is wrong with the database as a whole, in a sentence; empty when nothing is."""
