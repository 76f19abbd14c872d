"""Back up all data of a player, or of a host, to one file, and restore it.

A backup is a zip archive of the data folder. It contains snapshots of the databases, so that games
may go on meanwhile. Both directions copy only rows of known tables: a trigger or a view in a file
never runs.

Both directions write to a draft and rename it, so a killed program leaves no half of a backup.
Restoring never overwrites the old data. Every old file gets a second name in a dated folder before
a new one replaces it in one step, and folders move there, so that killing the program loses none.
"""

import fcntl
import os
import re
import shutil
import sqlite3
import stat
import struct
import tempfile
import time
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO, NamedTuple

from solterm.context import Context
from solterm.store import database, files, locations, players, schema, settings
from solterm.store.errors import StoreError, explain, explain_new_file, show_path
from solterm.store.files import Unfit
from solterm.store.interface import LARGEST_RESULT
from solterm.store.patience import Patience
from solterm.store.schema import FileLayout

_LIMITS = {database.FILE: 1 << 29, settings.FILE: 1 << 20, players.FILE: 1 << 10}
"""Maximal sizes in bytes, by the last part of a name."""
_MOST_OTHER = 1 << 24
_LISTED = 5
"""A backup's central directory has at most this power of two less than the backup."""

_END = struct.Struct("<4s4H2LH")
"""Zip's end record: signature, counts, size and offset of the directory, length of the comment."""

_COARSE = 5
"""The number of CLOCK_REALTIME_COARSE, which stamps files and which Python does not name."""

Tell = Callable[[float, float | None], object]
"""Receives the progress: how many steps are done, of how many."""

_DAMAGED = (
    *(zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, struct.error),
    *(EOFError, NotImplementedError, RuntimeError, ValueError),
)
"""The errors of reading a damaged archive."""

_DRAFT = ".solterm-draft-"
"""The beginning of the names of folders for drafts."""
_FRESH, _KEPT = "fresh", "kept"
"""The folders of a draft for the backup's files and for the present ones."""


class Scope(NamedTuple):
    """What of a folder belongs in a backup."""

    mark: str
    """The archive's comment, which ends in the version of the format."""
    tops: tuple[str, ...]
    """The files and folders at its top."""
    names: re.Pattern[str]
    """The names of all files, with ``/`` between the parts."""
    layouts: dict[str, FileLayout]
    """Which files are databases, by the last part of their names."""
    most: int
    """Bytes of a backup, packed and unpacked."""

    def has(self, name: str) -> bool:
        """Whether a backup may contain this name, which must not lead out of the folder."""
        parts = name.split("/")
        return bool(self.names.fullmatch(name)) and ".." not in parts and "." not in parts

    def limit(self, name: str) -> int:
        """Return the most bytes that a file of this name may have."""
        last = name.rpartition("/")[2]
        others = LARGEST_RESULT if last.endswith(".txt") else _MOST_OTHER
        return _LIMITS.get(last, self.most if last in self.layouts else others)

    def list_files(self, folder: Path) -> list[Path]:
        """Return the files of a folder. Restoring keeps this order, which decides on ties."""
        tops = [folder / each for each in self.tops]
        inside = [path for each in tops if each.is_dir() for path in each.rglob("*")]
        own = [path for path in inside if self.has(path.relative_to(folder).as_posix())]
        return [  # a host's accounts come last: new players may come meanwhile
            *sorted((each for each in own if each.is_file()), key=_changed),
            *(each for each in tops if each.is_symlink() or each.is_file()),
        ]


def _changed(path: Path) -> tuple[int, str]:
    with suppress(OSError):
        return path.lstat().st_ctime_ns, path.name
    return 0, path.name


_OWN = (database.FILE, settings.FILE, players.FILE)
OWN_NAMES = "|".join(map(re.escape, _OWN))
"""The names of the files in a player's folder."""

PLAYER = Scope(
    "solterm backup 1",
    _OWN,
    re.compile(OWN_NAMES),
    {database.FILE: schema.STORE},
    1 << 29,
)


def find_own_folder(context: Context) -> Path:
    """Return the folder that a player may back up. Raises ``StoreError``."""
    locations.check_files(context)
    if context.is_in_database:
        raise StoreError(
            "Your data is in the database of this host, and the host's owner backs it up."
        )
    return locations.home(context)


def backup(
    folder: Path,
    file: Path,
    tell: Tell = lambda done, total: None,
    patience: Patience | None = None,
    scope: Scope = PLAYER,
) -> int:
    """Write the data in a folder to a new file.

    Returns the number of files in it. Raises ``StoreError`` if the file exists or can't be written,
    or if the data is unreadable; it leaves no file then.
    """
    paths = scope.list_files(folder)
    if not paths:
        raise StoreError(f"{show_path(folder)} contains no data to back up.")
    done = 0
    with draft_of(file) as stream, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as pack:
        pack.comment = scope.mark.encode()
        for path in paths:
            data = _read(path, scope, patience)
            if data is not None:
                pack.writestr(path.relative_to(folder).as_posix(), data)
                done += 1
                tell(done, len(paths))
    return done


