"""Backup: all of a player's data as one file, and back again.

The file is a zip archive of the data folder. The database goes in as it stands, so that a game that
is being played elsewhere does no harm, and out of it and back go the rows of its tables only:
nothing in a backup does anything by itself.

Restoring puts what was there aside, under a name with the date, and never overwrites it. Each file
takes the place of the one before at once, after that one was put aside: whenever the program is
killed, what was there is there still, in the one place or the other.
"""

import os
import re
import shutil
import sqlite3
import stat
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath

from solterm.contests import claims
from solterm.store import backends, database, files, place, players, schema, settings
from solterm.store.errors import StoreError, explain, explain_new_file, show_path
from solterm.store.files import Unfit

_MARK = "solterm backup 1"
"""The archive's comment: whose it is, and the version of its form."""

_SINGLE = (database.FILE, settings.FILE, players.FILE)
"""The files of a data folder itself."""

_JOURNAL = f"{database.FILE}-journal"
"""The rest of a write that was interrupted; it belongs to the database beside it."""

_LIMITS = {database.FILE: 1 << 29, settings.FILE: 1 << 20, players.FILE: 1 << 10}
"""Bytes each of them may have."""
_MOST = 1 << 29
"""Bytes a backup may have, and may unpack to; a larger one is no player's data."""
_MOST_LISTED = 1 << 24
"""Bytes of its list of contents, which is read at once."""

_END = struct.Struct("<4s4H2LH")
"""How a zip archive ends: its mark, counts, the bytes of its list, where that is, its comment."""

Tell = Callable[[float, float | None], object]
"""Is told how many steps of a backup are done, of how many."""

_DRAFT = re.compile(r"(.*)\.(?:restoring|keeping)-(\d+)")


class BackupError(StoreError):
    """A backup that cannot be made or restored: the reason, in a sentence."""


def backup(file: Path, home: Path | None = None, tell: Tell = lambda done, total: None) -> int:
    """Write the data of a folder, by default the player's own, into a new file.

    Return how many parts it has. Raise ``BackupError`` when the file exists or cannot be written,
    and ``StoreError`` when the data cannot be read; then no file is left.
    """
    folder = home or _own_folder()
    steps = 2 * sum(1 for _ in _files(folder))
    parts = {}
    for name, data in _parts(folder):
        parts[name] = data
        tell(len(parts), steps)
    if not parts:
        raise BackupError(f"{show_path(folder)} holds nothing yet that could be backed up.")
    with explain_new_file(show_path(file), BackupError):
        number = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, files.OWNERS_ONLY)
        try:
            with (
                os.fdopen(number, "wb") as stream,
                zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as pack,
            ):
                pack.comment = _MARK.encode()
                for done, (name, data) in enumerate(parts.items(), len(parts) + 1):
                    pack.writestr(name, data)
                    tell(done, 2 * len(parts))
                stream.flush()
        except BaseException:
            file.unlink(missing_ok=True)
            raise
    return len(parts)


def restore(
    file: Path, home: Path | None = None, tell: Tell = lambda done, total: None
) -> Path | None:
    """Replace the data of a folder with a backup; return where the earlier data was put, if any.

    Raise ``BackupError`` for a file that is no backup of solterm's, is damaged or was made by a
    newer solterm, and change nothing then.
    """
    folder = home or _own_folder()
    _sweep(folder)
    fresh = folder.with_name(f"{folder.name}.restoring-{os.getpid()}")
    place.create(fresh)
    try:
        names = _unpack(file, fresh, tell)
        if database.FILE in names:
            _renew(fresh / database.FILE, file)
        place.create(folder)
        aside = _put_aside(folder) if _files(folder) else None
        _exchange(fresh, folder, names)
    except OSError as error:
        reason = error.strerror or error
        raise BackupError(f"{show_path(file)} cannot be brought back ({reason}).") from None
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return aside


