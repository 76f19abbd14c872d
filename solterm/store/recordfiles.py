"""Records as files of their own, where the player wants them."""

from collections.abc import Callable
from pathlib import Path

from solterm.core.game import Game
from solterm.core.play import record
from solterm.core.play.record import Record
from solterm.store import files, place
from solterm.store.errors import StoreError, explain_new_file, show_path
from solterm.store.files import Unfit

LARGEST = 1 << 20
"""Bytes of a file that may be a record; the longest games have some thousands."""


def write(name: str, text: str) -> Path:
    """Write a record to a new file; the answer is where.

    Raises ``StoreError`` when there is such a file already, or it cannot be written.
    """
    path = _path(name)
    with explain_new_file(show_path(path), StoreError), path.open("x", encoding="utf-8") as file:
        file.write(text)
    return path


def read(name: str, game_of: Callable[[str], Game]) -> tuple[str, Record]:
    """The text and the parts of the record in a file, every event checked.

    Raises ``StoreError`` when it cannot be read, and ``RecordError`` when it does not hold.
    """
    path = _path(name)
    try:
        text = files.read(path, LARGEST)
    except FileNotFoundError:
        raise StoreError(f"{show_path(path)} is not there; give the name of a record.") from None
    except Unfit as error:
        raise StoreError(f"{show_path(path)} {error}: it is no record.") from None
    found = record.read(text)
    found.replay(game_of)
    return text, found


def _path(name: str) -> Path:
    """A path as a player types it, ``~`` being the home folder."""
    place.check_files()
    if not name.strip() or not name.isprintable():
        raise StoreError("Type the name of a file, such as ~/game.txt.")
    try:
        return Path(name.strip()).expanduser().absolute()
    except RuntimeError:
        raise StoreError(f"There is no such home folder: {name.strip()}") from None
