"""Easthaven, Westcliff, Whitehead, Double Klondike and Agnes Bernauer."""

import pytest
from pysol_cards.cards import CardRenderer
from pysol_cards.deal_game import Game as PysolGame
from pysol_cards.random_base import RandomBase

from solterm.core import cards
from solterm.core.game import Game
from solterm.core.outcome import Outcome
from solterm.games.klondikes import AGNES_BERNAUER, DOUBLE_KLONDIKE, EASTHAVEN, WESTCLIFF, WHITEHEAD
from tests.games.tables import after, dealt, each, full, moves, outcome, piles_alike, refusal

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


@pytest.mark.parametrize("deal", [1, 617, 24_680_246_802])
def test_whitehead_deals_match_pysolfc(deal: int) -> None:
    talon, *columns = (
        PysolGame("whitehead", deal, RandomBase.DEALS_PYSOLFC)
        .calc_layout_string(CardRenderer(True))
        .splitlines()
    )
    table = WHITEHEAD.deal(deal).table
    piles = dict(zip(WHITEHEAD.ids, table.piles, strict=True))
    shown = [column.translate(str.maketrans("", "", "<>")) for column in columns]
    assert [" ".join(map(cards.text, piles[f"t{n}"])) for n in range(1, 8)] == shown
    assert talon.endswith(cards.text(piles["s"][0] & 63))


def test_agnes_bernauer_deals_columns_then_reserves_then_the_base() -> None:
    opening = AGNES_BERNAUER.opening(cards.pack())
    piles = dict(zip(AGNES_BERNAUER.ids, opening.piles, strict=True))
    pack = [cards.text(card) for card in cards.pack()]
    assert [cards.text(piles[f"r{n}"][0]) for n in range(1, 8)] == pack[28:35]
    assert cards.text(piles["f1"][0]) == pack[35]


# -- Easthaven ---------------------------------------------------------------------------------


@pytest.mark.parametrize("level", [3, 2, 1])
def test_easthaven_deals_a_row_at_any_time_and_over_spaces(level: int) -> None:
    dealt_row = after(EASTHAVEN, "s 9c 8c 7c 6c 5c 4c 3c 2c\nt1 KD\nt3 KH", "s", level=level)
    assert dealt_row == "s 9C\nt1 KD 2C\nt2 3C\nt3 KH 4C\nt4 5C\nt5 6C\nt6 7C\nt7 8C".replace(
        "s 9C", "s 9c"
    )


def test_the_last_row_of_easthaven_reaches_the_first_columns() -> None:
    assert after(EASTHAVEN, "s 4c 3c 2c", "s") == "t1 2C\nt2 3C\nt3 4C"


def test_easthavens_cell_opens_at_level_2() -> None:
    text = f"t1 9C\nt2 TC\nt3 JC{LATER}"
    assert refusal(EASTHAVEN, text, "t1 r") == "The cell is not open at this level."
    assert "t1 r" in moves(EASTHAVEN, text, 2)
    assert refusal(EASTHAVEN, f"r 2C\n{text}", "t1 r", 2) == "The cell holds a card already."
    assert "r t1" in moves(EASTHAVEN, f"r 8D\n{text}", 2)


@each(EASTHAVEN, WESTCLIFF)
def test_any_card_or_run_fills_a_space(game: Game) -> None:
    found = moves(game, f"t2 2S 9C 8D\nt3 JC{LATER}")
    assert {"t2 t1", "t2 t1 2", "t3 t1"} <= found


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


def test_level_1_of_whitehead_builds_and_moves_whatever_the_suits() -> None:
    text = f"t1 9H 8S 7D\nt2 TC\nt3 8C{LATER}"
    found = {move for move in moves(WHITEHEAD, text, 1) if move.startswith("t1")}
    assert found == {"t1 t2 3", "t1 t3"}


