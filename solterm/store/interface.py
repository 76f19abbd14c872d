"""The interface of the store: three kinds of data, each with back ends to choose from.

====================  ======================================  ==================  ============
Interface             Data                                    On one machine      PostgreSQL
====================  ======================================  ==================  ============
``Engine``            games, contests, results, statistics    ``SqliteFile``      ``Postgres``
``PlayerData``        settings and profile                    ``PlayerFolder``    ``PlayerRows``
``SharedData``        boards and tournaments of all players   ``SharedFolder``    ``SharedRows``
====================  ======================================  ==================  ============

``solterm.store.backends`` chooses. The rest of the program doesn't know which back end it has.
"""

import hashlib
import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, NamedTuple, Protocol

MAX_RESULTS = 200_000
"""The most shared results to read; only a program could have written more."""
MAX_RESULTS_EACH = 2_000
"""The most shared results of one account to read, newest first."""
LARGEST_RESULT = 1 << 18
"""The most bytes of a shared result."""
MAX_TOURNAMENTS_EACH = 100
"""The most published tournaments of one account to read, newest first."""

_PROFILE_TAG = re.compile(r'^\[Profile "([^"]*)"\]$', re.MULTILINE)
_HEAD = 1024
"""Characters at the start of a shared result that contain its header."""
_BOARD_TAG = re.compile(r'\[Board "([^"]*)"\]')


# -- games -----------------------------------------------------------------------------------


class Cursor(Protocol):
    """An executed statement."""

    @property
    def rowcount(self) -> int:
        """The number of changed rows; may be unknown until the transaction ends."""

    def fetchone(self) -> Any:
        """Return the next row, or None."""

    def fetchall(self) -> list[Any]:
        """Return the remaining rows."""


class Statements(Protocol):
    """A transaction under way. Statements use ``?`` for values, and SQL both databases read."""

    def execute(self, statement: str, values: Sequence[object] = (), /) -> Cursor:
        """Execute a statement; only fetching its rows waits for the database."""

    def executemany(self, statement: str, rows: Iterable[Sequence[object]], /) -> object:
        """Execute a statement once for each row of values."""


Also = Callable[[Statements], None]
"""Further writes of a transaction, such as a result of the play that it ends."""


class Engine(Protocol):
    """A database with the store's tables, migrated to the current version.

    Methods raise ``StoreError`` when the database fails, and never do half of their work. If the
    file or the connection is lost, the next call opens it again.
    """

    path: Path | None
    """The database file; None in memory and in PostgreSQL."""

    @property
    def title(self) -> str:
        """The start of a sentence about this database."""

    def open(self) -> None:
        """Open the database, unless it is open, and check it."""

    def disconnect(self) -> None:
        """Close the connection; the next call opens another one."""

    @property
    def is_busy(self) -> bool:
        """Whether a signal handler interrupted a call."""

    def rest(self) -> None:
        """Close a connection that has been idle for long, if others may need it."""

    def transaction(self) -> AbstractContextManager[Statements]:
        """Commit at the end of the block, or roll back on any error.

        Transactions of one player are serialized, on all hosts.
        """

    def write(self, do: Callable[[Statements], Cursor]) -> Cursor:
        """Run a function in a transaction and return its cursor, with the row count.

        If the connection breaks, the commit may have succeeded or not, so the function runs a
        second time; it must recognise what it has written.
        """

    def read(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """Return the rows of a query; inside a transaction, with its changes."""

    def find_damage(self) -> str:
        """Check the whole database; return a sentence about damage, or ""."""


# -- texts -----------------------------------------------------------------------------------


class PlayerData(Protocol):
    """A player's settings and profile. Methods raise ``StoreError``."""

    def title(self, name: str) -> str:
        """Return the name of a text for the start of a sentence."""

    def read(self, name: str, limit: int) -> str:
        """Return a text of at most ``limit`` bytes.

        Raises ``FileNotFoundError`` for a missing text, and ``Unfit`` for a damaged one.
        """

    def replace(self, name: str, text: str) -> None:
        """Write a text, replacing the one of that name."""

    def add(self, name: str, text: str) -> None:
        """Write a text, unless one of that name exists."""


class SharedFile(NamedTuple):
    """A shared result: everything but its text."""

    digest: str
    """The SHA-256 of its text, and its key."""
    owner: int
    """The number of the account that shared it."""
    moment: float
    """When it was shared, as a time stamp."""


class SharedData(Protocol):
    """The data that all players of a host share. Methods raise ``SharedError``.

    Players may add to it, but not change or delete; on a host, only the host adds results. Owner
    and time come from the back end, not from the texts.
    """

    @property
    def location(self) -> str:
        """Where it is, for a sentence."""

    def boards(self) -> list[str]:
        """Return the names of the boards."""

    def results(self, board: str) -> list[SharedFile]:
        """Return the results of a board."""

    def read_result(self, board: str, digest: str) -> str:
        """Return the text of a result; raises ``Unfit`` if it is unreadable or was changed."""

    def add_result(self, board: str, text: str) -> None:
        """Share a result, unless it is there."""

    def names(self, board: str) -> dict[str, str]:
        """Return the present names of players on a board, by profile: at least of the renamed."""

    def tournaments(self) -> list[str]:
        """Return the file names of the published tournaments."""

    def read_tournament(self, name: str) -> str:
        """Return the text of a tournament; raises ``Unfit`` too."""

    def add_tournament(self, name: str, text: str) -> bool:
        """Publish a tournament, unless one of that name exists; return whether it was published."""


def board_of(text: str) -> str:
    """Return the board that the beginning of a shared result names, or ""."""
    match = _BOARD_TAG.match(text)
    return match[1] if match and match[1].isprintable() else ""


def profile_of(text: str) -> str:
    """Return the profile of the player whose result a text is, or ""."""
    match = _PROFILE_TAG.search(text[:_HEAD])
    return match[1] if match else ""


def digest_of(text: str) -> str:
    """Return the key of a shared result."""
    return hashlib.sha256(text.encode()).hexdigest()
