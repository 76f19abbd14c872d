"""Which engine keeps the player's data: a file, unless a host names a database for all of them."""

import os
from functools import cache
from typing import TYPE_CHECKING

from solterm.store import place
from solterm.store.errors import StoreError

if TYPE_CHECKING:
    from solterm.store.postgres.engine import Postgres

_SCHEMES = ("postgresql://", "postgres://")


def is_named() -> bool:
    """Is the data of this player in a database of the host's, and not in a folder?"""
    return bool(place.database()) and not place.is_guest()


def find_own() -> "Postgres | None":
    """The database with this player's data, one connection for all who ask; None for a folder.

    Raises ``StoreError`` for an address that is none, or when no player is named. A guest's data is
    thrown away with the folder it lies in, and never comes into the database.
    """
    return find_shared() if is_named() else None


def find_shared() -> "Postgres | None":
    """The database with what the players of a host share, as this one may; None for a folder."""
    address = place.database()
    nobody = "guest" if place.is_guest() else ""
    player = os.environ.get(place.PLAYER, "") or nobody
    return _reach(address, player) if address else None


def check_address(address: str) -> None:
    """Raise ``StoreError`` for what is no address of a database, or when its driver is missing."""
    if not address.startswith(_SCHEMES):
        raise StoreError("The address of a database is like postgresql://NAME@HOST/DATABASE.")
    try:
        import psycopg  # noqa: F401
    except ImportError:
        raise StoreError(
            "To use a database, install solterm with it: pip install 'solterm[postgres]'."
        ) from None


@cache
def _reach(address: str, player: str) -> "Postgres":
    check_address(address)
    if not player:
        raise StoreError(
            f"In a database each player has a name of their own: set {place.PLAYER} to it."
        )
    from solterm.store.postgres.engine import Postgres

    return Postgres(address, place.file_name(player))
