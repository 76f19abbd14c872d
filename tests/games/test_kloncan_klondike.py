"""Klondike by KLONCAN's manual."""

from functools import partial

import pytest

from solterm.core import cards
from solterm.core.move import IllegalMove
from solterm.games.kloncan_games import KLONDIKE
from tests.core.positions import play_from, position
from tests.games import tables
from tests.games.tables import position_of

moves = partial(tables.moves, KLONDIKE)


# -- the deal ----------------------------------------------------------------------------------


def test_klondike_is_dealt_row_by_row_with_the_first_card_of_each_row_face_up() -> None:
    opening = KLONDIKE.opening(cards.pack())  # AC 2C ... KC, AD ... KD, AH ... KH, AS ... KS
    dealt = position(
        KLONDIKE,
        """
        t1 AC
        t2 2c 8C
        t3 3c 9c AD
        t4 4c tc 2d 6D
        t5 5c jc 3d 7d TD
        t6 6c qc 4d 8d jd KD
        t7 7c kc 5d 9d qd ah 2H
        s ks qs js ts 9s 8s 7s 6s 5s 4s 3s 2s as kh qh jh th 9h 8h 7h 6h 5h 4h 3h
        """,
    )
    assert opening == dealt


def test_aces_are_not_moved_automatically() -> None:
    opening = KLONDIKE.opening(cards.pack())
    assert all(not opening.piles[KLONDIKE.ids.index(f"f{n}")] for n in (1, 2, 3, 4))


# -- the example game of the manual ------------------------------------------------------------

BEGINNING = """\
s 9h th jh
t1 3H
t2 ah JS
t3 tc 5d KD
t4 7c ac 2h 4C
t5 2c 6h 7h 8s AD
t6 3c 4h 8h qh 9C
t7 5c 6c 8c tc qc 6D"""
"""Suits missing from the manual are chosen so that its last sentence holds."""


def test_the_example_game_matches_the_manual() -> None:
    play = play_from(KLONDIKE, BEGINNING)
    for event in ("t5 f1", "t1 t4", "t3 t1", "t4 t3 2"):
        play.perform(event)
    assert position_of(play) == (
        "s 9h th jh\n"
        "f1 AD\n"
        "t1 KD\n"
        "t2 ah JS\n"
        "t3 tc 5D 4C 3H\n"
        "t4 7c ac 2H\n"
        "t5 2c 6h 7h 8S\n"
        "t6 3c 4h 8h qh 9C\n"
        "t7 5c 6c 8c tc qc 6D"
    )


def test_after_the_example_only_turning_the_hand_is_legal() -> None:
    play = play_from(KLONDIKE, BEGINNING)
    for event in ("t5 f1", "t1 t4", "t3 t1", "t4 t3 2"):
        play.perform(event)
    assert set(map(str, play.legal_moves)) == {"s"}


# -- building ----------------------------------------------------------------------------------


def test_the_manuals_unit_of_two_goes_on_a_six_of_clubs() -> None:
    assert moves("t1 5H 4S\nt2 6C\nt3 KH\nt4 KD\nt5 KC\nt6 KS\nt7 QC") >= {"t1 t2 2"}


@pytest.mark.parametrize("level", [3, 2, 1])
def test_all_face_up_cards_move_as_one_unit(level: int) -> None:
    found = moves("t1 kd 5H 4S\nt2 5D\nt3 6C", level)
    assert "t1 t3 2" in found
    assert "t1 t2" not in found
    assert "t1 t3" not in found


def test_an_uncovered_card_turns_up_automatically() -> None:
    play = play_from(KLONDIKE, "t1 kd qd 5H\nt2 6C")
    play.perform("t1 t2")
    assert position_of(play) == "t1 kd QD\nt2 6C 5H"


@pytest.mark.parametrize(
    ("level", "fitting"), [(3, {"4C", "4S"}), (2, {"4C", "4S"}), (1, {"4C", "4D", "4H", "4S"})]
)
def test_columns_build_down_in_alternating_colours_and_at_level_1_in_any(
    level: int, fitting: set[str]
) -> None:
    full = "t2 KC\nt3 KD\nt4 KH\nt5 KS\nt6 QS\nt7 QC"
    found = {
        cards.text(card)
        for card in cards.pack()
        if "w t1" in moves(f"t1 5H\n{full}\nw {cards.text(card)}", level)
    }
    assert found == fitting


