"""``PlayerData`` and ``SharedData`` in PostgreSQL, as rows.

The database enforces what folders can't: a text matches its digest, owner and time are true, and
only their owner may change or remove rows.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import Any

from solterm.store import locations
from solterm.store.errors import SharedError, StoreError
from solterm.store.files import Unfit, check_size
from solterm.store.interface import (
    MAX_RESULTS,
    MAX_RESULTS_EACH,
    MAX_TOURNAMENTS_EACH,
    Engine,
    SharedFile,
    board_of,
    digest_of,
    profile_of,
)

_NEWEST_RESULTS = (
    "SELECT digest, player, entered FROM (SELECT digest, player,"
    " extract(epoch FROM entered)::float8 AS entered,"
    " row_number() OVER (PARTITION BY player ORDER BY entered DESC, digest) AS nth"
    " FROM shared_result WHERE board = ?) AS ranked WHERE nth <= ? ORDER BY digest LIMIT ?"
)
_NAMES = (
    "SELECT DISTINCT renamed_player.player, renamed_player.name FROM renamed_player"
    " JOIN shared_result ON profile = renamed_player.player WHERE board = ?"
)
_NEWEST_TOURNAMENTS = (
    "SELECT file FROM (SELECT file, row_number() OVER"
    " (PARTITION BY player ORDER BY entered DESC, file) AS nth FROM tournament) AS ranked"
    " WHERE nth <= ? ORDER BY file"
)


class _Rows:
    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def _read(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        return self._engine.read(query, *values)

    def _write(self, statement: str, *values: object) -> bool:
        with self._engine.transaction() as database:
            written = database.execute(statement, values)
        return bool(written.rowcount)


class PlayerRows(_Rows):
    """``PlayerData`` in a database, whose engine knows the player."""

    def title(self, name: str) -> str:
        return name

    def read(self, name: str, limit: int) -> str:
        rows = self._read("SELECT text FROM paper WHERE name = ?", name)
        if not rows:
            raise FileNotFoundError(name)
        text = str(rows[0][0])
        check_size(text.encode(), limit)
        return text

    def replace(self, name: str, text: str) -> None:
        self._write(
            "INSERT INTO paper (name, text) VALUES (?, ?)"
            " ON CONFLICT (player, name) DO UPDATE SET text = excluded.text",
            *(name, text),
        )

    def add(self, name: str, text: str) -> None:
        self._write(
            "INSERT INTO paper (name, text) VALUES (?, ?) ON CONFLICT DO NOTHING", name, text
        )


class SharedRows(_Rows):
    """``SharedData`` in a database."""

    location = "this host's database"

    def boards(self) -> list[str]:
        query = "SELECT min(name) FROM shared_result WHERE name <> '' GROUP BY board LIMIT ?"
        return [str(name) for (name,) in self._read(query, MAX_RESULTS)]

    def results(self, board: str) -> list[SharedFile]:
        limits = MAX_RESULTS_EACH, MAX_RESULTS
        rows = self._read(_NEWEST_RESULTS, locations.file_name(board), *limits)
        return [SharedFile(digest, _number_of(player), moment) for digest, player, moment in rows]

    def read_result(self, board: str, digest: str) -> str:
        query = "SELECT text FROM shared_result WHERE board = ? AND digest = ?"
        return _first_text(self._read(query, locations.file_name(board), digest))

    def add_result(self, board: str, text: str) -> None:
        self._write(
            "INSERT INTO shared_result (board, digest, profile, name, text)"
            " VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            locations.file_name(board),
            digest_of(text),
            profile_of(text),
            board_of(text),
            text,
        )

    def names(self, board: str) -> dict[str, str]:
        if self._read("SELECT to_regclass('renamed_player')") == [(None,)]:
            return {}  # without a host nobody has an account
        return dict(self._read(_NAMES, locations.file_name(board)))

    def tournaments(self) -> list[str]:
        return [str(name) for (name,) in self._read(_NEWEST_TOURNAMENTS, MAX_TOURNAMENTS_EACH)]

    def read_tournament(self, name: str) -> str:
        return _first_text(self._read("SELECT text FROM tournament WHERE file = ?", name))

    def add_tournament(self, name: str, text: str) -> bool:
        return self._write(
            "INSERT INTO tournament (file, text) VALUES (?, ?) ON CONFLICT DO NOTHING", name, text
        )

    def _read(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        with _shared_errors():
            return super()._read(query, *values)

    def _write(self, statement: str, *values: object) -> bool:
        with _shared_errors():
            return super()._write(statement, *values)


@contextmanager
def _shared_errors() -> Iterator[None]:
    try:
        yield
    except StoreError as error:
        raise SharedError(str(error).rstrip(".")) from None


def _number_of(player: str) -> int:
    return int.from_bytes(sha256(player.encode()).digest()[:7])


def _first_text(rows: list[tuple[Any, ...]]) -> str:
    if not rows:
        raise Unfit("is no longer there")
    return str(rows[0][0])
