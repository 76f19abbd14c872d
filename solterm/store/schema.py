"""The tables of the store, and SQLite's files of them.

``postgres.tables`` makes PostgreSQL's tables from the same statements.

SQLite's ``application_id`` marks a file as ours, its ``user_version`` tells the version. Files of
other programs or of another version are refused and left as they are.
"""

import sqlite3
from contextlib import closing
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from solterm.store.errors import DAMAGED, StoreError, explain
from solterm.store.patience import Patience

_CREATE = (
    """
CREATE TABLE play (                 -- one game being played, or played once
    id          INTEGER NOT NULL,
    game        TEXT NOT NULL,      -- the id of the rule-set
    version     INTEGER NOT NULL,   -- the version of its rules
    deal        TEXT NOT NULL,      -- digits: deal numbers exceed 64 bits
    level       INTEGER NOT NULL,   -- the one it started at
    scored      INTEGER NOT NULL,   -- the mode: 0 free, 1 scored, 2 strict, 3 single
    options     TEXT NOT NULL,      -- key=value, separated by spaces
    context     TEXT NOT NULL,      -- its purpose: empty, or a game of a contest (tour:17 2)
    open        INTEGER NOT NULL,   -- 1: to be resumed; 0: ended for good; 2: put aside
    touched     TEXT NOT NULL,      -- when it was last changed, ISO 8601 in UTC
    outcome     TEXT NOT NULL,      -- playing, won or over; a win keeps its counts:
    lowest      INTEGER NOT NULL,   -- the lowest level played at
    score       INTEGER NOT NULL,   -- the mark
    moves       INTEGER NOT NULL,
    exceptions  INTEGER NOT NULL,   -- the counted ones
    seconds     REAL NOT NULL DEFAULT 0,
    undos       INTEGER NOT NULL,
    hints       INTEGER NOT NULL,
    cheats      INTEGER NOT NULL,
    own         INTEGER,            -- the score of the game's own source; NULL if it has none
    holder      TEXT NOT NULL,      -- the token of the program that opened it last, which alone
                                    -- may add to it
    way         TEXT NOT NULL DEFAULT '',   -- the way to win that the player was shown last:
                                            -- moves, one a line
    PRIMARY KEY (id)
)
""",
    "CREATE INDEX open_play ON play (game) WHERE open = 1",
    """
CREATE TABLE event (                -- the events of a play, in order
    play        INTEGER NOT NULL,
    number      INTEGER NOT NULL,   -- from 1, without a gap
    text        TEXT NOT NULL,
    PRIMARY KEY (play, number)
) WITHOUT ROWID
""",
    """
CREATE TABLE sheet_choice (         -- the player's answers before the score sheets of a game
    game        TEXT NOT NULL,
    level       INTEGER NOT NULL,   -- where its games begin
    messages    INTEGER NOT NULL,   -- 1: error messages appear by themselves
    PRIMARY KEY (game)
) WITHOUT ROWID
""",
    """
CREATE TABLE forgotten (            -- statistics ignore plays ended up to then
    game        TEXT NOT NULL,      -- empty: of all games
    until       TEXT NOT NULL,      -- ISO 8601 in UTC
    PRIMARY KEY (game)
) WITHOUT ROWID
""",
    """
CREATE TABLE saved_game (           -- positions saved under a name
    name        TEXT NOT NULL,
    record      TEXT NOT NULL,
    saved       TEXT NOT NULL,      -- ISO 8601 in UTC
    PRIMARY KEY (name)
) WITHOUT ROWID
""",
    """
CREATE TABLE contest (              -- tours, tournaments, matches, deals of the day
    id          INTEGER NOT NULL,
    kind        TEXT NOT NULL,      -- tour, tournament, match, daily ...
    name        TEXT NOT NULL,      -- empty, or what its player calls it
    played_by   TEXT NOT NULL,      -- under which name it is on its board; empty until then
    begun       TEXT NOT NULL,      -- when its first game was dealt, ISO 8601 in UTC
    closed      TEXT NOT NULL,      -- when it was entered or given up; empty: under way
    PRIMARY KEY (id)
)
""",
    """
CREATE TABLE contest_game (         -- the games of contests, and the results that count
    contest     INTEGER NOT NULL,
    place       INTEGER NOT NULL,   -- from 0
    game        TEXT NOT NULL,      -- the id of the rule-set; empty: not yet chosen
    deal        TEXT NOT NULL,      -- the deal to play, or being played; 0: not yet drawn
    points      INTEGER,            -- NULL: not finished
    moves       INTEGER NOT NULL,
    exceptions  INTEGER NOT NULL,
    play        INTEGER NOT NULL,   -- the play that earned it
    PRIMARY KEY (contest, place)
) WITHOUT ROWID
""",
    """
CREATE TABLE result (               -- results on boards: the player's own, and shared texts that
                                    -- were replayed once
    digest      TEXT NOT NULL,      -- SHA-256 of its text
    is_own      INTEGER NOT NULL,
    place       TEXT NOT NULL,      -- the board, as a file name
    board       TEXT NOT NULL,
    name        TEXT NOT NULL,      -- the player's on the board
    profile     TEXT NOT NULL,
    contest     INTEGER NOT NULL,
    day         TEXT NOT NULL,
    points      INTEGER NOT NULL,
    level       INTEGER NOT NULL,   -- the lowest level played at
    mark        INTEGER NOT NULL,
    own         INTEGER,            -- the score of the game's own source
    cards       INTEGER,            -- the cards home, where they rank
    rank        TEXT NOT NULL,      -- JSON: the sort key
    games       TEXT NOT NULL,      -- JSON: game, deal, points, version, way, steps, play of each
    why         TEXT NOT NULL,      -- why it is refused; empty: it holds
    version     TEXT NOT NULL,      -- of the program that proved or refused it
    moment      REAL NOT NULL,      -- when it was entered; 0 for a shared text
    PRIMARY KEY (digest)
) WITHOUT ROWID
""",
)


