"""The register of several hosts: tables of the database that they share.

Sessions come into the same database, each as its player. They see nothing of the register: its rows
are there only for who comes as no player, as a host does.
"""

from solterm.serve.tables import STEPS, TABLES
from solterm.store.postgres.engine import Postgres
from solterm.store.postgres.tables import Tables

_NOBODY = ""
"""As whom a host comes."""

OWN_CONNECTIONS = 4
"""Connections of a host besides those of its sessions: two ask the register, two reach others."""

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


def open_database(address: str) -> Postgres:
    """The tables behind an address, made when missing; raises ``StoreError``."""
    engine = Postgres(address, _NOBODY, _REGISTER)
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
"""The connections that the role of a host may have at once; the settings differ by version."""


def find_shortage(address: str, sessions: int) -> str:
    """Return a warning where a database has fewer connections than sessions may need; else "".

    A pooler is not seen: it passes the question on to its server. Raises ``StoreError``.
    """
    engine = Postgres(address, _NOBODY, _REGISTER)
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
