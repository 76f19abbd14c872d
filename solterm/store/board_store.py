"""The board store: where claims to places on boards are kept, a player's own and shared ones.

A claim is a file named by the SHA-256 of its text, so that entering it twice is once and a damaged
file shows. A player's own claims have a folder for each board; shared ones are all in one folder,
since only folders made by the administrator are used there.

Owner and time of a shared claim come from the file's metadata, not from its text.
"""

import hashlib
import os
import re
from collections import Counter, defaultdict
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, Protocol
from urllib.parse import unquote

from solterm.contests import claims
from solterm.store import engines, files, place, sharedfolder
from solterm.store.errors import StoreError, show_path
from solterm.store.files import Folder, Lying, Unfit

MOST_OF_ONE = 2_000
"""Files of one account on the shared boards that are looked at, the newest of them."""
MOST_OF_ALL = 200_000
"""Files on the shared boards; more are no results of players."""

_OWN_FILE = re.compile(r"([0-9a-f]{64})\.txt")
_SHARED_FILE = re.compile(r"([0-9a-f]{16})-([0-9a-f]{64})\.txt")
BOARD = re.compile(r'\[Board "([^"]*)"\]')
"""How a claim begins."""
HEAD = 1024
"""Bytes in which a claim has said for which board and whose it is."""
_TRIES = 20
"""Files of a shared board that are asked for its name."""


class Claimed(NamedTuple):
    """A claim in a board store, not read yet."""

    digest: str
    owner: int
    """The account that wrote it, by its number."""
    moment: float
    """When it was put there, in seconds; 0 where that says nothing."""
    written: float = 0
    """When a file of the player's own was written, in seconds; a backup keeps their order."""
    is_sound: bool = False
    """Is it held there to what its name says, so that this need not be asked?"""


class Own(Protocol):
    """A player's own claims; failures raise ``StoreError``."""

    def folders(self) -> list[str]:
        """The folders of boards, or what they would be called."""

    def name_of(self, folder: str) -> str:
        """What the board of a folder is called; "" for one without claims."""

    def list_claims(self, folder: str) -> list[Claimed]:
        """The claims of a board, in the order of their digests."""

    def read(self, folder: str, digest: str) -> str:
        """The text of a claim; raises ``Unfit``."""

    def put(self, board: str, text: str) -> None:
        """Keep a claim of a board."""

    def clear(self, board: str) -> None:
        """Erase the claims of a board."""


class Shared(Protocol):
    """The claims that all players share; failures raise ``OSError``."""

    @property
    def called(self) -> str:
        """How a sentence for the player begins that is about it."""

    def names(self) -> list[str]:
        """What the boards are called."""

    def list_claims(self, board: str) -> list[Claimed]:
        """The claims of a board."""

    def owners(self, profile: str) -> set[int]:
        """The accounts that have entered results of a profile, on whatever board."""

    def read(self, board: str, digest: str) -> str:
        """The text of a claim; raises ``Unfit`` too."""

    def put(self, board: str, text: str) -> None:
        """Put a claim there, for all to read, unless it is there."""

    def sweep(self) -> None:
        """Remove what was left half written."""


def find_own() -> Own:
    """Return the player's own claims, in the folder or in the host's database."""
    engine = engines.find_own()
    if engine is None:
        return OwnBoards(place.home())
    from solterm.store.postgres import board_store

    return board_store.OwnBoards(engine)


def find_shared() -> Shared | None:
    """Return the claims that the players of a host share; None where nothing is shared."""
    engine = engines.find_shared()
    if engine is None:
        return SharedBoards() if place.find_shared() else None
    from solterm.store.postgres import board_store

    return board_store.SharedBoards(engine)


def digest_of(text: str) -> str:
    """What a claim is named by."""
    return hashlib.sha256(text.encode()).hexdigest()


def read_entry(path: Path) -> str:
    """The text of a claim's file; raises ``Unfit`` for none, or one that was changed."""
    name = re.search(r"[0-9a-f]{64}(?=\.txt$)", path.name)
    try:
        text = files.read(path, claims.LARGEST)
    except FileNotFoundError:
        raise Unfit("is not there any more") from None
    return _whole(text, name[0] if name else "")


class OwnBoards:
    """The player's own claims; what hinders raises ``StoreError``."""

    def __init__(self, home: Path) -> None:
        self._top = home / sharedfolder.BOARDS

    def folders(self) -> list[str]:
        """The folders of boards."""
        try:
            return sorted(
                each.name for each in self._top.iterdir() if each.is_dir() and each.name[0] != "."
            )
        except FileNotFoundError:
            return []
        except OSError as error:
            raise _trouble(self._top, "read", error) from None

    def name_of(self, folder: str) -> str:
        """What the board in a folder is called; "" for one without claims."""
        there = self.list_claims(folder)
        for each in there:
            with suppress(Unfit):
                match = BOARD.match(self.read(folder, each.digest))
                if match and place.file_name(match[1]) == folder and match[1].isprintable():
                    return match[1]
        called = unquote(folder)
        return called if there and called.isprintable() else ""

    def list_claims(self, folder: str) -> list[Claimed]:
        """The claims in a board's folder, in the order of their digests."""
        try:
            with Folder.open(self._top / folder) as there:
                found = list(there.files(_OWN_FILE))
        except FileNotFoundError:
            return []
        except OSError as error:
            raise _trouble(self._top / folder, "read", error) from None
        # A player's own files come and go with backups, and may be given any time.
        return sorted(Claimed(each.name[:64], each.owner, 0, each.written) for each in found)

    def read(self, folder: str, digest: str) -> str:
        """The text of a claim; raises ``Unfit``."""
        return read_entry(self._top / folder / f"{digest}.txt")

    def put(self, board: str, text: str) -> None:
        """Keep a claim of a board."""
        folder = self._top / place.file_name(board)
        place.create(folder)
        try:
            with Folder.open(folder) as there:
                there.sweep()
                there.put(f"{digest_of(text)}.txt", text)
        except OSError as error:
            raise _trouble(folder, "written", error) from None

    def clear(self, board: str) -> None:
        """Erase the claims of a board."""
        folder = place.file_name(board)
        try:
            for each in self.list_claims(folder):
                (self._top / folder / f"{each.digest}.txt").unlink()
        except OSError as error:
            raise _trouble(self._top / folder, "cleared", error) from None
        with suppress(OSError):  # what else lies there may stay
            (self._top / folder).rmdir()