class Steps(NamedTuple):
    """The statements that create tables, and those that migrate older tables."""

    first: int
    """The version that ``create`` makes; older tables are refused."""
    create: tuple[str, ...]
    migrations: tuple[tuple[str, ...], ...] = ()
    """Each makes the next version. New tables are created and then migrated, too."""

    @property
    def present(self) -> int:
        """The version that this solterm reads and writes."""
        return self.first + len(self.migrations)

    def names(self, kind: str) -> list[str]:
        """Return what all statements create: of kind ``TABLE`` or ``INDEX``."""
        words = (each.split() for each in chain(self.create, *self.migrations))
        return [name for verb, what, name, *_ in words if (verb, what) == ("CREATE", kind)]

    def check(self, version: int, place: str) -> None:
        """Raise ``StoreError`` for tables that are newer, or older than the first version."""
        if version > self.present:
            raise StoreError(f"{place} was written by a newer solterm; update this one.")
        if 0 < version < self.first:
            raise StoreError(
                f"{place} was written by an older solterm, and this one can't read it; set it"
                " aside and start with a new one."
            )

    def next(self, version: int) -> tuple[int, tuple[str, ...]]:
        """Return the next version, the first without tables, and the statements that make it."""
        if not version:
            return self.first, self.create
        return version + 1, self.migrations[version - self.first]


class FileLayout(NamedTuple):
    """The tables of one kind of file."""

    application: int
    """SQLite's application id."""
    steps: Steps

    @property
    def tables(self) -> tuple[str, ...]:
        """The names of the tables."""
        return tuple(self.steps.names("TABLE"))


STORE = FileLayout(0x736F6C74, Steps(9, _CREATE))
"""A player's file, marked ``solt``."""

_JOURNAL_HEAD = 28
"""Bytes at the start of a journal; they are zero when it is empty."""
_LARGEST_JOURNAL = 64 * 1024

SYNCHRONOUS = "FULL"
"""SQLite waits for the disk, so that a stored move survives a power failure."""
_BUSY_SECONDS = 0.1
"""How long SQLite itself waits for another program; ``patience`` retries."""


def connect(
    path: Path,
    place: str,
    create: bool = True,
    layout: FileLayout = STORE,
    patience: Patience | None = None,
) -> sqlite3.Connection:
    """Open a database file and migrate it to the current version; errors call it ``place``.

    Raises ``StoreError`` if it is damaged, foreign, of another version or not writable, or if
    ``create`` is false and it is missing; the file stays as it is. Only its head is checked, so
    that large files open fast: damage further in shows later.
    """
    address = f"{path.absolute().as_uri()}?mode={'rwc' if create else 'rw'}"
    try:
        return (patience or Patience()).wait_for(place, lambda: _open(address, place, layout))
    except sqlite3.Error as error:
        raise explain(error, place) from None


