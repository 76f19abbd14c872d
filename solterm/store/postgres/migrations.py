"""How a database comes to hold solterm's tables, and who may not come in.

Versions are kept in a table of their own. Hosts that start at once bring a database forward one
after the other, and each step is done wholly or not at all.
"""

import psycopg

from solterm.store.errors import StoreError
from solterm.store.postgres.connection import Connection
from solterm.store.postgres.errors import CALLED
from solterm.store.postgres.tables import Tables

_LOCK = 0x736F6C74
"""The advisory lock of whoever changes the tables: ``solt``."""

_STEP_SECONDS = 600.0
"""How long a step may take: it may rewrite large tables, or wait for another host that does."""

_MAY_SEE_ALL = "SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user"
_VERSION = "SELECT version FROM solterm_version WHERE tables = $1"
_KEEP_VERSIONS = """
CREATE TABLE IF NOT EXISTS solterm_version (
    tables      TEXT PRIMARY KEY,
    version     INTEGER NOT NULL
)
"""


def prepare(connection: Connection, tables: Tables) -> None:
    """Bring a database to the present version of some tables, or refuse it.

    Raises ``StoreError`` for a role that sees everybody's rows whatever the tables say, and for
    tables of a newer solterm; and ``psycopg.Error``, as when the role may make no tables.
    """
    (sees_all,) = connection.execute(_MAY_SEE_ALL).fetchone() or (True,)
    if sees_all:
        raise StoreError(
            f"{CALLED} is not used as a role that sees all rows of all players: name another in"
            " its address, neither a superuser nor one that bypasses row-level security."
        )
    present = len(tables.steps)
    version = _read_version(connection, tables)
    while version < present:
        version = _step(connection, tables)
    if version > present:
        raise StoreError(f"{CALLED} was written by a newer solterm; update this one.")


def _read_version(connection: Connection, tables: Tables) -> int:
    """The version of the tables that are there; 0 for none."""
    try:
        found = connection.execute(_VERSION, (tables.name,)).fetchone()
    except psycopg.errors.UndefinedTable:
        return 0
    return int(found[0]) if found else 0


def _step(connection: Connection, tables: Tables) -> int:
    """Do the next step, unless another host has done it meanwhile; the version after it."""
    with connection.patience(_STEP_SECONDS), connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock($1)", (_LOCK,))
        connection.execute(_KEEP_VERSIONS)
        version = _read_version(connection, tables)
        if version < len(tables.steps):
            for statement in tables.steps[version]:
                connection.execute(statement.encode())
            version += 1
            connection.execute("DELETE FROM solterm_version WHERE tables = $1", (tables.name,))
            connection.execute(
                "INSERT INTO solterm_version (tables, version) VALUES ($1, $2)",
                (tables.name, version),
            )
    return version
