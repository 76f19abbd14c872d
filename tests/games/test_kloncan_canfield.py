"""Canfield by KLONCAN's manual."""

from functools import partial

import pytest

from solterm.core import cards
from solterm.core.move import IllegalMove, Move
from solterm.games.kloncan_games import CANFIELD
from tests.core.positions import legal, play_from, position
from tests.games import tables
from tests.games.tables import position_of

moves = partial(tables.moves, CANFIELD)


# -- the deal ----------------------------------------------------------------------------------


def test_the_reserve_is_dealt_first_face_up_then_the_base_then_the_columns() -> None:
    opening = CANFIELD.opening(cards.pack())  # AC 2C ... KC, AD ... KD, AH ... KH, AS ... KS
    dealt = position(
        CANFIELD,
        """
        r AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC
        f1 AD
        t1 2D
        t2 3D
        t3 4D
        t4 5D
        s ks qs js ts 9s 8s 7s 6s 5s 4s 3s 2s as kh qh jh th 9h 8h 7h 6h 5h 4h 3h 2h ah
          kd qd jd td 9d 8d 7d 6d
        """.replace("ah\n          kd", "ah kd"),
    )
    assert opening == dealt
    assert len(opening.piles[CANFIELD.ids.index("s")]) == 34


def test_all_cards_of_the_reserve_show() -> None:
    visible = set(CANFIELD.visible(CANFIELD.opening(cards.pack())))
    assert len(visible) == 13 + 1 + 4


# -- the example game of the manual ------------------------------------------------------------

BEGINNING = """\
s 9h th jh
r 3C JC 2D KS
f1 5S
t1 9C
t2 AH
t3 5H
t4 JS"""
"""Suits missing from the manual are chosen so that its last sentence holds."""

EXAMPLE = ("r t2", "t3 f2", "r t3")


def test_the_example_game_matches_the_manual() -> None:
    play = play_from(CANFIELD, BEGINNING)
    for event in EXAMPLE:
        play.perform(event)
    assert position_of(play) == ("s 9h th jh\nr 3C JC\nf1 5S\nf2 5H\nt1 9C\nt2 AH KS\nt3 2D\nt4 JS")


def test_after_the_example_only_turning_the_hand_is_legal() -> None:
    play = play_from(CANFIELD, BEGINNING)
    for event in EXAMPLE:
        play.perform(event)
    assert set(map(str, play.legal_moves)) == {"s"}


# -- the field ---------------------------------------------------------------------------------


def test_the_rank_of_the_base_opens_every_foundation() -> None:
    found = {
        cards.text(card)
        for card in cards.pack()
        if "w f2" in moves(f"r 9C\nf1 5S\nt1 KH\nt2 KD\nt3 KC\nt4 KS\nw {cards.text(card)}")
    }
    assert found == {"5C", "5D", "5H", "5S"}


def test_the_field_builds_up_in_suit_and_wraps_from_king_to_ace() -> None:
    assert "t1 f1" in moves("r 9C\nf1 QS KS\nt1 AS")
    assert "t1 f1" in moves("r 9C\nf1 QS KS AS\nt1 2S")
    assert "t1 f1" not in moves("r 9C\nf1 QS KS\nt1 AH")


def test_a_foundation_is_complete_at_the_rank_below_its_base() -> None:
    nearly = "f1 5S 6S 7S 8S 9S TS JS QS KS AS 2S 3S"
    assert "t1 f1" in moves(f"r 9C\n{nearly}\nt1 4S")
    table = position(CANFIELD, f"r 9C\n{nearly} 4S\nf2 5H\nt1 5D")
    assert "t1 f1" not in legal(CANFIELD.rules(), table)
    assert CANFIELD.rules().why_not(table, Move("t1", "f1")) == "Foundation 1 is complete."


def test_an_ace_is_an_ordinary_card_if_the_base_is_another_rank() -> None:
    assert not any(" f" in move for move in moves("r 9C\nf1 5S\nt1 AH"))


# -- building ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "fitting"), [(3, {"KC", "KS"}), (1, {"KC", "KD", "KH", "KS"})])
def test_columns_build_down_and_wrap_from_ace_to_king(level: int, fitting: set[str]) -> None:
    rest = "r 9C\nf1 5S\nt2 7C\nt3 7S\nt4 8H"
    found = {
        cards.text(card)
        for card in cards.pack()
        if "w t1" in moves(f"{rest}\nt1 AH\nw {cards.text(card)}", level)
    }
    assert found == fitting


@pytest.mark.parametrize(("level", "fitting"), [(2, {"AC", "AS"}), (1, {"AC", "AD", "AH", "AS"})])
def test_an_ace_goes_on_a_deuce(level: int, fitting: set[str]) -> None:
    rest = "r 9C\nf1 5S\nt2 7C\nt3 7S\nt4 8H"
    found = {
        cards.text(card)
        for card in cards.pack()
        if "w t1" in moves(f"{rest}\nt1 2H\nw {cards.text(card)}", level)
    }
    assert found == fitting