def _open(address: str, place: str, layout: FileLayout) -> sqlite3.Connection:
    database = sqlite3.connect(address, timeout=_BUSY_SECONDS, isolation_level=None, uri=True)
    try:
        _recognise(database, place, layout)
        _prepare(database, layout)
    except BaseException:
        database.close()
        raise
    return database


def loss(path: Path, place: str) -> str:
    """Return a sentence if a file, called ``place``, has lost its contents; else "".

    SQLite leaves an empty journal beside every file it has written to. Ask before opening the file,
    since that creates a new one.
    """
    try:
        with path.with_name(f"{path.name}-journal").open("rb") as journal:
            head = journal.read(_JOURNAL_HEAD)
        size = path.stat().st_size if path.exists() else -1
    except OSError:
        return ""
    if any(head) or size > 0:  # a journal in use: another program is just creating the file
        return ""
    state = "is empty, though it has held games" if size == 0 else "is gone"
    return (
        f"{place} {state}: another program has emptied it. If you have a backup, restore"
        " it with 'solterm restore FILE'; until then you start from scratch."
    )


def in_memory(layout: FileLayout = STORE) -> sqlite3.Connection:
    """Open a database that ends with the program."""
    database = sqlite3.connect(":memory:", isolation_level=None)
    _prepare(database, layout)
    return database


def check_plain(path: Path, place: str, layout: FileLayout = STORE) -> None:
    """Raise ``StoreError`` for a file with anything but our tables, such as triggers."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as database:
            made = database.execute("SELECT type, name, sql FROM sqlite_master").fetchall()
    except sqlite3.Error as error:
        raise explain(error, place) from None
    indexes = layout.steps.names("INDEX")
    for kind, name, sql in made:
        table = kind == "table" and name in layout.tables and str(sql).startswith("CREATE TABLE ")
        if not table and not (kind == "index" and (name in indexes or sql is None)):
            raise StoreError(f"it contains {name!a}, which isn't a table of solterm's.")


def copy_rows(
    source: sqlite3.Connection, target: sqlite3.Connection, layout: FileLayout = STORE
) -> None:
    """Copy all rows of solterm's tables to an empty database."""
    source.execute("BEGIN")  # one snapshot for all tables
    target.execute("BEGIN")
    for table in layout.tables:
        names = [str(row[1]) for row in target.execute(f"PRAGMA table_info({table})")]
        columns, places = ", ".join(names), ", ".join("?" * len(names))
        target.executemany(
            f"INSERT INTO {table} ({columns}) VALUES ({places})",
            source.execute(f"SELECT {columns} FROM {table}"),
        )
    target.execute("COMMIT")
    source.execute("ROLLBACK")


def _recognise(database: sqlite3.Connection, place: str, layout: FileLayout) -> None:
    """Refuse a foreign file, or one of another version, before changing it."""
    empty = not _pragma(database, "schema_version")
    if not empty and _pragma(database, "application_id") != layout.application:
        raise StoreError(f"{place} {DAMAGED}")
    layout.steps.check(_pragma(database, "user_version"), place)


def _prepare(database: sqlite3.Connection, layout: FileLayout) -> None:
    """Create missing tables, and find out now whether the file can be written to."""
    # Network drives can't have a write-ahead log. Overwriting the journal is as safe as deleting
    # it, and faster: every move waits for it.
    database.execute("PRAGMA journal_mode = PERSIST")
    database.execute(f"PRAGMA journal_size_limit = {_LARGEST_JOURNAL}")
    database.execute(f"PRAGMA synchronous = {SYNCHRONOUS}")
    database.execute("BEGIN IMMEDIATE")
    found = version = _pragma(database, "user_version")
    while version < layout.steps.present:
        version, statements = layout.steps.next(version)
        for statement in statements:
            database.execute(statement)
    # Write even without a migration, since a read-only folder or a full disk refuses the journal.
    # Rolling back is cheap: it never syncs.
    database.execute(f"PRAGMA application_id = {layout.application}")
    database.execute(f"PRAGMA user_version = {version}")
    database.execute("COMMIT" if found < version else "ROLLBACK")
    for table in layout.tables:
        # Don't check the rows: one damaged play must not make the others unreadable.
        database.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone()


def _pragma(database: sqlite3.Connection, name: str) -> int:
    (value,) = database.execute(f"PRAGMA {name}").fetchone()
    return int(value)
