"""The builders' engine: legal moves and their results."""

import pytest

from solterm.core import cards
from solterm.core.game import Game
from solterm.core.move import Move
from solterm.core.table import write
from solterm.core.values import replace
from solterm.core.vocabulary.builds import ANY_ORDER, Build, Match
from solterm.core.vocabulary.policies import Lift
from solterm.core.vocabulary.spaces import ANY_CARD, KINGS, NOTHING, BaseRank
from tests.core.positions import COLUMNS, FOUNDATIONS, STOCK, WASTE, legal, position, small_game

KLONDIKE_LIKE = small_game(STOCK, WASTE, FOUNDATIONS, COLUMNS)
UP_AROUND = Build((1,), Match.SUIT, wrap=True)


def lifting(lift: Lift) -> Game:
    """Return a game of columns with a lift, in which empty columns accept no cards."""
    return small_game(replace(COLUMNS, lift=lift, space=NOTHING))


def moves(game: Game, text: str) -> set[str]:
    return legal(game.rules(), position(game, text))


def after(game: Game, text: str, move: str) -> str:
    """Return the position after a move, without empty piles."""
    made = game.rules().make(position(game, text), Move.parse(move))
    return "\n".join(line for line in write(made, game.ids).splitlines() if " " in line)


def test_a_column_may_build_in_any_other_suit() -> None:
    build = Build((-1,), Match.OTHER)
    game = small_game(replace(COLUMNS, build=build, space=NOTHING))
    table = "t1 9S\nt2 8S\nt3 8H\nt4 8C"
    assert {move for move in moves(game, table) if move.endswith(" t1")} == {"t3 t1", "t4 t1"}
    eight, nine = cards.parse("8S"), cards.parse("9S")
    assert build.words == "down in any other suit"
    assert build.why_not(eight, nine) == "both are spades"
    assert build.why_not(eight - 1, nine) == "an 8 of another suit is wanted"


# -- lifts -------------------------------------------------------------------------------------

LADDER = "t1 2c 9S 8D 7S 5H 4S\nt2 6C\nt3 9C\nt4 5D"
"""Four face-up cards on column 1, in sequence except for the 5 on the 7."""


@pytest.mark.parametrize(
    ("lift", "leaving_column_1"),
    [
        (Lift.NONE, set()),
        (Lift.TOP, {"t1 t4"}),
        (Lift.WHOLE, set()),
        (Lift.CHAIN, {"t1 t2 2"}),
        (Lift.RUN, {"t1 t2 2", "t1 t4"}),
        (Lift.ANY, {"t1 t2 2", "t1 t4", "t1 t3 4"}),
    ],
)
def test_a_lift_determines_which_cards_may_leave(lift: Lift, leaving_column_1: set[str]) -> None:
    found = moves(lifting(lift), LADDER)
    assert {move for move in found if move.startswith("t1 ")} == leaving_column_1


# -- destinations ------------------------------------------------------------------------------


def test_only_the_first_empty_foundation_is_offered() -> None:
    assert moves(KLONDIKE_LIKE, "w AS\nf2 AH\nt1 4D\nt2 4D\nt3 4D\nt4 4D") == {"s", "w f1"}


def test_only_the_first_of_equal_foundations_is_offered() -> None:
    two_packs = small_game(replace(FOUNDATIONS, count=8), replace(COLUMNS, space=NOTHING), packs=2)
    assert moves(two_packs, "f3 AS 2S\nf5 AS 2S\nt1 3S") == {"t1 f3"}


def test_different_foundations_that_take_the_same_card_are_all_offered() -> None:
    regardless = replace(FOUNDATIONS, build=Build((1,), Match.ANY))
    game = small_game(regardless, replace(COLUMNS, space=NOTHING))
    assert moves(game, "f1 AS\nf2 AH\nt1 2D") == {"t1 f1", "t1 f2"}


