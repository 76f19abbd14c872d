"""The boards of a player, as sessions use them."""

from solterm.games import find
from solterm.store.boards import Boards
from solterm.store.store import Store
from solterm.store.tournaments import deals_of


def boards_of(store: Store) -> Boards:
    """The boards that the player of a store sees."""
    return Boards(store, find, lambda board: deals_of(store, board))
