"""The places where data lives: a player's own, and the one that all players of a host share."""

import os
import stat
from contextlib import suppress
from pathlib import Path

from solterm.store.errors import StoreError, show_path
from solterm.store.kiosk import is_kiosk

PLAYER = "SOLTERM_PLAYER"
"""The variable that names one of several players who use the same login."""

SHARED = "SOLTERM_SHARED"
"""The variable that names a folder for the boards and tournaments of all players of a host."""

NICKNAME = "SOLTERM_NICKNAME"
"""The variable with which a host says what it calls the player, whatever the settings say."""

GUEST = "SOLTERM_GUEST"
"""The variable that says: nothing of this player's goes to boards, or outlives the session."""

DATABASE = "SOLTERM_DATABASE"
"""The variable that names a database server which holds what else would lie in files."""

PLAYERS = "players"
"""The folder of those players in the data folder."""

_ONLY_THE_PLAYER = 0o700
_OTHERS = 0o077

_LONGEST = 200
"""Characters of a name's file; every file system has room for some more."""


def home() -> Path:
    """The data folder: ``SOLTERM_HOME``, else where the platform keeps a user's data.

    In it, a player named by ``SOLTERM_PLAYER`` has a folder to itself. It need not exist yet: see
    ``create``.
    """
    folder = _everyones()
    if player := os.environ.get(PLAYER):
        return folder / PLAYERS / file_name(player)
    return folder


def _everyones() -> Path:
    if chosen := os.environ.get("SOLTERM_HOME"):
        return Path(chosen).absolute()
    # Imported here: it costs time that the first frame does not have.
    from platformdirs import user_data_path

    return user_data_path("solterm", appauthor=False)


def find_shared() -> Path | None:
    """The folder that ``SOLTERM_SHARED`` names, there or not; None when it names none."""
    chosen = os.environ.get(SHARED)
    return Path(chosen).absolute() if chosen else None


def database() -> str:
    """The address that ``SOLTERM_DATABASE`` names; empty where data lies in folders."""
    return os.environ.get(DATABASE, "")


def is_guest() -> bool:
    """Does this player leave nothing behind?"""
    return os.environ.get(GUEST, "0") not in ("", "0")


def nickname() -> str:
    """What a host calls the player; empty for its guests, and where there is no host."""
    return "" if is_guest() else os.environ.get(NICKNAME, "")


def keep_nickname(name: str) -> None:
    """The host calls the player so from now on."""
    os.environ[NICKNAME] = name


def is_named_by_host() -> bool:
    """Is it for a host to say who plays? Then what the settings say is nobody's name."""
    return bool(nickname()) or is_guest()


def check_files() -> None:
    """Raise ``StoreError`` where the host lets no player name a file to be read or written."""
    if is_kiosk():
        raise StoreError("This host reads and writes no files that players name.")


def file_name(name: str) -> str:
    """The name of a file or folder for what a player has named.

    Names that differ in capitals only, or in how their accents are encoded, are one; nothing in
    it leads out of a folder.

    >>> file_name("tour"), file_name("Ann"), file_name("../x")
    ('tour', 'ann', '%2E%2E%2Fx')
    """
    # Imported here like all that a first frame can do without.
    import hashlib
    import unicodedata
    from urllib.parse import quote

    plain = unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())
    # A name from the environment may be no text at all.
    quoted = quote(plain, safe="-: ", errors="surrogatepass").replace(".", "%2E")
    if len(quoted) <= _LONGEST:
        return quoted
    digest = hashlib.sha256(plain.encode(errors="surrogatepass")).hexdigest()
    return f"{quoted[: _LONGEST - 17]}~{digest[:16]}"


def create(folder: Path) -> None:
    """Make the folder, for the player's eyes only, unless it is there already.

    One of the player's that others may look into is closed to them. Raises ``StoreError`` when it
    cannot be made.
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
    """Close a file or folder of the player's to everybody else, as far as that can be done."""
    with suppress(OSError):
        state = path.stat()
        # The home folder of the account, or one that is for everybody, holds more than cards.
        public = state.st_mode & stat.S_ISVTX or path == Path.home()
        if state.st_mode & _OTHERS and state.st_uid == os.getuid() and not public:
            path.chmod(stat.S_IMODE(state.st_mode) & ~_OTHERS)


def _make(folder: Path) -> None:
    """Make a folder, and those it lies in; each of them is the player's alone."""
    try:
        folder.mkdir(mode=_ONLY_THE_PLAYER, exist_ok=True)
    except FileNotFoundError:
        _make(folder.parent)
        folder.mkdir(mode=_ONLY_THE_PLAYER, exist_ok=True)
