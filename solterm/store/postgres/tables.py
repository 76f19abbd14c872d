"""The tables of the store in PostgreSQL, and how a database comes to hold them.

They are those of ``solterm.store.schema`` with one more column: whose row it is. It comes first in
every key, so that a player's rows lie together and a table may be split by it; statements never
name it. The database itself fills it in and shows nobody a row of another's (row-level security,
which holds for the tables' owner too): a statement that is right for one player's file is right
here.
"""

from typing import NamedTuple

_OWNER = """
    player      TEXT COLLATE "C" NOT NULL DEFAULT current_setting('solterm.player')
                CHECK (player <> '')"""
"""Whose row it is. Without a player nothing is written: the setting is not there, or empty."""

_TEXT = 'TEXT COLLATE "C" NOT NULL'
"""Text is compared by its bytes, as in SQLite."""


def _own(table: str) -> tuple[str, ...]:
    """Nobody but their player sees the rows of a table, or writes any."""
    return (
        f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY",
        f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY",
        f"CREATE POLICY own ON {table} USING (player = current_setting('solterm.player'))",
    )


def _shared(table: str) -> tuple[str, ...]:
    """Everybody sees the rows of a table and adds to them; nobody changes or takes away any."""
    return (
        f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY",
        f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY",
        f"CREATE POLICY anybody ON {table} FOR SELECT USING (true)",
        f"CREATE POLICY own ON {table} FOR INSERT"
        " WITH CHECK (player = current_setting('solterm.player'))",
    )


_TABLES_1 = (
    f"""
CREATE TABLE play ({_OWNER},
    id          BIGINT NOT NULL,
    game        {_TEXT},
    version     INTEGER NOT NULL,
    deal        {_TEXT},
    level       INTEGER NOT NULL,
    scored      INTEGER NOT NULL,
    options     {_TEXT},
    context     {_TEXT},
    open        INTEGER NOT NULL,
    touched     {_TEXT},
    outcome     {_TEXT},
    lowest      INTEGER NOT NULL,
    score       INTEGER NOT NULL,
    moves       INTEGER NOT NULL,
    exceptions  INTEGER NOT NULL,
    seconds     DOUBLE PRECISION NOT NULL DEFAULT 0,
    undos       INTEGER NOT NULL DEFAULT 0,
    hints       INTEGER NOT NULL DEFAULT 0,
    cheats      INTEGER NOT NULL DEFAULT 0,
    own         INTEGER,
    holder      {_TEXT} DEFAULT '',
    PRIMARY KEY (player, id)
) WITH (fillfactor = 70)
""",  # room in each page: a play's row is written anew with every event
    "CREATE INDEX open_play ON play (player, game) WHERE open <> 0",
    f"""
CREATE TABLE event ({_OWNER},
    play        BIGINT NOT NULL,
    number      INTEGER NOT NULL,
    text        {_TEXT},
    PRIMARY KEY (player, play, number)
)
""",
    f"""
CREATE TABLE sheet ({_OWNER},
    id          BIGINT NOT NULL,
    game        {_TEXT},
    started     {_TEXT},
    PRIMARY KEY (player, id)
)
""",
    f"""
CREATE TABLE sheet_row ({_OWNER},
    sheet       BIGINT NOT NULL,
    number      INTEGER NOT NULL,
    play        BIGINT NOT NULL,
    score       INTEGER NOT NULL,
    moves       INTEGER NOT NULL,
    exceptions  INTEGER NOT NULL,
    PRIMARY KEY (player, sheet, number)
)
""",
    f"""
CREATE TABLE forgotten ({_OWNER},
    game        {_TEXT},
    until       {_TEXT},
    PRIMARY KEY (player, game)
)
""",
    f"""
CREATE TABLE saved_game ({_OWNER},
    name        {_TEXT},
    record      {_TEXT},
    saved       {_TEXT},
    PRIMARY KEY (player, name)
)
""",
    f"""
CREATE TABLE contest ({_OWNER},
    id          BIGINT NOT NULL,
    kind        {_TEXT},
    name        {_TEXT},
    state       {_TEXT},
    open        INTEGER NOT NULL,
    touched     {_TEXT},
    PRIMARY KEY (player, id)
)
""",
    f"""
CREATE TABLE verdict ({_OWNER},
    digest      {_TEXT},
    refusal     {_TEXT},
    claim       {_TEXT} DEFAULT '',
    PRIMARY KEY (player, digest)
)
""",
    f"""
CREATE TABLE paper ({_OWNER},           -- what lies in a player's folder as a file
    name        {_TEXT},                -- settings.toml, profile
    text        {_TEXT},
    PRIMARY KEY (player, name)
)
""",
    f"""
CREATE TABLE own_claim ({_OWNER},       -- the player's own boards
    board       {_TEXT},                -- what its folder would be called
    digest      {_TEXT},                -- SHA-256 of the text
    text        {_TEXT},
    PRIMARY KEY (player, board, digest),
    CHECK (digest = encode(sha256(convert_to(text, 'UTF8')), 'hex'))
)
""",
    f"""
CREATE TABLE shared_claim ({_OWNER},    -- the boards of all; the player is who entered it
    board       {_TEXT},                -- what its folder would be called
    digest      {_TEXT},
    profile     {_TEXT},                -- whose result it is
    name        {_TEXT},                -- what the board is called
    text        {_TEXT},
    entered     TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (board, digest),        -- entered twice, it is the first one's
    CHECK (digest = encode(sha256(convert_to(text, 'UTF8')), 'hex'))
)
""",
    "CREATE INDEX claim_of ON shared_claim (profile)",
    f"""
CREATE TABLE tournament ({_OWNER},      -- published for all; the player is who did so
    file        {_TEXT} PRIMARY KEY,    -- what its file would be called
    text        {_TEXT},
    entered     TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp()
)
""",
    *_own("play"),
    *_own("event"),
    *_own("sheet"),
    *_own("sheet_row"),
    *_own("forgotten"),
    *_own("saved_game"),
    *_own("contest"),
    *_own("verdict"),
    *_own("paper"),
    *_own("own_claim"),
    *_shared("shared_claim"),
    *_shared("tournament"),
)


class Tables(NamedTuple):
    """Tables that belong together, and how a database comes to hold them."""

    name: str
    """What their version is kept under."""
    steps: tuple[tuple[str, ...], ...]
    """Step n makes version n out of version n - 1; their number is the present version."""


STORE = Tables("store", (_TABLES_1,))
"""The tables of all players."""