def check(folder: Path, file: Path, scope: Scope = PLAYER) -> None:
    """Read a backup without restoring it; raise ``StoreError`` as ``restore`` would."""
    with unpacked(folder, file, scope):
        pass


def restore(
    folder: Path, file: Path, tell: Tell = lambda done, total: None, scope: Scope = PLAYER
) -> Path | None:
    """Replace the data in a folder with a backup; return the folder of the old data, if any.

    Raises ``StoreError`` for a file that isn't a backup, is damaged or was made by a newer
    solterm, and leaves the data as it is.
    """
    with unpacked(folder, file, scope, tell) as fresh:
        return exchange(fresh, folder, scope)


@contextmanager
def unpacked(
    folder: Path, file: Path, scope: Scope, tell: Tell = lambda done, total: None
) -> Iterator[Path]:
    """Unpack and check a backup inside the folder that it is for; yield the folder of its files."""
    try:
        folder.mkdir(0o700, parents=True, exist_ok=True)
        with draft_folder(folder) as draft:
            names = _unpack(file, draft / _FRESH, scope, tell)
            for name in names:
                if layout := scope.layouts.get(name.rpartition("/")[2]):
                    _renew(draft / _FRESH / name, file, layout)
            yield draft / _FRESH
    except OSError as error:
        reason = error.strerror or error
        raise StoreError(f"{show_path(file)} cannot be restored ({reason}).") from None


# -- drafts ----------------------------------------------------------------------------------


@contextmanager
def draft_folder(parent: Path) -> Iterator[Path]:
    """Yield a private folder inside another one, which is removed at the end.

    Removes what killed programs left there: a program that lives holds the lock of its folder.
    """
    for each in parent.glob(f"{_DRAFT}*"):
        with suppress(OSError), _lock(each, fcntl.LOCK_EX | fcntl.LOCK_NB):
            shutil.rmtree(each, ignore_errors=True)
    with _make_draft(parent) as draft:
        try:
            yield draft
        finally:
            shutil.rmtree(draft, ignore_errors=True)


@contextmanager
def _make_draft(parent: Path) -> Iterator[Path]:
    while True:
        draft = Path(tempfile.mkdtemp(prefix=_DRAFT, dir=parent))
        with suppress(FileNotFoundError), _lock(draft, fcntl.LOCK_SH):
            if draft.exists():  # nobody has removed it before it was locked
                yield draft
                return


@contextmanager
def draft_of(file: Path) -> Iterator[BinaryIO]:
    """Yield a file that gets its name once it is complete and stored.

    Raises ``StoreError`` if it can't be written or another file has its name.
    """
    with explain_new_file(show_path(file)):
        if file.exists():
            raise FileExistsError(file)
        with draft_folder(file.parent) as folder, (folder / "backup").open("xb") as stream:
            os.fchmod(stream.fileno(), files.OWNERS_ONLY)
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
            files.give_name(folder / "backup", file)


@contextmanager
def _lock(folder: Path, how: int) -> Iterator[None]:
    number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        fcntl.flock(number, how)
        yield
    finally:
        os.close(number)


# -- packing ---------------------------------------------------------------------------------


def _read(path: Path, scope: Scope, patience: Patience | None) -> bytes | None:
    """Return the content of a file, or of a database; None if it isn't solterm's, or is gone."""
    try:
        if layout := scope.layouts.get(path.name):
            return _snapshot(path, layout, patience) if path.exists() else None
        return files.data(path, scope.limit(path.name))
    except FileNotFoundError:
        return None
    except Unfit as error:
        if path.suffix == ".txt":
            return None  # a file that isn't a result
        raise StoreError(f"{show_path(path)} {error}.") from None
    except OSError as error:
        raise StoreError(f"{show_path(path)} cannot be read: {error.strerror or error}.") from None


def _snapshot(path: Path, layout: FileLayout, patience: Patience | None) -> bytes:
    place = show_path(path)
    try:
        with (
            closing(schema.connect(path, place, False, layout, patience)) as source,
            closing(schema.in_memory(layout)) as copy,
        ):
            schema.copy_rows(source, copy, layout)
            return copy.serialize()
    except sqlite3.Error as error:
        raise explain(error, place) from None


# -- unpacking -------------------------------------------------------------------------------


def _unpack(file: Path, fresh: Path, scope: Scope, tell: Tell) -> list[str]:
    try:
        number = os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
        with os.fdopen(number, "rb") as stream:
            _check_end(file, os.fstat(number), number, scope)
            with zipfile.ZipFile(stream) as pack:
                names = pack.namelist()
                if not names or not all(map(scope.has, names)) or len(set(names)) < len(names):
                    raise StoreError(f"{show_path(file)} contains files that aren't solterm's.")
                for info in pack.infolist():
                    if info.file_size > (most := scope.limit(info.filename)):
                        raise _too_large(file, f"{info.filename} in it", most)
                if sum(info.file_size for info in pack.infolist()) > scope.most:
                    raise _too_large(file, "unpacked, it", scope.most)
                for done, name in enumerate(names, 1):
                    if name.endswith(".txt"):
                        await_tick()  # its time tells which of two equal results came first
                    _unpack_part(pack, name, fresh / name)
                    tell(done, len(names))
    except OSError as error:
        raise StoreError(f"{show_path(file)} cannot be read: {error.strerror or error}.") from None
    except _DAMAGED:
        raise StoreError(f"{show_path(file)} is damaged, or not a solterm backup.") from None
    return names


