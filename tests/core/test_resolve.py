"""Reading typed moves, and the shortest text of a legal move."""

import pytest

from solterm.core.game import Game
from solterm.core.move import Move
from solterm.core.refusal import Refusal
from solterm.core.values import replace
from solterm.core.vocabulary.builds import Build, Match
from solterm.core.vocabulary.policies import Lift
from solterm.core.vocabulary.spaces import NOTHING, BaseRank
from tests.core.positions import COLUMNS, FOUNDATIONS, STOCK, WASTE, position, small_game

KLONDIKE_LIKE = small_game(STOCK, WASTE, FOUNDATIONS, replace(COLUMNS, space=NOTHING))
RUNS = small_game(STOCK, WASTE, FOUNDATIONS, replace(COLUMNS, lift=Lift.RUN))
REGARDLESS = small_game(
    replace(FOUNDATIONS, build=Build((1,), Match.ANY)), replace(COLUMNS, space=NOTHING)
)
"""Foundations that build up regardless of suit: several may accept a card."""
UP_AND_DOWN = small_game(
    replace(FOUNDATIONS, count=2, build=Build((1,), Match.ANY)),
    replace(FOUNDATIONS, count=2, build=Build((-1,), Match.ANY), space=NOTHING),
    COLUMNS,
)
"""Two foundations that build up and two that build down, so the choice matters."""


def resolved(game: Game, text: str, typed: str) -> Move:
    return game.rules().resolve(position(game, text), typed)


def rejection(game: Game, text: str, typed: str) -> str:
    with pytest.raises(Refusal) as refused:
        resolved(game, text, typed)
    return str(refused.value)


# -- foundations -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "typed", "meant"),
    [
        ("f1 AH\nf2 AS\nt1 2S", "t1 f", Move("t1", "f2")),
        ("f1 AH\nt1 AS", "t1 f", Move("t1", "f2")),
        ("f1 AH\nw 2H", "w f", Move("w", "f1")),
        ("f1 AH\nt1 9D 3C 2H", "t1 f", Move("t1", "f1")),
    ],
)
def test_f_is_the_foundation_that_takes_the_card(text: str, typed: str, meant: Move) -> None:
    assert resolved(KLONDIKE_LIKE, text, typed) == meant


def test_f_is_the_first_of_several_equal_foundations() -> None:
    assert resolved(REGARDLESS, "f1 AS\nf3 AH\nt1 2D", "t1 f") == Move("t1", "f1")
    assert resolved(REGARDLESS, "f1 AS 2S\nf3 AH\nf4 AD\nt1 2D", "t1 f") == Move("t1", "f3")


def test_an_ambiguous_f_names_the_foundations() -> None:
    sentence = rejection(UP_AND_DOWN, "f1 AS\nf3 KH QH JH TH 9H 8H 7H 6H 5H 4H 3H\nt1 2D", "t1 f")
    assert sentence == "Several foundations take it: say f1 or f3."
    sentence = rejection(UP_AND_DOWN, "f1 AS\nf3 3H\nf4 KH 3D\nt1 2D", "t1 f")
    assert sentence == "Several foundations take it: say f1, f3 or f4."


@pytest.mark.parametrize(
    "typed", ["t1 f2", "t1 f4"], ids=["a foundation of another suit", "an empty foundation"]
)
def test_named_foundation_is_never_replaced(typed: str) -> None:
    assert resolved(KLONDIKE_LIKE, "f1 AH\nf2 AD\nt1 2H", typed) == Move.parse(typed)


@pytest.mark.parametrize(
    ("text", "explained"),
    [
        ("f1 AS\nf2 AH\nt1 3H", "t1 f2"),
        ("f1 AS\nt1 3H", "t1 f2"),
        ("f1 AS\nf2 AC\nf3 AD\nf4 AD\nt1 3H", "t1 f1"),
    ],
    ids=["its suit's foundation", "an empty foundation", "any foundation"],
)
def test_f_is_refused_for_the_likeliest_foundation(text: str, explained: str) -> None:
    assert str(resolved(KLONDIKE_LIKE, text, "t1 f")) == explained


def test_a_game_without_foundations_has_no_f() -> None:
    assert rejection(small_game(COLUMNS), "t1 2H", "t1 f") == (
        "There is no pile 'f' here; there are t1-t4."
    )


