"""Make a store fail on every access or on some, like a bad disk or a busy drive."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from unittest.mock import patch

from solterm.store import schema

Fault = Callable[[], sqlite3.Error]


def _error(name: str, code: int, message: str) -> Fault:
    def made() -> sqlite3.Error:
        error = sqlite3.OperationalError(message)
        error.sqlite_errorname = name
        error.sqlite_errorcode = code
        return error

    return made


FAULTS: dict[str, Fault] = {
    "locked": _error("SQLITE_BUSY", 5, "database is locked"),
    "full": _error("SQLITE_FULL", 13, "database or disk is full"),
    "gone": _error("SQLITE_CANTOPEN", 14, "unable to open database file"),
    "unread": _error("SQLITE_IOERR_READ", 266, "disk I/O error"),
    "garbage": _error("SQLITE_CORRUPT", 11, "database disk image is malformed"),
    "read-only": _error("SQLITE_READONLY", 8, "attempt to write a readonly database"),
}


class _Failing:
    """A connection that fails before some statements."""

    def __init__(self, database: sqlite3.Connection, fails: Callable[[str], None]) -> None:
        self._database = database
        self._fails = fails

    def execute(self, text: str, *values: object) -> sqlite3.Cursor:
        self._fails(text)
        return self._database.execute(text, *values)

    def executemany(self, text: str, *values: object) -> sqlite3.Cursor:
        self._fails(text)
        return self._database.executemany(text, *values)

    def __enter__(self) -> object:
        return self._database.__enter__()

    def __exit__(self, *error: object) -> object:
        return self._database.__exit__(*error)

    def __getattr__(self, name: str) -> object:
        return getattr(self._database, name)


@contextmanager
def failing(fault: str, when: Callable[[int, str], bool] = lambda number, text: True) -> Iterator:
    """Make a statement fail if ``when`` accepts its number and text.

    Open connections fail only after reconnecting; see ``Store.disconnect``.
    """
    connect = schema.connect
    count = 0

    def fails(text: str) -> None:
        nonlocal count
        count += 1
        if when(count, text):
            raise FAULTS[fault]()

    def connected(*given, **named):
        database = connect(*given, **named)
        return _Failing(database, fails)

    with patch.object(schema, "connect", connected):
        yield
