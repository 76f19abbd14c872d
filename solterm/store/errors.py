"""What can go wrong with the player's data, in sentences for the player.

A sentence begins with the place, says what is wrong with it and ends with what to do, so that it
can stand alone or after a colon.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from solterm.store.kiosk import is_kiosk

DAMAGED = (
    "is damaged or not solterm's own; move it elsewhere, and solterm starts a new one."
    " Try again first: a disk that failed for a moment looks the same."
)
"""SQLite tells a page that could not be read from one that is damaged as little as we can."""

_REMEDIES = {
    "SQLITE_NOTADB": DAMAGED,
    "SQLITE_CORRUPT": DAMAGED,
    "SQLITE_ERROR": DAMAGED,
    "SQLITE_FULL": "is on a disk that is full; make room there.",
    "SQLITE_READONLY": "may not be written to; check the permissions of the file and its folder.",
    "SQLITE_PERM": "may not be written to; check the permissions of the file and its folder.",
    "SQLITE_CANTOPEN": "cannot be opened; check that its folder is there and may be written to.",
    "SQLITE_BUSY": "is locked by another program; close that one or try again.",
    "SQLITE_IOERR": "cannot be written or read; check for room on the disk, or the network drive.",
}
"""What SQLite's errors mean to a player, by their names; longer names say more than anyone needs.

Every statement of solterm is right for its own tables, so that an SQL error, too, means damage.
"""


class StoreError(Exception):
    """The player's data cannot be read or written: one sentence with the place and the remedy."""


class Locked(StoreError):
    """Another program holds the file, or the like; a moment later it may be free."""


class Lost(Locked):
    """The line to a database broke. Whether what was being committed is there, nobody knows yet."""


class Hopeless(StoreError):
    """It cannot be stored, however often that is tried."""


class Conflict(StoreError):
    """Another solterm has played on, or ended, a play that was about to be written."""


def explain(error: sqlite3.Error, path: Path | None) -> StoreError:
    """The sentence for an error of SQLite's; ``path`` is None for a store in memory."""
    # Text that is not UTF-8 is noticed by Python, which gives such errors no name.
    name = getattr(error, "sqlite_errorname", "SQLITE_CORRUPT")
    for known, remedy in _REMEDIES.items():
        if name.startswith(known):
            kind = Locked if known == "SQLITE_BUSY" else StoreError
            return kind(f"{show_path(path)} {remedy}")
    return StoreError(f"{show_path(path)} cannot be used: SQLite says {name}, {error}.")


@contextmanager
def explain_new_file(called: str, kind: type[Exception]) -> Iterator[None]:
    """What keeps a new file from being written is raised as an error of a kind, in a sentence."""
    try:
        yield
    except FileExistsError:
        raise kind(f"{called} is there already; choose another name.") from None
    except OSError as error:
        raise kind(f"{called} cannot be written: {error.strerror or error}.") from None


def show_path(path: Path | None) -> str:
    """A path as the player knows it: short, with ``~`` for the home folder; in a kiosk its name."""
    if path is None:
        return "The store in memory"
    if is_kiosk():
        return path.name
    try:
        return f"~/{path.relative_to(Path.home())}"
    except (ValueError, RuntimeError):
        return str(path)
