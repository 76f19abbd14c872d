"""Papers: the short texts that a player keeps under names, such as the settings.

They lie as files in the player's folder, which an editor may change too, or in a table of the
host's database.
"""

from pathlib import Path
from typing import Protocol

from solterm.store import engines, files, place
from solterm.store.errors import show_path
from solterm.store.files import Folder


class Papers(Protocol):
    """Where they lie."""

    def show(self, name: str) -> str:
        """How a sentence for the player begins that is about one of them."""

    def read(self, name: str, most: int) -> str:
        """A text of at most so many bytes.

        Raises ``FileNotFoundError`` when there is none of that name, and ``Unfit`` for all else
        that hinders, as in ``cannot be read``.
        """

    def replace(self, name: str, text: str) -> None:
        """Keep a text, in place of one of that name; raises ``OSError`` and ``StoreError``."""

    def put(self, name: str, text: str) -> None:
        """Keep a text unless there is one of that name; raises ``OSError`` and ``StoreError``."""

    def remove(self, name: str) -> None:
        """Keep it no more, if there is one; raises ``OSError`` and ``StoreError``."""


class Files:
    """Papers that are files of a folder."""

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


def find_own() -> Papers:
    """The player's own; raises ``StoreError`` when it cannot be told where they lie."""
    engine = engines.find_own()
    if engine is None:
        return Files(place.home())
    from solterm.store.postgres.papers import Rows

    return Rows(engine)
