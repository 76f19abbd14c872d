"""Comparing a result with earlier ones of the same game and level."""

import pytest

from solterm.games import find
from solterm.sessions.ending import Comparison, compare
from solterm.store.entries import PlayRow
from solterm.store.kept import KeptPlay
from solterm.store.store import Store
from tests.store.rows import ended

GOLF, KLONDIKE = "ultimate-golf", "kloncan-klondike"


def result(game: str, score: int, own: int | None = None, won: bool = False) -> PlayRow:
    """Return a result with a mark and the score of the game's source."""
    return ended(game=game, score=score, outcome="won" if won else "over", own=own)


@pytest.mark.parametrize(
    ("mine", "place", "is_new_best"), [(11, 1, True), (10, 1, False), (9, 2, False)]
)
def test_only_a_higher_mark_is_a_new_best(mine: int, place: int, is_new_best: bool) -> None:
    others = result(KLONDIKE, 10), result(KLONDIKE, 4)
    compared = Comparison(result(KLONDIKE, mine), others)
    assert (compared.best, compared.place, compared.is_new_best) == (10, place, is_new_best)


def test_a_first_result_is_no_new_best() -> None:
    compared = Comparison(result(KLONDIKE, 10), ())
    assert (compared.best, compared.place, compared.is_new_best) == (None, 1, False)


def test_strokes_are_compared_with_strokes_alone_and_fewer_are_better() -> None:
    others = result(GOLF, 2), result(GOLF, 0, own=12), result(GOLF, 0, own=9)
    compared = Comparison(result(GOLF, 0, own=8), others)
    assert (compared.best, compared.place, compared.is_new_best) == (9, 1, True)


def test_a_game_counts_from_its_first_move(store: Store) -> None:
    kept = KeptPlay.start(store, find(KLONDIKE), 17)
    assert compare(kept) is None
    kept.perform("t3 f1")
    compared = compare(kept)
    assert compared
    assert (compared.mine.score, compared.others) == (10, ())
