"""Where data lies: the player's folder and the shared folder."""

import hashlib
import os
import stat
import unicodedata
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

from platformdirs import user_data_path

from solterm.context import Context
from solterm.store.errors import StoreError, name_place

PLAYERS = "players"
"""The folder for the players' folders in the data folder."""

_ONLY_THE_PLAYER = 0o700
_OTHERS = 0o077

_LONGEST = 200
"""Characters of a file name; all file systems allow some more."""


def home(context: Context) -> Path:
    """Return the data folder; each of several players has one inside.

    It may not exist yet: see ``create``.
    """
    folder = _everyones(context)
    return folder / PLAYERS / file_name(context.player) if context.player else folder


def _everyones(context: Context) -> Path:
    if context.folder:
        return context.folder.absolute()
    return user_data_path("solterm", appauthor=False)


def find_shared(context: Context) -> Path | None:
    """Return the shared folder, whether it exists or not; None if none is configured."""
    return context.shared.absolute() if context.shared else None


def check_files(context: Context) -> None:
    """Raise ``StoreError`` if the host doesn't let players name files to read or write."""
    if context.is_kiosk:
        raise StoreError("This host reads and writes no files that players name.")


def file_name(name: str) -> str:
    """Return a file name for a name that a player has typed.

    Names that differ only in case or in the encoding of accents get the same file name. It never
    leads out of a folder.

    >>> file_name("tour"), file_name("Ann"), file_name("../x")
    ('tour', 'ann', '%2E%2E%2Fx')
    """
    plain = unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())
    # A name from the environment may contain surrogates.
    quoted = quote(plain, safe="-: ", errors="surrogatepass").replace(".", "%2E")
    if len(quoted) <= _LONGEST:
        return quoted
    digest = hashlib.sha256(plain.encode(errors="surrogatepass")).hexdigest()
    return f"{quoted[: _LONGEST - 17]}~{digest[:16]}"


def create(context: Context, folder: Path) -> None:
    """Create a private folder, and close existing ones to other accounts.

    Raises ``StoreError`` if it can't be created.
    """
    remedy = "set SOLTERM_HOME to a folder that may be written to"
    try:
        _make(folder)
    except (FileExistsError, NotADirectoryError):
        raise StoreError(f"{name_place(context, folder)} is not a folder; {remedy}.") from None
    except OSError as error:
        reason = error.strerror or str(error)
        place = name_place(context, folder)
        raise StoreError(f"{place} cannot be created ({reason}); {remedy}.") from None
    top = _everyones(context)
    inside = [each for each in folder.parents if each.is_relative_to(top)]
    for each in [folder, *inside]:
        close(each)


def close(path: Path) -> None:
    """Close a file or folder of this account to others, if possible."""
    with suppress(OSError):
        state = path.stat()
        # Don't close the home folder, nor a public one like /tmp.
        public = state.st_mode & stat.S_ISVTX or path == Path.home()
        if state.st_mode & _OTHERS and state.st_uid == os.getuid() and not public:
            path.chmod(stat.S_IMODE(state.st_mode) & ~_OTHERS)


def _make(folder: Path) -> None:
    """Create a folder and its parents, all private."""
    try:
        folder.mkdir(mode=_ONLY_THE_PLAYER, exist_ok=True)
    except FileNotFoundError:
        _make(folder.parent)
        folder.mkdir(mode=_ONLY_THE_PLAYER, exist_ok=True)
