"""What is installed beside solterm, as far as can be told at a glance."""

import sys
from contextlib import suppress
from pathlib import Path

_POINTS = "entry_points.txt"
_ENDS = (".dist-info", ".egg-info")
"""The folders in which installers keep what a package says of itself."""


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
