"""What can go wrong with a database on another machine, in sentences for the player."""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg

from solterm.store.errors import Locked, Lost, StoreError

CALLED = "The database of this host"
"""How each sentence begins. Its address is nothing for a player, and may hold a password."""

SILENT = "does not answer; wait, or try again in a moment."

_KEEPER = "tell who keeps this host."

_GONE = ("08", "57P", "XX")
"""Classes of errors after which the line is no good: it broke, or the server stops or starts."""

_REMEDIES = {
    "53300": (Locked, "has no room for one more session; try again in a moment."),
    "53100": (StoreError, f"is on a disk that is full; {_KEEPER}"),
    "55P03": (Locked, "is waited for by another session of yours; close that one or try again."),
    "57014": (Locked, "took too long; try again in a moment."),
    "40": (Locked, "is busy; try again in a moment."),
    "25006": (Locked, "takes nothing new at the moment; try again in a while."),
    "28": (StoreError, f"does not let solterm in; {_KEEPER}"),
    "3D": (StoreError, f"is not there; {_KEEPER}"),
    "42501": (StoreError, f"does not let solterm do this; {_KEEPER}"),
    "42": (StoreError, f"does not hold solterm's tables as they should be; {_KEEPER}"),
}
"""By the beginning of their codes, longer ones first."""


def explain(error: psycopg.Error) -> StoreError:
    """The sentence for an error."""
    code = error.sqlstate or _guess_code(str(error))
    if code.startswith(_GONE) or (not code and _is_of_the_line(error)):
        return Lost(f"{CALLED} {SILENT}")
    for known, (kind, remedy) in _REMEDIES.items():
        if code.startswith(known):
            return kind(f"{CALLED} {remedy}")
    return StoreError(f"{CALLED} cannot be used ({code or type(error).__name__}); {_KEEPER}")


def _guess_code(said: str) -> str:
    """The code of a refusal to let somebody in, of which libpq passes on the words alone."""
    refused = ("authentication failed", "pg_hba.conf", "does not exist", "permission denied")
    full = ("too many clients", "too many connections", "remaining connection slots")
    if any(each in said for each in full):
        return "53300"
    return "28" if "FATAL" in said and any(each in said for each in refused) else ""


def _is_of_the_line(error: psycopg.Error) -> bool:
    """Is it the connection that failed? Then libpq says so, and no server with its code."""
    return isinstance(error, psycopg.OperationalError | psycopg.InterfaceError)


@contextmanager
def as_files_do() -> Iterator[None]:
    """What hinders raises ``OSError``, as where the place that all share is a folder."""
    try:
        yield
    except StoreError as error:
        raise OSError(0, str(error).rstrip(".")) from None
