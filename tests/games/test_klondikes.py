"""Klondikes and Seven Devils."""

import pytest
from pysol_cards.cards import CardRenderer
from pysol_cards.deal_game import Game as PysolGame
from pysol_cards.random_base import RandomBase

from solterm.core import cards
from solterm.core.cards import DOWN
from solterm.core.game import Game
from solterm.core.move import IllegalMove
from solterm.core.outcome import Outcome
from solterm.games.klondikes import DEAL_1, DEAL_3, ROYALE, SEVEN_DEVILS, ULTIMATE
from tests.core.positions import play_from
from tests.games.tables import after, dealt, full, moves, outcome, piles_alike, position_of, refusal

KLONDIKES = (ROYALE, ULTIMATE, DEAL_3, DEAL_1)
four_klondikes = pytest.mark.parametrize("game", KLONDIKES, ids=lambda game: game.id)
packets_of_three = pytest.mark.parametrize("game", KLONDIKES[:3], ids=lambda game: game.id)

TRIANGLE = piles_alike("t", 7, "0+1", "1+1", "2+1", "3+1", "4+1", "5+1", "6+1")


# -- the deal ----------------------------------------------------------------------------------


@four_klondikes
def test_a_klondike_has_a_triangle_of_28_and_a_stock_of_24(game: Game) -> None:
    assert dealt(game) == {"s": "24+0", "w": "0+0"} | piles_alike("f", 4, "0+0") | TRIANGLE


@pytest.mark.parametrize("deal", [1, 617, 11_982, 32_000, 32_001, 24_680_246_802])
def test_klondike_deals_match_pysolfc(deal: int) -> None:
    talon, *columns = (
        PysolGame("klondike", deal, RandomBase.DEALS_PYSOLFC)
        .calc_layout_string(CardRenderer(True))
        .splitlines()
    )
    opening = DEAL_1.deal(deal).table
    piles = dict(zip(DEAL_1.ids, opening.piles, strict=True))
    ours = [
        " ".join(f"<{cards.text(c & ~DOWN)}>" if c & DOWN else cards.text(c) for c in piles[t])
        for t in TRIANGLE
    ]
    assert ours == columns
    in_turn = " ".join(cards.text(card & ~DOWN) for card in reversed(piles["s"]))
    assert f"Talon: {in_turn}" == talon


# -- moves -------------------------------------------------------------------------------------


PARTS = {"t1 t3", "t1 t4 2"}


@pytest.mark.parametrize(
    ("game", "parts"),
    [(ROYALE, set()), (ULTIMATE, PARTS), (DEAL_3, PARTS), (DEAL_1, PARTS)],
    ids=lambda value: getattr(value, "id", ""),
)
def test_royales_columns_move_as_a_whole_and_others_in_parts(game: Game, parts: set[str]) -> None:
    found = moves(game, "t1 2c 9S 8D 7S\nt2 TH\nt3 8H\nt4 9C\nt5 TC\nt6 JC\nt7 QC")
    assert {move for move in found if move.startswith("t1")} == {"t1 t2 3"} | parts


def test_cards_that_do_not_fit_each_other_are_not_a_run() -> None:
    text = "t1 2c 9S 8D 7D\nt2 TH\nt3 8S\nt4 KC\nt5 KS\nt6 KH\nt7 KD"
    assert {m for m in moves(ULTIMATE, text) if m.startswith("t1")} == {"t1 t3"}
    assert refusal(ULTIMATE, text, "t1 t2 3") == "7D on 8D breaks the sequence: both are red."


@four_klondikes
def test_columns_build_down_in_alternating_colours_without_wrapping(game: Game) -> None:
    text = "t1 9C\nt2 AH\nt3 KC\nt4 KD\nt5 KH\nt6 KS\nt7 3D\nw "
    assert "w t1" in moves(game, text + "8H")
    assert "w t1" not in moves(game, text + "8S")
    assert "w t2" not in moves(game, text + "KS")


@four_klondikes
def test_only_kings_fill_empty_columns(game: Game) -> None:
    assert "w t1" in moves(game, "w KS\nt2 5H")
    assert moves(game, "w QS\nt2 5H\nt3 5D\nt4 5C\nt5 5S\nt6 9H\nt7 9D") == {"s"}
    assert "t2 t1 2" in moves(game, "t2 5h KD QS")


@four_klondikes
def test_foundations_build_up_in_suit_from_the_ace_and_keep_their_cards(game: Game) -> None:
    text = "f1 AH 2H\nt1 3H\nt2 AD\nt3 2D\nt4 4C\nt5 JC\nt6 JS\nt7 KD"
    assert {m for m in moves(game, text) if " f" in m} == {"t1 f1", "t2 f2"}
    assert not any(move.startswith("f") for move in moves(game, text))


