"""Storehouse, Duchess, Eagle Wing and Terrace."""

import pytest

from solterm.core import cards
from solterm.core.game import Game
from solterm.games.canfields import DUCHESS, EAGLE_WING, STOREHOUSE
from solterm.games.single_games import TERRACE
from tests.games.tables import after, moves, refusal

CHOOSE = "First choose the base: play the top card of a reserve to a foundation."


def laid(game: Game) -> dict[str, str]:
    """Return the piles of the deal of an unshuffled pack, as text."""
    pack = (*cards.pack(), *cards.pack())[: game.in_play]
    piles = dict(zip(game.ids, game.opening(pack).piles, strict=True))
    return {name: " ".join(map(cards.text, pile)) for name, pile in piles.items()}


def to(pile: str, found: set[str]) -> set[str]:
    return {move for move in found if f" {pile}" in move}


# -- the deals ---------------------------------------------------------------------------------


def test_the_deals_follow_pysolfcs_order() -> None:
    duchess, wing = laid(DUCHESS), laid(EAGLE_WING)
    assert [duchess[f"r{n}"].split()[0] for n in range(1, 5)] == ["AC", "2C", "3C", "4C"]
    assert [duchess[f"t{n}"] for n in range(1, 5)] == ["KC", "AD", "2D", "3D"]
    assert wing["f1"] == "AC"
    assert wing["r"].split()[0].upper() == "2C"
    assert [wing[f"t{n}"] for n in (8, 7, 1)] == ["2D", "3D", "9D"]


# -- Duchess -----------------------------------------------------------------------------------

FANS = "r1 7D 5S TD\nr2 AD 8C 7S\nr3 5C 2D QD\nr4 3S AH AC"
OPENING = f"s 9c 8c\n{FANS}\nt1 6D\nt2 8H\nt3 AS\nt4 KH"


@pytest.mark.parametrize("level", [3, 2, 1])
def test_only_a_reserve_opens_duchess(level: int) -> None:
    assert moves(DUCHESS, OPENING, level) == {"r1 f1", "r2 f1", "r3 f1", "r4 f1"}
    for move in ("s", "t4 t3", "r2 t2"):
        assert refusal(DUCHESS, OPENING, move, level) == CHOOSE
    assert refusal(DUCHESS, OPENING, "t1 f1", level) == (
        "6D can't go there: only the top card of a reserve may fill an empty foundation."
    )


def test_the_chosen_rank_opens_the_other_foundations_of_duchess() -> None:
    text = after(DUCHESS, OPENING, "r3 f1")
    assert "f1 QD" in text
    assert {"s", "r2 t2", "t4 t3"} <= moves(DUCHESS, text)
    later = f"{FANS.replace(' QD', '')}\nw QS\nf1 QD\nt1 6D\nt2 8H\nt3 AS\nt4 KH"
    assert to("f", moves(DUCHESS, later)) == {"w f2"}
    assert "r1 f1" in moves(DUCHESS, f"r1 KD\n{OPENING.splitlines()[-1]}\nf1 QD")


# -- Eagle Wing --------------------------------------------------------------------------------

WINGS = "t2 6C\nt3 6D\nt4 2S\nt5 2H\nt6 JC\nt7 JD\nt8 JH"


def test_the_trunk_fills_spaces_face_down_until_its_last_card_turns_up() -> None:
    text = f"r 3c 9d 4s\nf1 5H\nt1 5S\n{WINGS}"
    once = after(EAGLE_WING, text, "t1 f2")
    assert "r 3c 9d" in once
    assert "t1 4S" in once
    assert refusal(EAGLE_WING, once, "r t2") == "The top card of the trunk is face down."
    twice = after(EAGLE_WING, f"r 3c 9d\nf1 5H\nt1 5S\n{WINGS}", "t1 f2")
    assert "r 3C" in twice
    assert "t1 9D" in twice


# -- Terrace -----------------------------------------------------------------------------------

RESERVE = "r KS 8C 5C"
FOUR = f"s {'9c 8d ' * 42}7h 6c 3s 2d JC\n{RESERVE}\nt1 4C\nt2 8H\nt3 5D\nt4 6C"
"""The opening with a stock of 89 cards, its next ones JC 2D 3S."""


@pytest.mark.parametrize("level", [3, 2, 1])
def test_the_base_of_terrace_comes_from_the_four_cards(level: int) -> None:
    text = FOUR.replace("JC", "jc")
    assert moves(TERRACE, text, level) == {"t1 f1", "t2 f1", "t3 f1", "t4 f1"}
    assert refusal(TERRACE, text, "t3 t4", level) == CHOOSE.replace("reserve", "column")
    assert refusal(TERRACE, text, "r f1", level) == (
        "5C can't go there: only the top card of a column may fill an empty foundation."
    )


NINE = "t2 8H\nt3 5D\nt4 6C\nt5 2D\nt6 3S\nt7 6C\nt8 7H\nt9 KS"


def test_spaces_of_terrace_fill_from_the_waste_then_from_the_stock_and_wait_at_level_1() -> None:
    text = f"s 9d 9c\nw KD QS\n{RESERVE}\nf1 4C\nt1 5H\n{NINE}"
    assert "t1 QS" in after(TERRACE, text, "t1 f1")
    assert "t1 9C" in after(TERRACE, text.replace("w KD QS\n", ""), "t1 f1")
    assert "t1" not in after(TERRACE, text, "t1 f1", level=1)
    waits = f"s 9d 9c\nw KD QS\n{RESERVE}\nf1 4C 5H\n{NINE}"
    assert {"w t1", "t2 t1"} <= moves(TERRACE, waits, 1)
    assert "r t1" not in moves(TERRACE, waits, 1)


# -- redeals and end ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "redeals"),
    [(STOREHOUSE, 2), (DUCHESS, 1), (EAGLE_WING, 2), (TERRACE, 0)],
    ids=lambda value: getattr(value, "id", ""),
)
@pytest.mark.parametrize("level", [3, 2, 1])
def test_redeals(game: Game, redeals: int, level: int) -> None:
    for passes in range(5):
        text = f"w 5H\nf1 9D\nt1 2S\npasses {passes}"
        assert ("s" in moves(game, text, level)) == (passes < redeals + (level < 3))
