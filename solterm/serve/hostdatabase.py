"""The register of several hosts: tables of the database that they share.

Sessions come into the same database, each as its player. They see nothing of the register: its rows
are there only for who comes as no player, as a host does.
"""

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


def open_database(address: str) -> Postgres:
    """The tables behind an address, made when missing; raises ``StoreError``."""
    engine = Postgres(address, _NOBODY, _REGISTER)
    engine.open()
    return engine