def test_an_uncovered_card_turns_up() -> None:
    assert after(ROYALE, "t1 2c 9S\nt2 TH", "t1 t2") == "t1 2C\nt2 TH 9S"


# -- the stock ---------------------------------------------------------------------------------

HAND = "s 6c 5c 4c 3c\nt1 9C"


@packets_of_three
@pytest.mark.parametrize(("level", "waste"), [(3, "3C 4C 5C"), (2, "3C"), (1, "3C")])
def test_the_stock_is_turned_by_threes_and_from_level_2_on_one_by_one(
    game: Game, level: int, waste: str
) -> None:
    assert f"w {waste}\n" in after(game, HAND, "s", level=level)


def test_deal_1_turns_one_card_at_every_level() -> None:
    for level in (3, 2, 1):
        assert "w 3C\n" in after(DEAL_1, HAND, "s", level=level)


@four_klondikes
def test_the_stock_is_turned_over_without_limit_and_never_shuffled(game: Game) -> None:
    text = "w 3C 4C 5C\nt1 9C"
    assert after(game, text, "s") == "s 5c 4c 3c\nt1 9C"
    once = after(game, text, "s", *["s"] * (3 if game is DEAL_1 else 1), "s")
    assert once == "s 5c 4c 3c\nt1 9C"


# -- levels and the exception ------------------------------------------------------------------


@four_klondikes
def test_level_1_fills_empty_columns_with_any_card_and_ignores_colours(game: Game) -> None:
    text = "w 8S\nt1 9C\nt2 5H"
    strict, free = moves(game, text, level=2), moves(game, text, level=1)
    assert "w t1" not in strict
    assert "w t3" not in strict
    assert {"w t1", "w t3", "t2 t3"} <= free
    assert "w t2" not in free  # it still builds down by one


def test_runs_may_have_any_colours_at_level_1() -> None:
    text = "t1 2c 9S 8C\nt2 TS\nt3 5H"
    assert "t1 t2 2" in moves(ULTIMATE, text, level=1)
    assert "t1 t2 2" not in moves(ULTIMATE, text, level=2)


@packets_of_three
def test_x_turns_one_card_at_level_3_and_a_turnover_does_not_count(game: Game) -> None:
    play = play_from(game, HAND)
    play.perform("x")
    assert position_of(play) == "s 6c 5c 4c\nw 3C\nt1 9C"
    assert play.tally.exceptions == 1
    play.perform("s")
    play.perform("x")
    assert position_of(play) == "s 6c 5c 4c 3c\nt1 9C"
    assert play.tally.exceptions == 1


def test_x_in_deal_1_swaps_the_two_top_cards_of_the_waste() -> None:
    play = play_from(DEAL_1, "s 6c\nw 2C 3C 4C\nt1 9C")
    play.perform("x")
    assert position_of(play) == "s 6c\nw 2C 4C 3C\nt1 9C"
    assert play.tally.exceptions == 1


@pytest.mark.parametrize("waste", ["", "w 3C"])
def test_x_does_nothing_with_fewer_than_two_cards(waste: str) -> None:
    play = play_from(DEAL_1, f"t1 9C\n{waste}")
    with pytest.raises(IllegalMove):
        play.perform("x")
    assert play.tally.exceptions == 0


@four_klondikes
def test_x_at_level_2_allows_one_move_of_level_1(game: Game) -> None:
    play = play_from(game, "w 8S\nt1 9C\nt2 5H", level=2)
    play.perform("x")
    play.perform("w t1")
    assert play.tally.exceptions == 1
    with pytest.raises(IllegalMove):
        play.perform("t2 t3")


def test_in_deal_1_a_foundation_card_may_return_from_level_2_on() -> None:
    text = "f1 AH 2H 3H\nt1 4S\nt2 4D\nt3 KC\nt4 QC\nt5 JC\nt6 9C\nt7 8C"
    assert not any(m.startswith("f") for m in moves(DEAL_1, text))
    assert {m for m in moves(DEAL_1, text, level=2) if m.startswith("f")} == {"f1 t1"}
    assert {m for m in moves(DEAL_1, text, level=1) if m.startswith("f")} == {"f1 t1", "f1 t2"}
    assert "f1 AH 2H\n" in after(DEAL_1, text, "f1 t1", level=2)
    assert "f1 t1" in moves(DEAL_1, full("H") + "\nt2 5C", level=2)  # a King to an empty column
    for game in KLONDIKES[:3]:
        assert not any(m.startswith("f") for m in moves(game, text, level=1))


# -- the end and the score ---------------------------------------------------------------------