def test_a_foundation_that_wraps_is_complete_at_its_capacity() -> None:
    around = small_game(
        replace(FOUNDATIONS, build=UP_AROUND, space=BaseRank()), replace(COLUMNS, space=NOTHING)
    )
    nearly = "f1 5S 6S 7S 8S 9S TS JS QS KS AS 2S 3S"
    assert moves(around, f"{nearly}\nt1 4S") == {"t1 f1"}
    assert moves(around, f"{nearly} 4S\nt1 5S") == {"t1 f2"}  # the second one of two packs


def test_a_pile_takes_no_more_cards_than_complete_it() -> None:
    fan = replace(COLUMNS, build=Build((-1,), Match.ANY), capacity=3, space=ANY_CARD, lift=Lift.RUN)
    full = "t1 9C 8C 7C\nt2 6D\nt3 8D 7D\nt4 6C 5C"
    fans = small_game(fan, replace(FOUNDATIONS, space=NOTHING))
    assert not {move for move in moves(fans, full) if move.endswith(" t1")}
    assert "t2 t3" in moves(fans, full)
    assert "t4 t3 2" not in moves(fans, full)


def test_a_unit_fills_an_empty_pile_only_if_it_has_room_for_all_of_it() -> None:
    fan = replace(COLUMNS, build=Build((-1,), Match.ANY), capacity=2, space=ANY_CARD, lift=Lift.RUN)
    fans = small_game(fan, replace(FOUNDATIONS, space=NOTHING))
    dealt = "t1 9C 8C 7C\nt3 KC\nt4 KD"
    assert {"t1 t2", "t1 t2 2"} == {move for move in moves(fans, dealt) if move[:5] == "t1 t2"}
    refusal = fans.rules().why_not(position(fans, dealt), Move("t1", "t2", 3))
    assert str(refusal) == "Column 2 has room for 2 more cards."


# -- the results of moves ----------------------------------------------------------------------


def test_a_unit_keeps_its_order_and_the_card_beneath_turns_up() -> None:
    assert after(KLONDIKE_LIKE, "t1 kd qd 4C 3H\nt2 5D", "t1 t2 2") == "t1 kd QD\nt2 5D 4C 3H"


# -- automatic play ----------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["s AS", "h AS", "w2 AS", "r AS", "t1 AS"])
def test_automatic_play_is_limited_to_the_piles_a_game_names(text: str) -> None:
    groups = (
        replace(WASTE, kind="s", name="stock"),
        replace(WASTE, kind="h", name="turned card"),
        *(replace(WASTE, count=2), replace(WASTE, kind="r", name="reserve")),
        *(FOUNDATIONS, COLUMNS),
    )
    home = Move(text.partition(" ")[0], "f1")
    game = small_game(*groups)
    assert game.rules().automatic(position(game, text)) == home
    piles_only = small_game(*groups, homeward="tr")
    taken = piles_only.rules().automatic(position(piles_only, text))
    assert taken == (home if text[0] in "tr" else None)


def test_the_refusal_of_automatic_play_is_true() -> None:
    game = small_game(WASTE, FOUNDATIONS, COLUMNS)
    assert _no_automatic(game, "t1 9C") == "No card can go to a foundation now."
    hands = small_game(WASTE, FOUNDATIONS, COLUMNS, homeward="tr")
    assert _no_automatic(hands, "w AS\nt1 9C") == (
        "No card on the piles can go to a foundation; play the turned card yourself."
    )
    nothing = "No card on the piles can go to a foundation."
    assert _no_automatic(hands, "t1 9C") == nothing  # no card is turned
    regardless = replace(FOUNDATIONS, count=2, build=Build((1,), Match.ANY))
    several = small_game(regardless, COLUMNS)
    assert _no_automatic(several, "f1 AS 2S 3S\nf2 3H\nt1 4D") == (
        "4D fits several foundations: play it yourself, to f1 or f2."
    )
    sentence = _no_automatic(small_game(COLUMNS), "t1 9C")
    assert sentence == "Small has no automatic play: no card goes home by itself."


