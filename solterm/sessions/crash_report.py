"""Crash reports: write an unexpected error to a file and tell the player in one sentence."""

import os
import platform
import resource
import sys
import tempfile
import traceback
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from solterm import __version__
from solterm.store import locations
from solterm.store.errors import show_path

_KEPT = "Your games are saved, move by move"
_FULL = "This session ran out of memory and has ended."

_MOST = 5
"""The number of reports to keep."""
_NAME = "report-"
_ONLY_THE_PLAYER = 0o600


def write_report(error: BaseException) -> str:
    """Write a report; return the sentence for the player, which says where.

    Never raises: if no report can be written, the sentence says so.
    """
    if isinstance(error, MemoryError):
        _make_room()
        return f"{_FULL} {_KEPT}."
    what = "Something went wrong unexpectedly, and solterm has stopped"
    with suppress(Exception):
        for folder in (locations.home(), Path(tempfile.gettempdir())):
            with suppress(OSError):
                return f"{what}. {_KEPT}; a report is in {show_path(_write(folder, error))}."
    return f"{what} ({type(error).__name__}); no report could be written. {_KEPT}."


def _make_room() -> None:
    """Raise the memory limit to the reserve that a host leaves for reports."""
    with suppress(OSError, ValueError):
        _, highest = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (highest, highest))


def _write(folder: Path, error: BaseException) -> Path:
    for old in sorted(folder.glob(f"{_NAME}*.txt"))[: 1 - _MOST]:
        with suppress(OSError):
            old.unlink()
    moment = datetime.now(UTC)
    path = folder / f"{_NAME}{moment:%Y%m%d-%H%M%S}-{os.getpid()}.txt"
    # O_EXCL: in a public folder others may have placed a link of this name.
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _ONLY_THE_PLAYER)
    with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
        file.write(_text(error, moment))
    return path


def _text(error: BaseException, moment: datetime) -> str:
    """Return what developers need, but no text that the player typed: no values, no environment."""
    terminal = {name: os.environ.get(name, "") for name in ("TERM", "COLORTERM", "LANG", "LC_ALL")}
    head = [
        f"solterm {__version__}, {moment.isoformat(timespec='seconds')}",
        f"Python {platform.python_version()}, {platform.platform()}",
        f"Terminal: {terminal}",
        f"Called as: {[Path(sys.argv[0]).name, *sys.argv[1:2]]}",
    ]
    return "\n".join([*head, "", *traceback.format_exception(error)])
