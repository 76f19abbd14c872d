"""Back up all of a player's data to one file, and restore it.

A backup is a zip archive of the data folder. It contains a snapshot of the database, so that games
may go on meanwhile. Both directions copy only rows of known tables: a trigger or a view in a backup
never runs.

Both directions write to a draft and rename it, so a killed program leaves no half of a backup.
Restoring never overwrites the old data. Every old file gets a second name in a dated folder before
a new one replaces it in one step, so that killing the program loses neither.
"""

import fcntl
import os
import shutil
import sqlite3
import stat
import struct
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from solterm.context import Context
from solterm.store import database, files, locations, players, schema, settings
from solterm.store.errors import StoreError, explain, explain_new_file, show_path
from solterm.store.files import Unfit
from solterm.store.interface import LARGEST_CLAIM
from solterm.store.patience import Patience

_MARK = "solterm backup 1"
"""The archive's comment, with the version of the format."""

_SINGLE = (database.FILE, settings.FILE, players.FILE)

_JOURNAL = f"{database.FILE}-journal"
"""SQLite's record of an interrupted write; it belongs to the database file."""

_LIMITS = {database.FILE: 1 << 29, settings.FILE: 1 << 20, players.FILE: 1 << 10}
"""Maximal sizes in bytes."""
_MOST = 1 << 29
"""Bytes of a backup, packed and unpacked."""
_MOST_LISTED = 1 << 24
"""Bytes of its central directory."""

_END = struct.Struct("<4s4H2LH")
"""Zip's end record: signature, counts, size and offset of the directory, length of the comment."""

Tell = Callable[[float, float | None], object]
"""Receives the progress: how many steps are done, of how many."""

_DAMAGED = (
    *(zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, struct.error),
    *(EOFError, NotImplementedError, RuntimeError, ValueError),
)
"""The errors of reading a damaged archive."""

_DRAFT = ".solterm-draft-"
"""The beginning of the names of folders for drafts."""
_FRESH = "fresh"
"""The folder of a draft into which a backup is unpacked."""


class BackupError(StoreError):
    """A backup can't be made or restored: the reason, in a sentence."""


def backup(
    context: Context,
    file: Path,
    tell: Tell = lambda done, total: None,
    patience: Patience | None = None,
) -> int:
    """Write a player's data to a new file.

    Returns the number of files in it. Raises ``BackupError`` if the file exists or can't be
    written, and ``StoreError`` if the data is unreadable; it leaves no file then.
    """
    folder = _own_folder(context)
    steps = 2 * sum(1 for _ in _files(folder))
    parts = {}
    for name, data in _parts(folder, patience):
        parts[name] = data
        tell(len(parts), steps)
    if not parts:
        raise BackupError(f"{show_path(folder)} contains no data to back up.")
    with (
        draft_of(file, BackupError) as stream,
        explain_new_file(show_path(file), BackupError),
        zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as pack,
    ):
        pack.comment = _MARK.encode()
        for done, (name, data) in enumerate(parts.items(), len(parts) + 1):
            pack.writestr(name, data)
            tell(done, 2 * len(parts))
    return len(parts)


def check(context: Context, file: Path) -> None:
    """Read a backup without restoring it; raise ``BackupError`` as ``restore`` would."""
    with _unpacked(context, file, lambda done, total: None):
        pass


def restore(context: Context, file: Path, tell: Tell = lambda done, total: None) -> Path | None:
    """Replace a player's data with a backup; return the folder of the old data, if any.

    Raises ``BackupError`` for a file that isn't a backup, is damaged or was made by a newer
    solterm, and leaves the data as it is.
    """
    folder = _own_folder(context)
    with _unpacked(context, file, tell) as (draft, names):
        locations.create(context, folder)
        aside = _put_aside(context, folder, draft / "kept") if _files(folder) else None
        _exchange(context, draft / _FRESH, folder, names)
    return aside


@contextmanager
def _unpacked(context: Context, file: Path, tell: Tell) -> Iterator[tuple[Path, list[str]]]:
    """Unpack and check a backup; yield a draft, with the files in ``_FRESH``, and their names."""
    folder = _own_folder(context)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with draft_folder(folder.parent) as draft:
            names = _unpack(context, file, draft / _FRESH, tell)
            if database.FILE in names:
                _renew(draft / _FRESH / database.FILE, file)
            yield draft, names
    except OSError as error:
        reason = error.strerror or error
        raise BackupError(f"{show_path(file)} cannot be restored ({reason}).") from None


