"""Create and migrate solterm's tables in PostgreSQL.

The table ``solterm_version`` holds their versions. Each step is a transaction, and hosts that start
at the same time take turns.
"""

import psycopg

from solterm.store.errors import StoreError
from solterm.store.postgres.connection import Connection
from solterm.store.postgres.errors import CALLED
from solterm.store.postgres.tables import Tables

_LOCK = 0x736F6C74
"""The advisory lock for migrations: ``solt``."""

_STEP_SECONDS = 600.0
"""How long a step may take, since it may rewrite large tables or wait for another host."""

_MAY_SEE_ALL = "SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user"
_VERSION = "SELECT version FROM solterm_version WHERE tables = $1"
_KEEP_VERSIONS = """
CREATE TABLE IF NOT EXISTS solterm_version (
    tables      TEXT PRIMARY KEY,
    version     INTEGER NOT NULL
)
"""


def prepare(connection: Connection, tables: Tables) -> None:
    """Migrate the tables to the current version.

    Raises ``StoreError`` for a role that bypasses row-level security, and for tables of another
    version; also ``psycopg.Error``, such as for a role that may not create tables.
    """
    (sees_all,) = connection.execute(_MAY_SEE_ALL).fetchone() or (True,)
    if sees_all:
        raise StoreError(
            f"{CALLED} needs a role that can't see all players' rows: put another one in its"
            " address, neither a superuser nor one that bypasses row-level security."
        )
    version = _read_version(connection, tables)
    tables.steps.check(version, CALLED)
    while version < tables.steps.present:
        version = _step(connection, tables)
    tables.steps.check(version, CALLED)  # another host may be newer


def _read_version(connection: Connection, tables: Tables) -> int:
    """Return the version of the tables; 0 without tables."""
    try:
        found = connection.execute(_VERSION, (tables.name,)).fetchone()
    except psycopg.errors.UndefinedTable:
        return 0
    return int(found[0]) if found else 0


def _step(connection: Connection, tables: Tables) -> int:
    """Run the next step, unless another host has; return the version after it."""
    with connection.patience(_STEP_SECONDS), connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock($1)", (_LOCK,))
        connection.execute(_KEEP_VERSIONS)
        version = _read_version(connection, tables)
        if version < tables.steps.present:
            version, statements = tables.steps.next(version)
            for statement in statements:
                connection.execute(statement.encode())
            connection.execute("DELETE FROM solterm_version WHERE tables = $1", (tables.name,))
            connection.execute(
                "INSERT INTO solterm_version (tables, version) VALUES ($1, $2)",
                (tables.name, version),
            )
    return version
