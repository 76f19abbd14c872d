"""The interface of the store: three kinds of data, each with back ends to choose from.

====================  ======================================  ==================  ============
Interface             Data                                    On one machine      PostgreSQL
====================  ======================================  ==================  ============
``Engine``            games, sheets, contests, statistics     ``SqliteFile``      ``Postgres``
``PlayerData``        settings, profile, the player's claims  ``PlayerFolder``    ``PlayerRows``
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

MAX_CLAIMS = 200_000
"""The most shared claims to read; only a program could have written more."""
MAX_CLAIMS_EACH = 2_000
"""The most shared claims of one account to read, newest first."""
LARGEST_CLAIM = 1 << 18
"""The most bytes of a claim."""
MAX_TOURNAMENTS_EACH = 100
"""The most published tournaments of one account to read, newest first."""

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


# -- boards ----------------------------------------------------------------------------------


class Claimed(NamedTuple):
    """A stored claim to a place on a board: everything but its text."""

    digest: str
    """The SHA-256 of its text, and its key."""
    owner: int
    """The number of the account that wrote it."""
    moment: float
    """When it was shared, as a time stamp; 0 for a claim that is not shared."""
    written: float = 0
    """The date of the player's own file, which backups preserve."""
    is_sound: bool = False
    """Whether the back end guarantees that the text matches the digest."""


class Claims(Protocol):
    """Claims by board and digest. Unreadable texts raise ``Unfit``."""

    def boards(self) -> list[str]:
        """Return the names of the boards."""

    def claims(self, board: str) -> list[Claimed]:
        """Return the claims of a board."""

    def read_claim(self, board: str, digest: str) -> str:
        """Return the text of a claim."""

    def add_claim(self, board: str, text: str) -> None:
        """Store a claim, unless it is there."""


class PlayerData(Claims, Protocol):
    """A player's settings and own claims. Methods raise ``StoreError``."""

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

    def remove(self, name: str) -> None:
        """Remove a text, if it exists."""

    def clear_claims(self, board: str) -> None:
        """Delete the claims of a board."""


class SharedData(Claims, Protocol):
    """The data that all players of a host share. Methods raise ``SharedError``.

    Players may add to it, but not change or delete; owner and time come from the back end, not
    from the texts.
    """

    @property
    def location(self) -> str:
        """Where it is, for a sentence."""

    def owners(self, profile: str) -> set[int]:
        """Return the accounts that have shared claims of a profile, on any board."""

    def names(self, board: str) -> dict[str, str]:
        """Return the present names of players on a board, by profile: at least of the renamed."""

    def tournaments(self) -> list[str]:
        """Return the file names of the published tournaments."""

    def read_tournament(self, name: str) -> str:
        """Return the text of a tournament; raises ``Unfit`` too."""

    def add_tournament(self, name: str, text: str) -> bool:
        """Publish a tournament, unless one of that name exists; return whether it was published."""

    def sweep(self) -> None:
        """Remove this account's unfinished files."""


def board_of(text: str) -> str:
    """Return the board that the beginning of a claim names, or ""."""
    match = _BOARD_TAG.match(text)
    return match[1] if match and match[1].isprintable() else ""


def digest_of(text: str) -> str:
    """Return the key of a claim."""
    return hashlib.sha256(text.encode()).hexdigest()
