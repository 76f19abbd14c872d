"""The tables of the store in PostgreSQL.

They are made from those of ``solterm.store.schema``, with one more column, ``player``, the owner of
a row. The database fills it in, and row-level security hides other players' rows, even from the
tables' owner. So statements never mention it, and one that is correct for a player's file is
correct here. It comes first in every key: a player's rows are stored together, and tables can be
partitioned by it.

``solterm_player()`` says who the player is, by the setting ``solterm.player``. It takes the word of
the tables' owner, which is the host's role. Another role, the sessions', has to give a key that the
host has made for the session.
"""

import re
from typing import NamedTuple

from solterm.store.schema import STORE as LAYOUT
from solterm.store.schema import Steps

_OWNER = """
    player      TEXT COLLATE "C" NOT NULL DEFAULT solterm_player()
                CHECK (player <> '')"""
"""The owner of a row. Without a player, writes fail."""

_TEXT = 'TEXT COLLATE "C" NOT NULL'
"""The collation compares bytes, as SQLite does."""

_TRANSLATED = {
    r" *--.*": "",
    r"\b(id|play|contest)( +)INTEGER": r"\1\2BIGINT",
    r"TEXT": 'TEXT COLLATE "C"',
    r"REAL": "DOUBLE PRECISION",
    r" WITHOUT ROWID": "",
    r"(KEY|ON \w+) \(": r"\1 (player, ",
    r"(CREATE TABLE \w+ \()": rf"\1{_OWNER},",
}
"""What the statements for a player's file have, and what takes its place."""


def _add_owner(statement: str) -> str:
    """Return a statement for a player's file as one for the rows of all players."""
    for found, put in _TRANSLATED.items():
        statement = re.sub(found, put, statement)
    return statement


THE_PLAYER = "(SELECT solterm_player())"
"""In a policy: it is asked once a statement, not for each row."""

_WHO = (
    f"""
CREATE TABLE session_key (              -- of the sessions that run, on all hosts
    key         {_TEXT} PRIMARY KEY,    -- what the session gives for ``solterm.player``
    player      {_TEXT},
    seen        TIMESTAMPTZ NOT NULL DEFAULT now()  -- when its host last said that it runs
)
""",
    # Nothing in it depends on the caller's search_path, which could hide the table.
    """
DO $do$ BEGIN EXECUTE format($format$
    CREATE FUNCTION solterm_player() RETURNS TEXT
    LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $body$
    BEGIN
        IF session_user = current_user THEN  -- the owner's, as this runs as the owner
            RETURN current_setting('solterm.player');
        END IF;
        RETURN (SELECT player FROM %I.session_key WHERE key = current_setting('solterm.player'));
    END $body$
$format$, current_schema()); END $do$
""",
)


def _own(table: str) -> tuple[str, ...]:
    """Let each player see and write only their own rows."""
    return (
        f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY",
        f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY",
        f"CREATE POLICY own ON {table} USING (player = {THE_PLAYER})",
    )


def _shared(table: str) -> tuple[str, ...]:
    """Let all players read the rows and add some, but not change or delete any."""
    return (
        f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY",
        f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY",
        f"CREATE POLICY anybody ON {table} FOR SELECT USING (true)",
        f"CREATE POLICY own ON {table} FOR INSERT WITH CHECK (player = {THE_PLAYER})",
    )


OWN = (*LAYOUT.tables, "paper")
"""The tables whose rows only their owner sees."""
SHARED = ("shared_result", "tournament")
READ_ONLY = (*SHARED, "renamed_player", "solterm_version")
"""Tables of the hosts and of the migrations: hosts write what players share, too."""

_CREATE = (
    *_WHO,
    *map(_add_owner, LAYOUT.steps.create),
    # The free space in each page is for updates of a play's row, one with every event.
    "ALTER TABLE play SET (fillfactor = 70)",
    f"""
CREATE TABLE paper ({_OWNER},           -- the files of a player's folder
    name        {_TEXT},                -- settings.toml, profile
    text        {_TEXT},
    PRIMARY KEY (player, name)
)
""",
    f"""
CREATE TABLE shared_result ({_OWNER},   -- the shared boards; the player entered it
    board       {_TEXT},                -- as a file name
    digest      {_TEXT},                -- SHA-256 of the text
    profile     {_TEXT},                -- the profile in the text
    name        {_TEXT},                -- the name of the board
    text        {_TEXT},
    entered     TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (board, digest),        -- the first to enter a text owns it
    CHECK (digest = encode(sha256(convert_to(text, 'UTF8')), 'hex'))
)
""",
    f"""
CREATE TABLE tournament ({_OWNER},      -- published tournaments; the player published it
    file        {_TEXT} PRIMARY KEY,    -- the name its file would have
    text        {_TEXT},
    entered     TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp()
)
""",
    *(statement for table in OWN for statement in _own(table)),
    *(statement for table in SHARED for statement in _shared(table)),
    # When a host deletes a player, it has no player itself.
    f"CREATE POLICY host ON shared_result FOR DELETE USING ({THE_PLAYER} = '')",
)


class Tables(NamedTuple):
    """Tables that are created and migrated together."""

    name: str
    """Their key in ``solterm_version``."""
    steps: Steps


STORE = Tables("store", Steps(6, _CREATE))

FOR_SESSIONS = (
    f"SELECT, INSERT, UPDATE, DELETE ON {', '.join(OWN)}",
    f"SELECT ON {', '.join(READ_ONLY)}",
)
"""The rights of the sessions' role. Row-level security limits them to the player's own rows."""
