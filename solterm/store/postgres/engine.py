"""The engine over PostgreSQL: one connection per session, and one round trip per transaction.

Statements go through libpq's pipeline. A transaction that fetches no rows, such as storing an
event, costs one round trip including BEGIN and COMMIT. Connections have no state between
transactions, which makes connection poolers possible: each transaction says who the player is.
"""

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from time import monotonic
from typing import Any

import psycopg

from solterm.store.errors import Lost, StoreError
from solterm.store.interface import Cursor, Statements
from solterm.store.postgres import migrations
from solterm.store.postgres.connection import CALLED, SILENT, Connection, Redial, connect, explain
from solterm.store.postgres.player_rows import PlayerRows, SharedRows
from solterm.store.postgres.tables import STORE, Tables

# Its warnings would appear on the screen; errors are raised as well.
logging.getLogger("psycopg").addHandler(logging.NullHandler())

_LONG = 1.0
"""Seconds after which a failed connection counts as slow; a thread makes the next attempts."""

_IDLE_SECONDS = 60.0
"""When to close an idle connection; another one costs milliseconds."""

_LOCK_TIMEOUT, _STATEMENT_TIMEOUT = "3s", "4s"
"""The server's limits for waiting on the player's other session, and for a statement."""

_AS = (
    "SELECT set_config('solterm.player', $1, true), set_config('lock_timeout', $2, true),"
    " set_config('statement_timeout', $3, true)"
)
"""Sets the player until the transaction ends."""
_ALONE = f"{_AS}, pg_advisory_xact_lock(hashtextextended(solterm_player(), 0))"
"""Also locks out the player's other transactions."""


class Postgres:
    """``Engine`` over PostgreSQL, as one player may see it."""

    path: Path | None = None

    @property
    def title(self) -> str:
        return CALLED

    def __init__(self, address: str, player: str, *also: Tables) -> None:
        """With the address of the sessions' role, ``player`` is the session's key.

        ``also`` names tables that are needed besides the players'.
        """
        self._address = address
        self._tables = (STORE, *also)
        self._who = (player, _LOCK_TIMEOUT, _STATEMENT_TIMEOUT)
        self._connection: Connection | None = None
        self._used = 0.0
        self._inside: _Transaction | None = None
        self._redial: Redial | None = None
        """Reconnects to a slow server, so that players wait for it only once."""
        self.player_data, self.shared_data = PlayerRows(self), SharedRows(self)

    def open(self) -> None:
        try:
            self._connect()
        except psycopg.Error as error:
            raise self._fail(error) from None

    def disconnect(self) -> None:
        if self._connection:
            with suppress(psycopg.Error):
                self._connection.close()
            self._connection = None
        if self._redial:
            self._redial.stop()
            self._redial = None

    @property
    def is_busy(self) -> bool:
        connection = self._connection
        return bool(self._inside) or (connection is not None and connection.lock.locked())

    def rest(self) -> None:
        if self._connection and monotonic() - self._used > _IDLE_SECONDS:
            self.disconnect()

    @contextmanager
    def transaction(self) -> Iterator["_Transaction"]:
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

    def write(self, do: Callable[[Statements], Cursor]) -> Cursor:
        try:
            return self._write(do)
        except Lost:  # an old connection may have broken meanwhile, or the commit's answer is lost
            return self._write(do)

    def _write(self, do: Callable[[Statements], Cursor]) -> Cursor:
        with self.transaction() as database:
            return do(database)

    def read(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        if self._inside:
            return self._inside.execute(query, values).fetchall()
        try:
            return self._read(query, values)
        except Lost:  # an old connection may have broken meanwhile
            return self._read(query, values)

    def find_damage(self) -> str:
        self.open()
        return ""  # the server checks its files itself

    def _read(self, query: str, values: Sequence[object]) -> list[tuple[Any, ...]]:
        try:
            connection = self._connect()
            # A pipeline without BEGIN is one transaction.
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
        connection = connect(self._address)
        try:
            migrations.prepare(connection, *self._tables)
        except BaseException:
            connection.close()
            raise
        return connection

    def _fail(self, error: psycopg.Error) -> StoreError:
        found = explain(error)
        connection = self._connection
        if connection and (isinstance(found, Lost) or connection.broken):
            self.disconnect()
            if connection.is_silent:
                self._redial = Redial(self._call)
        return found


class _Transaction:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def execute(
        self, statement: str, values: Sequence[object] = ()
    ) -> psycopg.Cursor[tuple[Any, ...]]:
        return self._connection.execute(_number_values(statement), values)

    def executemany(self, statement: str, rows: Iterable[Sequence[object]]) -> None:
        for row in rows:
            self.execute(statement, row)


@lru_cache(maxsize=256)
def _number_values(statement: str) -> bytes:
    """Replace ``?`` with ``$1``, ``$2`` and so on."""
    first, *rest = statement.split("?")
    return (first + "".join(f"${n}{each}" for n, each in enumerate(rest, 1))).encode()
