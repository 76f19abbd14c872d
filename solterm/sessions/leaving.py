"""Sentences on the effect of quitting on a player's games."""

from solterm.store.kept import KeptPlay
from solterm.store.store import Store

_GUESTS = "a guest's games end here"


def tell_game(kept: KeptPlay) -> str:
    """Return what quitting does to the game on the table: ``the game is kept``."""
    if kept.store.context.is_guest:
        return _GUESTS
    return "the game is NOT SAVED" if kept.unsaved else "the game is kept"


def tell_games(store: Store) -> str:
    """Return what quitting does to all games: ``your games are kept``."""
    if store.context.is_guest:
        return _GUESTS
    return "your games are NOT SAVED" if store.unsaved else "your games are kept"
