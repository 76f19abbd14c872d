"""What is said to somebody who is new on a host, or a guest there, before anything else."""

from solterm.store import place
from solterm.store.errors import StoreError
from solterm.store.store import Store

_GUEST = """You are a guest, for you came without a key.

You may play everything here, and look at the boards. Nothing of yours goes there, and when you \
leave, your games are gone.

To be known here, and to find your games again, make a key on your own computer, and come again"""

_COMMAND = "ssh-keygen -t ed25519"

GUEST = f"{_GUEST}:\n\n    {_COMMAND}"
"""What a guest reads."""

PLAYER = """You are known here by your key: whenever you come with it, your games stand as you \
left them.

Your name stands beside your results on the boards. You may change it later, and add a key of \
another computer, under "Your name and keys" in the settings."""
"""What a new player reads."""


def is_stranger(store: Store) -> bool:
    """Is it a guest of the host, or a player of whom the store holds nothing yet?"""
    if place.is_guest():
        return True
    try:
        return store.is_new()
    except StoreError:
        return False


def greet(store: Store) -> str:
    """What a stranger hears who reads line by line; empty for anybody else."""
    if not is_stranger(store):
        return ""
    if place.is_guest():
        return f"{' '.join(_GUEST.split())}; '{_COMMAND}' makes one."
    return f"You are {place.nickname()} on this host; 'name NEW' changes that."
