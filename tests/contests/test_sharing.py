"""The line that a player shares."""

from solterm.contests.sharing import code_of, line_of
from solterm.core.play.play import Play
from solterm.games import find


def played(*events: str) -> Play:
    play = Play(find("kloncan-klondike"), 17)
    for event in events:
        play.perform(event)
    return play


def test_the_line_has_the_lowest_level() -> None:
    play = played("level 2", "t3 f1", "level 3")
    line = f"solterm KLONCAN Klondike deal 17 level 2: 5 in 1 move ({code_of(play)})"
    assert line_of(play) == line


def test_the_line_counts_exceptions() -> None:
    assert ": 9 in 1 move, 1 exception (" in line_of(played("x", "t3 f1"))
    assert ": 16 in 2 moves, 2 exceptions (" in line_of(played("x", "x", "t3 f1", "t5 f2"))


def test_the_line_names_the_options() -> None:
    play = Play(find("farewell-to-kings"), 5, options={"size": "small"})
    assert " size=small deal 5 level 3: " in line_of(play)
