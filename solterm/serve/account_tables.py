"""The tables of a host's accounts: in a file, or in a PostgreSQL database that hosts share.

SQLite and PostgreSQL both read their SQL. Columns hold text or whole numbers. Moments are ISO 8601
in UTC, all of one length, so they sort as text.

Sessions connect to the same database. With a role of their own they have no right to these tables;
else row-level security hides the rows from them: only connections without a player see these.
"""

from typing import TYPE_CHECKING

from solterm.store import backends
from solterm.store.postgres.tables import THE_PLAYER, Tables
from solterm.store.schema import FileLayout, Steps

if TYPE_CHECKING:
    from solterm.store.postgres.engine import Postgres

_CREATE = (
    """
CREATE TABLE player (
    id          TEXT PRIMARY KEY,           -- sixteen hexadecimal digits, drawn
    name        TEXT NOT NULL,              -- the current nickname
    begun       TEXT NOT NULL,              -- when the player first came
    seen        TEXT NOT NULL               -- the day of the last login
)
""",
    """
CREATE TABLE nickname (                     -- every name that is not free
    skeleton    TEXT PRIMARY KEY,           -- equal for similar names
    player      TEXT NOT NULL,
    dropped     TEXT NOT NULL               -- when it became an old name; empty for the current one
)
""",
    "CREATE INDEX nickname_of ON nickname (player)",
    """
CREATE TABLE login_key (
    fingerprint TEXT PRIMARY KEY,           -- SHA256:...
    player      TEXT NOT NULL,
    added       TEXT NOT NULL
)
""",
    "CREATE INDEX login_key_of ON login_key (player)",
    """
CREATE TABLE key_code (                     -- codes that make one more key a player's
    player      TEXT PRIMARY KEY,           -- who has one at most
    digest      TEXT NOT NULL,              -- SHA-256: who reads the table can use none
    expiry      TEXT NOT NULL
)
""",
    """
CREATE TABLE wrong_code (                   -- wrong tries of the last hour
    fingerprint TEXT NOT NULL,
    moment      TEXT NOT NULL
)
""",
    "CREATE INDEX wrong_code_of ON wrong_code (fingerprint)",
    """
CREATE TABLE recent_result (
    number      BIGINT PRIMARY KEY,         -- counts up; the oldest are forgotten
    player      TEXT NOT NULL,              -- the nickname at that time
    game        TEXT NOT NULL,
    level       INTEGER NOT NULL,
    deal        TEXT NOT NULL,
    purpose     TEXT NOT NULL,
    won         INTEGER NOT NULL,           -- 0 or 1
    mark        INTEGER NOT NULL,
    moment      TEXT NOT NULL,
    board       TEXT NOT NULL               -- empty: none
)
""",
    """
CREATE TABLE deal (                         -- the deals of contests
    owner       TEXT NOT NULL,              -- a board, if all players get the same; else a trial
    place       INTEGER NOT NULL,           -- from 0
    game        TEXT NOT NULL,              -- the id of the rule-set
    number      TEXT NOT NULL,
    PRIMARY KEY (owner, place)
)
""",
    """
CREATE TABLE trial (                        -- a player's try at a contest
    player      TEXT NOT NULL,
    contest     BIGINT NOT NULL,            -- its id in the player's store
    board       TEXT NOT NULL,
    begun       TEXT NOT NULL,              -- when its deals were handed out
    ended       TEXT NOT NULL,              -- when the referee had proved it; empty: under way
    PRIMARY KEY (player, contest)
)
""",
    "CREATE INDEX trial_at ON trial (board, begun)",
    """
CREATE TABLE record (                       -- the games of results on boards
    digest      TEXT PRIMARY KEY,           -- that of the result's text on the board
    player      TEXT NOT NULL,
    contest     BIGINT NOT NULL,
    board       TEXT NOT NULL,
    text        TEXT NOT NULL
)
""",
    "CREATE INDEX record_of ON record (player, contest)",
    """
CREATE TABLE ban (
    subject     TEXT PRIMARY KEY,           -- a player's id, SHA256:... or a network
    called      TEXT NOT NULL,              -- what the administrator typed
    since       TEXT NOT NULL,
    until       TEXT NOT NULL               -- empty: for good
)
""",
    """
CREATE TABLE host_note (                    -- texts of the administrator
    name        TEXT PRIMARY KEY,           -- motd
    text        TEXT NOT NULL
)
""",
    """
CREATE TABLE sign_up (                      -- players of coming evenings
    evening     TEXT NOT NULL,              -- the name of its tournament, which sorts by time
    player      TEXT NOT NULL,
    PRIMARY KEY (evening, player)
)
""",
    """
CREATE TABLE renamed_player (               -- for boards, whose results have the name of their time
    player      TEXT PRIMARY KEY,
    name        TEXT NOT NULL               -- the current nickname
)
""",
    """
CREATE TABLE race (                         -- a challenge is a race that has not started
    id          BIGINT PRIMARY KEY,
    game        TEXT NOT NULL,
    level       INTEGER NOT NULL,
    deal        TEXT NOT NULL,              -- hidden until the race has started
    wanted      TEXT NOT NULL,              -- the id of the player who is challenged; empty: anyone
    called      TEXT NOT NULL,              -- the nickname of that player
    made        TEXT NOT NULL,
    starts      TEXT NOT NULL,              -- empty: not yet accepted
    ended       TEXT NOT NULL,              -- empty: not yet decided
    winner      INTEGER NOT NULL            -- the seat; -1: none
)
""",
    """
CREATE TABLE racer (                        -- who takes part in a race, and with what result
    race        BIGINT NOT NULL,
    seat        INTEGER NOT NULL,           -- 0: who made the race; 1: who accepted it, or a ghost
    player      TEXT NOT NULL,              -- empty: a ghost
    name        TEXT NOT NULL,              -- the nickname; of a ghost, whose run it is
    kind        TEXT NOT NULL,              -- player, program or ghost
    pace        TEXT NOT NULL,              -- seconds, cards and moves, as JSON: of a ghost all,
                                            -- of a player those so far
    cards       INTEGER NOT NULL,
    moves       INTEGER NOT NULL,
    mark        INTEGER NOT NULL,
    won         INTEGER NOT NULL,           -- 0 or 1
    seconds     INTEGER NOT NULL,           -- from the start to the last move
    -- how far a racer is, as the hosts have heard it; cards and moves above are part of it
    session     TEXT NOT NULL,              -- where the game is open
    events      INTEGER NOT NULL,           -- those in the store
    heard       TEXT NOT NULL,              -- when the last one came
    stopped     INTEGER NOT NULL,           -- 0 or 1
    PRIMARY KEY (race, seat)
)
""",
    "CREATE INDEX racer_of ON racer (player)",
)

