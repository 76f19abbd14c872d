"""The accounts of a host: its players, with their keys and names.

The fingerprint of a public key identifies a player; the host trusts no other claim of a client. The
server and the hall use the interface ``Accounts``; ``account_store`` implements it over SQLite, in
a file next to the players' data, and over PostgreSQL.
"""

from pathlib import Path
from typing import NamedTuple, Protocol

from solterm.hall.messages import Result
from solterm.serve.nicknames import NameRefused
from solterm.serve.tables import HOST_FILE
from solterm.store import backends, place
from solterm.store.sqlite import SqliteFile

__all__ = ["Accounts", "CodeRefused", "NameRefused", "Player", "open_accounts"]

MOST_RESULTS = 500
"""Results in the list of recent ones."""
_LONGEST_TEXT = 200
_HIGHEST_MARK = 10**9

FILE = "host.db"
"""The file's name in the host's data folder."""


class Player(NamedTuple):
    """A player with an account."""

    id: str
    """Sixteen hexadecimal digits, drawn by the host: the name of the player's folder."""
    name: str
    """The nickname, which is ASCII and looks like no other on this host."""


class CodeRefused(ValueError):
    """The accounts did not issue or accept a code; the text says why."""


def check_result(result: Result) -> None:
    """Raise ``ValueError`` for a result that is larger than any play's."""
    texts = (result.player, result.game, result.deal, result.purpose, result.moment)
    if max(map(len, texts)) > _LONGEST_TEXT or abs(result.mark) > _HIGHEST_MARK:
        raise ValueError("A result is larger than any play's.")


class Accounts(Protocol):
    """The players of a host.

    Every method raises ``StoreError`` when the database fails, and ``ValueError`` with a sentence
    for the player when it refuses. Changes are on disk when a method returns. Use it from one
    thread.
    """

    def find(self, fingerprint: str) -> Player | None:
        """Return the player of a key, or None for an unknown key."""

    def enrol(self, fingerprint: str, wish: str) -> Player:
        """Return the player of a key, created if it is new, with a name close to the wish.

        The wish is a login name and may be any text.
        """

    def rename(self, player: str, name: str) -> Player:
        """Rename a player, given by id; raises ``NameRefused``.

        The old name stays reserved for a while.
        """

    def make_code(self, player: str) -> str:
        """Issue a code that links one more key to a player; it replaces an earlier one.

        Raises ``CodeRefused`` for a player with the maximum number of keys.
        """

    def use_code(self, fingerprint: str, code: str) -> Player:
        """Link a key to the player who got this code; raises ``CodeRefused``.

        Games played with that key before stay with its former player.
        """

    def enter_result(self, result: Result) -> None:
        """Add a result to the recent ones, and drop the oldest.

        Raises ``ValueError`` as ``check_result`` does.
        """

    def results(self, count: int) -> list[Result]:
        """Return the recent results, newest first."""


def open_accounts(data: Path, database: str | None = None) -> Accounts:
    """Open the accounts of a host: in its data folder, or in a database that hosts share.

    Raises ``StoreError``.
    """
    from solterm.serve.account_store import AccountStore

    if database is None:
        return AccountStore(open_file(data))
    backends.check_address(database)
    from solterm.serve.hostdatabase import open_database

    return AccountStore(open_database(database))


def open_file(data: Path) -> SqliteFile:
    """Open the accounts' file in a folder; both are created private when missing.

    Raises ``StoreError`` when it is damaged, foreign, of a newer version or not writable.
    """
    place.create(data)
    path = data / FILE
    engine = SqliteFile(path, HOST_FILE)
    engine.open()
    for each in (path, data / f"{FILE}-journal"):
        place.close(each)
    return engine
