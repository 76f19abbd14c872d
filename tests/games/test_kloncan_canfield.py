"""Canfield by KLONCAN's manual."""

import pytest

from solterm.core import cards
from solterm.core.move import IllegalMove
from solterm.games.kloncan_games import CANFIELD
from tests.core.positions import play_from, position
from tests.games.tables import position_of

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


# -- F10 and X ---------------------------------------------------------------------------------


def test_automatic_play_takes_cards_of_the_reserve() -> None:
    play = play_from(CANFIELD, "w 9S\nr 2D 8S 6S\nf1 5S\nt1 7S\nt2 KH")
    assert [str(move) for move in play.auto()] == ["r f1", "t1 f1", "r f1"]
    assert position_of(play) == "w 9S\nr 2D\nf1 5S 6S 7S 8S\nt2 KH"


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
