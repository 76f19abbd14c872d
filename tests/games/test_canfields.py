"""The Canfield family and Reno."""

import pytest

from solterm.contests.score import tell_score
from solterm.core import cards
from solterm.core.game import Game
from solterm.core.move import IllegalMove
from solterm.core.outcome import Outcome
from solterm.games.canfields import DEMON, RENO, ROYALE, ULTIMATE
from tests.core.positions import play_from
from tests.games.tables import (
    after,
    dealt,
    each,
    full,
    moves,
    outcome,
    piles_alike,
    position_of,
    refusal,
)

FROM_THE_ACE = (ROYALE, RENO)
ROUND = (ULTIMATE, DEMON)
PACKETS = (ROYALE, ULTIMATE, DEMON)


def to(pile: str, found: set[str]) -> set[str]:
    """Return the moves to a pile."""
    return {move for move in found if f" {pile}" in move}


# -- the deal ----------------------------------------------------------------------------------


@each(*FROM_THE_ACE)
def test_royales_deal_13_and_4_and_35_with_empty_foundations(game: Game) -> None:
    lying = {"s": "35+0", "w": "0+0", "r": "12+1"}
    slot = {"h": "0+0"} if game is RENO else {}
    expected = lying | slot | piles_alike("f", 4, "0+0") | piles_alike("t", 4, "0+1")
    assert dealt(game) == expected


@each(*ROUND)
def test_other_canfields_deal_13_and_4_and_1_and_34(game: Game) -> None:
    expected = {"s": "34+0", "w": "0+0", "r": "12+1"}
    expected |= piles_alike("f", 4, "0+1", "0+0", "0+0", "0+0") | piles_alike("t", 4, "0+1")
    assert dealt(game) == expected


@each(*ROUND)
def test_canfields_are_dealt_in_pysolfcs_order(game: Game) -> None:
    """In order: the base, the reserve bottom up, the columns from the right, the stock."""
    opening = game.opening(cards.pack())
    piles = dict(zip(game.ids, opening.piles, strict=True))
    texts = {name: " ".join(map(cards.text, pile)).upper() for name, pile in piles.items()}
    assert texts["f1"] == "AC"
    assert texts["r"] == "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AD"
    assert [texts[t] for t in ("t4", "t3", "t2", "t1")] == ["2D", "3D", "4D", "5D"]
    assert texts["s"].endswith("8D 7D 6D")


# -- columns -----------------------------------------------------------------------------------


@each(*FROM_THE_ACE)
def test_royales_columns_and_foundations_do_not_wrap(game: Game) -> None:
    found = moves(game, "r 2c 9D\nw KS\nf1 AD\nt1 AH\nt2 3D\nt3 9C\nt4 5C")
    assert to("t1", found) == set()
    kings = full("C") + "\nr 2c 9D\nw AC\nt1 5H\nt2 3D\nt3 9C\nt4 5C"
    assert "w f1" not in moves(game, kings)
    assert "w f2" in moves(game, "w AD\nr 2c 9D\nf1 AC\nt1 5H\nt2 3D\nt3 9C\nt4 5C")
    assert "w f1" not in moves(game, "w 5D\nr 2c 9D\nt1 5H\nt2 3D\nt3 9C\nt4 5C")


@each(*ROUND)
def test_other_canfields_wrap_and_begin_with_the_base_rank(game: Game) -> None:
    text = "r 2c 9D\nw KS\nf1 5D\nt1 AH\nt2 3D\nt3 9C\nt4 8C"
    assert "w t1" in moves(game, text)
    assert "w f2" in moves(game, text.replace("KS", "5C"))
    assert "w f1" not in moves(game, text.replace("KS", "AC"))
    around = text.replace("f1 5D", "f1 5D 6D 7D 8D TD JD QD KD").replace("KS", "AD")
    assert "w f1" in moves(game, around)


@each(*ROUND)
def test_no_card_goes_past_the_one_below_the_base(game: Game) -> None:
    suit = "5D 6D 7D 8D 9D TD JD QD KD AD 2D 3D 4D"
    text = f"r 2c 9H\nw 5D\nf1 {suit}\nt1 AH\nt2 3C\nt3 9C\nt4 8C"
    assert "w f1" not in moves(game, text)
    assert refusal(game, text, "w f1") == "Foundation 1 is complete."