def test_a_column_moves_as_a_whole_and_only_its_end_card_goes_to_the_field() -> None:
    found = moves("r 9C\nf1 3S\nt1 5H 4S\nt2 5D\nt3 6C\nt4 KH")
    assert {move for move in found if move.startswith("t1")} == {"t1 t3 2", "t1 f1"}


# -- spaces ------------------------------------------------------------------------------------


def test_a_space_is_not_filled_automatically() -> None:
    play = play_from(CANFIELD, "r 9C 2D\nf1 5S\nt1 5H\nt2 KC")
    play.perform("t1 f2")
    assert play.pile("t1") == ()
    assert len(play.pile("r")) == 2


@pytest.mark.parametrize("level", [3, 2])
def test_only_the_reserve_fills_a_space_while_it_lasts(level: int) -> None:
    found = moves("r 9C 2D\nw 8H\nf1 5S\nt1 KC\nt2 KD\nt3 TS", level)
    assert {move for move in found if move.endswith("t4")} == {"r t4"}


@pytest.mark.parametrize("level", [3, 2])
def test_after_the_reserve_any_hand_card_fills_a_space_but_no_column(level: int) -> None:
    found = moves("w 8H 3C\nf1 5S\nt1 KC\nt2 KD\nt3 TS", level)
    assert {move for move in found if move.endswith("t4")} == {"w t4"}


def test_after_the_reserve_no_card_fills_a_space_without_a_turned_card() -> None:
    found = moves("s 3c\nf1 5S\nt1 KC\nt2 KD\nt3 TS")
    assert {move for move in found if move.endswith("t4")} == set()


def test_at_level_1_any_card_or_column_fills_a_space() -> None:
    found = moves("r 9C 2D\nw 8H\nf1 5S\nt1 KC QC\nt2 KD\nt3 TS", level=1)
    assert {move for move in found if " t4" in move} == {
        "r t4",
        "w t4",
        "t1 t4 2",
        "t2 t4",
        "t3 t4",
    }


# -- the reserve -------------------------------------------------------------------------------


def test_the_top_of_the_reserve_goes_to_field_columns_and_spaces() -> None:
    found = moves("r 9C 4S\nf1 3S\nt1 5H\nt2 5D\nt3 9H")
    assert {move for move in found if move.startswith("r")} == {"r f1", "r t1", "r t2", "r t4"}


def test_no_card_goes_on_the_reserve() -> None:
    for level in (3, 2, 1):
        found = moves("r 9C\nw 8H\nf1 5S\nt1 8D\nt2 KD\nt3 TS\nt4 7C", level)
        assert not any(move.endswith(" r") for move in found)


# -- the hand ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "packets"), [(3, [3, 4, 0, 3]), (2, [1, 2, 3, 4])])
def test_the_hand_is_turned_by_threes_and_at_level_2_one_by_one(
    level: int, packets: list[int]
) -> None:
    play = play_from(CANFIELD, "s 9c 8c 7c 6c\nr 2D\nf1 5S\nt1 KH", level)
    found = []
    for _ in packets:
        play.perform("s")
        found.append(len(play.pile("w")))
    assert found == packets


# -- F10 and X ---------------------------------------------------------------------------------


def test_automatic_play_takes_cards_of_the_reserve() -> None:
    play = play_from(CANFIELD, "w 9S\nr 2D 8S 6S\nf1 5S\nt1 7S\nt2 KH")
    assert [str(move) for move in play.auto()] == ["r f1", "t1 f1", "r f1"]
    assert position_of(play) == "w 9S\nr 2D\nf1 5S 6S 7S 8S\nt2 KH"


def test_at_level_3_an_exception_turns_one_hand_card() -> None:
    play = play_from(CANFIELD, "s 9c 8c 7c 6c\nr 2D\nf1 5S\nt1 KH")
    play.perform("x")
    assert position_of(play) == "s 9c 8c 7c\nw 6C\nr 2D\nf1 5S\nt1 KH"
    assert play.tally.exceptions == 1


@pytest.mark.parametrize(
    ("irregular", "freedom"),
    [
        ("w t2", "a hand card into a space while the reserve lasts"),
        ("t3 t2", "a column into a space"),
        ("w t1", "a card on one of its colour, round the corner"),
    ],
)
def test_at_level_2_an_exception_allows_one_move_of_level_1(irregular: str, freedom: str) -> None:
    text = "r 2D\nw KD\nf1 5S\nt1 AH\nt3 9C\nt4 7C"
    play = play_from(CANFIELD, text, level=2)
    with pytest.raises(IllegalMove):
        play.perform(irregular)
    play.perform("x")
    play.perform(irregular)
    assert play.tally.exceptions == 1
    assert not play.armed
