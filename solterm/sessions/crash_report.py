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
from solterm.capabilities import Terminal
from solterm.context import Context
from solterm.store import locations
from solterm.store.errors import name_place

_KEPT = "Your games are saved, move by move"
_FULL = "This session ran out of memory and has ended."

_MOST = 5
"""The number of reports to keep."""
_NAME = "report-"
_ONLY_THE_PLAYER = 0o600


def write_report(context: Context, error: BaseException) -> str:
    """Write a report; return the sentence for the player, which says where.

    Never raises: if no report can be written, the sentence says so.
    """
    if isinstance(error, MemoryError):
        _make_room()
        return f"{_FULL} {_KEPT}."
    what = "Something went wrong unexpectedly, and solterm has stopped"
    with suppress(Exception):
        for folder in (locations.home(context), Path(tempfile.gettempdir())):
            with suppress(OSError):
                place = name_place(context, _write(folder, error, context.terminal))
                return f"{what}. {_KEPT}; a report is in {place}."
    return f"{what} ({type(error).__name__}); no report could be written. {_KEPT}."


def _make_room() -> None:
    """Raise the memory limit to the reserve that a host leaves for reports."""
    with suppress(OSError, ValueError):
        _, highest = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (highest, highest))


def _write(folder: Path, error: BaseException, terminal: Terminal) -> Path:
    for old in sorted(folder.glob(f"{_NAME}*.txt"))[: 1 - _MOST]:
        with suppress(OSError):
            old.unlink()
    moment = datetime.now(UTC)
    path = folder / f"{_NAME}{moment:%Y%m%d-%H%M%S}-{os.getpid()}.txt"
    # O_EXCL: in a public folder others may have placed a link of this name.
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _ONLY_THE_PLAYER)
    with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
        file.write(_text(error, moment, terminal))
    return path


def _text(error: BaseException, moment: datetime, terminal: Terminal) -> str:
    """Return what developers need, but no text that the player typed: no values, no environment."""
    head = [
        f"solterm {__version__}, {moment.isoformat(timespec='seconds')}",
        f"Python {platform.python_version()}, {platform.platform()}",
        str(terminal),
        f"Called as: {[Path(sys.argv[0]).name, *sys.argv[1:2]]}",
    ]
    return "\n".join([*head, "", *traceback.format_exception(error)])
