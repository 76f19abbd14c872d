"""The tables of a host's accounts, in the SQL that SQLite and PostgreSQL both read.

Columns hold text or whole numbers. Moments are ISO 8601 in UTC, all of one length, so they sort as
text. Each change of the tables is a new step.
"""

from solterm.core.deals import EVERYDAY_LAST
from solterm.store.schema import Layout

_TABLES_1 = (
    """
CREATE TABLE player (
    id          TEXT PRIMARY KEY,           -- sixteen hexadecimal digits, drawn
    name        TEXT NOT NULL,              -- the current nickname
    begun       TEXT NOT NULL               -- when the player first came
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
    moment      TEXT NOT NULL
)
""",
)

_TABLES_2 = (
    """
CREATE TABLE host_secret (                  -- one row: the deals of the day follow from it
    number      INTEGER PRIMARY KEY,        -- 1
    secret      TEXT NOT NULL,
    since       TEXT NOT NULL               -- the first day (UTC) with a secret deal
)
""",
)

# Results no longer carry the deals that others may still play, so they name their board.
_TABLES_3 = (
    "ALTER TABLE recent_result ADD COLUMN board TEXT NOT NULL DEFAULT ''",
    "UPDATE recent_result SET board = 'sheet:' || game WHERE substr(purpose, 1, 6) = 'sheet '",
    "UPDATE recent_result SET board = 'daily:' || substr(moment, 1, 10)"
    " WHERE substr(purpose, 1, 6) = 'daily:'",
    "UPDATE recent_result SET deal = '' WHERE substr(purpose, 1, 6) = 'daily:'"
    f" OR substr(purpose, 1, 11) = 'tournament:' OR length(deal) > {len(str(EVERYDAY_LAST))}",
)

STEPS = (_TABLES_1, _TABLES_2, _TABLES_3)
"""Step n makes version n of the tables out of version n - 1."""

TABLES = ("player", "nickname", "login_key", "key_code", "wrong_code", "recent_result")
SECRETS = ("host_secret",)
"""Tables of step 2."""

HOST_FILE = Layout(0x736F6C68, STEPS, (*TABLES, *SECRETS))
"""A file with these tables; the mark ``solh`` tells it from a player's."""