_PROVED = ("ALTER TABLE deal ADD COLUMN proved INTEGER NOT NULL DEFAULT 0",)
"""1 for a deal that the solver has won at level 3."""
_PLAYED = ("ALTER TABLE racer ADD COLUMN record TEXT NOT NULL DEFAULT ''",)
"""The game: of a ghost at once, of a player once the race is over."""
_PUBLIC = ("ALTER TABLE player ADD COLUMN public INTEGER NOT NULL DEFAULT 0",)
"""1 for a player whom web pages may name."""
_MIGRATIONS = (_PROVED, _PLAYED, _PUBLIC)

CONTESTS = ("sign_up", "renamed_player", "trial", "record")
HOST_FILE = FileLayout(0x736F6C68, Steps(9, _CREATE, _MIGRATIONS))
"""A file with these tables; the mark ``solh`` tells it from a player's."""

# -- PostgreSQL ---------------------------------------------------------------------------------

_NOBODY = ""
"""A host connects without a player."""

OWN_CONNECTIONS = 4
"""Connections of a host: two for the accounts, two to the other hosts."""

_FOR_HOSTS = tuple(
    statement
    for table in HOST_FILE.tables
    for statement in (
        f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY",
        f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY",
        f"CREATE POLICY host ON {table} USING ({THE_PLAYER} = '')",
    )
)
_FOR_BOARDS = "CREATE POLICY boards ON renamed_player FOR SELECT USING (true)"

ACCOUNTS = Tables("register", Steps(10, (*_CREATE, *_FOR_HOSTS, _FOR_BOARDS), _MIGRATIONS))
"""A migration that adds a table must add its policy, too; one that changes rows has no player."""


def open_database(address: str) -> "Postgres":
    """Open the tables at an address, and create them if missing; raises ``StoreError``."""
    engine = _connect(address)
    engine.open()
    return engine


def _connect(address: str) -> "Postgres":
    return backends.connect(address, _NOBODY, ACCOUNTS)


def admit_sessions(address: str, sessions: str) -> str:
    """Let the sessions' role use the players' rows; return a warning, or "".

    Raises ``StoreError`` for a role that could do more than that.
    """
    open_database(address).disconnect()  # creates the tables
    # Imported here: it needs what only hosts with a database have.
    from solterm.store.postgres import migrations

    backends.check_address(sessions)
    return migrations.admit_sessions(address, sessions)


_ROOM = """
SELECT least(
    current_setting('max_connections')::int
        - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0),
    (SELECT nullif(rolconnlimit, -1) FROM pg_roles WHERE rolname = current_user),
    (SELECT nullif(datconnlimit, -1) FROM pg_database WHERE datname = current_database())
)
"""
"""The connections that the host's role may have at once; older servers lack a setting."""


def find_shortage(address: str, sessions: int) -> str:
    """Return a warning if the sessions may need more connections than the database allows, else "".

    Behind a pooler this asks the server, not the pooler. Raises ``StoreError``.
    """
    engine = _connect(address)
    ((room,),) = engine.read(_ROOM)
    engine.disconnect()
    needed = sessions + OWN_CONNECTIONS
    if room >= needed:
        return ""
    return (
        f"The database allows {room} connections, but {sessions} sessions and the host need up to"
        f" {needed}. Unless a pooler stands before it, raise max_connections there, or lower"
        " 'sessions' in serve.toml."
    )
