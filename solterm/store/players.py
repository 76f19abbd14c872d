"""Players: their names on boards, and the profiles that distinguish players of one name."""

import getpass
import os

from solterm.context import Context
from solterm.core.names import check_name, is_profile
from solterm.core.refusal import Refusal
from solterm.store import backends
from solterm.store.errors import StoreError
from solterm.store.files import Unfit

FILE = "profile"
"""The file in the data folder."""

_LARGEST = 1 << 10


def refuse_guests(context: Context) -> None:
    """Raise ``StoreError`` for a guest, whose results others don't see."""
    if context.is_guest:
        raise StoreError("Guests can't enter boards or tournaments; log in with a key to do so.")


def name_of(context: Context, chosen: str = "") -> str:
    """Return the player's name: the host's, the chosen, ``SOLTERM_PLAYER``'s or the login's."""
    for candidate in (context.nickname, chosen, context.player, _login()):
        try:
            return check_name(candidate)
        except Refusal:
            continue
    return "player"


def profile(context: Context) -> str:
    """Return the player's profile: sixteen hexadecimal digits, drawn once.

    On a host it is the account's id. A damaged file is replaced.
    Raises ``StoreError`` if it can't be stored.
    """
    if context.nickname and is_profile(context.player):
        return context.player
    data, drawn = backends.find_player_data(context), f"{os.urandom(8).hex()}\n"
    try:
        if is_profile(found := data.read(FILE, _LARGEST).strip()):
            return found
        data.replace(FILE, drawn)
    except Unfit:
        data.replace(FILE, drawn)
    except FileNotFoundError:
        data.add(FILE, drawn)  # if two programs do so at once, one wins
    return data.read(FILE, _LARGEST).strip()


def _login() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""
