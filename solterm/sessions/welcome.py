"""Welcome messages for new players and guests of a host."""

from solterm.store.errors import StoreError
from solterm.store.store import Store

_GUEST = """You are a guest because you came without a key or a cookie.

You may play everything here and look at the boards. Your results don't go there, and when you \
leave, your games are gone.

To be known here and find your games again, press Play in a browser that takes cookies, or make \
a key on your own computer and come back"""

_COMMAND = "ssh-keygen -t ed25519"

GUEST = f"{_GUEST}:\n\n    {_COMMAND}"
"""The welcome for a guest."""

PLAYER = """This host knows you by your key, or by this browser: come back with it, and your games \
are as you left them.

The boards show your name with your results. You can change it later, and add another computer or \
browser, under "Your name and keys" in the settings."""
"""The welcome for a new player."""


def is_stranger(store: Store) -> bool:
    """Return whether the player is a guest or has no games in the store yet."""
    if store.context.is_guest:
        return True
    try:
        return store.is_new()
    except StoreError:
        return False


def greet(store: Store) -> str:
    """Return the welcome in line mode; "" for a known player."""
    if not is_stranger(store):
        return ""
    if store.context.is_guest:
        return f"{' '.join(_GUEST.split())}; '{_COMMAND}' makes one."
    return f"You are {store.context.nickname} on this host; 'name NEW' changes that."
