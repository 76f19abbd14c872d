"""A player's data folder: the settings and the profile."""

from collections.abc import Iterator
from contextlib import contextmanager

from solterm.context import Context
from solterm.store import files, locations
from solterm.store.errors import StoreError, name_place
from solterm.store.files import Folder


class PlayerFolder:
    """``PlayerData`` in a folder."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._home = locations.home(context)

    def title(self, name: str) -> str:
        return name_place(self._context, self._home / name)

    def read(self, name: str, limit: int) -> str:
        return files.read(self._home / name, limit)

    def replace(self, name: str, text: str) -> None:
        path = (self._home / name).resolve()  # the player may keep the file elsewhere, as a link
        with self._writing(name), Folder.open(path.parent) as folder:
            folder.sweep()
            folder.replace(path.name, text)

    def add(self, name: str, text: str) -> None:
        with self._writing(name), Folder.open(self._home) as folder:
            folder.put(name, text)

    @contextmanager
    def _writing(self, name: str) -> Iterator[None]:
        locations.create(self._context, self._home)
        try:
            yield
        except OSError as error:
            remedy = "check for room on the disk and the permissions of the folder"
            raise StoreError(
                f"{self.title(name)} cannot be saved ({error.strerror}); {remedy}."
            ) from None
