"""Refusals in games other than Klondike: units, room, closed piles, locked cards."""

import pytest

from solterm.core.game import Game
from solterm.core.groups import BuilderGroup
from solterm.core.move import Move
from solterm.core.values import replace
from solterm.core.vocabulary.builds import Build, Match
from solterm.core.vocabulary.policies import Lift, WhileStockLasts
from solterm.core.vocabulary.spaces import ANY_CARD, NOTHING
from tests.core.positions import COLUMNS, FOUNDATIONS, STOCK, WASTE, position, small_game
from tests.games.tables import refusal

RUNS = replace(COLUMNS, lift=Lift.RUN, space=NOTHING)
CELLS = BuilderGroup("r", 2, name="cell", lift=Lift.TOP, space=ANY_CARD, goes_to="ft")
UPWARDS = replace(COLUMNS, build=Build((1,), Match.ANY, wrap=True), lift=Lift.RUN, capacity=13)
TWELVE = "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC"


@pytest.mark.parametrize(
    ("columns", "text", "move", "sentence"),
    [
        (RUNS, "t1 9S 8D 7D\nt2 TH", "t1 t2 3", "7D on 8D breaks the sequence: both are red."),
        (RUNS, "t1 9S 8D 7S\nt2 TS", "t1 t2 3", "9S can't go on TS: both are black."),
        (
            replace(RUNS, lift=Lift.CHAIN),
            "t1 9S 8D 7S\nt2 8H",
            "t1 t2",
            "The last 3 cards of column 1 move together, from 9S on.",
        ),
        (UPWARDS, f"t1 {TWELVE}\nt2 AH 2H", "t2 t1 2", "Column 1 has room for 1 more card."),
        (UPWARDS, f"t1 {TWELVE} AS\nt2 2H", "t2 t1", "Column 1 is full."),
        (RUNS, "t1 9S 8d\nt2 9C", "t1 t2", "The top card of column 1 is face down."),
    ],
)
def test_unit_that_cannot_move_is_explained(
    columns: BuilderGroup, text: str, move: str, sentence: str
) -> None:
    assert refusal(small_game(columns), text, move) == sentence


def with_cells(**fields: object) -> Game:
    return small_game(
        FOUNDATIONS,
        replace(COLUMNS, lift=Lift.RUN, goes_to="ftr"),
        CELLS,
        replace(CELLS, count=1, **fields),
    )


def test_a_reserve_takes_one_card_at_a_time_in_each_place() -> None:
    text = "r1 5C\nt1 9S 8D"
    reason = refusal(with_cells(), text, "t1 r2 2")
    assert reason == "Cards go to a cell one at a time."
    assert refusal(with_cells(), text, "t1 r1") == "Cell 1 holds a card already."


def test_a_closed_pile_says_so() -> None:
    assert refusal(with_cells(closed=True), "t1 9S", "t1 r3") == "Cell 3 is not open at this level."


def test_a_locked_pile_names_its_condition() -> None:
    held = BuilderGroup("r", name="reserve", lift=Lift.TOP, goes_to="ft", locked=WhileStockLasts())
    reason = refusal(small_game(STOCK, FOUNDATIONS, COLUMNS, held), "s 4s\nr AH", "r f1")
    assert reason == "That must wait until the stock is out."


def test_a_pile_with_moves_to_empty_piles_only_says_so() -> None:
    held = BuilderGroup("r", name="reserve", lift=Lift.TOP, goes_to="f", goes_to_spaces="t")
    game = small_game(FOUNDATIONS, COLUMNS, held)
    assert refusal(game, "r 8H\nt1 9C", "r t1") == (
        "Column 1 takes cards of the reserve only while it is empty."
    )


def test_a_turn_with_a_count_is_refused_with_the_right_form() -> None:
    game = small_game(STOCK, WASTE)
    reason = game.rules().why_not(position(game, "s 4s"), Move("s", count=3))
    assert reason == "The stock acts as a whole: write just s."
