"""Players: what a player is called on the boards, and what tells two of one name apart."""

import os
from pathlib import Path

from solterm.contests.names import check_name, is_profile
from solterm.store import place
from solterm.store.errors import StoreError
from solterm.store.files import Unfit
from solterm.store.settings_store import Files, SettingsStore, find_own

FILE = "profile"
"""The file in the data folder that holds the profile's number."""

_LARGEST = 1 << 10

_NOT_A_GUESTS = "Nothing of a guest's goes to boards or tournaments: come with a key, and it does."


def refuse_guests() -> None:
    """Raise ``StoreError`` where nothing of the player's is to be seen by others."""
    if place.is_guest():
        raise StoreError(_NOT_A_GUESTS)


def name_of(chosen: str = "") -> str:
    """The player's name: what the host says, else the one chosen in the settings, else the
    profile's, else the login's."""
    for candidate in (place.nickname(), chosen, os.environ.get(place.PLAYER, ""), _login()):
        try:
            return check_name(candidate)
        except ValueError:
            continue
    return "player"


def profile(home: Path | None = None) -> str:
    """Sixteen hexadecimal digits, drawn once for a player and kept with the data.

    A file that holds anything else, as one that was torn, gives way to a new one. Raises
    ``StoreError`` when it cannot be read or written.
    """
    store = Files(home) if home else find_own()
    try:
        kept = _read_profile(store)
        if not kept:
            store.remove(FILE)
            store.put(FILE, f"{os.urandom(8).hex()}\n")  # of two at once, one wins
            kept = _read_profile(store)
    except OSError as error:
        reason = error.strerror or error
        raise StoreError(f"{store.show(FILE)} cannot be written: {reason}.") from None
    return kept


def _read_profile(store: SettingsStore) -> str:
    """What is kept, if that is a profile's number; else empty."""
    try:
        found = store.read(FILE, _LARGEST).strip()
    except (FileNotFoundError, Unfit):
        return ""
    return found if is_profile(found) else ""


def _login() -> str:
    import getpass

    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""
