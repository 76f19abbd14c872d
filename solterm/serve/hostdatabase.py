"""The accounts of several hosts, in tables of their shared PostgreSQL database.

Sessions connect to the same database, each as its player. Row-level security hides the accounts
from them: only connections without a player, like the hosts', see these rows.
"""

from solterm.serve.tables import SECRETS, STEPS, TABLES
from solterm.store.postgres.engine import Postgres
from solterm.store.postgres.tables import Tables

_NOBODY = ""
"""A host connects without a player."""

OWN_CONNECTIONS = 4
"""Connections of a host: two for the accounts, two to the other hosts."""


def _for_hosts(*tables: str) -> tuple[str, ...]:
    return tuple(
        statement
        for table in tables
        for statement in (
            f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY",
            f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY",
            f"CREATE POLICY host ON {table} USING (current_setting('solterm.player') = '')",
        )
    )


ACCOUNTS = Tables(
    "register",
    (
        (*STEPS[0], *_for_hosts(*TABLES)),
        (*STEPS[1], *_for_hosts(*SECRETS)),
        ("SET LOCAL solterm.player = ''", *STEPS[2]),
    ),
)
"""A step that adds a table must add its policy, too; one that changes rows has no player."""


def open_database(address: str) -> Postgres:
    """Open the tables at an address, and create them if missing; raises ``StoreError``."""
    engine = Postgres(address, _NOBODY, ACCOUNTS)
    engine.open()
    return engine


_ROOM = """
SELECT least(
    current_setting('max_connections')::int
        - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0),
    (SELECT nullif(rolconnlimit, -1) FROM pg_roles WHERE rolname = current_user),
    (SELECT nullif(datconnlimit, -1) FROM pg_database WHERE datname = current_database())
)
"""
"""The connections that the host's role may have at once; older servers lack a setting."""


def find_shortage(address: str, sessions: int) -> str:
    """Return a warning if the sessions may need more connections than the database allows, else "".

    Behind a pooler this asks the server, not the pooler. Raises ``StoreError``.
    """
    engine = Postgres(address, _NOBODY, ACCOUNTS)
    ((room,),) = engine.read(_ROOM)
    engine.disconnect()
    needed = sessions + OWN_CONNECTIONS
    if room >= needed:
        return ""
    return (
        f"The database allows {room} connections, but {sessions} sessions and the host need up to"
        f" {needed}. Unless a pooler stands before it, raise max_connections there, or lower"
        " 'sessions' in serve.toml."
    )
