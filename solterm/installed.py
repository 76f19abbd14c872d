"""What is installed beside solterm, and where its child processes import from."""

import sys
from contextlib import suppress
from pathlib import Path

_POINTS = "entry_points.txt"
_ENDS = (".dist-info", ".egg-info")
"""The folders in which installers keep what a package says of itself."""


def import_folders() -> list[str]:
    """Return the folders from which a child process that runs isolated imports solterm.

    They go behind the standard library's. The current directory is none of them unless this very
    package lies in it: whoever can write to it could run code as the user who started us.
    """
    ours = str(Path(__file__).absolute().parents[1])
    named = [str(Path(each).absolute()) for each in sys.path if each]
    return list(dict.fromkeys([ours, *named]))


def may_offer(group: str) -> bool:
    """May there be a package with entry points of a group?

    ``importlib.metadata`` tells which, but takes as long to load as all else that stands before
    the first picture; so it is asked only where it has something to tell.
    """
    return any(_offers(Path(folder), group.encode()) for folder in sys.path)


def _offers(folder: Path, group: bytes) -> bool:
    """Does a folder of packages hold one? Of an archive it is not known."""
    if folder.is_file():
        return True
    with suppress(OSError):
        for each in folder.iterdir():
            if each.name.endswith(_ENDS):
                with suppress(OSError):
                    if group in (each / _POINTS).read_bytes():
                        return True
    return False