@pytest.mark.parametrize(
    ("game", "part"),
    [(ROYALE, set()), (RENO, set()), (ULTIMATE, set()), (DEMON, {"t1 t3"})],
    ids=lambda value: getattr(value, "id", ""),
)
def test_only_columns_of_demon_move_in_parts(game: Game, part: set[str]) -> None:
    found = moves(game, "r 2c KD\nf1 AD\nt1 9S 8D 7S\nt2 TH\nt3 8H\nt4 3C")
    assert {move for move in found if move.startswith("t1")} == {"t1 t2 3"} | part


# -- spaces ------------------------------------------------------------------------------------


@each(*FROM_THE_ACE)
def test_royales_empty_columns_may_be_filled_from_the_reserve(game: Game) -> None:
    text = "r 2c 9D\nw KS\nt1 KH\nt2 3D\nt3 QS"
    assert after(game, text, "t3 t1") == "w KS\nr 2c 9D\nt1 KH QS\nt2 3D"
    assert to("t4", moves(game, text)) == {"r t4"}
    assert after(game, text, "r t4") == "w KS\nr 2C\nt1 KH\nt2 3D\nt3 QS\nt4 9D"
    reason = refusal(game, text, "w t4")
    assert reason == "KS can't go there: only the top card of the reserve may fill an empty column."


@each(*FROM_THE_ACE)
def test_after_the_reserve_empty_columns_take_an_available_king_but_no_column(game: Game) -> None:
    assert to("t4", moves(game, "w KS\nt1 KH\nt2 3D\nt3 QS")) == {"w t4"}
    assert to("t4", moves(game, "w QD\nt1 KH\nt2 3D\nt3 QS")) == set()


def test_in_reno_the_king_may_be_the_turned_card() -> None:
    text = "h KS\nw KC\nt1 KH\nt2 3D\nt3 QS"
    assert to("t4", moves(RENO, text)) == {"h t4", "w t4"}
    assert to("t4", moves(RENO, f"r 2C\n{text}")) == {"r t4"}
    reason = refusal(RENO, text, "t1 t4")
    expected = "only a King turned up or from the waste may fill an empty column."
    assert reason == f"KH can't go there: {expected}"


def test_ultimates_canfield_fills_empty_columns_from_the_reserve() -> None:
    text = "r 2c 9D\nw KS\nf1 5D\nt1 KH\nt2 3D\nt3 QS\nt4 8C"
    assert after(ULTIMATE, text, "t3 t1") == "w KS\nr 2C\nf1 5D\nt1 KH QS\nt2 3D\nt3 9D\nt4 8C"


def test_ultimates_canfield_may_fill_them_from_the_waste_after_the_reserve() -> None:
    text = "w KS 8H\nf1 5D\nt1 KH\nt2 3D\nt3 QS\nt4 8C"
    made = after(ULTIMATE, text, "t3 t1")
    assert made == "w KS 8H\nf1 5D\nt1 KH QS\nt2 3D\nt4 8C"
    assert to("t3", moves(ULTIMATE, made)) == {"w t3"}
    assert after(ULTIMATE, made, "w t3").startswith("w KS\n")


def test_demon_fills_empty_columns_from_the_demon_and_then_the_waste() -> None:
    text = "r 2c 9D\nw KS\nf1 5D\nt1 KH\nt2 3D\nt3 QS\nt4 8C"
    assert after(DEMON, text, "t3 t1") == "w KS\nr 2C\nf1 5D\nt1 KH QS\nt2 3D\nt3 9D\nt4 8C"
    made = after(DEMON, text.replace("r 2c 9D\n", ""), "t3 t1")
    assert made == "f1 5D\nt1 KH QS\nt2 3D\nt3 KS\nt4 8C"


def test_an_empty_column_of_demon_stays_open_without_both() -> None:
    made = after(DEMON, "s 7c\nf1 5D\nt1 KH\nt2 3D\nt3 QS\nt4 8C", "t3 t1")
    assert made == "s 7c\nf1 5D\nt1 KH QS\nt2 3D\nt4 8C"
    assert to("t3", moves(DEMON, made)) == set()
    reason = refusal(DEMON, made, "t2 t3")
    assert reason == "3D can't go there: nothing may fill an empty column."


