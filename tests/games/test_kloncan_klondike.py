"""Klondike by KLONCAN's manual."""

import pytest

from solterm.core import cards
from solterm.core.move import IllegalMove
from solterm.games.kloncan_games import KLONDIKE
from tests.core.positions import play_from, position
from tests.games.tables import position_of

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


# -- the hand ----------------------------------------------------------------------------------


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


# -- F10 ---------------------------------------------------------------------------------------


def test_automatic_play_continues_until_no_card_of_the_piles_can_go() -> None:
    play = play_from(KLONDIKE, "w 4S\nt1 AS\nt2 kd 3S 2D\nt3 2S\nt4 AD\nt5 4H")
    assert [str(move) for move in play.auto()] == ["t1 f1", "t3 f1", "t4 f2", "t2 f2", "t2 f1"]
    assert position_of(play) == "w 4S\nf1 AS 2S 3S\nf2 AD 2D\nt2 KD\nt5 4H"


@pytest.mark.parametrize("level", [3, 2, 1])
def test_automatic_play_never_takes_a_hand_card(level: int) -> None:
    with pytest.raises(IllegalMove):
        play_from(KLONDIKE, "w AS\ns ad\nt1 KH", level).auto()
