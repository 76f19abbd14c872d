"""What is said to somebody who is new on a host, or a guest there, before anything else."""

from solterm.store import place
from solterm.store.errors import StoreError
from solterm.store.store import Store

_GUEST = """You are a guest because you came without a key.

You may play everything here and look at the boards. Your results don't go there, and when you \
leave, your games are gone.

To be known here and find your games again, make a key on your own computer and come back"""

_COMMAND = "ssh-keygen -t ed25519"

GUEST = f"{_GUEST}:\n\n    {_COMMAND}"
"""What a guest reads."""

PLAYER = """Your key tells this host who you are: come back with it, and your games are as you \
left them.

The boards show your name with your results. You can change it later, and add the key of another \
computer, under "Your name and keys" in the settings."""
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
