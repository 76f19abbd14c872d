"""The settings store: short texts that a player keeps by name, such as the settings.

They are files in the player's folder, which an editor may change too, or rows in the host's
database.
"""

from pathlib import Path
from typing import Protocol

from solterm.store import engines, files, place
from solterm.store.errors import show_path
from solterm.store.files import Folder


class SettingsStore(Protocol):
    """Where the texts are kept."""

    def show(self, name: str) -> str:
        """Return how to name a text at the beginning of a sentence for the player."""

    def read(self, name: str, most: int) -> str:
        """Return a text of at most so many bytes.

        Raises ``FileNotFoundError`` when there is none of that name, and ``Unfit`` for any other
        failure, as in ``cannot be read``.
        """

    def replace(self, name: str, text: str) -> None:
        """Write a text, replacing one of that name; raises ``OSError`` and ``StoreError``."""

    def put(self, name: str, text: str) -> None:
        """Write a text unless there is one of that name; raises ``OSError`` and ``StoreError``."""

    def remove(self, name: str) -> None:
        """Remove a text, if it exists; raises ``OSError`` and ``StoreError``."""


class Files:
    """A settings store in a folder."""

    def __init__(self, home: Path) -> None:
        self._home = home

    def show(self, name: str) -> str:
        """The file as the player knows it."""
        return show_path(self._home / name)

    def read(self, name: str, most: int) -> str:
        """The text of a file, which may be a link."""
        return files.read(self._home / name, most)

    def replace(self, name: str, text: str) -> None:
        """Put a file in its place at once: whoever is interrupted leaves the old one."""
        place.create(self._home)
        # A file that is linked to from here stays linked to.
        path = (self._home / name).resolve()
        with Folder.open(path.parent) as folder:
            folder.sweep()
            folder.replace(path.name, text)

    def put(self, name: str, text: str) -> None:
        """Put a file there; of two programs that do so at once, one wins."""
        place.create(self._home)
        with Folder.open(self._home) as folder:
            folder.put(name, text)

    def remove(self, name: str) -> None:
        """Remove a file."""
        (self._home / name).unlink(missing_ok=True)


def find_own() -> SettingsStore:
    """Return the player's own; raises ``StoreError`` for a bad address of a database."""
    engine = engines.find_own()
    if engine is None:
        return Files(place.home())
    from solterm.store.postgres.settings_store import Rows

    return Rows(engine)
