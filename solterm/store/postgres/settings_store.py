"""The settings store in PostgreSQL: each text is a row."""

from solterm.store.engine import Engine
from solterm.store.errors import StoreError
from solterm.store.files import Unfit, check_size


class Rows:
    """SettingsStore behind an engine, which knows whose they are."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def show(self, name: str) -> str:
        """The name alone: the player has only one such text."""
        return name

    def read(self, name: str, most: int) -> str:
        """The text of a row."""
        try:
            rows = self._engine.read("SELECT text FROM paper WHERE name = ?", name)
        except StoreError as error:
            raise Unfit(f"cannot be read. {error}") from None
        if not rows:
            raise FileNotFoundError(name)
        text = str(rows[0][0])
        check_size(text.encode(), most)
        return text

    def replace(self, name: str, text: str) -> None:
        """Put a row in the place of the one before."""
        with self._engine.transaction() as database:
            database.execute("DELETE FROM paper WHERE name = ?", (name,))
            database.execute("INSERT INTO paper (name, text) VALUES (?, ?)", (name, text))

    def put(self, name: str, text: str) -> None:
        """Put a row there; of two sessions that do so at once, one wins."""
        with self._engine.transaction() as database:
            database.execute(
                "INSERT INTO paper (name, text) VALUES (?, ?) ON CONFLICT DO NOTHING", (name, text)
            )

    def remove(self, name: str) -> None:
        """Remove a row."""
        with self._engine.transaction() as database:
            database.execute("DELETE FROM paper WHERE name = ?", (name,))
