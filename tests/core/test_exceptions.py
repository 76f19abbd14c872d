"""The exception (key X): one hand card at level 3, one irregular move at level 2."""

import pytest

from solterm.core.move import IllegalMove, Move
from solterm.core.play.play import Play
from solterm.games.kloncan_games import KLONDIKE
from tests.core.positions import play_from

OPENING = "s 6c 5c 4c 3c\nt1 9C\nt2 8C\nt3 8H\nt4 5D"
"""8H goes on 9C; 8C can go there only at level 1, because only Kings fill spaces."""


def at_level(level: int, text: str = OPENING) -> Play:
    return play_from(KLONDIKE, text, level)


def pile(play: Play, name: str) -> int:
    """Return the number of cards in a pile."""
    return len(play.pile(name))


# -- level 3 -----------------------------------------------------------------------------------


def test_at_level_3_x_turns_one_hand_card_and_counts() -> None:
    play = at_level(3)
    play.exception()
    assert (pile(play, "s"), pile(play, "w")) == (3, 1)
    assert play.tally.exceptions == 1
    assert (play.moves, play.armed) == (0, False)


def test_at_level_3_x_turns_over_an_exhausted_hand_without_counting() -> None:
    play = at_level(3, "w 3C 4C\nt1 9C")
    play.exception()
    assert (pile(play, "s"), pile(play, "w")) == (2, 0)
    assert play.tally.exceptions == 0
    assert play.events == ["x"]


def test_at_level_3_x_is_refused_without_a_hand() -> None:
    play = at_level(3, "t1 9C")
    with pytest.raises(IllegalMove, match="There is no card left to turn"):
        play.exception()
    assert (play.events, play.tally.exceptions) == ([], 0)


@pytest.mark.parametrize("pile", ["t1", "w", "nowhere"])
def test_at_level_3_x_applies_only_to_the_stock(pile: str) -> None:
    play = at_level(3)
    with pytest.raises(IllegalMove):
        play.perform(f"x {pile}")
    assert (play.events, play.tally.exceptions) == ([], 0)


# -- level 2 -----------------------------------------------------------------------------------


def test_at_level_2_x_arms_one_move_of_level_1() -> None:
    play = at_level(2)
    assert play.why_not(Move("t2", "t1")) == "8C can't go on 9C: both are black."
    play.exception()
    assert play.armed
    assert play.why_not(Move("t2", "t1")) is None
    play.push(Move("t2", "t1"))
    assert not play.armed
    assert play.tally.exceptions == 1
    assert play.moves == 1


@pytest.mark.parametrize("regular", ["t3 t1", "s", "auto"])
def test_a_regular_action_keeps_x_armed_and_uncounted(regular: str) -> None:
    play = at_level(2, OPENING + "\nt7 AS")
    play.perform("x")
    play.perform(regular)
    assert play.armed
    assert play.tally.exceptions == 0


def test_a_move_illegal_at_level_1_is_refused_and_keeps_x_armed() -> None:
    play = at_level(2)
    play.perform("x")
    with pytest.raises(IllegalMove):
        play.perform("t4 t1")
    assert play.armed
    assert play.events == ["x"]


def test_a_second_press_disarms_x() -> None:
    play = at_level(2)
    play.exception()
    play.exception()
    assert not play.armed
    assert play.tally.exceptions == 0
    assert play.events == ["x", "x"]


def test_undo_of_an_irregular_move_keeps_the_count_and_does_not_rearm() -> None:
    play = at_level(2)
    for event in ("x", "t4 t5", "undo"):
        play.perform(event)
    assert not play.armed
    assert play.tally.exceptions == 1


# -- level 1 -----------------------------------------------------------------------------------


def test_at_level_1_there_are_no_exceptions() -> None:
    play = at_level(1)
    with pytest.raises(IllegalMove, match=r"^Level 1 has no exceptions\.$"):
        play.exception()
    assert (play.events, play.armed, play.tally.exceptions) == ([], False, 0)