def _no_automatic(game: Game, text: str) -> str:
    table = position(game, text)
    assert game.rules().automatic(table) is None
    return game.rules().no_automatic(table)


def test_automatic_play_does_not_draw() -> None:
    game = small_game(FOUNDATIONS, replace(COLUMNS, draw=3))
    assert "t1@2 f1" in moves(game, "t1 AS 9C")
    assert game.rules().automatic(position(game, "t1 AS 9C")) is None


def test_automatic_play_leaves_a_card_that_fits_foundations_of_different_heights() -> None:
    regardless = replace(FOUNDATIONS, count=2, build=Build((1,), Match.ANY, wrap=True))
    game = small_game(regardless, replace(FOUNDATIONS, count=2), COLUMNS)
    rules = game.rules()
    unequal = "f1 AS 2S 3S\nf2 2H 3H"
    assert {"t1 f1", "t1 f2"} <= moves(game, f"{unequal}\nt1 4D")
    assert rules.automatic(position(game, f"{unequal}\nt1 4D")) is None
    assert rules.automatic(position(game, f"{unequal}\nt1 4D\nt2 AC")) == Move("t2", "f3")
    assert rules.automatic(position(game, "f1 AS 2S 3S\nf2 AH 2H 3H\nt1 4D")) == Move("t1", "f1")


def test_automatic_play_leaves_a_card_that_fits_foundations_with_different_builds() -> None:
    downwards = replace(FOUNDATIONS, count=1, build=Build((-1,), Match.ANY))
    game = small_game(replace(FOUNDATIONS, count=1), downwards, COLUMNS)
    assert {"t1 f1", "t1 f2"} <= moves(game, "f1 AS\nf2 3H\nt1 2S")
    assert game.rules().automatic(position(game, "f1 AS\nf2 3H\nt1 2S")) is None


# -- groups with special builds ----------------------------------------------------------------


def test_a_group_may_build_differently_except_on_foundations() -> None:
    anywhere = replace(WASTE, kind="h", name="turned card", builds_elsewhere=ANY_ORDER)
    game = small_game(anywhere, WASTE, FOUNDATIONS, COLUMNS)
    text = "h 9H\nw 9D\nf1 AH\nt1 2C\nt2 TH\nt3 TS\nt4 KC"
    found = moves(game, text)
    assert {m for m in found if m[0] == "h"} == {"h t1", "h t2", "h t3", "h t4"}
    assert {m for m in found if m[0] == "w"} == {"w t3"}


def test_an_unseen_next_card_goes_only_to_empty_piles_and_turns_up_there() -> None:
    blind = replace(STOCK, lift=Lift.NEXT, goes_to_spaces="t")
    game = small_game(blind, WASTE, replace(COLUMNS, count=3))
    assert moves(game, "s 5d 4s\nt2 5H") == {"s", "s t1", "s t3", "t2 t1", "t2 t3"}
    assert after(game, "s 5d 4s\nt2 5H", "s t3") == "s 5d\nt2 5H\nt3 4S"
    kings_only = small_game(blind, WASTE, replace(COLUMNS, space=KINGS))
    assert moves(kings_only, "s kd\nt2 5H") == {"s"}


def test_the_single_draw_reaches_as_deep_as_declared() -> None:
    game = small_game(FOUNDATIONS, replace(COLUMNS, space=NOTHING, draw_once=3))
    text = "t1 4C 8C 2S 9D\nt2 9H\nt3 3D\nt4 5D"
    assert {m for m in moves(game, text) if "@" in m} == {"t1@2 t3", "t1@3 t2"}
    made = after(game, text, "t1@3 t2")
    assert "stage 1" in made
    assert not any("@" in m for m in moves(game, made))
    assert "stage" not in after(game, "t1 4C\nt4 5D", "t1 t4")
