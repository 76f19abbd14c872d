"""Cabal."""

import pytest

from solterm.core import cards
from solterm.core.move import IllegalMove
from solterm.games.placing import CABAL
from tests.core.positions import play_from
from tests.games.tables import after, moves, refusal

STOCK = " ".join(f"{rank}C" for rank in cards.RANKS)
UNTOUCHED = f"s {' '.join([STOCK] * 6)}"
"""A stock of 78, as dealt; its cards do not matter."""
SHUT = "No card leaves the Cabal and the Secret until the stock is out."


def test_cabal_and_secret_give_to_foundations_until_the_first_stock_card_is_played() -> None:
    text = f"{UNTOUCHED}\nf1 5H\nr 9D 6C\nt1 6H\nt2 6S"
    found = {move for move in moves(CABAL, text) if move[0] != "s"}
    assert found == {"r f1", "t1 f1", "t2 f1"}
    assert "t2 f1" not in moves(CABAL, text.replace("t2 6S", "t2 6S 2D"))


def test_no_card_leaves_cabal_and_secret_once_the_stock_is_begun_until_it_is_out() -> None:
    table = f"f1 5H\nr 9D 6C\nt1 6H\nt2 {' '.join(f'{r}D' for r in cards.RANKS)}"
    opening = f"{UNTOUCHED}\n{table}"
    assert "t1 f1" in moves(CABAL, opening)
    begun = after(CABAL, opening, "s t2")
    assert not any(move[0] in "tr" for move in moves(CABAL, begun))
    assert refusal(CABAL, begun, "t1 f1") == refusal(CABAL, begun, "r f1") == SHUT
    assert not any(move[0] in "tr" for move in moves(CABAL, f"s 2C\n{table}"))
    assert moves(CABAL, table) == {"t1 f1", "r f1"}


@pytest.mark.parametrize("level", [2, 1])
def test_automatic_play_takes_cabal_and_secret_before_the_stock(level: int) -> None:
    stock = " ".join(["9C"] * 77 + ["4S"])
    play = play_from(CABAL, f"s {stock}\nf1 3D\nt1 7H 5H\nt2 5D 4C\nr 6C", level=level)
    assert list(map(str, play.auto()))[:3] == ["t2 f1", "t1 f1", "r f1"]
    assert cards.text(play.pile("s")[-1]) == "4S", "the stock was not needed, and locks no pile"


def test_x_shows_the_next_stock_card_and_at_level_2_allows_a_move_of_level_1() -> None:
    play = play_from(CABAL, "s 9C 3D 6H\nf1 5H")
    assert play.exception() == (cards.parse("3D"),)
    assert play.tally.exceptions == 1
    play = play_from(CABAL, "s 9C 2H\nf1 5H\nr 7D 6D\nt1 7C", level=2)
    play.perform("x")
    play.perform("r f1")
    assert play.tally.exceptions == 1
    with pytest.raises(IllegalMove, match="No card leaves the Cabal"):
        play.perform("r f1")
