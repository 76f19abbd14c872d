"""Create and migrate solterm's tables in PostgreSQL, and admit the sessions' role to them.

The table ``solterm_version`` holds their versions. Each step is a transaction, and hosts that start
at the same time take turns.
"""

import os
from contextlib import suppress

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo

from solterm.store.errors import StoreError
from solterm.store.postgres.connection import CALLED, Connection, connect, explain
from solterm.store.postgres.tables import FOR_SESSIONS, Tables

_LOCK = 0x736F6C74
"""The advisory lock for migrations: ``solt``."""

_STEP_SECONDS = 600.0
"""How long a step may take, since it may rewrite large tables or wait for another host."""

_MAY_SEE_ALL = "SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user"
_CURRENT = "SELECT current_user"
_MAY_BECOME = "SELECT pg_has_role(current_user, $1::name, 'MEMBER')"
_VERSION = "SELECT version FROM solterm_version WHERE tables = $1"
_KEEP_VERSIONS = """
CREATE TABLE IF NOT EXISTS solterm_version (
    tables      TEXT PRIMARY KEY,
    version     INTEGER NOT NULL
)
"""


def prepare(connection: Connection, *tables: Tables) -> None:
    """Migrate tables to the current version.

    Raises ``StoreError`` for a role that bypasses row-level security, and for tables of another
    version; also ``psycopg.Error``, such as for a role that may not create tables.
    """
    _check_role(connection)
    for each in tables:
        version = _read_version(connection, each)
        each.steps.check(version, CALLED)
        while version < each.steps.present:
            version = _step(connection, each)
        each.steps.check(version, CALLED)  # another host may be newer


def admit_sessions(address: str, sessions: str) -> str:
    """Let the role of the sessions' address use the players' rows, and no others.

    Returns a warning if the database admits anyone as the host's role, else "". Raises
    ``StoreError`` for a role that could take the host's rights.
    """
    try:
        with connect(address) as host, connect(sessions) as session:
            _check_role(session)
            (owner,), (role,) = _ask(host, _CURRENT), _ask(session, _CURRENT)
            if owner == role or _ask(session, _MAY_BECOME, owner) == (True,):
                raise StoreError(
                    f"{CALLED} needs another role for the sessions than {owner!a}, and one that"
                    " isn't its member: put it into the address of --sessions-database."
                )
            for rights in FOR_SESSIONS:
                grant = f"GRANT {rights} TO " + sql.Identifier(str(role)).as_string(host)
                host.execute(grant.encode())
            _ask(session, _VERSION, "store")
        # What a session could try that knows its own address.
        forged = make_conninfo(sessions, user=str(owner), password=os.urandom(8).hex())
        with suppress(psycopg.Error), connect(forged):
            return (
                f"{CALLED} lets this account in as {owner!a} without a password, so a session that"
                " is taken over can get in, too: have pg_hba.conf ask for passwords."
            )
    except psycopg.Error as error:
        raise explain(error) from None
    return ""


def _check_role(connection: Connection) -> None:
    if _ask(connection, _MAY_SEE_ALL) != (False,):
        raise StoreError(
            f"{CALLED} needs a role that can't see all players' rows: put another one in its"
            " address, neither a superuser nor one that bypasses row-level security."
        )


def _ask(connection: Connection, query: str, *values: object) -> tuple[object, ...]:
    return connection.execute(query.encode(), values).fetchone() or ()


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
