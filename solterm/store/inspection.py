"""The checks of ``solterm doctor``: damage, missing events, unreadable plays put aside."""

from collections.abc import Iterator

from solterm.games import find
from solterm.store.entries import ASIDE
from solterm.store.errors import StoreError
from solterm.store.kept import KeptPlay
from solterm.store.store import Store


def faults(store: Store) -> Iterator[str]:
    """Yield a sentence for each fault. Raises ``StoreError`` for an unreadable store."""
    if damage := store.engine.find_damage():
        yield damage
    rows = store.read(
        "SELECT game, deal FROM play LEFT JOIN"
        " (SELECT play, max(number) AS last, count(*) AS there FROM event GROUP BY play) AS held"
        " ON held.play = id WHERE (moves > 0 AND there IS NULL) OR last <> there"
    )
    if rows:
        games, (game, deal) = len(rows), rows[0]
        yield (
            f"{store.engine.title} counts more moves than it holds in {games}"
            f" game{'s' * (games != 1)}, such as {game}, deal {deal}: part of it is lost."
        )
    waiting = [each for each in store.list_plays(ASIDE) if not _is_readable(store, each.play_id)]
    if waiting:
        yield f"Unreadable games, put aside: {len(waiting)}; F6 in the menu lists them."


def _is_readable(store: Store, play_id: int) -> bool:
    try:
        KeptPlay.resume(store, store.load(play_id), find)
    except StoreError:
        return False
    return True
