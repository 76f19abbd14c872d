"""Bristol and German Patience."""

import pytest

from solterm.core import cards
from solterm.core.move import IllegalMove
from solterm.core.outcome import Outcome
from solterm.games.columns import BRISTOL, GERMAN_PATIENCE
from tests.core.positions import play_from
from tests.games.tables import after, leaving, moves, outcome, refusal

# -- Bristol -----------------------------------------------------------------------------------

THREES = "t1 9C\nt2 TH\nt3 5D\nt4 3C\nt5 3S\nt6 KH\nt7 KD\nt8 7D"


def test_kings_and_other_cards_of_a_column_keep_their_order() -> None:
    first = ["5C", "KD", "3C", "4C", "9C", "6C", "7C", "8C"]
    second = ["KH", "2C", "AD", "2D", "3D", "4D", "5D", "6D"]
    third = ["KS", "JC", "KC", "7D", "8D", "9D", "TD", "JD"]
    begun = [cards.parse(text) for text in first + second + third]
    pack = (*begun, *(card for card in cards.pack() if card not in begun))
    table = BRISTOL.opening(pack)
    piles = {n: " ".join(map(cards.text, p)) for n, p in zip(BRISTOL.ids, table.piles, strict=True)}
    assert piles["t1"] == "KH KS 5C"
    assert piles["t2"] == "KD 2C JC"
    assert piles["t3"] == "KC 3C AD"
    assert piles["t4"] == "4C 2D 7D"


def test_bristol_deals_a_card_to_each_waste_and_the_last_one_to_waste_1() -> None:
    stock = "s 8c 7c 6c 5c"
    made = after(BRISTOL, f"{stock}\nw1 2C\n{THREES}", "s")
    assert made == f"s 8c\nw1 2C 5C\nw2 6C\nw3 7C\n{THREES}"
    assert after(BRISTOL, made, "s") == f"w1 2C 5C 8C\nw2 6C\nw3 7C\n{THREES}"
    assert "s" not in moves(BRISTOL, f"w1 2C\n{THREES}")


def test_the_redeal_of_bristol_flips_wastes_1_2_and_3_with_the_first_on_top() -> None:
    text = f"w1 2C 5C\nw2 6C 4H\nw3 7C\n{THREES}"
    made = after(BRISTOL, text, "s", level=2)
    assert made == f"s 7c 4h 6c 5c 2c\n{THREES}\npasses 1"
    assert after(BRISTOL, made, "s", level=2) == (
        f"s 7c 4h\nw1 2C\nw2 5C\nw3 6C\n{THREES}\npasses 1"
    )
    assert "s" not in moves(BRISTOL, f"{text}\npasses 1", level=2)


def test_x_in_bristol_needs_a_waste() -> None:
    play = play_from(BRISTOL, f"w1 2C 5C\nw2 6C 4H\n{THREES}")
    for refused in ("x", "x w3", "x t1"):
        with pytest.raises(IllegalMove):
            play.perform(refused)
    assert play.tally.exceptions == 0
    play.perform("x w2")
    assert play.pile("w2") == (cards.parse("4H"), cards.parse("6C"))
    assert play.pile("w1") == (cards.parse("2C"), cards.parse("5C"))
    assert play.tally.exceptions == 1


# -- German Patience ---------------------------------------------------------------------------

PILES = "t1 9C\nt2 TH\nt3 5D\nt4 3C\nt5 3S\nt6 KH\nt7 KD\nt8 7D"


TWELVE = "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC"


def test_a_pile_of_thirteen_turns_its_top_face_down_and_is_locked() -> None:
    text = f"s 2d\nw 2H AS\nt1 {TWELVE}\nt2 TH\nt3 5D\nt4 3C\nt5 3S\nt6 QH\nt7 QD\nt8 7D"
    made = after(GERMAN_PATIENCE, text, "w t1")
    assert f"t1 {TWELVE} as\n" in made
    for level in (3, 2, 1):
        found = moves(GERMAN_PATIENCE, made, level)
        assert leaving("t1", found) == set()
        assert "w t1" not in found  # a 2 would fit on the Ace
    assert refusal(GERMAN_PATIENCE, made, "w t1") == "Pile 1 is full."
    assert refusal(GERMAN_PATIENCE, made, "t1 t2") == ("The top card of pile 1 is face down.")


def test_an_empty_pile_is_filled_from_the_stock_and_then_the_waste() -> None:
    made = after(GERMAN_PATIENCE, f"s 6c 2c\nw 4H\n{PILES}", "t2 t1")
    assert made == f"s 6c\nw 4H\n{PILES}".replace("t1 9C\nt2 TH", "t1 9C TH\nt2 2C")
    made = after(GERMAN_PATIENCE, f"w 4H 2H\n{PILES}", "t2 t1")
    assert made == f"w 4H\n{PILES}".replace("t1 9C\nt2 TH", "t1 9C TH\nt2 2H")
    made = after(GERMAN_PATIENCE, PILES, "t2 t1")
    assert made == PILES.replace("t1 9C\nt2 TH", "t1 9C TH")
    assert not any(" t2" in move for move in moves(GERMAN_PATIENCE, made))


def test_german_patience_is_won_with_eight_locked_piles_of_13() -> None:
    locked = [f"t{n} {TWELVE} as" for n in range(1, 9)]
    assert outcome(GERMAN_PATIENCE, "\n".join(locked)) is Outcome.WON
    play = play_from(GERMAN_PATIENCE, "\n".join([*locked[:7], f"t8 {TWELVE}", "w AS"]))
    assert play.outcome is None
    assert play.rules.count_scored(play.table) == 91
    play.perform("w t8")
    assert play.outcome is Outcome.WON
    assert play.tally.cards == 13
