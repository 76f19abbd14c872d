"""Refusals: one sentence each, naming the cards."""

import pytest

from solterm.core.game import Game
from solterm.core.move import Move
from solterm.core.values import replace
from solterm.core.vocabulary.policies import Lift
from solterm.core.vocabulary.spaces import KINGS, FirstFrom
from tests.core.positions import COLUMNS, FOUNDATIONS, STOCK, WASTE, position, small_game

KLONDIKE_LIKE = small_game(STOCK, WASTE, FOUNDATIONS, replace(COLUMNS, space=KINGS))
RESERVE = replace(WASTE, kind="r", name="reserve")


def refusal(game: Game, text: str, move: str) -> str:
    rules = game.rules()
    sentence = rules.why_not(position(game, text), Move.parse(move))
    assert sentence is not None, f"{move} is legal"
    return sentence


@pytest.mark.parametrize(
    ("text", "move", "sentence"),
    [
        ("t1 9C\nt2 8S", "t2 t1", "8S can't go on 9C: both are black."),
        ("t1 9C\nt2 7H", "t2 t1", "7H can't go on 9C: a red 8 is wanted."),
        ("t1 9C\nw 7H", "w t1", "7H can't go on 9C: a red 8 is wanted."),
        ("t1 8S\nt2 9C", "t2 t1", "9C can't go on 8S: a red 7 is wanted."),
        ("t1 AH\nt2 5C", "t2 t1", "5C can't go on AH: nothing goes on an Ace."),
        ("t1 5C 4H\nt2 9D", "t1 t2 2", "5C can't go on 9D: a black 8 is wanted."),
    ],
)
def test_refusal_names_the_wanted_card(text: str, move: str, sentence: str) -> None:
    assert refusal(KLONDIKE_LIKE, text, move) == sentence


@pytest.mark.parametrize(
    ("text", "move", "sentence"),
    [
        ("f1 AH\nt1 3H", "t1 f1", "3H can't go on AH: 2H is wanted."),
        ("f1 AH\nt1 2D", "t1 f1", "2D can't go on AH: their suits differ."),
        ("t1 2D", "t1 f1", "2D can't go there: only an Ace may fill an empty foundation."),
        ("t1 AD", "t1 f3", "AD goes to the first empty foundation."),
        ("f1 AH\nt1 3C 2H", "t1 f1 2", "Cards go to a foundation one at a time."),
        ("f1 AH 2H\nt1 3H", "f1 t1", "Cards on foundation 1 stay there."),
    ],
)
def test_refusals_by_a_foundation_say_what_it_takes_and_keeps(
    text: str, move: str, sentence: str
) -> None:
    assert refusal(KLONDIKE_LIKE, text, move) == sentence


def test_refusals_by_an_empty_column_say_what_may_fill_it() -> None:
    reason = refusal(KLONDIKE_LIKE, "t1 5H", "t1 t2")
    assert reason == "5H can't go there: only a King may fill an empty column."
    serving = replace(COLUMNS, space=FirstFrom(("r", "w"), ("reserve", "waste")))
    game = small_game(WASTE, RESERVE, serving)
    reason = refusal(game, "r 2D\nw KS", "w t1")
    assert reason == (
        "KS can't go there: only the top card of the reserve may fill an empty column."
    )
    reason = refusal(game, "t1 9C 8D", "t1 t2 2")
    assert reason == "9C can't go there: nothing may fill an empty column."


@pytest.mark.parametrize(
    ("lift", "move", "sentence"),
    [
        (Lift.WHOLE, "t1 t2", "Both face-up cards of column 1 move together, from 9S on."),
        (Lift.TOP, "t1 t2 2", "Only the end card of column 1 moves."),
        (Lift.WHOLE, "t1 t2 3", "Column 1 has 2 cards face up."),
        (Lift.RUN, "t1 t2 3", "Column 1 has 2 cards face up."),
    ],
)
def test_the_refusal_of_a_unit_explains_why_it_cannot_be_lifted(
    lift: Lift, move: str, sentence: str
) -> None:
    game = small_game(replace(COLUMNS, lift=lift))
    assert refusal(game, "t1 2c 9S 8H\nt2 9C", move) == sentence


@pytest.mark.parametrize(
    ("text", "move", "sentence"),
    [
        ("t1 5H", "t2 t1", "There is no card on column 2."),
        ("t1 5H", "w t1", "There is no card on the waste."),
        ("t1 5H", "t1 t1", "5H lies there already."),
        ("t1 9C\nt2 8H", "t2@1 t1", "Name an end card by its pile alone."),
        ("t1 5H", "t1 w", "Cards can't go from column 1 to the waste."),
        ("t1 5H", "t1 s", "Cards can't go from column 1 to the stock."),
        ("s 4s\nt1 5H", "s t1", "Turn up the cards of the stock before you play them."),
        ("t1 5H", "t1", "Column 1 does nothing by itself: say where its card goes."),
        ("w 5H", "w", "The waste does nothing by itself: say where its card goes."),
        ("t1 5H", "s", "There is no card left to turn."),
        ("t1 9C\nt2 8H 7S", "t2@2 t1", "You can't take a card out from under others."),
    ],
)
def test_impossible_actions_are_explained(text: str, move: str, sentence: str) -> None:
    assert refusal(KLONDIKE_LIKE, text, move) == sentence


@pytest.mark.parametrize("move", [Move("s", depth=2), Move("s", count=3)], ids=["s@2", "s of 3"])
def test_invalid_turn_is_not_called_possible(move: Move) -> None:
    reason = KLONDIKE_LIKE.rules().why_not(position(KLONDIKE_LIKE, "s 4s"), move)
    assert reason is not None
    assert "can be done" not in reason


def test_the_refusal_of_an_equal_foundation_does_not_blame_the_suits() -> None:
    two_packs = small_game(replace(FOUNDATIONS, count=8), COLUMNS, packs=2)
    reason = refusal(two_packs, "f3 AS 2S\nf5 AS 2S\nt1 3S", "t1 f5")
    assert "suits differ" not in reason
