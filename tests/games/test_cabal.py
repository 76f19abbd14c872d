"""Cabal."""

import pytest

from solterm.core import cards, deals
from solterm.core.move import IllegalMove
from solterm.core.outcome import Outcome
from solterm.games.placing import CABAL
from tests.core.positions import play_from, position
from tests.games.tables import after, dealt, full, moves, outcome, piles_alike, refusal

STOCK = " ".join(f"{rank}C" for rank in cards.RANKS)
UNTOUCHED = f"s {' '.join([STOCK] * 6)}"
"""A stock of 78, as dealt; its cards do not matter."""
SHUT = "No card leaves the Cabal and the Secret until the stock is out."


def test_the_deal_has_twelve_piles_a_base_card_a_secret_of_13_and_a_stock_of_78() -> None:
    lying = {"s": "0+78", "r": "0+13"} | piles_alike("t", 12, "0+1")
    assert dealt(CABAL) == lying | piles_alike("f", 8, "0+1", *["0+0"] * 7)
    pack = deals.shuffle(617, 2)
    opening = dict(zip(CABAL.ids, CABAL.opening(pack).piles, strict=True))
    assert [opening[f"t{n}"][0] for n in range(1, 13)] == list(pack[:12])
    assert opening["f1"] == (pack[12],)
    assert opening["r"] == pack[13:26]
    assert tuple(reversed(opening["s"])) == pack[26:]


def test_squared_piles_show_only_their_tops() -> None:
    table = position(CABAL, "s 9C 3D\nr 4H 5H\nt1 6S 7S")
    assert set(map(cards.text, CABAL.visible(table))) == {"3D", "5H", "7S"}


def test_cabal_and_secret_give_to_foundations_until_the_first_stock_card_is_played() -> None:
    text = f"{UNTOUCHED}\nf1 5H\nr 9D 6C\nt1 6H\nt2 6S"
    found = {move for move in moves(CABAL, text) if move[0] != "s"}
    assert found == {"r f1", "t1 f1", "t2 f1"}
    assert "t2 f1" not in moves(CABAL, text.replace("t2 6S", "t2 6S 2D"))


def test_the_stock_goes_to_any_cabal_pile_and_not_to_a_foundation() -> None:
    found = moves(CABAL, "s 9C 6H\nf1 5H\nr 9D\nt1 6H\nt2 KS")
    assert found == {f"s t{n}" for n in range(1, 13)}
    reason = refusal(CABAL, "s 9C 6H\nf1 5H", "s f1")
    assert reason == "Cards can't go from the stock to foundation 1."


def test_no_card_leaves_cabal_and_secret_once_the_stock_is_begun_until_it_is_out() -> None:
    table = f"f1 5H\nr 9D 6C\nt1 6H\nt2 {' '.join(f'{r}D' for r in cards.RANKS)}"
    opening = f"{UNTOUCHED}\n{table}"
    assert "t1 f1" in moves(CABAL, opening)
    begun = after(CABAL, opening, "s t2")
    assert not any(move[0] in "tr" for move in moves(CABAL, begun))
    assert refusal(CABAL, begun, "t1 f1") == refusal(CABAL, begun, "r f1") == SHUT
    assert not any(move[0] in "tr" for move in moves(CABAL, f"s 2C\n{table}"))
    assert moves(CABAL, table) == {"t1 f1", "r f1"}


def test_cards_of_cabal_and_secret_go_only_to_foundations() -> None:
    assert moves(CABAL, "f1 5H\nr 9D\nt1 8C\nt2 9C") == set()
    assert refusal(CABAL, "f1 5H\nt1 8C\nt2 9C", "t1 t2").startswith(
        "Cards can't go from Cabal pile"
    )
    assert (
        refusal(CABAL, "s 4D\nf1 5H\nr 8C", "s r") == "Cards can't go from the stock to the Secret."
    )


@pytest.mark.parametrize(
    ("top", "follows"), [("5H", "6C"), ("KH", "AS"), ("AD", "2H")], ids=["up", "round", "Ace"]
)
def test_foundations_build_up_regardless_of_suit_and_wrap(top: str, follows: str) -> None:
    assert f"r {'f1'}" in moves(CABAL, f"f1 {top}\nr {follows}")
    assert moves(CABAL, f"f1 {top}\nr {top}") <= {"r f2"}


def test_other_foundations_open_with_the_base_rank_and_are_complete_at_thirteen() -> None:
    assert moves(CABAL, "f1 5H\nr 5C\nt1 AC") == {"r f2"}
    complete = "f1 5H 6H 7H 8H 9H TH JH QH KH AH 2H 3H 4H"
    assert moves(CABAL, f"{complete}\nr 5C") == {"r f2"}
    assert refusal(CABAL, f"{complete}\nr 5C", "r f1") == "Foundation 1 is complete."


def test_the_game_is_won_with_104_cards_and_over_when_no_card_fits() -> None:
    assert outcome(CABAL, full(*"CDHSCDHS")) is Outcome.WON
    assert outcome(CABAL, "f1 5H\nr 8C\nt1 8C") is Outcome.OVER
    assert outcome(CABAL, "s 9D\nf1 5H\nr 8C\nt1 8C") is None
    assert outcome(CABAL, "f1 5H\nr 8C\nt1 6C") is None


def test_level_2_lets_the_stock_go_to_a_foundation() -> None:
    text = "s 9C 6H\nf1 5H\nr 6D"
    assert "s f1" not in moves(CABAL, text)
    assert "s f1" in moves(CABAL, text, 2)
    assert "r f1" not in moves(CABAL, text, 2)


def test_level_1_keeps_cabal_and_secret_open() -> None:
    text = "s 9C 6H\nf1 5H\nr 6D\nt1 6C"
    assert {"s f1", "r f1", "t1 f1"} <= moves(CABAL, text, 1)
    assert not any(move.startswith("t1 t") for move in moves(CABAL, text, 1))


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
