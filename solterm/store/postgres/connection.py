"""Connections that give up on a silent server and reconnect in a thread, and their errors.

A server that hangs may still accept connections and acknowledge packets. Neither libpq's nor the
server's own time-outs notice that, so the client has to stop waiting. Errors of PostgreSQL become
sentences for the player.
"""

import re
import select
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from time import monotonic
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict

from solterm.store.errors import Locked, Lost, StoreError

_SILENCE_SECONDS = 5.0
"""How long an answer may take; longer than the server's own limit for a statement."""

_DEFAULTS: dict[str, Any] = {
    "application_name": "solterm",
    "connect_timeout": 3,
    "tcp_user_timeout": 5000,  # milliseconds
    "keepalives_idle": 20,
    "keepalives_interval": 5,
    "keepalives_count": 3,
}
"""Parameters that the address may override."""

_LOOKED_UP = (
    *("failed to resolve host", "could not translate host name", "could not look up"),
    *("local user with ID", "no password supplied", "could not get home directory"),
)
"""Parts of the messages of psycopg and libpq about what they look up in the system's files."""
_known: dict[str, dict[str, Any]] = {}
"""What was looked up for the last connection to an address."""

_PAUSE_SECONDS = 2.0
"""The pause between attempts to connect."""


class Connection(psycopg.Connection[tuple[Any, ...]]):
    """A connection that closes itself when the server is silent for too long."""

    is_silent = False
    """Whether the server was silent for too long."""
    _seconds: float | None = None

    @property
    def is_stale(self) -> bool:
        """Whether the server sent something unasked, which nearly always means a shutdown."""
        if self.closed:
            return False
        poll = select.poll()  # select() has a limit of 1024 descriptors
        poll.register(self.fileno(), select.POLLIN)
        return bool(poll.poll(0))

    @contextmanager
    def patience(self, seconds: float) -> Iterator[None]:
        """Allow longer answers inside the block."""
        self._seconds = seconds
        try:
            yield
        finally:
            self._seconds = None

    def wait(self, gen: Generator[Any, Any, Any], *args: Any, **kwargs: Any) -> Any:
        return super().wait(self._watch(gen), *args, **kwargs)

    def _watch(self, gen: Generator[Any, Any, Any]) -> Generator[Any, Any, Any]:
        """Pass on what psycopg waits for, checking the time at each wake-up."""
        until = monotonic() + (self._seconds or _SILENCE_SECONDS)
        try:
            wanted = next(gen)
            while True:
                ready = yield wanted
                if not ready and monotonic() > until:
                    self.is_silent = True
                    self.pgconn.finish()
                    raise psycopg.OperationalError("the server is silent")
                wanted = gen.send(ready)
        except StopIteration as end:
            return end.value


def connect(address: str) -> Connection:
    """Open a connection; raises ``psycopg.Error``.

    The sandbox of a session lets it read ``/etc/hosts`` and the like as they were at its start. If
    they are replaced, the connection is opened with what was found before.
    """
    parameters: dict[str, Any] = _DEFAULTS | conninfo_to_dict(address)
    try:
        connection = _open(parameters)
    except psycopg.OperationalError as error:
        if address not in _known or not any(each in str(error) for each in _LOOKED_UP):
            raise
        return _open(parameters | _known[address])
    info = connection.info
    found = {name: getattr(info, name) for name in ("host", "hostaddr", "port", "user", "password")}
    _known[address] = {name: value for name, value in found.items() if value}
    return connection


def _open(parameters: dict[str, Any]) -> Connection:
    return Connection.connect(**parameters, autocommit=True, cursor_factory=psycopg.RawCursor)


class Redial:
    """Connects in a thread, again and again until the server answers or refuses."""

    def __init__(self, call: Callable[[], Connection]) -> None:
        self._call = call
        self._lock = threading.Lock()
        self._connection: Connection | None = None
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        with suppress(RuntimeError):  # can't start a thread: each call waits then
            self._thread.start()

    @property
    def is_calling(self) -> bool:
        return self._thread.is_alive()

    def take(self) -> Connection | None:
        """Return the connection, once, or None."""
        with self._lock:
            connection, self._connection = self._connection, None
        return connection

    def stop(self) -> None:
        """Stop trying, and close an unused connection."""
        with self._lock:
            self._stopped.set()
            if self._connection:
                self._connection.close()
                self._connection = None

    def _run(self) -> None:
        while not self._stopped.is_set():
            began = monotonic()
            with suppress(psycopg.Error, StoreError):
                connection = self._call()
                with self._lock:
                    if self._stopped.is_set():
                        connection.close()
                    else:
                        self._connection = connection
                return
            if monotonic() - began < 1:
                return  # refused at once: the next call may ask again without a long wait
            self._stopped.wait(_PAUSE_SECONDS)


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
