"""Files that many programs and several players share: put there whole, and read without trust.

What lies at a path may be exchanged between two looks at it; what was opened may not. So a folder
is opened once, its files are named within it, and links are not followed.
"""

import errno
import os
import re
import stat
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, Self

OWNERS_ONLY = 0o600
FOR_ALL = 0o644

_STALE = 3600
"""Seconds after which a draft is nobody's any more."""

_DRAFT = re.compile(r"\..*\.\d+\.[0-9a-f]{8}")

_NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.ENOSYS, errno.EMLINK)
"""What file systems say that know no links."""

_LOOK = os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY
"""To look at something without waiting for it, whatever it is."""


class Unfit(Exception):
    """What lies there is not what is wanted: why, as in ``is no plain file``."""


class Lying(NamedTuple):
    """A file that lies in a folder."""

    name: str
    owner: int
    """The account that wrote it, by its number."""
    moment: float
    """When it was put there, in seconds; nobody can set that back, unlike the date of a file."""
    written: float = 0
    """The date of the file, in seconds."""


class Folder:
    """A folder that was opened; to be closed by leaving a ``with``."""

    def __init__(self, number: int) -> None:
        """Made by ``open``, from a descriptor."""
        self._number = number

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open a folder of the player's own choice, by way of links too. Raises ``OSError``."""
        return cls(os.open(path, _LOOK | os.O_DIRECTORY))

    def open_inside(self, name: str) -> Self:
        """Open a folder inside; a link is none. Raises ``OSError``."""
        return type(self)(
            os.open(name, _LOOK | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=self._number)
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of it, where no ``with`` does."""
        os.close(self._number)

    @property
    def state(self) -> os.stat_result:
        """Its owner, its mode and the like."""
        return os.fstat(self._number)

    def set_mode(self, mode: int) -> None:
        """Give it a mode, whatever the umask is."""
        os.fchmod(self._number, mode)

    def make(self, name: str) -> None:
        """Make a folder inside, for its owner alone, unless something has that name already."""
        with suppress(FileExistsError):
            os.mkdir(name, 0o700, dir_fd=self._number)

    # -- what lies in it -------------------------------------------------------------------

    def files(self, pattern: re.Pattern[str]) -> Iterator[Lying]:
        """What has names of a pattern, in no order; it need not be files. Raises ``OSError``."""
        with os.scandir(self._number) as there:
            for each in there:
                if not pattern.fullmatch(each.name):
                    continue
                with suppress(FileNotFoundError):
                    state = each.stat(follow_symlinks=False)
                    yield Lying(each.name, state.st_uid, state.st_ctime, state.st_mtime)

    def read(self, name: str, most: int) -> str:
        """The text of a file of at most so many bytes; raises ``OSError`` and ``Unfit``."""
        return decode(_data(os.open(name, _LOOK | os.O_NOFOLLOW, dir_fd=self._number), most))

    def head(self, name: str, count: int) -> str:
        """How a file begins: so many bytes, as far as they are text; raises as ``read`` does."""
        number = os.open(name, _LOOK | os.O_NOFOLLOW, dir_fd=self._number)
        try:
            if not stat.S_ISREG(os.fstat(number).st_mode):
                raise Unfit("is no plain file")
            return os.read(number, count).decode(errors="replace")
        finally:
            os.close(number)

    # -- changing it -----------------------------------------------------------------------

    def put(self, name: str, text: str, mode: int = OWNERS_ONLY) -> bool:
        """Put a file in its place unless there is one of that name; was it put?

        It is written under another name, synced and then linked to its own: nobody reads half of
        it, of two programs that put it at once one wins, and who dies in the middle leaves a draft
        that nobody looks at. Raises ``OSError``.
        """
        draft = self._draft(name, text, mode)
        try:
            os.link(
                *(draft, name),
                src_dir_fd=self._number,
                dst_dir_fd=self._number,
                follow_symlinks=False,
            )
        except FileExistsError:
            return False
        except OSError as error:
            if error.errno not in _NO_LINKS:
                raise
            if self._has(name):
                return False
            os.rename(draft, name, src_dir_fd=self._number, dst_dir_fd=self._number)
        finally:
            self._drop(draft)
        return True

    def replace(self, name: str, text: str, mode: int = OWNERS_ONLY) -> None:
        """Put a file in its place, and in that of one which is there. Raises ``OSError``."""
        draft = self._draft(name, text, mode)
        try:
            os.rename(draft, name, src_dir_fd=self._number, dst_dir_fd=self._number)
        finally:
            self._drop(draft)

    def remove(self, name: str) -> None:
        """Remove a file; raises ``OSError``."""
        os.unlink(name, dir_fd=self._number)

    def sweep(self) -> None:
        """Remove the drafts that programs left here which were killed, as far as they may be."""
        with suppress(OSError):
            for each in list(self.files(_DRAFT)):
                if each.owner == os.getuid() and each.moment < time.time() - _STALE:
                    self._drop(each.name)

    def _draft(self, name: str, text: str, mode: int) -> str:
        """A file with a text under a name that nobody looks at; its name."""
        draft = f".{name[:200]}.{os.getpid()}.{os.urandom(4).hex()}"
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        number = os.open(draft, flags, OWNERS_ONLY, dir_fd=self._number)
        try:
            with os.fdopen(number, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
                file.flush()
                os.fsync(number)
                os.fchmod(number, mode)
        except BaseException:
            self._drop(draft)
            raise
        return draft

    def _drop(self, name: str) -> None:
        with suppress(OSError):  # on a full or vanished disk the first error is the one to tell
            os.unlink(name, dir_fd=self._number)

    def _has(self, name: str) -> bool:
        try:
            os.stat(name, dir_fd=self._number, follow_symlinks=False)
        except FileNotFoundError:
            return False
        return True


# -- files by their paths --------------------------------------------------------------------


def read(path: Path, most: int) -> str:
    """The text of a file the player named, which may be a link.

    Raises as ``data`` does, and ``Unfit`` also for bytes that are no UTF-8.
    """
    return decode(data(path, most))


def data(path: Path, most: int) -> bytes:
    """What is in a file the player named, which may be a link.

    Raises ``FileNotFoundError`` where there is none, and ``Unfit`` for all else that hinders: more
    than so many bytes, a pipe or a terminal, which is not waited for.
    """
    try:
        return _data(os.open(path, _LOOK), most)
    except FileNotFoundError:
        raise
    except (OSError, ValueError) as error:
        raise Unfit(f"cannot be read ({getattr(error, 'strerror', None) or error})") from None


def check_size(found: bytes, most: int) -> bytes:
    """Bytes of which there are at most so many; raises ``Unfit`` when there are more."""
    if len(found) > most:
        raise Unfit(f"is larger than {size(most)}, and no more is read")
    return found


def decode(found: bytes) -> str:
    """The text of bytes; raises ``Unfit`` when they are none."""
    try:
        return found.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = found.count(b"\n", 0, error.start) + 1
        raise Unfit(f"is not a text in UTF-8 (line {line})") from None


def size(count: int) -> str:
    """So many bytes, in words.

    >>> size(262144), size(1 << 20)
    ('256 KB', '1 MB')
    """
    return f"{count >> 20} MB" if count >= 1 << 20 else f"{count >> 10} KB"


def _data(number: int, most: int) -> bytes:
    """What is behind a descriptor, which is closed; raises ``OSError`` and ``Unfit``."""
    try:
        state = os.fstat(number)
        if stat.S_ISDIR(state.st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if not stat.S_ISREG(state.st_mode):
            raise Unfit("is no plain file")
        # A file may be larger than the disk it lies on, and grow while it is read.
        if state.st_size > most:
            raise Unfit(f"is larger than {size(most)}, and no more is read")
        with os.fdopen(number, "rb", closefd=False) as file:
            return check_size(file.read(most + 1), most)
    finally:
        os.close(number)