@pytest.mark.parametrize(("level", "fitting"), [(3, {"K"}), (2, {"K"}), (1, set(cards.RANKS))])
def test_kings_fill_a_space_and_at_level_1_any_card(level: int, fitting: set[str]) -> None:
    found = {rank for rank in cards.RANKS if "w t1" in moves(f"w {rank}H", level)}
    assert found == fitting
    units = {rank for rank in cards.RANKS if "t2 t1 2" in moves(f"t2 {rank}H 4S", level)}
    assert units == fitting


# -- the field ---------------------------------------------------------------------------------


def test_the_field_builds_up_in_suit_from_the_ace() -> None:
    assert moves("f1 AH\nt1 2H") >= {"t1 f1"}
    assert "t1 f1" not in moves("f1 AH\nt1 2D")
    assert "t1 f1" not in moves("f1 AH\nt1 3H")
    assert "t1 f1" not in moves("t1 2H")
    assert "t1 f1" in moves("t1 AH")


@pytest.mark.parametrize("level", [3, 2, 1])
def test_no_level_relaxes_the_field_and_its_cards_never_return(level: int) -> None:
    found = moves("f1 AH 2H\nt1 3D\nt2 3S\nw 4H", level)
    assert not any(" f" in move or move.startswith("f") for move in found)


def test_only_the_end_card_of_a_unit_goes_to_the_field() -> None:
    assert "t1 f1" in moves("f1 AS\nt1 3H 2S")


# -- the hand ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "packets"), [(3, [3, 6, 7, 0, 3]), (2, [1, 2, 3, 4, 5])])
def test_the_hand_is_turned_by_threes_and_at_level_2_one_by_one(
    level: int, packets: list[int]
) -> None:
    play = play_from(KLONDIKE, "s 9c 8c 7c 6c 5c 4c 3c\nt1 KH", level)
    found = []
    for _ in packets:
        play.perform("s")
        found.append(len(play.pile("w")))
    assert found == packets


def test_at_level_1_the_hand_is_turned_one_by_one() -> None:
    play = play_from(KLONDIKE, "s 5c 4c 3c\nt1 KH", level=1)
    play.perform("s")
    assert position_of(play) == "s 5c 4c\nw 3C\nt1 KH"


def test_playing_the_top_card_frees_the_card_below() -> None:
    play = play_from(KLONDIKE, "s 3s 8d 9c\nt1 9S\nt2 TH")
    play.perform("s")
    assert position_of(play) == "w 9C 8D 3S\nt1 9S\nt2 TH"
    play = play_from(KLONDIKE, "s 8d 9c 3s\nt1 9S\nt2 TH")
    play.perform("s")
    play.perform("w t1")
    play.perform("w t2")
    assert position_of(play) == "w 3S\nt1 9S 8D\nt2 TH 9C"


def test_the_hand_can_be_turned_over_without_limit_and_keeps_its_order() -> None:
    play = play_from(KLONDIKE, "s 7c 6c 5c 4c 3c\nt1 KH")
    tops = []
    for _ in range(5):
        for _ in "12":
            play.perform("s")
            tops.append(cards.text(play.pile("w")[-1]))
        play.perform("s")
        assert position_of(play) == "s 7c 6c 5c 4c 3c\nt1 KH"
    assert tops == ["5C", "7C"] * 5


def test_turning_the_hand_over_is_a_separate_key_press() -> None:
    play = play_from(KLONDIKE, "w 3C 4C 5C\nt1 KH")
    play.perform("s")
    assert play.pile("w") == ()


def test_an_empty_hand_cannot_be_turned() -> None:
    with pytest.raises(IllegalMove, match="no card left to turn"):
        play_from(KLONDIKE, "t1 KH").perform("s")


# -- F10 ---------------------------------------------------------------------------------------


def test_automatic_play_continues_until_no_card_of_the_piles_can_go() -> None:
    play = play_from(KLONDIKE, "w 4S\nt1 AS\nt2 kd 3S 2D\nt3 2S\nt4 AD\nt5 4H")
    assert [str(move) for move in play.auto()] == ["t1 f1", "t3 f1", "t4 f2", "t2 f2", "t2 f1"]
    assert position_of(play) == "w 4S\nf1 AS 2S 3S\nf2 AD 2D\nt2 KD\nt5 4H"


@pytest.mark.parametrize("level", [3, 2, 1])
def test_automatic_play_never_takes_a_hand_card(level: int) -> None:
    with pytest.raises(IllegalMove):
        play_from(KLONDIKE, "w AS\ns ad\nt1 KH", level).auto()
