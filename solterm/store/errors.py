"""Errors of the store, in sentences for the player.

A sentence begins with the place, names the fault and ends with the remedy. It can stand alone or
after a colon.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from solterm.context import Context
from solterm.core.refusal import Refusal

# SQLite can't tell an unreadable page from a damaged one.
DAMAGED = (
    "is damaged or not solterm's own; move it elsewhere, and solterm starts a new one."
    " Try again first: a disk that failed for a moment looks the same."
)

_REMEDIES = {
    "SQLITE_NOTADB": DAMAGED,
    "SQLITE_CORRUPT": DAMAGED,
    "SQLITE_ERROR": DAMAGED,  # our statements are correct, so an SQL error means damage
    "SQLITE_FULL": "is on a disk that is full; make room there.",
    "SQLITE_READONLY": "may not be written to; check the permissions of the file and its folder.",
    "SQLITE_PERM": "may not be written to; check the permissions of the file and its folder.",
    "SQLITE_CANTOPEN": "cannot be opened; check that its folder is there and may be written to.",
    "SQLITE_BUSY": "is locked by another program; close that one or try again.",
    "SQLITE_IOERR": "cannot be written or read; check for room on the disk, or the network drive.",
}
"""Remedies by the beginning of SQLite's error names."""


class StoreError(Refusal):
    """The player's data is unreadable or unwritable: one sentence with the place and the remedy."""

    cause = ""
    """What a database said, for its administrator: players must not read addresses and roles."""


class Locked(StoreError):
    """Another program holds the file, or the like; trying again later may succeed."""


class Lost(Locked):
    """The connection to a database broke. A commit under way may have succeeded."""


class Hopeless(StoreError):
    """Trying again can't succeed."""


class NotBegun(Hopeless):
    """What was to be stored with a new play does not hold, so nothing was."""


class Conflict(StoreError):
    """Another solterm has continued or ended the play that was about to be written."""


class SharedError(StoreError):
    """The shared data can't be used: the reason alone, without a period."""


def tell_administrator(error: Exception) -> str:
    """Return the sentence of an error, or what the database said in place of it."""
    cause = getattr(error, "cause", "")
    return f"The database can't be used: {cause}" if cause else str(error)


def explain(error: sqlite3.Error, place: str) -> StoreError:
    """Return the sentence for an SQLite error; ``place`` names the file."""
    # Python itself reports text that isn't UTF-8, and gives such errors no name.
    name = getattr(error, "sqlite_errorname", "SQLITE_CORRUPT")
    for known, remedy in _REMEDIES.items():
        if name.startswith(known):
            kind = Locked if known == "SQLITE_BUSY" else StoreError
            return kind(f"{place} {remedy}")
    return StoreError(f"{place} cannot be used: SQLite says {name}, {error}.")


@contextmanager
def explain_new_file(title: str) -> Iterator[None]:
    """Raise what prevents the creation of a file as ``StoreError``."""
    try:
        yield
    except FileExistsError:
        raise StoreError(f"{title} is there already; choose another name.") from None
    except OSError as error:
        raise StoreError(f"{title} cannot be written: {error.strerror or error}.") from None


def name_place(context: Context, path: Path) -> str:
    """Return a path for the player; in a kiosk only its name."""
    return path.name if context.is_kiosk else show_path(path)


def show_path(path: Path) -> str:
    """Return a path with ``~`` for the home folder, for those who may know it."""
    try:
        return f"~/{path.relative_to(Path.home())}"
    except (ValueError, RuntimeError):
        return str(path)
