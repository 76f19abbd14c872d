"""Files that many programs and several players share: put there whole, and read without trust."""

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path

from solterm.store.errors import StoreError

_ANYONE = 0o644
_OPEN_TO_ALL = 0o1777
"""Others may add to a shared folder, but take nothing away that is not theirs."""

_NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.ENOSYS, errno.EMLINK)
"""What file systems say that know no links."""


def put(path: Path, text: str) -> bool:
    """Put a file in its place, readable for all, unless there is one of that name; was it put?

    It is written under another name, synced and then linked to its own: nobody reads half of it,
    of two programs that put it at once one wins, and who dies in the middle leaves a draft that
    nobody looks at. Raises ``OSError``.
    """
    draft = path.with_name(f".{path.name}.{os.getpid()}.{os.urandom(4).hex()}")
    try:
        with draft.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        draft.chmod(_ANYONE)
        try:
            os.link(draft, path)
        except FileExistsError:
            return False
        except OSError as error:
            if error.errno not in _NO_LINKS:
                raise
            if path.exists():
                return False
            draft.replace(path)
        return True
    finally:
        with suppress(OSError):  # on a full or vanished disk the first error is the one to tell
            draft.unlink(missing_ok=True)


def read(path: Path, most: int) -> str:
    """The text of a file of at most so many bytes.

    Raises ``StoreError`` with a sentence for anything else, and never waits for a pipe.
    """
    try:
        number = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | os.O_NONBLOCK)
        with os.fdopen(number, "rb") as file:
            found = os.fstat(file.fileno())
            if not stat.S_ISREG(found.st_mode) or found.st_size > most:
                raise StoreError("It is no file of solterm's.")
            return file.read().decode("utf-8")
    except OSError as error:
        raise StoreError(f"It cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise StoreError("It is no text in UTF-8.") from None


def make_open(root: Path, *names: str) -> Path:
    """A folder inside a shared one, made where it is missing, open to all players of the host.

    The shared one itself is its administrator's to make: a drive that is away is not written
    over. Raises ``OSError``.
    """
    folder = root
    for name in names:
        folder = folder / name
        if folder.is_dir():
            continue
        # Nobody meets it before it is open to him.
        draft = folder.with_name(f".{os.getpid()}.{os.urandom(4).hex()}")
        draft.mkdir()
        draft.chmod(_OPEN_TO_ALL)
        try:
            draft.rename(folder)
        except OSError:
            draft.rmdir()
            if not folder.is_dir():
                raise
    return folder
