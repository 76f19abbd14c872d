"""Records in files that the player names."""

from contextlib import suppress
from pathlib import Path

from solterm.context import Context
from solterm.store import files, locations
from solterm.store.errors import StoreError, explain_new_file, show_path
from solterm.store.files import Unfit

LARGEST = 1 << 20
"""Bytes of a record's file; the longest games have some thousands."""


def write(context: Context, name: str, text: str) -> Path:
    """Write a record to a new file; return its path.

    Raises ``StoreError`` if the file exists or can't be written.
    """
    path = _path(context, name)
    with explain_new_file(show_path(path)), path.open("x", encoding="utf-8") as file:
        file.write(text)
    return path


def read(context: Context, name: str) -> str:
    """Return the text of a file, unchecked; raises ``StoreError`` if it is unreadable."""
    path = _path(context, name)
    if path.is_dir():
        raise StoreError(f"{name.strip()} is a folder; type the name of a file in it.")
    try:
        return files.read(path, LARGEST)
    except FileNotFoundError:
        raise StoreError(f"{show_path(path)} is not there; give the name of a record.") from None
    except Unfit as error:
        raise StoreError(f"{show_path(path)} {error}, so it isn't a record.") from None


def complete(context: Context, begun: str) -> str | None:
    """Return the name of the newest text file that begins as typed, such as ``~/ga``, or None."""
    folder, slash, name = begun.rpartition("/")
    with suppress(OSError, StoreError, ValueError):
        there = _path(context, f"{folder}{slash}").iterdir()
        found = [each for each in there if each.name.startswith(name) and each.suffix == ".txt"]
        newest = max(found, key=lambda each: each.stat().st_mtime)
        return f"{folder}{slash}{newest.name}" if newest.name.isprintable() else None
    return None


def _path(context: Context, name: str) -> Path:
    locations.check_files(context)
    if not name.strip() or not name.isprintable():
        raise StoreError("Type the name of a file, such as ~/game.txt.")
    name = name.strip()
    if name.startswith(("~//", "~/~")):  # a whole path, typed after the proposed folder
        name = name.removeprefix("~/")
    try:
        return Path(name).expanduser().absolute()
    except RuntimeError:
        raise StoreError(f"There is no such home folder: {name}") from None