class SharedBoards:
    """The claims that all players of a host share; what hinders raises ``OSError``.

    It is looked through once; what is put there later shows after ``forget``.
    """

    def __init__(self) -> None:
        self._found: dict[str, list[Claimed]] | None = None
        self._names: dict[str, str] = {}

    @property
    def called(self) -> str:
        """Its place."""
        return f"The shared boards in {show_path(place.find_shared())}"

    def forget(self) -> None:
        """Look again the next time."""
        self._found = None

    def names(self) -> list[str]:
        """What the boards are called."""
        called = []
        with sharedfolder.open_folder(sharedfolder.BOARDS) as folder:
            for key, there in self._all(folder).items():
                if key not in self._names:
                    self._names[key] = _name_of(folder, key, there)
                called.append(self._names[key])
        return list(filter(None, called))

    def list_claims(self, board: str) -> list[Claimed]:
        """The claims of a board."""
        with sharedfolder.open_folder(sharedfolder.BOARDS) as folder:
            return self._all(folder).get(_key(board), [])

    def owners(self, profile: str) -> set[int]:
        """The accounts that have entered results of a profile, on whatever board."""
        found = set()
        line = f'[Profile "{profile}"]'
        with sharedfolder.open_folder(sharedfolder.BOARDS) as folder:
            for key, there in self._all(folder).items():
                for each in there:
                    with suppress(OSError, Unfit):
                        if line in folder.head(_file(key, each.digest), HEAD).split("\n"):
                            found.add(each.owner)
        return found

    def read(self, board: str, digest: str) -> str:
        """The text of a claim; raises ``Unfit`` too."""
        with sharedfolder.open_folder(sharedfolder.BOARDS) as folder:
            try:
                text = folder.read(_file(_key(board), digest), claims.LARGEST)
            except OSError as error:
                raise Unfit(f"cannot be read ({error.strerror or error})") from None
        return _whole(text, digest)

    def put(self, board: str, text: str) -> None:
        """Put a claim there, for all to read."""
        sharedfolder.keep(sharedfolder.BOARDS, _file(_key(board), digest_of(text)), text)
        self.forget()

    def sweep(self) -> None:
        """Remove what this account left half written."""
        with sharedfolder.open_folder(sharedfolder.BOARDS) as folder:
            folder.sweep()

    def _all(self, folder: Folder) -> dict[str, list[Claimed]]:
        """All claims by the keys of their boards, as far as they are looked at."""
        if self._found is None:
            there: list[Lying] = []
            for each in folder.files(_SHARED_FILE):
                there.append(each)
                if len(there) > MOST_OF_ALL:
                    raise OSError(0, f"it holds more than {MOST_OF_ALL} files")
            self._found = _sift(there, {0, os.getuid(), folder.state.st_uid})
        return self._found


def _sift(there: list[Lying], trusted: set[int]) -> dict[str, list[Claimed]]:
    """What is looked at of files, by the keys of their boards: of each account the newest ones.

    Accounts that might do worse than fill the folder are not counted.
    """
    found: dict[str, list[Claimed]] = defaultdict(list)
    count: Counter[int] = Counter()
    for each in sorted(there, key=lambda each: (-each.moment, each.name)):
        count[each.owner] += 1
        if count[each.owner] <= MOST_OF_ONE or each.owner in trusted:
            key, _, digest = each.name.removesuffix(".txt").partition("-")
            found[key].append(Claimed(digest, each.owner, each.moment))
    return found


def _name_of(folder: Folder, key: str, there: list[Claimed]) -> str:
    """What the board of some claims is called; "" if none of them says it."""
    for each in there[:_TRIES]:
        with suppress(OSError, Unfit):
            match = BOARD.match(folder.head(_file(key, each.digest), HEAD))
            if match and _key(match[1]) == key and match[1].isprintable():
                return match[1]
    return ""


def _key(board: str) -> str:
    """What the files of a shared board begin with."""
    return digest_of(place.file_name(board))[:16]


def _file(key: str, digest: str) -> str:
    return f"{key}-{digest}.txt"


def _whole(text: str, digest: str) -> str:
    if digest_of(text) != digest:
        raise Unfit("was changed after it was entered")
    return text


def _trouble(folder: Path, done: str, error: OSError) -> StoreError:
    return StoreError(f"{show_path(folder)} cannot be {done} ({error.strerror or error}).")