# -- counts ------------------------------------------------------------------------------------


def test_a_missing_count_defaults_to_the_only_legal_one() -> None:
    assert resolved(KLONDIKE_LIKE, "t1 9H\nt2 8S 7D 6C", "t2 t1") == Move("t2", "t1", 3)
    assert resolved(RUNS, "t1 9H\nt2 8S 7D 6C", "t2 t1") == Move("t2", "t1", 3)


def test_an_ambiguous_count_must_be_given() -> None:
    sentence = rejection(RUNS, "t2 8S 7D 6C", "t2 t1")
    assert sentence == "Say how many cards: 1, 2 or 3."


def test_a_wrong_count_is_kept_for_the_refusal() -> None:
    assert resolved(KLONDIKE_LIKE, "t1 9H\nt2 8S 7D", "t2 t1 1") == Move("t2", "t1", 1)


def test_a_missing_count_of_an_illegal_move_is_the_whole_unit() -> None:
    meant = resolved(KLONDIKE_LIKE, "t1 9C\nt2 8S 7D", "t2 t1")
    assert meant == Move("t2", "t1", 2)
    sentence = KLONDIKE_LIKE.rules().why_not(position(KLONDIKE_LIKE, "t1 9C\nt2 8S 7D"), meant)
    assert sentence == "8S can't go on 9C: both are black."


# -- other texts -------------------------------------------------------------------------------


@pytest.mark.parametrize("typed", ["s", " s ", "s\t"])
def test_a_pile_alone_is_an_action_on_it(typed: str) -> None:
    assert resolved(KLONDIKE_LIKE, "s 4s", typed) == Move("s")


@pytest.mark.parametrize("typed", ["t9 t1", "t1 t9", "x", "t9"])
def test_an_unknown_pile_is_refused_with_a_list_of_piles(typed: str) -> None:
    sentence = rejection(KLONDIKE_LIKE, "t1 9H", typed)
    assert sentence.startswith("There is no pile '")
    assert sentence.endswith(" here; there are s, w, f1-f4, t1-t4.")


@pytest.mark.parametrize("typed", ["", "hello there", "t1 t2 t3", "8S 9H"])
def test_invalid_text_is_refused(typed: str) -> None:
    assert "is not a move" in rejection(KLONDIKE_LIKE, "t1 9H", typed)


def test_a_depth_on_the_pile_that_takes_the_card_is_refused() -> None:
    table = position(KLONDIKE_LIKE, "f1 AH\nt1 9C 8D\nt2 7S")
    for typed, pile in (("t2 t1@2", "t1"), ("t1 f1@2", "f1")):
        sentence = KLONDIKE_LIKE.rules().why_not(table, Move.parse(typed))
        assert sentence == f"Use @ only for the card that moves: write just {pile}."


# -- the text of a legal move ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "text", "move", "written"),
    [
        (KLONDIKE_LIKE, "f1 AH\nw 2H", Move("w", "f1"), "w f"),
        (KLONDIKE_LIKE, "s 4s", Move("s"), "s"),
        (KLONDIKE_LIKE, "t1 9H\nt2 8S", Move("t2", "t1"), "t2 t1"),
        (KLONDIKE_LIKE, "t1 9H\nt2 8S 7D", Move("t2", "t1", 2), "t2 t1 2"),
        (REGARDLESS, "f1 AS\nf3 AH\nt1 2D", Move("t1", "f3"), "t1 f3"),
        (RUNS, "t2 8S 7D", Move("t2", "t1", 2), "t2 t1 2"),
        (RUNS, "t2 8S 7D", Move("t2", "t1"), "t2 t1 1"),
    ],
)
def test_legal_move_has_its_shortest_text(game: Game, text: str, move: Move, written: str) -> None:
    assert game.rules().text(position(game, text), move) == written
    assert resolved(game, text, written) == move


def test_an_ace_goes_to_f_if_several_foundations_are_empty() -> None:
    around = replace(FOUNDATIONS, build=Build((1,), Match.SUIT, wrap=True), space=BaseRank())
    game = small_game(around, replace(COLUMNS, space=NOTHING))
    assert game.rules().text(position(game, "f1 5H\nt1 5S"), Move("t1", "f2")) == "t1 f"