def test_a_space_of_whitehead_takes_any_card_or_a_run_of_one_suit() -> None:
    found = moves(WHITEHEAD, f"w 5C\nt2 9H 8D 7D\nt3 2C{LATER}")
    assert {move for move in found if " t1" in move} >= {"w t1", "t2 t1", "t2 t1 2", "t3 t1"}
    assert "t2 t1 3" not in found


# -- Double Klondike ---------------------------------------------------------------------------


@pytest.mark.parametrize(("turn", "waste"), [("1", "3C"), ("3", "3C 4C 5C")])
@pytest.mark.parametrize("level", [3, 2, 1])
def test_double_klondike_turns_one_card_or_three(turn: str, waste: str, level: int) -> None:
    game = DOUBLE_KLONDIKE.with_options({"turn": turn})
    assert f"w {waste}\n" in after(game, "s 6c 5c 4c 3c\nt1 9C", "s", level=level)


def test_double_klondikes_rows_go_from_left_to_right() -> None:
    opening = DOUBLE_KLONDIKE.opening((*cards.pack(), *cards.pack()))
    piles = dict(zip(DOUBLE_KLONDIKE.ids, opening.piles, strict=True))
    firsts = [cards.text(piles[f"t{n}"][0] & 63) for n in range(2, 10)]
    assert firsts == [cards.text(card) for card in cards.pack()[:8]]


def test_double_klondike_gives_foundation_cards_back_from_level_2_on() -> None:
    text = f"f1 AC 2C\nt1 3D\nt2 9S\nt3 9H{LATER}\nt8 KC\nt9 KD"
    assert "f1 t1" not in moves(DOUBLE_KLONDIKE, text)
    assert "f1 t1" in moves(DOUBLE_KLONDIKE, text, 2)


def test_only_kings_fill_spaces_of_double_klondike_above_level_1() -> None:
    text = f"w QC\nt2 9S\nt3 5H{LATER}\nt8 KC\nt9 KD"
    assert "w t1" not in moves(DOUBLE_KLONDIKE, text, 2)
    assert "w t1" in moves(DOUBLE_KLONDIKE, text.replace("w QC", "w KS"))
    assert "w t1" in moves(DOUBLE_KLONDIKE, text, 1)


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


def test_agnes_bernauers_columns_and_foundations_go_round() -> None:
    text = "f1 5H\nt1 AS\nt2 8C\nt3 8D\nt4 8H\nt5 8S\nt6 2S\nt7 2C\nr1 KD\nr2 5C"
    found = moves(AGNES_BERNAUER, text)
    assert {"r1 t1", "r2 f2"} <= found
    round_ = text.replace("f1 5H", "f1 5H 6H 7H 8H 9H TH JH QH KH").replace("r1 KD", "r1 AH")
    assert "r1 f1" in moves(AGNES_BERNAUER, round_)


def test_the_stock_feeds_seven_reserves_and_ends_with_two_cards() -> None:
    game = AGNES_BERNAUER
    text = "s 5c 4c 3c 2c ac 9d 8d 7d 6d\nf1 5H\nr2 KS\nt1 2S"
    fed = after(game, text, "s")
    assert fed.endswith("r1 6D\nr2 KS 7D\nr3 8D\nr4 9D\nr5 AC\nr6 2C\nr7 3C")
    assert after(game, text, "s", "s").endswith(
        "r1 6D 4C\nr2 KS 7D 5C\nr3 8D\nr4 9D\nr5 AC\nr6 2C\nr7 3C"
    )
    assert refusal(game, "f1 5H\nr2 KS\nt1 2S", "s") == "The stock is out."


def test_reserves_take_no_cards() -> None:
    text = "f1 5H\nr2 9S\nt1 8D\nt2 2S"
    assert not {move for move in moves(AGNES_BERNAUER, text, 1) if " r" in move}


@each(EASTHAVEN, WESTCLIFF, WHITEHEAD)
def test_the_game_is_won_with_all_cards_at_home(game: Game) -> None:
    assert outcome(game, full(*"CDHS")) is Outcome.WON
