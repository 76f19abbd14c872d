"""Who somebody is: the players of a host, by the keys they come with, and what they are called.

A player is known by the fingerprint of a public key, and by nothing a client says of itself. What
the server and the hall ask of the register is ``Register``; ``solterm.serve.book`` answers it over
any engine of the store's, of which the usual one is a file beside the players' data.
"""

from pathlib import Path
from typing import NamedTuple, Protocol

from solterm.hall.messages import Result
from solterm.serve.nicknames import NameRefused
from solterm.serve.tables import HOST_FILE
from solterm.store import engines, place
from solterm.store.sqlite import SqliteFile

__all__ = ["CodeRefused", "NameRefused", "Player", "Register", "open_register"]

MOST_RESULTS = 500
"""Results that are kept."""
_LONGEST_TEXT = 200
_HIGHEST_MARK = 10**9

FILE = "host.db"
"""The file's name in the host's data folder."""


class Player(NamedTuple):
    """Somebody whom the host knows again."""

    id: str
    """Sixteen hexadecimal digits, drawn by the host: the name of the player's folder."""
    name: str
    """The nickname, which is ASCII and looks like no other on this host."""


class CodeRefused(ValueError):
    """A code that cannot be had, or makes no key anybody's: why, in a sentence."""


def check_result(result: Result) -> None:
    """Raise ``ValueError`` for a result that is larger than any play's."""
    texts = (result.player, result.game, result.deal, result.purpose, result.moment)
    if max(map(len, texts)) > _LONGEST_TEXT or abs(result.mark) > _HIGHEST_MARK:
        raise ValueError("A result is larger than any play's.")


class Register(Protocol):
    """The players of a host.

    Every method raises ``StoreError`` when the database fails it; what is refused is a
    ``ValueError`` with a sentence for the player. What a method was told is on the disk when it
    returns. It is asked from one thread.
    """

    def find(self, fingerprint: str) -> Player | None:
        """Whose key it is; None for one that nobody has come with."""

    def enrol(self, fingerprint: str, wish: str) -> Player:
        """The player of a key, made if it is new; the name is as near to a wish as can be had.

        The wish is a login name and may be any text whatever.
        """

    def rename(self, player: str, name: str) -> Player:
        """Call a player, named by the id, otherwise; raises ``NameRefused``.

        For a while nobody else may have the old name.
        """

    def make_code(self, player: str) -> str:
        """A code that makes one more key this player's, once and soon; an earlier one is void.

        Raises ``CodeRefused`` for a player who has keys enough.
        """

    def use_code(self, fingerprint: str, code: str) -> Player:
        """Make a key that of the player who was given a code; raises ``CodeRefused``.

        What was played with that key before stays with the player it was played as.
        """

    def enter_result(self, result: Result) -> None:
        """Keep the result of a play; the oldest are forgotten.

        Raises ``ValueError`` for one that is no play's: longer than any.
        """

    def results(self, count: int) -> list[Result]:
        """What was played lately, the newest first."""


def open_register(data: Path, database: str | None = None) -> Register:
    """The register of a host: in its data folder, or in a database for several hosts.

    Raises ``StoreError`` when it cannot be opened.
    """
    from solterm.serve.book import Book

    if database is None:
        return Book(open_file(data))
    engines.check_address(database)
    from solterm.serve.hostdatabase import open_database

    return Book(open_database(database))


def open_file(data: Path) -> SqliteFile:
    """The register's file in a folder, both made when missing and closed to everybody else.

    Raises ``StoreError`` when it is damaged, foreign, of a newer version or not writable.
    """
    place.create(data)
    path = data / FILE
    engine = SqliteFile(path, HOST_FILE)
    engine.open()
    for each in (path, data / f"{FILE}-journal"):
        place.close(each)
    return engine
