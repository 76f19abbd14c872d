"""The folder that all players of a host share.

The host's owner prepares it. Its two folders are sticky: every account may add files, and only a
file's owner may remove it. Folders that another account made are refused, since their owner could
replace the files in them.
"""

import errno
import json
import os
import re
import stat
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from solterm.context import Context
from solterm.store import files, locations
from solterm.store.errors import SharedError, StoreError, name_place, show_path
from solterm.store.files import FileInfo, Folder, Unfit
from solterm.store.interface import (
    LARGEST_RESULT,
    MAX_RESULTS,
    MAX_RESULTS_EACH,
    MAX_TOURNAMENTS_EACH,
    SharedFile,
    board_of,
    digest_of,
)

BOARDS = "boards"
TOURNAMENTS = "tournaments"
NAMES = "names.json"
"""The file with the names of renamed players."""

_RESULT_FILE = re.compile(r"([0-9a-f]{16})-([0-9a-f]{64})\.txt")
_TOURNAMENT_FILE = re.compile(r"[^.].*\.json")
_LARGEST_TOURNAMENT = 1 << 16
_LARGEST_NAMES = 1 << 24
_HEAD = 1024
"""Bytes at the start of a result that contain its board."""
_TRIES = 20
"""Results that are opened to find the name of their board."""

_STICKY = 0o1777
_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
_NO_FOLDER = (errno.ELOOP, errno.ENOTDIR, errno.EMLINK, errno.ENOENT)


class SharedFolder:
    """``SharedData`` in a folder. It lists the results once, and again after ``add_result``."""

    def __init__(self, root: Path, location: str) -> None:
        self._root = root
        self.location = location
        self._results: dict[str, list[SharedFile]] | None = None
        self._names: dict[str, str] = {}

    def boards(self) -> list[str]:
        with self._open(BOARDS) as folder:
            for key, found in self._list(folder).items():
                if key not in self._names:
                    self._names[key] = _name_of(folder, key, found)
            return [self._names[key] for key in self._list(folder) if self._names[key]]

    def results(self, board: str) -> list[SharedFile]:
        with self._open(BOARDS) as folder:
            return self._list(folder).get(_key(board), [])

    def read_result(self, board: str, digest: str) -> str:
        with self._open(BOARDS) as folder:
            try:
                text = folder.read(result_file(board, digest), LARGEST_RESULT)
            except OSError as error:
                raise Unfit(f"cannot be read ({error.strerror or error})") from None
        if digest_of(text) != digest:
            raise Unfit("was changed after it was entered")
        return text

    def add_result(self, board: str, text: str) -> None:
        with self._open(BOARDS) as folder:
            folder.sweep()
            folder.put(result_file(board, digest_of(text)), text, files.FOR_ALL)
        self._results = None

    def names(self, board: str) -> dict[str, str]:
        return read_names(self._root)

    def tournaments(self) -> list[str]:
        if not os.access(self._root, os.F_OK):
            return []
        with self._open(TOURNAMENTS) as folder:
            found = sorted(folder.files(_TOURNAMENT_FILE), key=lambda each: -each.moment)
        count: Counter[int] = Counter()
        names = []
        for each in found:
            count[each.owner] += 1
            if count[each.owner] <= MAX_TOURNAMENTS_EACH:
                names.append(each.name)
        return sorted(names)

    def read_tournament(self, name: str) -> str:
        with self._open(TOURNAMENTS) as folder:
            return folder.read(name, _LARGEST_TOURNAMENT)

    def add_tournament(self, name: str, text: str) -> bool:
        with self._open(TOURNAMENTS) as folder:
            return folder.put(name, text, files.FOR_ALL)

    @contextmanager
    def _open(self, name: str) -> Iterator[Folder]:
        try:
            with open_folder(self._root, name) as folder:
                yield folder
        except OSError as error:
            raise SharedError(error.strerror or str(error)) from None

    def _list(self, folder: Folder) -> dict[str, list[SharedFile]]:
        if self._results is None:
            found: list[FileInfo] = []
            for each in folder.files(_RESULT_FILE):
                found.append(each)
                if len(found) > MAX_RESULTS:
                    raise OSError(0, f"it holds more than {MAX_RESULTS} files")
            self._results = _keep_newest(found, {0, os.getuid(), folder.state.st_uid})
        return self._results


def read_names(root: Path) -> dict[str, str]:
    """Return the names of renamed players, by profile; a host writes them."""
    try:
        names = json.loads(files.read(root / NAMES, _LARGEST_NAMES))
    except (OSError, Unfit, ValueError, RecursionError):
        return {}
    return {str(who): str(name) for who, name in names.items()} if type(names) is dict else {}


