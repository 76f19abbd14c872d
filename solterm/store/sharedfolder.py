"""The place that all players of a host share, none of whom is trusted with it.

``SOLTERM_SHARED`` names it, and its owner prepares it: in it lie folders to which everybody adds
and from which nobody takes what is another's. Only folders of that owner or of root are used: who
could make them could also put away, or exchange, what others entered.
"""

import errno
import os
import stat
from pathlib import Path

from solterm.store import files, place
from solterm.store.errors import StoreError, show_path
from solterm.store.files import Folder

BOARDS = "boards"
TOURNAMENTS = "tournaments"

_OPEN_TO_ALL = 0o1777
"""Others may add to it, but take nothing away that is not theirs."""

_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
_NO_FOLDER = (errno.ELOOP, errno.ENOTDIR, errno.EMLINK, errno.ENOENT)
_PREPARE = "'solterm boards --prepare'"


def open_folder(name: str) -> Folder:
    """One of the folders of the shared place, which there has to be.

    Raises ``OSError``, also for a folder that is not as its administrator would have made it.
    """
    root = place.find_shared()
    assert root, "asked only where a place is named"
    with Folder.open(root) as top:
        try:
            folder = top.open_inside(name)
        except OSError as error:
            if error.errno not in _NO_FOLDER:
                raise
            raise _refuse_unprepared() from None
        state = folder.state
        if state.st_uid in (0, top.state.st_uid) and not _is_spoilt(state):
            return folder
        folder.close()
        raise _refuse_unprepared()


def trouble() -> str:
    """What is wrong with the shared place, in a sentence; "" when nothing is, or there is none."""
    root = place.find_shared()
    try:
        for name in (BOARDS, TOURNAMENTS) if root else ():
            open_folder(name).close()
    except OSError as error:
        return f"The shared boards in {show_path(root)} cannot be used: {error.strerror or error}."
    return ""


def prepare() -> Path:
    """Make the folders of the shared place, or set them right; the answer is where.

    Raises ``StoreError`` when no place is named, another account's folder lies there, or this
    account may not.
    """
    root = place.find_shared()
    if root is None:
        raise StoreError("Name the folder first: set SOLTERM_SHARED to it, for all players.")
    try:
        if not root.exists():
            root.mkdir(0o755)
            root.chmod(0o755)  # whatever the umask is
        with Folder.open(root) as top:
            _check_root(root, top.state)
            for name in (BOARDS, TOURNAMENTS):
                top.make(name)
                _set_right(root / name, top, name)
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
    if _is_spoilt(state):
        reason = "may be changed by others, who could exchange the boards in it"
        raise StoreError(f"{show_path(root)} {reason}; take that right away: chmod go-w.")


def _set_right(path: Path, top: Folder, name: str) -> None:
    try:
        folder = top.open_inside(name)
    except OSError as error:
        if error.errno not in _NO_FOLDER:
            raise
        raise StoreError(f"{show_path(path)} is no folder; take it away first.") from None
    with folder:
        if folder.state.st_uid not in (0, top.state.st_uid):
            raise StoreError(f"{show_path(path)} is another account's folder; take it away first.")
        folder.set_mode(_OPEN_TO_ALL)


def _is_spoilt(state: os.stat_result) -> bool:
    """May others take away what lies in such a folder?"""
    return bool(state.st_mode & _OTHERS_WRITE) and not state.st_mode & stat.S_ISVTX


def _refuse_unprepared() -> OSError:
    return OSError(errno.EPERM, f"it is not prepared: its owner runs {_PREPARE}")


def keep(name: str, file: str, text: str) -> bool:
    """Put a file into one of the folders, for all to read, unless it is there; was it put?"""
    with open_folder(name) as folder:
        return folder.put(file, text, files.FOR_ALL)
