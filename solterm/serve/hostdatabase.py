"""The engine of the register for several hosts: tables of the database that they share.

Sessions come into the same database, each as its player. They see nothing of the register: its rows
are there only for who comes as no player, as a host does.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from solterm.serve.book import Ask
from solterm.serve.tables import STEPS, TABLES
from solterm.store.postgres.engine import Postgres
from solterm.store.postgres.tables import Tables

_NOBODY = ""
"""As whom a host comes."""

_FOR_HOSTS = tuple(
    statement
    for table in TABLES
    for statement in (
        f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY",
        f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY",
        f"CREATE POLICY host ON {table} USING (current_setting('solterm.player') = '')",
    )
)

_REGISTER = Tables("register", ((*STEPS[0], *_FOR_HOSTS), *STEPS[1:]))
"""A step that makes another table has to close it, too."""


class HostDatabase:
    """The register's tables in a database; an ``Engine`` for the register's book."""

    def __init__(self, address: str) -> None:
        self._engine = Postgres(address, _NOBODY, _REGISTER)

    @classmethod
    def open(cls, address: str) -> "HostDatabase":
        """The tables behind an address, made when missing; raises ``StoreError``."""
        made = cls(address)
        made._engine.open()
        return made

    @contextmanager
    def transaction(self) -> Iterator[Ask]:
        """All or nothing; of two hosts, the second waits for the first."""
        with self._engine.transaction() as database:

            def ask(statement: str, *values: object) -> list[tuple[Any, ...]]:
                asked = database.execute(statement, values)
                return asked.fetchall() if statement.startswith("SELECT") else []

            yield ask

    def read(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        """The rows of a question that changes nothing."""
        return self._engine.read(statement, *values)

    def close(self) -> None:
        """Let go of the connection; the next call makes another."""
        self._engine.disconnect()