def write_names(root: Path, names: dict[str, str]) -> None:
    """Replace the names of renamed players. Raises ``OSError``."""
    with Folder.open(root) as folder:
        folder.replace(NAMES, json.dumps(names), files.FOR_ALL)


def result_file(board: str, digest: str) -> str:
    """Return the file name of a result on the shared boards."""
    return f"{_key(board)}-{digest}.txt"


def _key(board: str) -> str:
    return digest_of(locations.file_name(board))[:16]


def _keep_newest(found: list[FileInfo], trusted: set[int]) -> dict[str, list[SharedFile]]:
    """Return the results by the keys of their boards: of each account the newest ones.

    The trusted accounts have no limit: they could do worse than fill the folder.
    """
    kept: dict[str, list[SharedFile]] = defaultdict(list)
    count: Counter[int] = Counter()
    for each in sorted(found, key=lambda each: (-each.moment, each.name)):
        count[each.owner] += 1
        if count[each.owner] <= MAX_RESULTS_EACH or each.owner in trusted:
            key, _, digest = each.name.removesuffix(".txt").partition("-")
            kept[key].append(SharedFile(digest, each.owner, each.moment))
    return kept


def _name_of(folder: Folder, key: str, found: list[SharedFile]) -> str:
    for each in found[:_TRIES]:
        with suppress(OSError, Unfit):
            board = board_of(folder.head(f"{key}-{each.digest}.txt", _HEAD))
            if board and _key(board) == key:
                return board
    return ""


# -- the folder itself -----------------------------------------------------------------------


def open_folder(root: Path, name: str) -> Folder:
    """Open one of the two folders; raises ``OSError``, also if it isn't prepared properly."""
    with Folder.open(root) as top:
        try:
            folder = top.open_inside(name)
        except OSError as error:
            if error.errno not in _NO_FOLDER:
                raise
            raise _unprepared() from None
        state = folder.state
        if state.st_uid in (0, top.state.st_uid) and not _others_may_remove(state):
            return folder
        folder.close()
        raise _unprepared()


def trouble(context: Context) -> str:
    """Return a sentence if the shared folder can't be used; "" if it can, or is not configured."""
    root = locations.find_shared(context)
    if root is None:
        return ""
    try:
        for name in (BOARDS, TOURNAMENTS):
            open_folder(root, name).close()
    except OSError as error:
        place = name_place(context, root)
        return f"The shared boards in {place} cannot be used: {error.strerror or error}."
    return ""


def prepare(context: Context) -> Path:
    """Create the two folders, or correct their mode; return the shared folder.

    Raises ``StoreError`` if none is configured, another account owns one of them, or this account
    may not.
    """
    root = locations.find_shared(context)
    if root is None:
        raise StoreError("Name the folder first: set SOLTERM_SHARED to it, for all players.")
    try:
        if not root.exists():
            root.mkdir(0o755)
            root.chmod(0o755)  # despite the umask
        with Folder.open(root) as top:
            _check_root(root, top.state)
            for name in (BOARDS, TOURNAMENTS):
                top.make(name)
                _correct_mode(root / name, top, name)
    except OSError as error:
        raise StoreError(
            f"{show_path(root)} cannot be prepared: {error.strerror or error}."
        ) from None
    return root


def _check_root(root: Path, state: os.stat_result) -> None:
    if os.geteuid() not in (0, state.st_uid):
        raise StoreError(
            f"{show_path(root)} is another account's: only its owner or root prepares it."
        )
    if _others_may_remove(state):
        reason = "may be changed by others, who could replace the boards in it"
        raise StoreError(f"{show_path(root)} {reason}; run chmod go-w on it.")


def _correct_mode(path: Path, top: Folder, name: str) -> None:
    try:
        folder = top.open_inside(name)
    except OSError as error:
        if error.errno not in _NO_FOLDER:
            raise
        raise StoreError(f"{show_path(path)} is not a folder; remove it first.") from None
    with folder:
        if folder.state.st_uid not in (0, top.state.st_uid):
            raise StoreError(f"{show_path(path)} is another account's folder; remove it first.")
        folder.set_mode(_STICKY)


def _others_may_remove(state: os.stat_result) -> bool:
    return bool(state.st_mode & _OTHERS_WRITE) and not state.st_mode & stat.S_ISVTX


def _unprepared() -> OSError:
    return OSError(errno.EPERM, "it is not prepared: its owner runs 'solterm boards --prepare'")
