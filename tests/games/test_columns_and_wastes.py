"""Bristol and German Patience."""

import pytest

from solterm.core import cards
from solterm.core.move import IllegalMove
from solterm.core.outcome import Outcome
from solterm.games.columns import BRISTOL, GERMAN_PATIENCE
from tests.core.positions import play_from
from tests.games.tables import after, dealt, leaving, moves, outcome, piles_alike, refusal

# -- Bristol -----------------------------------------------------------------------------------

THREES = "t1 9C\nt2 TH\nt3 5D\nt4 3C\nt5 3S\nt6 KH\nt7 KD\nt8 7D"


def test_bristol_deals_eight_threes_and_28() -> None:
    lying = {"s": "28+0"} | piles_alike("w", 3, "0+0") | piles_alike("f", 4, "0+0")
    assert dealt(BRISTOL) == lying | piles_alike("t", 8, "0+3")


@pytest.mark.parametrize("deal", range(1, 30))
def test_kings_are_dealt_to_the_head_of_their_columns(deal: int) -> None:
    opening = BRISTOL.deal(deal).table
    for name in piles_alike("t", 8, ""):
        kings = [cards.rank(c) == cards.KING for c in opening.piles[BRISTOL.ids.index(name)]]
        assert kings == sorted(kings, reverse=True)


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


def test_bristol_builds_down_regardless_of_suit_with_single_cards() -> None:
    text = f"w1 4D 9S\nw2 8H\nw3 2D\n{THREES}"
    assert moves(BRISTOL, text) == {"t1 t2", "w1 t2", "w2 t1", "w3 t4", "w3 t5"}
    assert "t1 t2 2" not in moves(BRISTOL, text.replace("t1 9C", "t1 9C 8D"))


def test_foundations_of_bristol_build_in_suit() -> None:
    text = f"f1 AH\nw1 2H\nw2 2D\nw3 AS\n{THREES}"
    found = {m for m in moves(BRISTOL, text) if " f" in m}
    assert found == {"w1 f1", "w3 f2"}


def test_an_empty_column_of_bristol_is_filled_only_at_level_1() -> None:
    text = f"w1 4D JS\nw2 8H\n{THREES}".replace("\nt8 7D", "")
    for level in (3, 2):
        assert not any(" t8" in move for move in moves(BRISTOL, text, level))
    to_space = {move for move in moves(BRISTOL, text, level=1) if " t8" in move}
    assert to_space == {"w1 t8", "w2 t8"} | {f"t{n} t8" for n in range(1, 8)}


def test_at_level_1_bristol_moves_runs() -> None:
    text = THREES.replace("t1 9C", "t1 2D 9C 8D")
    assert "t1 t2 2" in moves(BRISTOL, text, level=1)


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


def test_german_patience_deals_eight_cards_and_96() -> None:
    assert dealt(GERMAN_PATIENCE) == {"s": "96+0", "w": "0+0"} | piles_alike("t", 8, "0+1")


def test_german_patience_builds_up_regardless_of_suit_with_aces_on_kings() -> None:
    found = moves(GERMAN_PATIENCE, f"s 2c\nw AS\n{PILES}")
    assert found == {"s", "t2 t1", "w t6", "w t7"}


def test_german_patience_moves_single_cards_and_at_level_1_runs() -> None:
    text = f"s 2c\n{PILES}".replace("t3 5D", "t3 4D 5D")
    assert leaving("t3", moves(GERMAN_PATIENCE, text)) == set()
    assert leaving("t3", moves(GERMAN_PATIENCE, text, level=1)) == {"t3 t4 2", "t3 t5 2"}


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


def test_at_level_1_no_run_goes_beyond_thirteen() -> None:
    text = f"s 2d\nt1 {TWELVE}\nt2 AH 2H\nt3 5D\nt4 3C\nt5 3S\nt6 QH\nt7 QD\nt8 7D"
    assert leaving("t2", moves(GERMAN_PATIENCE, text, level=1)) == set()
    reason = refusal(GERMAN_PATIENCE, text, "t2 t1 2", level=1)
    assert reason == "Pile 1 has room for 1 more card."
    assert "t2 t1" in moves(GERMAN_PATIENCE, text.replace("AH 2H", "AH"), level=1)


def test_a_full_pile_is_locked_at_level_1_too() -> None:
    text = f"t1 {TWELVE}\nt2 AH\nt3 5D\nt4 3C\nt5 3S\nt6 QH\nt7 QD\nt8 7D"
    assert f"t1 {TWELVE} ah\n" in after(GERMAN_PATIENCE, text, "t2 t1", level=1)


def test_an_empty_pile_is_filled_from_the_stock_and_then_the_waste() -> None:
    made = after(GERMAN_PATIENCE, f"s 6c 2c\nw 4H\n{PILES}", "t2 t1")
    assert made == f"s 6c\nw 4H\n{PILES}".replace("t1 9C\nt2 TH", "t1 9C TH\nt2 2C")
    made = after(GERMAN_PATIENCE, f"w 4H 2H\n{PILES}", "t2 t1")
    assert made == f"w 4H\n{PILES}".replace("t1 9C\nt2 TH", "t1 9C TH\nt2 2H")
    made = after(GERMAN_PATIENCE, PILES, "t2 t1")
    assert made == PILES.replace("t1 9C\nt2 TH", "t1 9C TH")
    assert not any(" t2" in move for move in moves(GERMAN_PATIENCE, made))


def test_at_level_1_an_empty_pile_waits_for_the_player() -> None:
    made = after(GERMAN_PATIENCE, f"s 6c 2c\nw 4H\n{PILES}", "t2 t1", level=1)
    assert made == f"s 6c 2c\nw 4H\n{PILES}".replace("t1 9C\nt2 TH", "t1 9C TH")
    to_space = {move for move in moves(GERMAN_PATIENCE, made, level=1) if " t2" in move}
    assert {"w t2", "t1 t2", "t1 t2 2", "t3 t2"} <= to_space


def test_german_patience_has_one_pass_and_at_level_2_two() -> None:
    assert "w 4H 6C\n" in after(GERMAN_PATIENCE, f"s 6c\nw 4H\n{PILES}", "s")
    assert "s" not in moves(GERMAN_PATIENCE, f"w 4H\n{PILES}")
    assert "s" in moves(GERMAN_PATIENCE, f"w 4H\n{PILES}", level=2)
    assert "s" not in moves(GERMAN_PATIENCE, f"w 4H\n{PILES}\npasses 1", level=2)


def test_german_patience_is_won_with_eight_locked_piles_of_13() -> None:
    locked = [f"t{n} {TWELVE} as" for n in range(1, 9)]
    assert outcome(GERMAN_PATIENCE, "\n".join(locked)) is Outcome.WON
    play = play_from(GERMAN_PATIENCE, "\n".join([*locked[:7], f"t8 {TWELVE}", "w AS"]))
    assert play.outcome is None
    assert play.rules.count_scored(play.table) == 91
    play.perform("w t8")
    assert play.outcome is Outcome.WON
    assert play.tally.cards == 13


def test_x_in_german_patience_swaps_waste_cards() -> None:
    play = play_from(GERMAN_PATIENCE, f"s 6c\nw 4H 2H\n{PILES}")
    play.perform("x")
    assert play.pile("w") == (cards.parse("2H"), cards.parse("4H"))