def _own_folder(context: Context) -> Path:
    locations.check_files(context)
    if context.is_in_database:
        raise BackupError(
            "Your data is in the database of this host, and the host's owner backs it up."
        )
    return locations.home(context)


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
def draft_of(file: Path, kind: type[Exception]) -> Iterator[BinaryIO]:
    """Yield a file that gets its name once it is complete and stored.

    Raises the given kind of error, in a sentence, if it can't be made or another file has its name.
    """
    with ExitStack() as stack:
        with explain_new_file(show_path(file), kind):
            if file.exists():
                raise FileExistsError(file)
            draft = stack.enter_context(draft_folder(file.parent)) / "backup"
            stream = stack.enter_context(draft.open("xb"))
            draft.chmod(files.OWNERS_ONLY)
        yield stream
        with explain_new_file(show_path(file), kind):
            stream.flush()
            os.fsync(stream.fileno())
            files.give_name(draft, file)


@contextmanager
def _lock(folder: Path, how: int) -> Iterator[None]:
    number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        fcntl.flock(number, how)
        yield
    finally:
        os.close(number)


# -- packing ---------------------------------------------------------------------------------


def _parts(folder: Path, patience: Patience | None) -> Iterator[tuple[str, bytes]]:
    if (folder / database.FILE).exists():
        yield database.FILE, _snapshot(folder / database.FILE, patience)
    try:
        for name in _SINGLE[1:]:
            with suppress(FileNotFoundError):
                yield name, files.data(folder / name, _LIMITS[name])
        # Restoring writes them in this order, which decides between equal results.
        for path in sorted((folder / "boards").rglob("*.txt"), key=_written):
            with suppress(FileNotFoundError, Unfit):  # ignore files that aren't results
                yield path.relative_to(folder).as_posix(), files.data(path, LARGEST_CLAIM)
    except Unfit as error:
        raise BackupError(f"{show_path(folder / name)} {error}.") from None
    except OSError as error:
        raise BackupError(
            f"{show_path(folder)} cannot be read: {error.strerror or error}."
        ) from None


def _snapshot(path: Path, patience: Patience | None) -> bytes:
    place = show_path(path)
    try:
        with (
            closing(schema.connect(path, place, create=False, patience=patience)) as source,
            closing(schema.in_memory()) as copy,
        ):
            schema.copy_rows(source, copy)
            return copy.serialize()
    except sqlite3.Error as error:
        raise explain(error, place) from None


# -- unpacking -------------------------------------------------------------------------------


def _unpack(context: Context, file: Path, fresh: Path, tell: Tell) -> list[str]:
    try:
        number = os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
        with os.fdopen(number, "rb") as stream:
            _check_end(file, os.fstat(number), number)
            with zipfile.ZipFile(stream) as pack:
                names = pack.namelist()
                if not all(map(_belongs, names)) or len(set(names)) < len(names):
                    raise BackupError(f"{show_path(file)} contains files that aren't solterm's.")
                for info in pack.infolist():
                    _check_size(file, info.filename, info.file_size)
                if sum(info.file_size for info in pack.infolist()) > _MOST:
                    raise _too_large(file, "unpacked, it", _MOST)
                for done, name in enumerate(names, 1):
                    _unpack_part(context, pack, name, fresh / name)
                    tell(done, len(names))
    except OSError as error:
        raise BackupError(f"{show_path(file)} cannot be read: {error.strerror or error}.") from None
    except _DAMAGED:
        raise BackupError(f"{show_path(file)} is damaged, or not a solterm backup.") from None
    return names


def _check_end(file: Path, state: os.stat_result, number: int) -> None:
    """Check the end of the archive before reading anything else."""
    if not stat.S_ISREG(state.st_mode):
        raise BackupError(f"{show_path(file)} is not a plain file.")
    if (size := state.st_size) > _MOST:
        raise _too_large(file, "it", _MOST)
    tail = os.pread(number, 1 << 16, max(0, size - (1 << 16)))
    at = tail.rfind(b"PK\5\6")
    if at < 0 or len(tail) - at < _END.size:
        raise zipfile.BadZipFile
    listed = _END.unpack_from(tail, at)[5]
    comment = tail[at + _END.size :].decode(errors="replace")
    if comment != _MARK:
        newer = comment.startswith("solterm backup ")
        reason = "was made by a newer solterm" if newer else "is not a solterm backup"
        raise BackupError(f"{show_path(file)} {reason}; nothing was changed.")
    if listed > _MOST_LISTED:
        raise _too_large(file, "its list of contents", _MOST_LISTED)