def test_an_empty_column_is_filled_as_soon_as_the_waste_has_a_card() -> None:
    text = "s 9c 8c 7c\nf1 5D\nt1 KH QS\nt2 3D\nt4 8C"
    assert after(DEMON, text, "s") == "w 7C 8C\nf1 5D\nt1 KH QS\nt2 3D\nt3 9C\nt4 8C"
    play = play_from(DEMON, text)
    play.perform("x")  # a single card has the same effect
    assert position_of(play) == "s 9c 8c\nf1 5D\nt1 KH QS\nt2 3D\nt3 7C\nt4 8C"
    assert play.tally.exceptions == 1


def test_two_empty_columns_are_filled_in_turn() -> None:
    text = "s 9c 8c 7c\nf1 5D\nt1 KH QS\nt4 8C"
    assert after(DEMON, text, "s") == "w 7C\nf1 5D\nt1 KH QS\nt2 9C\nt3 8C\nt4 8C"


# -- level 1 -----------------------------------------------------------------------------------


@each(*ROUND)
def test_at_level_1_the_player_fills_empty_columns(game: Game) -> None:
    text = "r 2c 9D\nw KS\nf1 5D\nt1 KH\nt2 3D\nt3 QS\nt4 8C"
    made = after(game, text, "t3 t1", level=1)
    assert made == "w KS\nr 2c 9D\nf1 5D\nt1 KH QS\nt2 3D\nt4 8C"
    part = {"t1 t3"} if game is DEMON else set()
    filling = {"r t3", "w t3", "t1 t3 2", "t2 t3", "t4 t3"} | part
    assert to("t3", moves(game, made, level=1)) == filling


@each(*ROUND)
def test_an_empty_column_of_level_1_is_filled_by_the_next_action_at_a_higher_level(
    game: Game,
) -> None:
    play = play_from(game, "s 7c 6c 5c 4c\nr 2c 9D\nf1 5D\nt1 KH\nt2 3D\nt3 QS\nt4 8C", level=1)
    play.perform("t3 t1")
    assert play.pile("t3") == ()
    play.perform("level 3")
    play.perform("s")
    assert position_of(play) == "s 7c\nw 4C 5C 6C\nr 2C\nf1 5D\nt1 KH QS\nt2 3D\nt3 9D\nt4 8C"


@each(*ROUND)
def test_an_irregular_move_at_level_2_leaves_no_column_empty(game: Game) -> None:
    play = play_from(game, "r 2c 9D\nf1 5D\nt1 KH\nt2 3D\nt3 QH\nt4 8C", level=2)
    play.perform("x")
    play.perform("t3 t1")
    assert position_of(play) == "r 2C\nf1 5D\nt1 KH QH\nt2 3D\nt3 9D\nt4 8C"
    assert play.tally.exceptions == 1


@each(ROYALE, RENO, ULTIMATE, DEMON)
def test_level_1_builds_regardless_of_colour(game: Game) -> None:
    text = "r 2c 9D\nw 8H\nf1 AD\nt1 9H\nt2 3D\nt3 QS\nt4 5C"
    assert "w t1" not in moves(game, text, level=2)
    assert "w t1" in moves(game, text, level=1)


@each(*FROM_THE_ACE)
def test_level_1_lets_any_card_or_column_fill_royales_empty_columns(game: Game) -> None:
    text = "r 2c 9D\nw 8H\nt1 9C 8D\nt2 3D\nt3 QS"
    assert to("t4", moves(game, text, level=1)) == {"r t4", "w t4", "t1 t4 2", "t2 t4", "t3 t4"}


# -- the stock and X ---------------------------------------------------------------------------

STOCK = "s 9c 8c 7c 6c\nr 2c KD\nf1 AD\nt1 9H\nt2 3D\nt3 QH\nt4 5D"


@each(*PACKETS)
def test_packets_have_three_cards_and_from_level_2_on_one(game: Game) -> None:
    assert "w 6C 7C 8C\n" in after(game, STOCK, "s")
    for level in (2, 1):
        assert "w 6C\n" in after(game, STOCK, "s", level=level)
    assert after(game, STOCK, "s", "s", "s").startswith("s 9c 8c 7c 6c\n")


@each(*PACKETS)
def test_x_turns_one_card(game: Game) -> None:
    play = play_from(game, STOCK)
    play.perform("x")
    assert play.pile("w") == (cards.parse("6C"),)
    assert play.tally.exceptions == 1


