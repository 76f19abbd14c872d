"""Forty Thieves, Josephine, Forty and Eight, Lucas, Rank and File."""

import pytest

from solterm.core import cards
from solterm.core.game import Game
from solterm.core.outcome import Outcome
from solterm.games.forty_thieves import (
    FORTY_AND_EIGHT,
    FORTY_THIEVES,
    JOSEPHINE,
    LUCAS,
    RANK_AND_FILE,
)
from tests.games.tables import after, dealt, each, full, moves, outcome, piles_alike, refusal

IN_SUIT = (FORTY_THIEVES, JOSEPHINE, FORTY_AND_EIGHT, LUCAS)
SINGLE = (FORTY_THIEVES, FORTY_AND_EIGHT, LUCAS)
OF_RUNS = (JOSEPHINE, RANK_AND_FILE)
ALL = (*IN_SUIT, RANK_AND_FILE)

KINGS = "\n".join(f"t{number} KS" for number in range(4, 14))
"""Kings on all columns after the third, for games with fewer too."""


def kings(game: Game) -> str:
    return "\n".join(line for line in KINGS.splitlines() if line.split()[0] in game.ids)


# -- the deal ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "columns", "each_column", "stock", "homes"),
    [
        (FORTY_THIEVES, 10, "0+4", 64, "0+0"),
        (JOSEPHINE, 10, "0+4", 64, "0+0"),
        (FORTY_AND_EIGHT, 8, "0+4", 72, "0+0"),
        (LUCAS, 13, "0+3", 57, "0+1"),
        (RANK_AND_FILE, 10, "3+1", 64, "0+0"),
    ],
    ids=lambda value: getattr(value, "id", ""),
)
def test_the_deal(game: Game, columns: int, each_column: str, stock: int, homes: str) -> None:
    expected = {"s": f"{stock}+0", "w": "0+0"} | piles_alike("f", 8, homes)
    assert dealt(game) == expected | piles_alike("t", columns, each_column)


def test_rows_are_dealt_from_left_to_right() -> None:
    opening = FORTY_THIEVES.opening((*cards.pack(), *cards.pack()))
    columns = opening.piles[FORTY_THIEVES.index["t1"] :]
    firsts = [cards.text(pile[0]) for pile in columns]
    assert firsts == [cards.text(card) for card in cards.pack()[:10]]


@pytest.mark.parametrize("deal", [1, 617, 32_001])
def test_lucas_deals_two_aces_of_each_suit_to_the_foundations(deal: int) -> None:
    table = LUCAS.deal(deal).table
    homes = [cards.text(pile[0]) for pile in table.piles[2:10]]
    assert homes == ["AC", "AD", "AH", "AS"] * 2
    assert LUCAS.rules().count_scored(table) == 8


# -- columns -----------------------------------------------------------------------------------


@each(*IN_SUIT)
def test_columns_build_down_in_suit_without_wrapping(game: Game) -> None:
    text = f"w 8H\nt1 9H\nt2 9D\nt3 AS\n{kings(game)}"
    assert {move for move in moves(game, text) if move.startswith("w")} == {"w t1"}
    assert refusal(game, text, "w t2") == "8H can't go on 9D: their suits differ."
    assert "w t3" not in moves(game, text.replace("w 8H", "w KS"))


def test_rank_and_file_builds_down_in_alternating_colours() -> None:
    text = f"w 8H\nt1 9C\nt2 9D\nt3 AS\n{kings(RANK_AND_FILE)}"
    assert {move for move in moves(RANK_AND_FILE, text) if move.startswith("w")} == {"w t1"}


@each(*SINGLE)
def test_single_cards_move_and_runs_only_at_level_1(game: Game) -> None:
    text = f"t1 9H 8H 7H\nt2 TH\nt3 8H\n{kings(game)}"
    assert {move for move in moves(game, text) if move.startswith("t1")} == {"t1 t3"}
    assert refusal(game, text, "t1 t2 3") == "Only the end card of column 1 moves."
    assert "t1 t2 3" in moves(game, text, 1)
    assert "t1 t2 3" not in moves(game, text, 2)


@each(*OF_RUNS)
def test_parts_of_runs_move(game: Game) -> None:
    text = f"t1 9H 8H 7H\nt2 TH\nt3 8H\n{kings(game)}"
    if game is RANK_AND_FILE:
        text = text.replace("8H 7H", "8S 7H").replace("t2 TH", "t2 TS")
        text = text.replace("t3 8H", "t3 8S")
    found = {move for move in moves(game, text) if move.startswith("t1")}
    assert found == {"t1 t2 3", "t1 t3"}


@each(*ALL)
def test_level_1_builds_whatever_the_suits_and_moves_such_runs(game: Game) -> None:
    text = f"t1 9H 8D 7S\nt2 TC\nt3 8S\n{kings(game)}"
    found = {move for move in moves(game, text, 1) if move.startswith("t1")}
    assert found == {"t1 t2 3", "t1 t3"}


def test_a_face_down_card_of_rank_and_file_turns_up() -> None:
    assert after(RANK_AND_FILE, "t1 2c 9S\nt2 TH", "t1 t2") == "t1 2C\nt2 TH 9S"


# -- spaces ------------------------------------------------------------------------------------


@each(*ALL)
def test_any_card_fills_a_space(game: Game) -> None:
    text = f"w 5H\nt2 9D\nt3 3S\n{kings(game)}"
    assert {"w t1", "t2 t1", "t3 t1"} <= moves(game, text)


@each(*SINGLE)
def test_a_space_takes_one_card_at_a_time(game: Game) -> None:
    text = f"t2 9D 8D\nt3 3S\n{kings(game)}"
    assert "t2 t1 2" not in moves(game, text)


@each(*OF_RUNS)
def test_a_space_takes_a_run(game: Game) -> None:
    run = "9D 8S" if game is RANK_AND_FILE else "9D 8D"
    text = f"t2 2S {run}\nt3 3S\n{kings(game)}"
    assert {"t2 t1", "t2 t1 2"} <= moves(game, text)


# -- stock and end -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "redeals"),
    [(FORTY_THIEVES, 0), (JOSEPHINE, 0), (FORTY_AND_EIGHT, 1), (LUCAS, 0), (RANK_AND_FILE, 0)],
    ids=lambda value: getattr(value, "id", ""),
)
@pytest.mark.parametrize("level", [3, 2, 1])
def test_the_stock_comes_once_and_forty_and_eights_twice(
    game: Game, redeals: int, level: int
) -> None:
    allowed = redeals + (level < 3)
    text = f"w 5H\nt1 9D\nt2 3S\nt3 AS\n{kings(game)}"
    for passes in range(3):
        counted = f"{text}\npasses {passes}"
        assert ("s" in moves(game, counted, level)) == (passes < allowed)


def test_the_last_pass_of_a_lost_game_ends_it() -> None:
    text = f"w 5H\nt1 9D\nt2 3S\nt3 3D\n{kings(FORTY_AND_EIGHT)}\n"
    assert outcome(FORTY_AND_EIGHT, f"{text}passes 0") is None
    assert outcome(FORTY_AND_EIGHT, f"{text}passes 1") is Outcome.OVER


@each(*ALL)
def test_the_game_is_won_with_eight_suits_at_home(game: Game) -> None:
    assert outcome(game, full(*"CDHSCDHS")) is Outcome.WON
