"""Choose where a player's data lies: in folders, or in a database that several hosts share.

The context names the database. Guests' data stays out of it: it lies in a folder that the
host deletes.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING

from solterm.context import PLAYER, Context
from solterm.installed import command_for
from solterm.store import files, locations
from solterm.store.errors import StoreError, name_place
from solterm.store.files import Folder
from solterm.store.interface import PlayerData, SharedData
from solterm.store.sharedfolder import SharedFolder

if TYPE_CHECKING:
    from solterm.store.postgres.engine import Postgres
    from solterm.store.postgres.tables import Tables

_SCHEMES = ("postgresql://", "postgres://")


def find_database(context: Context) -> "Postgres | None":
    """Return the database with a player's data, one connection for all callers; else None.

    Raises ``StoreError`` for a malformed address, or without a player.
    """
    return _connect(context) if context.is_in_database else None


def find_player_data(context: Context) -> PlayerData:
    """Return a player's settings and profile; raises ``StoreError`` as ``find_database``."""
    engine = find_database(context)
    if engine is None:
        return PlayerFolder(context)
    return engine.player_data


def find_shared_data(context: Context) -> SharedData | None:
    """Return the boards and tournaments of the host; None if it has neither."""
    engine = _connect(context)
    if engine is None:
        root = locations.find_shared(context)
        return SharedFolder(root, name_place(context, root)) if root else None
    return engine.shared_data


def check_address(address: str) -> None:
    """Raise ``StoreError`` for a malformed address, or if the database driver is missing."""
    if not address.startswith(_SCHEMES):
        raise StoreError("The address of a database is like postgresql://NAME@HOST/DATABASE.")
    try:
        import psycopg  # noqa: F401
    except ImportError:
        raise StoreError(f"A database needs psycopg: {command_for('psycopg')}") from None


def _connect(context: Context) -> "Postgres | None":
    guest = "guest" if context.is_guest else ""
    who = context.database_key or context.player or guest
    return _open(context.database, who) if context.database else None


@cache
def _open(address: str, player: str) -> "Postgres":
    check_address(address)
    if not player:
        raise StoreError(f"In a database each player needs a name: set {PLAYER} to one.")
    return connect(address, locations.file_name(player))


def connect(address: str, player: str, *also: "Tables") -> "Postgres":
    """Return the engine for a database, not yet opened; see ``Postgres``."""
    # Imported here: only those who use a database have its driver.
    from solterm.store.postgres.engine import Postgres

    return Postgres(address, player, *also)


class PlayerFolder:
    """``PlayerData`` in the player's folder, which holds the settings and the profile."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._home = locations.home(context)

    def title(self, name: str) -> str:
        return name_place(self._context, self._home / name)

    def read(self, name: str, limit: int) -> str:
        return files.read(self._home / name, limit)

    def replace(self, name: str, text: str) -> None:
        path = (self._home / name).resolve()  # the player may keep the file elsewhere, as a link
        with self._writing(name), Folder.open(path.parent) as folder:
            folder.sweep()
            folder.replace(path.name, text)

    def add(self, name: str, text: str) -> None:
        with self._writing(name), Folder.open(self._home) as folder:
            folder.put(name, text)

    @contextmanager
    def _writing(self, name: str) -> Iterator[None]:
        locations.create(self._context, self._home)
        try:
            yield
        except OSError as error:
            remedy = "check for room on the disk and the permissions of the folder"
            raise StoreError(
                f"{self.title(name)} cannot be saved ({error.strerror}); {remedy}."
            ) from None
