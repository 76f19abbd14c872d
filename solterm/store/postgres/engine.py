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
from psycopg.conninfo import conninfo_to_dict

from solterm.store.errors import Lost, StoreError
from solterm.store.postgres import migrations
from solterm.store.postgres.errors import CALLED, SILENT, explain
from solterm.store.postgres.tables import STORE, Tables

Connection = psycopg.Connection[tuple[Any, ...]]

# Its warnings would be written over the table; what matters in them is raised as well.
logging.getLogger("psycopg").addHandler(logging.NullHandler())

_LINE = {
    "application_name": "solterm",
    "connect_timeout": 4,
    "tcp_user_timeout": 8000,  # milliseconds
    "keepalives_idle": 20,
    "keepalives_interval": 5,
    "keepalives_count": 3,
}
"""How long a line that has died is believed in, unless the address says otherwise."""

_RESTS = 3
"""How many times as long as it was called in vain a server is left alone: each key would wait."""

_PATIENCE = "3s"
"""How long another session of the same player is waited for."""

_AS = "SELECT set_config('solterm.player', $1, true), set_config('lock_timeout', $2, true)"
"""Who asks, until the transaction ends."""
_ALONE = f"{_AS}, pg_advisory_xact_lock(hashtextextended($1, 0))"
"""The same, and nobody else writes for this player until then."""


class Postgres:
    """A database as one player may see it."""

    path: Path | None = None

    @property
    def called(self) -> str:
        """The database, without its address."""
        return CALLED

    def __init__(self, address: str, player: str, tables: Tables = STORE) -> None:
        """The rows of a player; of tables that are no player's, the name is that of a lock."""
        self._address = address
        self._tables = tables
        self._who = (player, _PATIENCE)
        self._connection: Connection | None = None
        self._inside: _Transaction | None = None
        self._rests_until = 0.0

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
                if connection.info.transaction_status != psycopg.pq.TransactionStatus.IDLE:
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
        if self._connection is None:
            if monotonic() < self._rests_until:
                raise Lost(f"{CALLED} {SILENT}")
            connection = self._call()
            try:
                migrations.prepare(connection, self._tables)
            except BaseException:
                connection.close()
                raise
            self._connection = connection
        return self._connection

    def _call(self) -> Connection:
        """A new connection. After a call that was long in vain there is none for a while."""
        line: dict[str, Any] = _LINE | conninfo_to_dict(self._address)
        began = monotonic()
        try:
            return psycopg.connect(**line, autocommit=True, cursor_factory=psycopg.RawCursor)
        except psycopg.Error:
            self._rests_until = monotonic() + _RESTS * (monotonic() - began)
            raise

    def _fail(self, error: psycopg.Error) -> StoreError:
        """The sentence for an error; the next try has a new connection if this one is no good."""
        found = explain(error)
        if isinstance(found, Lost) or (self._connection and self._connection.broken):
            self.disconnect()
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
