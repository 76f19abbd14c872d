"""Easthaven, Westcliff, Whitehead, Double Klondike and Agnes Bernauer."""

import pytest

from solterm.core import cards
from solterm.core.game import Game
from solterm.games.klondikes import AGNES_BERNAUER, DOUBLE_KLONDIKE, EASTHAVEN, WESTCLIFF, WHITEHEAD
from tests.games.tables import after, dealt, moves, piles_alike, refusal

STAIRS = ("0+1", "1+1", "2+1", "3+1", "4+1", "5+1", "6+1", "7+1", "8+1")
OPEN_STAIRS = tuple(f"0+{n}" for n in range(1, 8))
LATER = "\nt4 KC\nt5 KD\nt6 KH\nt7 KS"
"""Kings on the columns that a position does not use."""

# -- the deal ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        (EASTHAVEN, {"s": "31+0", "r": "0+0"} | piles_alike("t", 7, "2+1")),
        (WESTCLIFF, {"s": "22+0", "w": "0+0"} | piles_alike("t", 10, "2+1")),
        (WHITEHEAD, {"s": "24+0", "w": "0+0"} | piles_alike("t", 7, *OPEN_STAIRS)),
        (DOUBLE_KLONDIKE, {"s": "59+0", "w": "0+0"} | piles_alike("t", 9, *STAIRS)),
        (
            AGNES_BERNAUER,
            {"s": "16+0"} | piles_alike("t", 7, *OPEN_STAIRS) | piles_alike("r", 7, "0+1"),
        ),
    ],
    ids=lambda value: getattr(value, "id", ""),
)
def test_the_deal(game: Game, expected: dict[str, str]) -> None:
    homes = piles_alike("f", 8 if game is DOUBLE_KLONDIKE else 4, "0+0")
    base = {"f1": "0+1"} if game is AGNES_BERNAUER else {}
    assert dealt(game) == expected | homes | base


# -- Whitehead ---------------------------------------------------------------------------------


def test_whitehead_builds_in_one_colour_and_moves_runs_of_one_suit() -> None:
    text = f"t1 9H 8D 7D\nt2 TD\nt3 8H{LATER}"
    found = {move for move in moves(WHITEHEAD, text) if move.startswith("t1")}
    assert found == {"t1 t3"}
    assert refusal(WHITEHEAD, text, "t1 t2 3") == (
        "8D on 9H breaks the sequence: their suits differ."
    )
    assert "t1 t3" in moves(WHITEHEAD, f"t1 9H 8D 7D\nt2 TD\nt3 8H{LATER}")
    assert "t1 t2 2" in moves(WHITEHEAD, f"t1 QH 8D 7D\nt2 9H\nt3 2C{LATER}")
    assert "t1 t2" not in moves(WHITEHEAD, f"t1 9C\nt2 TD\nt3 2C{LATER}")


# -- Agnes Bernauer ----------------------------------------------------------------------------


@pytest.mark.parametrize(("base", "filler"), [("5H", "4"), ("AH", "K"), ("KH", "Q")])
def test_the_rank_below_the_base_fills_a_space_with_its_run(base: str, filler: str) -> None:
    below = {"4": "3", "K": "Q", "Q": "J"}[filler]
    text = f"f1 {base}\nt2 8S {filler}S {below}D\nt3 8C\nt4 8D\nt5 8H\nt6 2S\nt7 2C\nr1 {filler}C"
    found = moves(AGNES_BERNAUER, text)
    assert {move for move in found if " t1" in move} == {"t2 t1 2", "r1 t1"}
    named = cards.article(cards.rank(cards.parse(filler + "C")))
    assert refusal(AGNES_BERNAUER, text, "t3 t1") == (
        f"8C can't go there: only {named} may fill an empty column."
    )
    assert "t3 t1" in moves(AGNES_BERNAUER, text, 2)


def test_the_stock_feeds_seven_reserves_and_ends_with_two_cards() -> None:
    game = AGNES_BERNAUER
    text = "s 5c 4c 3c 2c ac 9d 8d 7d 6d\nf1 5H\nr2 KS\nt1 2S"
    fed = after(game, text, "s")
    assert fed.endswith("r1 6D\nr2 KS 7D\nr3 8D\nr4 9D\nr5 AC\nr6 2C\nr7 3C")
    assert after(game, text, "s", "s").endswith(
        "r1 6D 4C\nr2 KS 7D 5C\nr3 8D\nr4 9D\nr5 AC\nr6 2C\nr7 3C"
    )
    assert refusal(game, "f1 5H\nr2 KS\nt1 2S", "s") == "The stock is out."
