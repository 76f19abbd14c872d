"""Peeks in the statistics."""

from solterm.games import find
from solterm.sessions import statistics
from solterm.store.kept import KeptPlay
from solterm.store.store import Store


def played(store: Store, game: str, *events: str) -> None:
    """Play a game and give it up."""
    kept = KeptPlay.start(store, find(game), 617)
    for event in events:
        kept.perform(event)
    kept.finish()


def test_peeks_are_counted_by_game_and_level(store: Store) -> None:
    played(store, "kloncan-klondike", "peek t1", "t2 f1", "peek w", "peek w")
    played(store, "kloncan-klondike", "level 2", "t2 f1", "peek t7")
    played(store, "concentration", "peek g1", "g2")
    found = {(each.game, each.level): each.peeks for each in statistics.figures(store)}
    assert found == {
        ("kloncan-klondike", 3): 3,
        ("kloncan-klondike", 2): 1,
        ("concentration", 3): 1,
    }
    store.forget("kloncan-klondike")
    assert [each.peeks for each in statistics.figures(store)] == [1]
