"""Where data lies: the player's folder and the shared folder, as the environment names them."""

import os
import stat
from contextlib import suppress
from pathlib import Path

from solterm.store.errors import StoreError, show_path
from solterm.store.kiosk import is_kiosk

PLAYER = "SOLTERM_PLAYER"
"""One of several players who share a login."""

SHARED = "SOLTERM_SHARED"
"""The folder with the boards and tournaments of all players."""

NICKNAME = "SOLTERM_NICKNAME"
"""The player's name, given by a host; it overrides the settings."""

GUEST = "SOLTERM_GUEST"
"""Set for guests, whose data ends with the session and goes to no board."""

DATABASE = "SOLTERM_DATABASE"
"""The address of the database that holds the data instead of folders."""

PLAYERS = "players"
"""The folder for ``SOLTERM_PLAYER``'s folders in the data folder."""

_ONLY_THE_PLAYER = 0o700
_OTHERS = 0o077

_LONGEST = 200
"""Characters of a file name; all file systems allow some more."""


def home() -> Path:
    """Return the data folder: ``SOLTERM_HOME``, or else the platform's folder for user data.

    ``SOLTERM_PLAYER`` has a folder inside. It may not exist yet: see ``create``.
    """
    folder = _everyones()
    if player := os.environ.get(PLAYER):
        return folder / PLAYERS / file_name(player)
    return folder


def _everyones() -> Path:
    if chosen := os.environ.get("SOLTERM_HOME"):
        return Path(chosen).absolute()
    # Imported here to show the first frame sooner.
    from platformdirs import user_data_path

    return user_data_path("solterm", appauthor=False)


def find_shared() -> Path | None:
    """Return the shared folder, whether it exists or not; None if none is configured."""
    chosen = os.environ.get(SHARED)
    return Path(chosen).absolute() if chosen else None


def database() -> str:
    """Return the address of the database, or ""."""
    return os.environ.get(DATABASE, "")


def is_guest() -> bool:
    """Whether the player is a guest."""
    return os.environ.get(GUEST, "0") not in ("", "0")


def nickname() -> str:
    """Return the name given by a host, or "" for guests and without a host."""
    return "" if is_guest() else os.environ.get(NICKNAME, "")


def keep_nickname(name: str) -> None:
    """Change the name given by the host."""
    os.environ[NICKNAME] = name


def is_on_host() -> bool:
    """Whether a host runs this session; it names the player, so that the setting has no effect."""
    return bool(nickname()) or is_guest()


def check_files() -> None:
    """Raise ``StoreError`` if the host doesn't let players name files to read or write."""
    if is_kiosk():
        raise StoreError("This host reads and writes no files that players name.")


def file_name(name: str) -> str:
    """Return a file name for a name that a player has typed.

    Names that differ only in case or in the encoding of accents get the same file name. It never
    leads out of a folder.

    >>> file_name("tour"), file_name("Ann"), file_name("../x")
    ('tour', 'ann', '%2E%2E%2Fx')
    """
    # Imported here to show the first frame sooner.
    import hashlib
    import unicodedata
    from urllib.parse import quote

    plain = unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())
    # A name from the environment may contain surrogates.
    quoted = quote(plain, safe="-: ", errors="surrogatepass").replace(".", "%2E")
    if len(quoted) <= _LONGEST:
        return quoted
    digest = hashlib.sha256(plain.encode(errors="surrogatepass")).hexdigest()
    return f"{quoted[: _LONGEST - 17]}~{digest[:16]}"


def create(folder: Path) -> None:
    """Create a private folder, and close existing ones to other accounts.

    Raises ``StoreError`` if it can't be created.
    """
    remedy = "set SOLTERM_HOME to a folder that may be written to"
    try:
        _make(folder)
    except (FileExistsError, NotADirectoryError):
        raise StoreError(f"{show_path(folder)} is not a folder; {remedy}.") from None
    except OSError as error:
        reason = error.strerror or str(error)
        raise StoreError(f"{show_path(folder)} cannot be created ({reason}); {remedy}.") from None
    top = _everyones()
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
