"""Errors of PostgreSQL, in sentences for the player."""

import re

import psycopg

from solterm.store.errors import Locked, Lost, StoreError

CALLED = "The database of this host"
"""The start of each sentence. It omits the address, which may contain a password."""

SILENT = "does not answer; wait, or try again in a moment."

_KEEPER = "tell who keeps this host."

_GONE = ("08", "57P", "XX")
"""Classes of errors after which the connection is useless."""

_REMEDIES = {
    "53300": (Locked, "has no room for one more session; try again in a moment."),
    "53100": (StoreError, f"is on a disk that is full; {_KEEPER}"),
    "55P03": (Locked, "is busy with another session of yours; close that one or try again."),
    "57014": (Locked, "took too long; try again in a moment."),
    "40": (Locked, "is busy; try again in a moment."),
    "25006": (Locked, "is read-only at the moment; try again in a while."),
    "28": (StoreError, f"does not let solterm in; {_KEEPER}"),
    "3D": (StoreError, f"is not there; {_KEEPER}"),
    "42501": (StoreError, f"does not let solterm do this; {_KEEPER}"),
    "42": (StoreError, f"lacks some of solterm's tables, or has others; {_KEEPER}"),
}
"""By the beginning of the SQLSTATE, longer ones first."""


_AROUND_CAUSE = re.compile(r"^.*FATAL: |^connection failed: | Is the server running .*\?")
_NO_PASSWORD = "no password supplied"


def explain(error: psycopg.Error) -> StoreError:
    """Return the sentence for an error, with its cause for the administrator."""
    found = _explain(error)
    said = " ".join((error.diag.message_primary or str(error)).split())
    found.cause = f"{_AROUND_CAUSE.sub('', said).strip().rstrip('.')}."
    if _NO_PASSWORD in found.cause:
        found.cause += " Put it into the address, or into .pgpass of this account."
    return found


def _explain(error: psycopg.Error) -> StoreError:
    code = error.sqlstate or _guess_code(str(error))
    if code.startswith(_GONE) or (not code and _is_of_the_line(error)):
        return Lost(f"{CALLED} {SILENT}")
    for known, (kind, remedy) in _REMEDIES.items():
        if code.startswith(known):
            return kind(f"{CALLED} {remedy}")
    return StoreError(f"{CALLED} cannot be used ({code or type(error).__name__}); {_KEEPER}")


def _guess_code(said: str) -> str:
    """Return the code of a refused login, for which libpq gives only the message."""
    refused = ("authentication failed", "pg_hba.conf", "does not exist", "permission denied")
    if _NO_PASSWORD in said:
        return "28"
    full = ("too many clients", "too many connections", "remaining connection slots")
    if any(each in said for each in full):
        return "53300"
    return "28" if "FATAL" in said and any(each in said for each in refused) else ""


def _is_of_the_line(error: psycopg.Error) -> bool:
    """Whether the connection failed; such errors have no code from the server."""
    return isinstance(error, psycopg.OperationalError | psycopg.InterfaceError)