def _check_size(file: Path, name: str, size: int) -> None:
    most = _LIMITS.get(name, LARGEST_CLAIM)
    if size > most:
        raise _too_large(file, f"{name} in it", most)


def _too_large(file: Path, what: str, most: int) -> BackupError:
    reason = f"{what} is larger than {files.size(most)}, the limit of a backup"
    return BackupError(f"{show_path(file)} is refused: {reason}.")


def _unpack_part(context: Context, pack: zipfile.ZipFile, name: str, path: Path) -> None:
    """Unpack a file, and no more of it than the directory declares."""
    locations.create(context, path.parent)
    number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, files.OWNERS_ONLY)
    with os.fdopen(number, "wb") as out, pack.open(name) as packed:
        shutil.copyfileobj(packed, out)
        out.flush()
        os.fsync(number)


def _renew(path: Path, file: Path) -> None:
    """Replace an unpacked database by a new one with its rows."""
    brought = path.with_name("brought.db")
    place = f"{path.name} in it"
    path.rename(brought)
    try:
        schema.check_plain(brought, place)
        with (
            closing(schema.connect(brought, place, create=False)) as source,
            closing(schema.connect(path, show_path(path))) as made,
        ):
            schema.copy_rows(source, made)
    except StoreError as error:
        raise BackupError(f"{show_path(file)} cannot be used: {error}") from None
    except sqlite3.Error as error:
        raise BackupError(f"{show_path(file)} cannot be used: {explain(error, place)}") from None
    finally:
        brought.unlink(missing_ok=True)
    locations.close(path)


# -- the exchange ----------------------------------------------------------------------------


def _put_aside(context: Context, folder: Path, kept: Path) -> Path:
    """Link all files of a data folder into a draft, give that a dated name, and return it."""
    store = folder / database.FILE
    with suppress(StoreError):  # opening it first rolls back an interrupted write
        schema.connect(store, show_path(store), create=False).close()
    locations.create(context, kept)
    for path in _files(folder):
        other = kept / path.relative_to(folder)
        locations.create(context, other.parent)
        try:
            os.link(path, other, follow_symlinks=False)
        except OSError:  # the file system has no links
            shutil.copy2(path, other, follow_symlinks=False)
    moment, number = datetime.now(UTC).strftime("%Y%m%d-%H%M%S"), 1
    aside = folder.with_name(f"{folder.name}.before-{moment}")
    while aside.exists():
        number += 1
        aside = folder.with_name(f"{folder.name}.before-{moment}-{number}")
    return kept.rename(aside)


def _exchange(context: Context, fresh: Path, folder: Path, names: list[str]) -> None:
    """Replace each file, and remove files that the backup doesn't contain."""
    old = {path.relative_to(folder).as_posix() for path in _files(folder)}
    (folder / _JOURNAL).unlink(missing_ok=True)
    for name in sorted(names, key=lambda name: name not in _SINGLE):
        locations.create(context, (folder / name).parent)
        (fresh / name).replace(folder / name)
    for name in old.difference(names):
        (folder / name).unlink(missing_ok=True)


def _files(folder: Path) -> list[Path]:
    single = [folder / name for name in (*_SINGLE, _JOURNAL)]
    boards = sorted((folder / "boards").glob("*/*.txt"))
    return [path for path in [*single, *boards] if path.is_symlink() or path.is_file()]


def _written(path: Path) -> tuple[float, str]:
    with suppress(OSError):
        return path.lstat().st_mtime, path.name
    return 0, path.name


def _belongs(name: str) -> bool:
    """Whether a backup may contain this name, which must not lead out of the folder."""
    if name in _SINGLE:
        return True
    parts = PurePosixPath(name).parts
    plain = all(part not in ("..", ".", "/") and "\\" not in part for part in parts)
    return plain and parts[:1] == ("boards",) and len(parts) == 3 and name.endswith(".txt")
