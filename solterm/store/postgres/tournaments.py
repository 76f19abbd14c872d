"""Tournaments that are published for the players of all hosts: rows that nobody changes."""

from solterm.store.engine import Engine
from solterm.store.files import Unfit
from solterm.store.postgres.errors import as_files_do
from solterm.store.tournaments import MOST_OF_ONE

_NEWEST = (
    "SELECT file FROM (SELECT file, row_number() OVER"
    " (PARTITION BY player ORDER BY entered DESC, file) AS nth FROM tournament) AS ranked"
    " WHERE nth <= ? ORDER BY file"
)
"""Of each player the newest ones."""


class Rows:
    """Tournaments behind an engine, which knows who publishes; what hinders raises ``OSError``."""

    called = "the host's database"

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def names(self) -> list[str]:
        """What their files would be called."""
        with as_files_do():
            return [str(name) for (name,) in self._engine.read(_NEWEST, MOST_OF_ONE)]

    def read(self, name: str) -> str:
        """The text of one."""
        with as_files_do():
            rows = self._engine.read("SELECT text FROM tournament WHERE file = ?", name)
        if not rows:
            raise Unfit("is not there any more")
        return str(rows[0][0])

    def put(self, name: str, text: str) -> bool:
        """Publish one, unless there is one of that name; was it put?"""
        with as_files_do(), self._engine.transaction() as database:
            done = database.execute(
                "INSERT INTO tournament (file, text) VALUES (?, ?) ON CONFLICT DO NOTHING",
                (name, text),
            )
        return bool(done.rowcount)
