"""A player's data folder: the settings, the profile, and a folder of claims for each board.

The name of a claim's file is the SHA-256 of its text. So entering a claim twice stores it once, and
damage shows.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import unquote

from solterm.contests import claims
from solterm.context import Context
from solterm.store import files, locations
from solterm.store.errors import StoreError, name_place
from solterm.store.files import Folder, Unfit
from solterm.store.interface import Claimed, board_of, digest_of

BOARDS = "boards"
"""The folder with the folders of boards."""

_CLAIM_FILE = re.compile(r"([0-9a-f]{64})\.txt")


def read_claim_file(path: Path) -> str:
    """Return the text of a claim's file; raises ``Unfit`` if it is missing or was changed."""
    name = re.search(r"[0-9a-f]{64}(?=\.txt$)", path.name)
    try:
        text = files.read(path, claims.LARGEST)
    except FileNotFoundError:
        raise Unfit("is no longer there") from None
    return check_digest(text, name[0] if name else "")


def check_digest(text: str, digest: str) -> str:
    """Return a text if it has this digest; else raise ``Unfit``."""
    if digest_of(text) != digest:
        raise Unfit("was changed after it was entered")
    return text


class PlayerFolder:
    """``PlayerData`` in a folder."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._home = locations.home(context)
        self._boards = self._home / BOARDS

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

    def remove(self, name: str) -> None:
        with self._writing(name):
            (self._home / name).unlink(missing_ok=True)

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

    # -- claims ----------------------------------------------------------------------------

    def boards(self) -> list[str]:
        try:
            found = sorted(
                each for each in self._boards.iterdir() if each.is_dir() and each.name[0] != "."
            )
        except FileNotFoundError:
            return []
        except OSError as error:
            raise self._error(self._boards, "read", error) from None
        return list(filter(None, map(self._name_of, found)))

    def claims(self, board: str) -> list[Claimed]:
        return self._claims_in(self._folder(board))

    def read_claim(self, board: str, digest: str) -> str:
        return read_claim_file(self._folder(board) / f"{digest}.txt")

    def add_claim(self, board: str, text: str) -> None:
        path = self._folder(board)
        locations.create(self._context, path)
        try:
            with Folder.open(path) as folder:
                folder.sweep()
                folder.put(f"{digest_of(text)}.txt", text)
        except OSError as error:
            raise self._error(path, "written", error) from None

    def clear_claims(self, board: str) -> None:
        folder = self._folder(board)
        try:
            for each in self._claims_in(folder):
                (folder / f"{each.digest}.txt").unlink()
        except OSError as error:
            raise self._error(folder, "cleared", error) from None
        with suppress(OSError):  # files of other programs stay
            folder.rmdir()

    def _folder(self, board: str) -> Path:
        return self._boards / locations.file_name(board)

    def _name_of(self, folder: Path) -> str:
        found = self._claims_in(folder)
        for each in found:
            with suppress(Unfit):
                board = board_of(read_claim_file(folder / f"{each.digest}.txt"))
                if locations.file_name(board) == folder.name:
                    return board
        name = unquote(folder.name)
        return name if found and name.isprintable() else ""

    def _claims_in(self, folder: Path) -> list[Claimed]:
        try:
            with Folder.open(folder) as opened:
                found = list(opened.files(_CLAIM_FILE))
        except FileNotFoundError:
            return []
        except OSError as error:
            raise self._error(folder, "read", error) from None
        # The time of these files is no proof: backups restore them, and players may set it.
        return sorted(Claimed(each.name[:64], each.owner, 0, each.written) for each in found)

    def _error(self, folder: Path, done: str, error: OSError) -> StoreError:
        place = name_place(self._context, folder)
        return StoreError(f"{place} cannot be {done} ({error.strerror or error}).")
