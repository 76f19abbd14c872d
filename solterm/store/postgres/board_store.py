"""The board store in PostgreSQL: a player's own claims, and those that all hosts' players share.

The database enforces what files cannot: a text matches its digest, owner and time are its own, and
nobody changes or removes a claim that another player entered.
"""

import re
from hashlib import sha256

from solterm.store import place
from solterm.store.board_store import BOARD, HEAD, MOST_OF_ALL, MOST_OF_ONE, Claimed, digest_of
from solterm.store.engine import Engine
from solterm.store.files import Unfit
from solterm.store.postgres.errors import as_files_do

_PROFILE = re.compile(r'^\[Profile "([^"]*)"\]$', re.MULTILINE)

_NEWEST = (
    "SELECT digest, player, entered FROM (SELECT digest, player,"
    " extract(epoch FROM entered)::float8 AS entered,"
    " row_number() OVER (PARTITION BY player ORDER BY entered DESC, digest) AS nth"
    " FROM shared_claim WHERE board = ?) AS ranked WHERE nth <= ? ORDER BY digest LIMIT ?"
)
"""The claims of a board, of each player the newest ones."""


class OwnBoards:
    """The player's own claims; what hinders raises ``StoreError``."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def folders(self) -> list[str]:
        """What the folders of boards would be called."""
        rows = self._engine.read("SELECT DISTINCT board FROM own_claim ORDER BY board")
        return [str(board) for (board,) in rows]

    def name_of(self, folder: str) -> str:
        """What a board is called."""
        rows = self._engine.read("SELECT text FROM own_claim WHERE board = ? LIMIT 1", folder)
        return _board_of(rows[0][0]) if rows else ""

    def list_claims(self, folder: str) -> list[Claimed]:
        """The claims of a board."""
        rows = self._engine.read(
            "SELECT digest, player FROM own_claim WHERE board = ? ORDER BY digest", folder
        )
        return [Claimed(digest, _number_of(player), 0, is_sound=True) for digest, player in rows]

    def read(self, folder: str, digest: str) -> str:
        """The text of a claim."""
        rows = self._engine.read(
            "SELECT text FROM own_claim WHERE board = ? AND digest = ?", folder, digest
        )
        return _only(rows)

    def put(self, board: str, text: str) -> None:
        """Keep a claim of a board."""
        with self._engine.transaction() as database:
            database.execute(
                "INSERT INTO own_claim (board, digest, text) VALUES (?, ?, ?)"
                " ON CONFLICT DO NOTHING",
                (place.file_name(board), digest_of(text), text),
            )

    def clear(self, board: str) -> None:
        """Erase the claims of a board."""
        with self._engine.transaction() as database:
            database.execute("DELETE FROM own_claim WHERE board = ?", (place.file_name(board),))


class SharedBoards:
    """The claims of all; what hinders raises ``OSError``, as with files."""

    called = "The boards of this host"

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def names(self) -> list[str]:
        """What the boards are called."""
        with as_files_do():
            rows = self._engine.read(
                "SELECT min(name) FROM shared_claim WHERE name <> '' GROUP BY board LIMIT ?",
                MOST_OF_ALL,
            )
        return [str(name) for (name,) in rows]

    def list_claims(self, board: str) -> list[Claimed]:
        """The claims of a board, of each player the newest ones."""
        with as_files_do():
            rows = self._engine.read(_NEWEST, place.file_name(board), MOST_OF_ONE, MOST_OF_ALL)
        return [
            Claimed(digest, _number_of(player), entered, is_sound=True)
            for digest, player, entered in rows
        ]

    def owners(self, profile: str) -> set[int]:
        """The players who have entered results of a profile."""
        with as_files_do():
            rows = self._engine.read(
                "SELECT DISTINCT player FROM shared_claim WHERE profile = ?", profile
            )
        return {_number_of(player) for (player,) in rows}

    def read(self, board: str, digest: str) -> str:
        """The text of a claim."""
        with as_files_do():
            rows = self._engine.read(
                "SELECT text FROM shared_claim WHERE board = ? AND digest = ?",
                *(place.file_name(board), digest),
            )
        return _only(rows)

    def put(self, board: str, text: str) -> None:
        """Put a claim there; the one who enters it first has entered it."""
        profile = _PROFILE.search(text[:HEAD])
        with as_files_do(), self._engine.transaction() as database:
            database.execute(
                "INSERT INTO shared_claim (board, digest, profile, name, text)"
                " VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                (
                    *(place.file_name(board), digest_of(text)),
                    *(profile[1] if profile else "", _board_of(text), text),
                ),
            )

    def sweep(self) -> None:
        """Nothing is ever left half written."""


def _board_of(text: str) -> str:
    """What the board of a claim is called; "" when it does not say so."""
    match = BOARD.match(text)
    return match[1] if match and match[1].isprintable() else ""


def _number_of(player: str) -> int:
    """The number that stands for a player where files have that of an account."""
    return int.from_bytes(sha256(player.encode()).digest()[:7])


def _only(rows: list[tuple[str]]) -> str:
    if not rows:
        raise Unfit("is not there any more")
    return str(rows[0][0])
