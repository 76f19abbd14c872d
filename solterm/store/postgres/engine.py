"""The engine over PostgreSQL: one connection for a session, and one round trip for a transaction.

A database far away answers in the time of a round trip, so statements are sent without waiting
(libpq's pipeline): a transaction that asks for no rows on its way, as every event of a play, costs
one, its beginning and its commit included. Nothing is kept in the connection between transactions,
so that a pooler may stand between: who plays is told in each of them.
"""

import logging
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from time import monotonic
from typing import Any

import psycopg

from solterm.store.errors import Lost, StoreError
from solterm.store.postgres import migrations
from solterm.store.postgres.connection import Connection, Redial, connect
from solterm.store.postgres.errors import CALLED, SILENT, explain
from solterm.store.postgres.tables import STORE, Tables

# Its warnings would be written over the table; what matters in them is raised as well.
logging.getLogger("psycopg").addHandler(logging.NullHandler())

_LONG = 1.0
"""Seconds after which a failed call counts as slow: the next ones are made in a thread."""

_IDLE_SECONDS = 60.0
"""After which an idle session leaves its connection to others; another one costs milliseconds."""

_LOCK_TIMEOUT, _STATEMENT_TIMEOUT = "3s", "4s"
"""How long the server waits for another session of the same player, and works on a statement."""

_AS = (
    "SELECT set_config('solterm.player', $1, true), set_config('lock_timeout', $2, true),"
    " set_config('statement_timeout', $3, true)"
)
"""Who asks, until the transaction ends."""
_ALONE = f"{_AS}, pg_advisory_xact_lock(hashtextextended($1, 0))"
"""The same, and nobody else writes for this player until then."""


class Postgres:
    """A database as one player may see it."""

    path: Path | None = None

    @property
    def title(self) -> str:
        """The database, without its address."""
        return CALLED

    def __init__(self, address: str, player: str, tables: Tables = STORE) -> None:
        """The rows of a player; of tables that are no player's, the name is that of a lock."""
        self._address = address
        self._tables = tables
        self._who = (player, _LOCK_TIMEOUT, _STATEMENT_TIMEOUT)
        self._connection: Connection | None = None
        self._used = 0.0
        """When the connection was needed last."""
        self._inside: _Transaction | None = None
        self._redial: Redial | None = None
        """Calls a server that answered too slowly, so that nobody waits for it a second time."""

    def open(self) -> None:
        """Connect, if that is not done; the tables are made, or brought to this version."""
        try:
            self._connect()
        except psycopg.Error as error:
            raise self._fail(error) from None

    def disconnect(self) -> None:
        """Let go of the connection; the next call makes another."""
        if self._connection:
            with suppress(psycopg.Error):
                self._connection.close()
            self._connection = None
        if self._redial:
            self._redial.stop()
            self._redial = None

    @property
    def is_busy(self) -> bool:
        """Whether the connection is in use."""
        connection = self._connection
        return bool(self._inside) or (connection is not None and connection.lock.locked())

    def rest(self) -> None:
        """Close a connection that was not needed for a while: servers have room for few."""
        if self._connection and monotonic() - self._used > _IDLE_SECONDS:
            self.disconnect()

    @contextmanager
    def transaction(self) -> Iterator["_Transaction"]:
        """All or nothing; of two of one player's, the second waits for the first."""
        try:
            connection = self._connect()
            try:
                with connection.pipeline():
                    self._inside = _Transaction(connection)
                    connection.execute("BEGIN")
                    connection.execute(_ALONE, self._who)
                    yield self._inside
                    connection.execute("COMMIT")
            finally:
                self._inside = None
                status = connection.info.transaction_status
                if not connection.closed and status != psycopg.pq.TransactionStatus.IDLE:
                    connection.execute("ROLLBACK")
        except psycopg.Error as error:
            raise self._fail(error) from None

    def read(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """The rows of a question. One on which the line breaks is asked again."""
        if self._inside:
            return self._inside.execute(query, values).fetchall()
        try:
            return self._read(query, values)
        except Lost:
            return self._read(query, values)

    def find_damage(self) -> str:
        """Nothing: the server watches over its own files."""
        self.open()
        return ""

    def _read(self, query: str, values: Sequence[object]) -> list[tuple[Any, ...]]:
        try:
            connection = self._connect()
            # What is sent in one pipeline is one transaction, and this one changes nothing.
            with connection.pipeline():
                connection.execute(_AS, self._who)
                asked = connection.execute(_number_values(query), values)
            return asked.fetchall()
        except psycopg.Error as error:
            raise self._fail(error) from None

    def _connect(self) -> Connection:
        if self._connection and not self._inside and self._connection.is_stale:
            self.disconnect()
        if self._connection is None and self._redial:
            is_calling = self._redial.is_calling
            self._connection = self._redial.take()
            if self._connection is None and is_calling:
                raise Lost(f"{CALLED} {SILENT}")
            self._redial = None
        if self._connection is None:
            began = monotonic()
            try:
                self._connection = self._call()
            except psycopg.OperationalError:
                if monotonic() - began > _LONG:
                    self._redial = Redial(self._call)
                raise
        self._used = monotonic()
        return self._connection

    def _call(self) -> Connection:
        """Open a connection to a database with tables of this version."""
        connection = connect(self._address)
        try:
            migrations.prepare(connection, self._tables)
        except BaseException:
            connection.close()
            raise
        return connection

    def _fail(self, error: psycopg.Error) -> StoreError:
        """Return the sentence for an error, and drop a connection that is no good any more."""
        found = explain(error)
        connection = self._connection
        if connection and (isinstance(found, Lost) or connection.broken):
            self.disconnect()
            if connection.is_silent:
                self._redial = Redial(self._call)
        return found


class _Transaction:
    """What a transaction is told, sent at once and answered when somebody wants to know."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def execute(
        self, statement: str, values: Sequence[object] = ()
    ) -> psycopg.Cursor[tuple[Any, ...]]:
        """Ask a statement."""
        return self._connection.execute(_number_values(statement), values)

    def executemany(self, statement: str, rows: Iterable[Sequence[object]]) -> None:
        """Ask a statement once for each row of values."""
        for row in rows:
            self.execute(statement, row)


@lru_cache(maxsize=256)
def _number_values(statement: str) -> bytes:
    """A statement with its values numbered: ``$1`` for the first ``?``."""
    first, *rest = statement.split("?")
    return (first + "".join(f"${n}{each}" for n, each in enumerate(rest, 1))).encode()