@four_klondikes
def test_a_klondike_is_won_with_52_cards_home(game: Game) -> None:
    assert outcome(game, full("C", "D", "H", "S")) is Outcome.WON
    assert outcome(game, full("C", "D", "H", "S").removesuffix(" KS") + "\nt1 KS") is None


def test_royale_scores_one_point_per_card_and_others_have_no_score() -> None:
    play = play_from(ROYALE, "f1 AH 2H\nf2 AD\nt1 9C")
    assert play.score == 3
    assert all(game.own_score is None for game in KLONDIKES[1:])


# -- Seven Devils ------------------------------------------------------------------------------


def test_seven_devils_deals_28_and_7_and_69_of_two_packs() -> None:
    lying = {"s": "69+0", "w": "0+0", "r": "6+1"} | piles_alike("f", 8, "0+0") | TRIANGLE
    assert dealt(SEVEN_DEVILS) == lying
    assert sorted(SEVEN_DEVILS.shuffle(1)) == sorted(cards.pack(2))


FULL_COLUMNS = "t1 9C\nt2 TH\nt3 5D\nt4 3C\nt5 3S\nt6 KH\nt7 KD"


def test_a_devil_goes_only_to_the_foundations() -> None:
    assert moves(SEVEN_DEVILS, f"r 4c 8H\n{FULL_COLUMNS}") == {"t1 t2"}
    home = moves(SEVEN_DEVILS, f"f1 AH\nr 4c 2H\n{FULL_COLUMNS}")
    assert home == {"r f1", "t1 t2"}
    assert "r 4C" in after(SEVEN_DEVILS, f"f1 AH\nr 4c 2H\n{FULL_COLUMNS}", "r f1")


def test_an_empty_column_takes_any_card_except_devils_and_at_level_1_even_those() -> None:
    text = "r 4c 8H\nw 2S\nt1 9C\nt2 TH"
    for level in (3, 2):
        found = moves(SEVEN_DEVILS, text, level)
        assert {"w t3", "t1 t3", "t2 t3"} <= found
        assert not any(move.startswith("r") for move in found)
    at_one = {m for m in moves(SEVEN_DEVILS, text, level=1) if m.startswith("r")}
    assert at_one == {"r t3", "r t4", "r t5", "r t6", "r t7"}  # to empty columns, never onto a card
    reason = refusal(SEVEN_DEVILS, text, "r t1", level=1)
    assert reason == "Column 1 takes cards of the Devils only while it is empty."


def test_seven_devils_builds_in_alternating_colours_with_single_cards() -> None:
    text = "t1 2c TH 9C\nt2 TD\nt3 JS\nt4 KC\nt5 KD\nt6 KH\nt7 KS"
    assert {m for m in moves(SEVEN_DEVILS, text) if m.startswith("t1")} == {"t1 t2"}
    assert refusal(SEVEN_DEVILS, text, "t1 t3 2") == "Only the end card of column 1 moves."


def test_at_level_1_seven_devils_builds_regardless_of_colour_with_single_cards() -> None:
    text = "t1 2c TH 9C\nt2 TS\nt3 JH\nt4 KC\nt5 KD\nt6 KH\nt7 KS"
    assert "t1 t2" not in moves(SEVEN_DEVILS, text, level=2)
    assert {m for m in moves(SEVEN_DEVILS, text, level=1) if m.startswith("t1")} == {"t1 t2"}


def test_seven_devils_has_one_pass_and_at_level_2_two() -> None:
    assert moves(SEVEN_DEVILS, f"w 2C JC\n{FULL_COLUMNS}") == {"t1 t2"}
    assert "s" in moves(SEVEN_DEVILS, f"w 2C JC\n{FULL_COLUMNS}", level=2)
    turned = after(SEVEN_DEVILS, f"w 2C JC\n{FULL_COLUMNS}", "s", level=2)
    assert turned == f"s jc 2c\n{FULL_COLUMNS}\npasses 1"
    assert "s" not in moves(SEVEN_DEVILS, f"w 2C JC\n{FULL_COLUMNS}\npasses 1", level=2)
    assert "w 2C\n" in after(SEVEN_DEVILS, f"s jc 2c\n{FULL_COLUMNS}", "s")


def test_x_in_seven_devils_swaps_waste_cards() -> None:
    play = play_from(SEVEN_DEVILS, f"w 2C 4C\n{FULL_COLUMNS}")
    play.perform("x")
    assert play.pile("w")[-1] == cards.parse("2C")


def test_seven_devils_is_won_with_104_cards_home() -> None:
    assert outcome(SEVEN_DEVILS, full(*"CCDDHHSS")) is Outcome.WON
    assert outcome(SEVEN_DEVILS, full(*"CCDDHHS")) is not Outcome.WON
    assert outcome(SEVEN_DEVILS, FULL_COLUMNS.replace("TH", "TC")) is Outcome.OVER