def _own_folder() -> Path:
    """The player's data folder; raises ``BackupError`` where the data is in none."""
    if backends.is_in_database():
        raise BackupError(
            "Your data is in the database of this host; whoever keeps the host backs it up."
        )
    return place.home()


# -- out -------------------------------------------------------------------------------------


def _parts(folder: Path) -> Iterator[tuple[str, bytes]]:
    """What belongs into a backup: names inside the folder, and contents."""
    if (folder / database.FILE).exists():
        yield database.FILE, _snapshot(folder / database.FILE)
    try:
        for name in _SINGLE[1:]:
            with suppress(FileNotFoundError):
                yield name, files.data(folder / name, _LIMITS[name])
        # In the order they were written, which decides between equal results: restoring writes
        # them in that order again.
        for path in sorted((folder / "boards").rglob("*.txt"), key=_written):
            with suppress(FileNotFoundError, Unfit):  # what is no result is left where it is
                yield path.relative_to(folder).as_posix(), files.data(path, claims.LARGEST)
    except Unfit as error:
        raise BackupError(f"{show_path(folder / name)} {error}.") from None
    except OSError as error:
        raise BackupError(
            f"{show_path(folder)} cannot be read: {error.strerror or error}."
        ) from None


def _snapshot(path: Path) -> bytes:
    """The rows of the database as they stand, whoever plays in it now."""
    try:
        with (
            closing(schema.connect(path, create=False)) as source,
            closing(schema.in_memory()) as copy,
        ):
            schema.copy_rows(source, copy)
            return copy.serialize()
    except sqlite3.Error as error:
        raise explain(error, path) from None


# -- in --------------------------------------------------------------------------------------


def _unpack(file: Path, fresh: Path, tell: Tell) -> list[str]:
    """Unpack a backup into a folder, everything in it checked; the names of its parts."""
    try:
        number = os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
        with os.fdopen(number, "rb") as stream:
            _check_end(file, os.fstat(number), number)
            with zipfile.ZipFile(stream) as pack:
                names = pack.namelist()
                if not all(map(_belongs, names)) or len(set(names)) < len(names):
                    raise BackupError(f"{show_path(file)} holds files that are none of solterm's.")
                for info in pack.infolist():
                    _check_size(file, info.filename, info.file_size)
                if sum(info.file_size for info in pack.infolist()) > _MOST:
                    raise _too_large(file, "unpacked, it", _MOST)
                for done, name in enumerate(names, 1):
                    _unpack_part(pack, name, fresh / name)
                    tell(done, len(names))
    except OSError as error:
        raise BackupError(f"{show_path(file)} cannot be read: {error.strerror or error}.") from None
    except (zipfile.BadZipFile, zipfile.LargeZipFile, EOFError, NotImplementedError, RuntimeError):
        raise BackupError(f"{show_path(file)} is damaged, or no backup of solterm's.") from None
    except (zlib.error, ValueError, struct.error):
        raise BackupError(f"{show_path(file)} is damaged, or no backup of solterm's.") from None
    return names


def _check_end(file: Path, state: os.stat_result, number: int) -> None:
    """Look at the end of an archive, before anything of it is believed."""
    if not stat.S_ISREG(state.st_mode):
        raise BackupError(f"{show_path(file)} is no plain file.")
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
        reason = "was made by a newer solterm" if newer else "is no backup of solterm's"
        raise BackupError(f"{show_path(file)} {reason}; nothing was changed.")
    if listed > _MOST_LISTED:
        raise _too_large(file, "its list of contents", _MOST_LISTED)


def _check_size(file: Path, name: str, size: int) -> None:
    most = _LIMITS.get(name, claims.LARGEST)
    if size > most:
        raise _too_large(file, f"{name} in it", most)


def _too_large(file: Path, what: str, most: int) -> BackupError:
    reason = f"{what} is larger than {files.size(most)}, which no backup of solterm's is"
    return BackupError(f"{show_path(file)} is refused: {reason}.")


