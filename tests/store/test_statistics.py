"""Statistics: streaks, averages, and what was forgotten."""

import pytest

from solterm.games import find
from solterm.store import statistics
from solterm.store.entries import Standing
from solterm.store.kept import KeptPlay
from solterm.store.store import Store

GAME = "kloncan-klondike"


@pytest.fixture
def store() -> Store:
    return Store.memory("this is a test.")


def finished(store: Store, won: bool, level: int = 3, score: int = 10, cheats: int = 0) -> None:
    """A game that was played at a level and ended."""
    kept = KeptPlay.start(store, find(GAME), 617, level)
    assert kept.play_id
    outcome = "won" if won else "playing"
    store.append(kept.play_id, 1, ["s"], Standing(outcome, level, score, 4, 1, 2, 3, cheats))
    store.close(kept.play_id)


def test_games_add_up_by_level(store: Store) -> None:
    for won in (True, True, False, True):
        finished(store, won, score=100 if won else 20)
    finished(store, won=False, level=1, cheats=1)
    hard, easy = statistics.figures(store)
    assert (hard.level, hard.played, hard.won, hard.percentage) == (3, 4, 3, 75)
    assert (hard.streak, hard.longest, hard.best, hard.average) == (1, 2, 100, 80)
    assert (hard.exceptions, hard.undos, hard.hints, hard.cheats) == (4, 8, 12, 0)
    assert (easy.level, easy.streak, easy.longest, easy.cheats) == (1, -1, 0, 1)


def test_what_is_forgotten_counts_no_more(store: Store) -> None:
    finished(store, won=True)
    statistics.forget(store, GAME)
    assert statistics.figures(store) == []
    finished(store, won=False)
    (figures,) = statistics.figures_of(store, GAME)
    assert (figures.played, figures.won) == (1, 0)
    assert len(store.results()) == 2, "the games stay"


def test_all_games_are_forgotten_at_once(store: Store) -> None:
    finished(store, won=True)
    statistics.forget(store)
    assert statistics.figures(store) == []
