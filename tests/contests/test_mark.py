"""The mark is section B read with the play's own counts."""

from solterm.contests.mark import mark
from solterm.core.play import Play
from solterm.games import find


def played(*events: str, deal: int = 17, level: int = 3) -> Play:
    play = Play(find("kloncan-klondike"), deal, level)
    for event in events:
        play.perform(event)
    return play


def test_a_card_home_brings_ten_points_at_level_3() -> None:
    assert mark(played()) == 0
    assert mark(played("t3 f1")) == 10


def test_the_lowest_level_and_its_exceptions_count() -> None:
    assert mark(played("x", "t3 f1")) == 9
    assert mark(played("x", "level 2", "t3 f1")) == 5


def test_halves_are_rounded_down() -> None:
    assert mark(played("t3 f1", level=1)) == 0
    assert mark(played("t3 f1", "t5 f2", level=1)) == 1