def _unpack_part(pack: zipfile.ZipFile, name: str, path: Path) -> None:
    """Write a part into its place, piece by piece, and no more of it than it says it has."""
    place.create(path.parent)
    number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, files.OWNERS_ONLY)
    with os.fdopen(number, "wb") as out, pack.open(name) as packed:
        shutil.copyfileobj(packed, out)
        out.flush()
        os.fsync(number)


def _renew(path: Path, file: Path) -> None:
    """Make the database of a backup anew with the rows of its tables, if it holds only such."""
    brought = path.with_name("brought.db")
    path.rename(brought)
    try:
        schema.check_plain(brought)
        with (
            closing(schema.connect(brought, create=False)) as source,
            closing(schema.connect(path)) as made,
        ):
            schema.copy_rows(source, made)
    except StoreError as error:
        raise BackupError(f"{show_path(file)} is no good: {error}") from None
    except sqlite3.Error as error:
        raise BackupError(f"{show_path(file)} is no good: {explain(error, brought)}") from None
    finally:
        brought.unlink(missing_ok=True)
    place.close(path)


# -- the exchange ----------------------------------------------------------------------------


def _put_aside(folder: Path) -> Path:
    """Give all files of a data folder a second place; where that is."""
    with suppress(StoreError):  # what an interrupted program left half written is undone first
        schema.connect(folder / database.FILE, create=False).close()
    kept = folder.with_name(f"{folder.name}.keeping-{os.getpid()}")
    place.create(kept)
    for path in _files(folder):
        other = kept / path.relative_to(folder)
        place.create(other.parent)
        try:
            os.link(path, other, follow_symlinks=False)
        except OSError:  # a file system without links
            shutil.copy2(path, other, follow_symlinks=False)
    moment, number = datetime.now(UTC).strftime("%Y%m%d-%H%M%S"), 1
    aside = folder.with_name(f"{folder.name}.before-{moment}")
    while aside.exists():
        number += 1
        aside = folder.with_name(f"{folder.name}.before-{moment}-{number}")
    return kept.rename(aside)


def _exchange(fresh: Path, folder: Path, names: list[str]) -> None:
    """Put each file in the place of the one that was there, and take away the others."""
    old = {path.relative_to(folder).as_posix() for path in _files(folder)}
    (folder / _JOURNAL).unlink(missing_ok=True)
    for name in sorted(names, key=lambda name: name not in _SINGLE):
        place.create((folder / name).parent)
        (fresh / name).replace(folder / name)
    for name in old.difference(names):
        (folder / name).unlink(missing_ok=True)


def _files(folder: Path) -> list[Path]:
    """The files of a player's data; what else lies in the folder is none of it."""
    single = [folder / name for name in (*_SINGLE, _JOURNAL)]
    boards = sorted((folder / "boards").glob("*/*.txt"))
    return [path for path in [*single, *boards] if path.is_symlink() or path.is_file()]


def _written(path: Path) -> tuple[float, str]:
    with suppress(OSError):
        return path.lstat().st_mtime, path.name
    return 0, path.name


def _sweep(folder: Path) -> None:
    """Remove what restores that were killed had begun beside a folder."""
    with suppress(OSError):
        for path in list(folder.parent.iterdir()):
            match = _DRAFT.fullmatch(path.name)
            if match and match[1] == folder.name and not _runs(int(match[2])):
                shutil.rmtree(path, ignore_errors=True)


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True
    return process != os.getpid()


def _belongs(name: str) -> bool:
    """Is it a name that a backup has, with no way out of the folder?"""
    if name in _SINGLE:
        return True
    parts = PurePosixPath(name).parts
    plain = all(part not in ("..", ".", "/") and "\\" not in part for part in parts)
    return plain and parts[:1] == ("boards",) and len(parts) == 3 and name.endswith(".txt")
