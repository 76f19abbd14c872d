"""Plays put aside: unreadable ones, and unfinished ones that made room for another deal.

They are not resumed by themselves, and do not count as lost.
"""

from solterm.store.entries import InProgress
from solterm.store.errors import StoreError
from solterm.store.store import ASIDE, IN_THE_WAY, OPEN, Store, now


def list_plays(store: Store) -> list[InProgress]:
    """Return the plays put aside, latest first."""
    return store.list_plays(ASIDE)


def put(store: Store, play_id: int) -> None:
    """Put an open play aside."""
    with store.transaction() as database:
        database.execute(
            f"UPDATE play SET open = {ASIDE} WHERE id = ? AND open = {OPEN}", (play_id,)
        )


def take_up(store: Store, play_id: int) -> None:
    """Reopen a play; the open play in its place is put aside instead."""
    play = next((each for each in list_plays(store) if each.play_id == play_id), None)
    if play is None:
        raise StoreError("This game is no longer put aside.")
    with store.transaction() as database:
        database.execute(
            f"UPDATE play SET open = {ASIDE} WHERE {IN_THE_WAY}",
            (play.game, play.context, play.options),
        )
        database.execute(
            f"UPDATE play SET open = {OPEN}, touched = ? WHERE id = ?", (now(), play_id)
        )