# -- Reno's turn slot --------------------------------------------------------------------------

TURNED = "s 8c 7c\nh 6C\nw 5C\nr 2c KD\nt1 7H\nt2 3D\nt3 QH\nt4 9S"


def test_turning_moves_the_turned_card_to_the_waste() -> None:
    made = after(RENO, TURNED, "s")
    assert made == "s 8c\nh 7C\nw 5C 6C\nr 2c KD\nt1 7H\nt2 3D\nt3 QH\nt4 9S"


def test_the_turned_card_goes_to_column_foundation_or_waste() -> None:
    assert {m for m in moves(RENO, TURNED) if m.startswith("h")} == {"h t1", "h w"}
    assert "h f2" in moves(RENO, TURNED.replace("h 6C", "h AS") + "\nf1 AC")
    assert after(RENO, TURNED, "h w").startswith("s 8c 7c\nw 5C 6C\nr")
    assert "h w" in moves(RENO, TURNED.replace("w 5C\n", ""))
    assert after(RENO, TURNED, "h w", "s").startswith("s 8c\nh 7C\nw 5C 6C\n")


def test_waste_top_and_turned_card_are_both_playable() -> None:
    found = moves(RENO, TURNED.replace("w 5C", "w 6S"))
    assert {"h t1", "w t1"} <= found


def test_no_other_card_goes_to_the_waste() -> None:
    assert {m for m in moves(RENO, TURNED, level=1) if m.endswith(" w")} == {"h w"}
    assert refusal(RENO, TURNED, "t1 w") == "Cards can't go from column 1 to the waste."


def test_renos_stock_has_one_pass_and_at_level_2_two() -> None:
    out = "h 6C\nw 5C\nr 2c KD\nt1 JC\nt2 3D\nt3 QC\nt4 9S"
    assert moves(RENO, out) == {"h w"}
    assert refusal(RENO, out, "s") == "The stock is out and can't be turned over again."
    assert after(RENO, out, "s", level=2) == (
        "s 6c 5c\nr 2c KD\nt1 JC\nt2 3D\nt3 QC\nt4 9S\npasses 1"
    )
    assert "s" not in moves(RENO, f"{out}\npasses 1", level=2)


def test_a_turned_card_that_only_the_waste_takes_does_not_keep_reno_alive() -> None:
    out = "h 6C\nw 5C\nr 2c KD\nt1 JC\nt2 3D\nt3 QC\nt4 9S"
    assert outcome(RENO, out) is Outcome.OVER
    assert outcome(RENO, out.replace("t1 JC", "t1 7H")) is None
    assert outcome(RENO, f"s 4c\n{out}") is None


def test_x_in_reno_swaps_waste_cards() -> None:
    play = play_from(RENO, TURNED.replace("w 5C", "w 5C 4C"))
    play.perform("x")
    assert play.pile("w")[-1] == cards.parse("5C")
    assert play.tally.exceptions == 1
    with pytest.raises(IllegalMove):
        play_from(RENO, TURNED).perform("x")


# -- the end and the score ---------------------------------------------------------------------


@each(ROYALE, RENO, ULTIMATE, DEMON)
def test_canfields_are_won_with_52_cards_home(game: Game) -> None:
    assert outcome(game, full("C", "D", "H", "S")) is Outcome.WON


def test_royales_canfield_scores_one_point_per_card() -> None:
    assert play_from(ROYALE, "f1 AC 2C\nf2 AD\nt1 5H").score == 3


@pytest.mark.parametrize(("home", "net"), [("", -52), ("f1 AC\nf2 AD", -42)])
def test_reno_costs_52_and_pays_5_per_card(home: str, net: int) -> None:
    assert play_from(RENO, f"{home}\nt1 5H").score == net


def test_11_cards_recover_renos_price_and_52_win_208() -> None:
    assert play_from(RENO, "f1 AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC\nt1 5H").score == 3
    assert play_from(RENO, full("C", "D", "H", "S")).score == 208


def test_reno_reports_the_payment_and_the_price() -> None:
    assert (
        tell_score(play_from(RENO, "f1 AC\nt1 5H"))
        == "-47 dollars: 5 paid, 52 for the pack (mark 0)"
    )


@each(*ROUND)
def test_ultimate_and_smallware_have_no_source_score(game: Game) -> None:
    assert game.own_score is None
