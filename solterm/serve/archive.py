"""The backup of a host: a compressed tar file of a host's folder, also of one with a database.

Whatever the source, the file holds the accounts and the players' files as SQLite, the boards, the
host key and the settings. So it can be restored into a folder or into an empty database.
"""

import fcntl
import os
import shutil
import tarfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from solterm.serve import accounts, host_data, settings
from solterm.serve.host_data import Counts, HostData
from solterm.store import locations, sharedfolder
from solterm.store.backup import draft_folder, draft_of
from solterm.store.errors import StoreError, show_path
from solterm.store.playerfolder import BOARDS

_TOP = "solterm-host-1"
"""The folder in the archive; the number is that of its format."""

_BOARDS = f"{_TOP}/{host_data.SHARED}/{BOARDS}"
_KEY = "host_key"
_SINGLE = (_KEY, settings.FILE)
_FOLDERS = (locations.PLAYERS, host_data.SHARED)
_ACCOUNTS = (accounts.FILE, f"{accounts.FILE}-journal")
_LOCK_SECONDS = 30.0

Tell = Callable[[int, int], object]


class ArchiveError(StoreError):
    """A backup of a host can't be made or restored: the reason, in a sentence."""


def write(source: HostData, file: Path, tell: Tell) -> Counts:
    """Write all data of a host to a new file; the host may run."""
    with draft_of(file, ArchiveError) as stream, draft_folder(file.parent) as draft:
        counts = host_data.copy(source, HostData(draft), tell)
        for name in _SINGLE:
            with suppress(FileNotFoundError):
                shutil.copy(source.folder / name, draft / name)
        with tarfile.open(fileobj=stream, mode="w:gz") as tar:
            boards = draft / host_data.SHARED / BOARDS
            tar.add(draft, _TOP, filter=lambda each: each if _is_unordered(each.name) else None)
            for claim in sorted(boards.iterdir(), key=lambda each: each.stat().st_ctime_ns):
                tar.add(claim, f"{_BOARDS}/{claim.name}")
    return counts


def check(file: Path, target: HostData) -> None:
    """Raise ``ArchiveError`` for a file that is no backup of a host."""
    with draft_folder(target.folder) as draft:
        _unpack(file, draft)


def restore(file: Path, target: HostData, tell: Tell) -> tuple[Counts, Path | None]:
    """Replace all data of a host, which must not run; return the folder with the old data.

    Raises ``ArchiveError`` for a file that is no backup, and changes nothing then. A database must
    have no players.
    """
    with draft_folder(target.folder) as draft:
        _unpack(file, draft)
        found = HostData(draft)
        with draft_folder(target.folder) as probe:  # reads every row before anything is replaced
            counts = host_data.copy(found, HostData(probe), tell)
        if target.database:
            host_data.copy(found, target, tell)
        sharedfolder.prepare(found.context(""))  # its folders are sticky
        aside = _put_aside(target)
        names = [*_SINGLE, *(() if target.database else (*_ACCOUNTS, *_FOLDERS))]
        for name in names:
            with suppress(FileNotFoundError):
                (draft / name).rename(target.folder / name)
    return counts, aside


def _unpack(file: Path, draft: Path) -> None:
    try:
        with tarfile.open(file, "r:gz") as tar:
            for member in tar:
                parts = Path(member.name).parts
                if parts[:1] != (_TOP,) or ".." in parts:
                    raise ArchiveError(f"{show_path(file)} is no backup of a host.")
                path = draft.joinpath(*parts[1:])
                if member.isdir():
                    path.mkdir(0o700, exist_ok=True)
                elif member.isfile() and (packed := tar.extractfile(member)):
                    path.parent.mkdir(0o700, parents=True, exist_ok=True)
                    if not _is_unordered(member.name):
                        host_data.await_tick()
                    path.write_bytes(packed.read())
                    path.chmod(0o600)
                else:
                    raise ArchiveError(f"{show_path(file)} contains more than files and folders.")
    except (tarfile.TarError, EOFError, ValueError):
        raise ArchiveError(f"{show_path(file)} is damaged, or no backup of a host.") from None
    except OSError as error:
        raise ArchiveError(
            f"{show_path(file)} cannot be read: {error.strerror or error}."
        ) from None
    if not (draft / accounts.FILE).exists():
        raise ArchiveError(f"{show_path(file)} is no backup of a host.")


def _is_unordered(name: str) -> bool:
    """Whether a member is anything but a claim; those are in the order of their times."""
    return not name.startswith(f"{_BOARDS}/")


def _put_aside(target: HostData) -> Path | None:
    """Move the present data into a dated folder beside it, and return that."""
    names = [*_SINGLE, *(() if target.database else (*_ACCOUNTS, *_FOLDERS))]
    present = [each for each in names if (target.folder / each).exists()]
    if not present:
        return None
    aside = target.folder / f"before-{datetime.now(UTC):%Y%m%d-%H%M%S}"
    aside.mkdir(0o700)
    for name in present:
        (target.folder / name).rename(aside / name)
    return aside


@contextmanager
def locked(folder: Path, stop: Callable[[], object]) -> Iterator[None]:
    """Hold the lock of a host's folder, so that no host runs there; ``stop`` ends the present one.

    Raises ``ArchiveError`` if the host does not end.
    """
    number = os.open(folder / "serve.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        stop()
        end = time.monotonic() + _LOCK_SECONDS
        while True:
            try:
                fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > end:
                    raise ArchiveError("The host does not end; stop it and try again.") from None
                time.sleep(0.2)
        yield
    finally:
        os.close(number)
