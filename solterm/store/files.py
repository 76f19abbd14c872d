"""Files in folders that other programs and other players may write to.

Another program may replace a file between two calls, but not an open one. So ``Folder`` opens a
folder once, names files relative to it and follows no links. It writes a file under a temporary
name and then links it, so that readers never see an unfinished one.
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

from solterm.core.refusal import Refusal

OWNERS_ONLY = 0o600
FOR_ALL = 0o644

_STALE = 3600
"""Seconds after which a draft belongs to a program that was killed."""

_DRAFT = re.compile(r"\..*\.\d+\.[0-9a-f]{8}")

_NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.ENOSYS, errno.EMLINK)
"""Errors of file systems without hard links."""

_READ = os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY
"""Open without waiting, even for a pipe or a terminal."""


class Unfit(Refusal):
    """A file can't be used: the reason, as in ``is not a plain file``."""


class FileInfo(NamedTuple):
    """A file in a folder."""

    name: str
    owner: int
    """The number of its account."""
    moment: float
    """Its ``ctime``, which players can't set."""


class Folder:
    """An open folder; leaving its ``with`` block closes it."""

    def __init__(self, number: int) -> None:
        self._number = number

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open a folder that the player chose, following links. Raises ``OSError``."""
        return cls(os.open(path, _READ | os.O_DIRECTORY))

    def open_inside(self, name: str) -> Self:
        """Open a folder inside, but not through a link. Raises ``OSError``."""
        return type(self)(
            os.open(name, _READ | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=self._number)
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close it outside a ``with`` block."""
        os.close(self._number)

    @property
    def state(self) -> os.stat_result:
        """Its owner, its mode and so on."""
        return os.fstat(self._number)

    def set_mode(self, mode: int) -> None:
        """Set its mode, whatever the umask is."""
        os.fchmod(self._number, mode)

    def make(self, name: str) -> None:
        """Make a private folder inside, unless something has that name."""
        with suppress(FileExistsError):
            os.mkdir(name, 0o700, dir_fd=self._number)

    # -- reading ---------------------------------------------------------------------------

    def files(self, pattern: re.Pattern[str]) -> Iterator[FileInfo]:
        """Yield what has a name of a pattern, in no order; it may not be a file."""
        with os.scandir(self._number) as found:
            for each in found:
                if not pattern.fullmatch(each.name):
                    continue
                with suppress(FileNotFoundError):
                    state = each.stat(follow_symlinks=False)
                    yield FileInfo(each.name, state.st_uid, state.st_ctime)

    def read(self, name: str, limit: int) -> str:
        """Return the text of a file of at most ``limit`` bytes; raises ``OSError``, ``Unfit``."""
        return decode(_data(os.open(name, _READ | os.O_NOFOLLOW, dir_fd=self._number), limit))

    def head(self, name: str, count: int) -> str:
        """Return the first bytes of a file as text; raises ``OSError`` and ``Unfit``."""
        number = os.open(name, _READ | os.O_NOFOLLOW, dir_fd=self._number)
        try:
            if not stat.S_ISREG(os.fstat(number).st_mode):
                raise Unfit("is not a plain file")
            return os.read(number, count).decode(errors="replace")
        finally:
            os.close(number)

    # -- writing ---------------------------------------------------------------------------

    def put(self, name: str, text: str, mode: int = OWNERS_ONLY) -> bool:
        """Write a file, unless one of that name exists; return whether it was written.

        If two programs write it at once, one of them wins. A program that dies meanwhile leaves a
        draft that others ignore. Raises ``OSError``.
        """
        draft = self._draft(name, text, mode)
        try:
            give_name(draft, name, self._number)
        except FileExistsError:
            return False
        finally:
            self._drop(draft)
        return True

    def replace(self, name: str, text: str, mode: int = OWNERS_ONLY) -> None:
        """Write a file, replacing one of that name in one step. Raises ``OSError``."""
        draft = self._draft(name, text, mode)
        try:
            os.rename(draft, name, src_dir_fd=self._number, dst_dir_fd=self._number)
        finally:
            self._drop(draft)

    def remove(self, name: str) -> None:
        """Remove a file; raises ``OSError``."""
        os.unlink(name, dir_fd=self._number)

    def sweep(self) -> None:
        """Remove drafts of this account that killed programs left."""
        with suppress(OSError):
            for each in list(self.files(_DRAFT)):
                if each.owner == os.getuid() and each.moment < time.time() - _STALE:
                    self._drop(each.name)

    def _draft(self, name: str, text: str, mode: int) -> str:
        draft = f".{name[:200]}.{os.getpid()}.{os.urandom(4).hex()}"
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        number = os.open(draft, flags, OWNERS_ONLY, dir_fd=self._number)
        try:
            with os.fdopen(number, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
                file.flush()
                os.fsync(number)
                with suppress(PermissionError):  # a host's session may not, and need not
                    os.fchmod(number, mode)
        except BaseException:
            self._drop(draft)
            raise
        return draft

    def _drop(self, name: str) -> None:
        with suppress(OSError):  # on a full or vanished disk the first error matters
            os.unlink(name, dir_fd=self._number)


def give_name(draft: str | Path, name: str | Path, folder: int | None = None) -> None:
    """Give a finished file its name, in a folder given by its descriptor.

    Raises ``FileExistsError`` if another file has that name, and other ``OSError``.
    """
    try:
        os.link(draft, name, src_dir_fd=folder, dst_dir_fd=folder, follow_symlinks=False)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        with suppress(FileNotFoundError):
            os.stat(name, dir_fd=folder, follow_symlinks=False)
            raise FileExistsError(name) from None
        os.rename(draft, name, src_dir_fd=folder, dst_dir_fd=folder)


# -- files by path ---------------------------------------------------------------------------


def read(path: Path, limit: int) -> str:
    """Return the text of a file that the player named, which may be a link.

    Raises as ``data`` does, and ``Unfit`` also for bytes that aren't UTF-8.
    """
    return decode(data(path, limit))


def data(path: Path, limit: int) -> bytes:
    """Return the bytes of a file that the player named, which may be a link.

    Raises ``FileNotFoundError`` for a missing file, and ``Unfit`` for any other failure: more than
    ``limit`` bytes, a pipe, a terminal.
    """
    try:
        return _data(os.open(path, _READ), limit)
    except FileNotFoundError:
        raise
    except (OSError, ValueError) as error:
        raise Unfit(f"cannot be read ({getattr(error, 'strerror', None) or error})") from None


def check_size(found: bytes, limit: int) -> bytes:
    """Return bytes if there are at most ``limit``; raises ``Unfit``."""
    if len(found) > limit:
        raise Unfit(f"is larger than {size(limit)}, the limit")
    return found


def decode(found: bytes) -> str:
    """Return the text of bytes; raises ``Unfit`` if they aren't UTF-8."""
    try:
        return found.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = found.count(b"\n", 0, error.start) + 1
        raise Unfit(f"is not a text in UTF-8 (line {line})") from None


def size(count: int) -> str:
    """Return a number of bytes in words.

    >>> size(262144), size(1 << 20)
    ('256 KB', '1 MB')
    """
    return f"{count >> 20} MB" if count >= 1 << 20 else f"{count >> 10} KB"


def _data(number: int, limit: int) -> bytes:
    try:
        state = os.fstat(number)
        if stat.S_ISDIR(state.st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if not stat.S_ISREG(state.st_mode):
            raise Unfit("is not a plain file")
        if state.st_size > limit:
            raise Unfit(f"is larger than {size(limit)}, the limit")
        with os.fdopen(number, "rb", closefd=False) as file:
            return check_size(file.read(limit + 1), limit)  # the file may grow meanwhile
    finally:
        os.close(number)
