"""Backup: all of a player's data as one file, and back again.

The file is a zip archive of the data folder. The database goes in as SQLite's own snapshot, so that
a game that is being played elsewhere does no harm. Restoring puts what was there aside, under a
name with the date, and never overwrites it.
"""

import io
import os
import sqlite3
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath

from solterm.store import place, players, schema, settings, store
from solterm.store.errors import StoreError, explained, shown

_MARK = "solterm backup 1"
"""The archive's comment: whose it is, and the version of its form."""

_SINGLE = (store.FILE, settings.FILE, players.FILE)
"""The files of a data folder itself."""

_MOST = 1 << 30
"""Bytes a backup may unpack to; a larger one is no player's data."""


class BackupError(StoreError):
    """A backup that cannot be made or restored: the reason, in a sentence."""


def backup(file: Path, home: Path | None = None) -> int:
    """Write the data of a folder, the player's own unless told, into a new file; how many parts.

    Raises ``BackupError`` when the file is there already or cannot be written, and ``StoreError``
    when the data cannot be read.
    """
    folder = home or place.home()
    parts = dict(_parts(folder))
    if not parts:
        raise BackupError(f"{shown(folder)} holds nothing yet that could be backed up.")
    try:
        with file.open("xb") as stream, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as pack:
            pack.comment = _MARK.encode()
            for name, data in parts.items():
                pack.writestr(name, data)
            stream.flush()
    except FileExistsError:
        raise BackupError(f"{shown(file)} is there already; choose another name.") from None
    except OSError as error:
        raise BackupError(f"{shown(file)} cannot be written: {error.strerror or error}.") from None
    return len(parts)


def restore(file: Path, home: Path | None = None) -> Path | None:
    """Put a backup in the place of the data there is; where that was put aside, if there was any.

    Raises ``BackupError`` for a file that is no backup of solterm's, is damaged or of a newer
    solterm, and changes nothing then.
    """
    folder = home or place.home()
    parts = _unpacked(file)
    fresh = folder.with_name(f"{folder.name}.restoring-{os.getpid()}")
    place.create(fresh)
    for name, data in parts.items():
        path = fresh / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    if (fresh / store.FILE).exists():
        try:
            schema.connect(fresh / store.FILE, create=False).close()
        except StoreError as error:
            _remove(fresh)
            raise BackupError(f"{shown(file)} is no good: {error}") from None
    aside = None
    if folder.exists():
        moment = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
        aside = folder.rename(folder.with_name(f"{folder.name}.before-{moment}"))
    fresh.rename(folder)
    if aside and (aside / place.PLAYERS).is_dir():  # other players' data is none of this backup's
        (aside / place.PLAYERS).rename(folder / place.PLAYERS)
    return aside


def _parts(folder: Path) -> Iterator[tuple[str, bytes]]:
    """What belongs into a backup: names inside the folder, and contents."""
    if (folder / store.FILE).exists():
        yield store.FILE, _snapshot(folder / store.FILE)
    try:
        for name in _SINGLE[1:]:
            if (folder / name).exists():
                yield name, (folder / name).read_bytes()
        for path in sorted((folder / "boards").rglob("*.txt")):
            yield path.relative_to(folder).as_posix(), path.read_bytes()
    except OSError as error:
        raise BackupError(f"{shown(folder)} cannot be read: {error.strerror or error}.") from None


def _snapshot(path: Path) -> bytes:
    """The database as it stands, whoever plays in it now."""
    source = schema.connect(path, create=False)
    try:
        copy = sqlite3.connect(":memory:")
        source.backup(copy)
        return copy.serialize()
    except sqlite3.Error as error:
        raise explained(error, path) from None
    finally:
        source.close()


def _unpacked(file: Path) -> dict[str, bytes]:
    """The parts of a backup by their names, each checked."""
    try:
        with zipfile.ZipFile(io.BytesIO(file.read_bytes())) as pack:
            comment = pack.comment.decode(errors="replace")
            if comment != _MARK:
                newer = comment.startswith("solterm backup ")
                reason = "was made by a newer solterm" if newer else "is no backup of solterm's"
                raise BackupError(f"{shown(file)} {reason}; nothing was changed.")
            if sum(info.file_size for info in pack.infolist()) > _MOST:
                raise BackupError(f"{shown(file)} is too large to be a backup of solterm's.")
            names = pack.namelist()
            if not all(map(_belongs, names)):
                raise BackupError(f"{shown(file)} holds files that are none of solterm's.")
            return {name: pack.read(name) for name in names}
    except OSError as error:
        raise BackupError(f"{shown(file)} cannot be read: {error.strerror or error}.") from None
    except (zipfile.BadZipFile, zipfile.LargeZipFile, EOFError, NotImplementedError, RuntimeError):
        raise BackupError(f"{shown(file)} is damaged, or no backup of solterm's.") from None


def _belongs(name: str) -> bool:
    """Is it a name that a backup has, with no way out of the folder?"""
    if name in _SINGLE:
        return True
    parts = PurePosixPath(name).parts
    plain = all(part not in ("..", ".", "/") and "\\" not in part for part in parts)
    return plain and parts[:1] == ("boards",) and len(parts) == 3 and name.endswith(".txt")


def _remove(folder: Path) -> None:
    import shutil

    shutil.rmtree(folder, ignore_errors=True)