def _check_end(file: Path, state: os.stat_result, number: int, scope: Scope) -> None:
    """Check the end of the archive before reading anything else."""
    if not stat.S_ISREG(state.st_mode):
        raise StoreError(f"{show_path(file)} is not a plain file.")
    if (size := state.st_size) > scope.most:
        raise _too_large(file, "it", scope.most)
    tail = os.pread(number, 1 << 16, max(0, size - (1 << 16)))
    at = tail.rfind(b"PK\5\6")
    if at < 0 or len(tail) - at < _END.size:
        raise zipfile.BadZipFile
    listed = _END.unpack_from(tail, at)[5]
    comment = tail[at + _END.size :].decode(errors="replace")
    if comment != scope.mark:
        newer = comment.startswith(scope.mark.rstrip("0123456789"))
        reason = "was made by a newer solterm" if newer else "is not a solterm backup"
        raise StoreError(f"{show_path(file)} {reason}; nothing was changed.")
    if listed > (most := scope.most >> _LISTED):
        raise _too_large(file, "its list of contents", most)


def _too_large(file: Path, what: str, most: int) -> StoreError:
    reason = f"{what} is larger than {files.size(most)}, the limit of a backup"
    return StoreError(f"{show_path(file)} is refused: {reason}.")


def await_tick() -> None:
    """Wait for the clock of the file system, so that the next file is later than the last one."""
    began = time.clock_gettime_ns(_COARSE)
    while time.clock_gettime_ns(_COARSE) == began:
        time.sleep(0.001)


def _unpack_part(pack: zipfile.ZipFile, name: str, path: Path) -> None:
    """Unpack a file, and no more of it than the directory declares."""
    for each in reversed(path.parents):
        if not each.exists():
            each.mkdir(0o700)
    number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, files.OWNERS_ONLY)
    with os.fdopen(number, "wb") as out, pack.open(name) as packed:
        shutil.copyfileobj(packed, out)
        out.flush()
        os.fsync(number)


def _renew(path: Path, file: Path, layout: FileLayout) -> None:
    """Replace an unpacked database by a new one with its rows."""
    brought = path.with_name("brought.db")
    place = f"{path.name} in it"
    path.rename(brought)
    try:
        schema.check_plain(brought, place, layout)
        with (
            closing(schema.connect(brought, place, False, layout)) as source,
            closing(schema.connect(path, show_path(path), layout=layout)) as made,
        ):
            schema.copy_rows(source, made, layout)
    except StoreError as error:
        raise StoreError(f"{show_path(file)} cannot be used: {error}") from None
    except sqlite3.Error as error:
        raise StoreError(f"{show_path(file)} cannot be used: {explain(error, place)}") from None
    finally:
        for each in (brought, _journal_of(brought)):
            each.unlink(missing_ok=True)
    locations.close(path)


# -- the exchange ----------------------------------------------------------------------------


def exchange(fresh: Path, folder: Path, scope: Scope) -> Path | None:
    """Replace the data in a folder with other files; return the folder of the old data, if any."""
    has_data = any((folder / name).exists() for name in scope.tops)
    aside = _put_aside(folder, scope) if has_data else None
    for name in scope.tops:
        there, new = folder / name, fresh / name
        if aside and there.is_dir():
            there.rename(aside / name)
        if name in scope.layouts:
            _journal_of(there).unlink(missing_ok=True)
        if new.exists():
            new.replace(there)
        else:
            there.unlink(missing_ok=True)
    return aside


def _put_aside(folder: Path, scope: Scope) -> Path:
    with draft_folder(folder) as draft:
        kept = draft / _KEPT
        kept.mkdir(0o700)
        for name in scope.tops:
            path = folder / name
            if layout := scope.layouts.get(name):
                with suppress(StoreError):  # opening it first rolls back an interrupted write
                    schema.connect(path, show_path(path), False, layout).close()
            for each in (path, _journal_of(path)) if path.is_symlink() or path.is_file() else ():
                with suppress(FileNotFoundError):
                    _link(each, kept / each.name)
        moment, number = f"{datetime.now(UTC):%Y%m%d-%H%M%S}", 1
        aside = folder / f"before-{moment}"
        while aside.exists():
            number += 1
            aside = folder / f"before-{moment}-{number}"
        return kept.rename(aside)


def _link(path: Path, other: Path) -> None:
    try:
        os.link(path, other, follow_symlinks=False)
    except FileNotFoundError:
        raise
    except OSError:  # the file system has no links
        shutil.copy2(path, other, follow_symlinks=False)


def _journal_of(path: Path) -> Path:
    """Return SQLite's record of an interrupted write, which belongs to a database's file."""
    return path.with_name(f"{path.name}-journal")
