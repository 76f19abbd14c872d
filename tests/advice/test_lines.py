"""Winning lines: followed by position, even if the player makes their moves early."""

from solterm.advice.lines import Lines
from solterm.core.move import Move
from tests.core.positions import free_cell_with_kings_left


def line(*texts: str) -> list[Move]:
    return [Move.parse(text) for text in texts]


WINS = line("t1 f1", "t2 f2", "t3 f3", "t4 f4")


def test_a_line_is_followed_to_its_end() -> None:
    play, lines = free_cell_with_kings_left(), Lines()
    assert lines.learn(play.rules, play.table, WINS)
    while moves := lines.find(play.rules, play.table):
        play.push(moves[0])
    assert play.rules.is_won(play.table)


def test_line_survives_a_move_made_early() -> None:
    play, lines = free_cell_with_kings_left(), Lines()
    lines.learn(play.rules, play.table, WINS)
    play.push("t3 f3")
    assert lines.find(play.rules, play.table) == line("t1 f1", "t2 f2", "t4 f4")
    play.push("t1 f1")
    assert lines.find(play.rules, play.table) == line("t2 f2", "t4 f4")


def test_a_move_that_leaves_the_line_may_still_keep_it() -> None:
    play, lines = free_cell_with_kings_left(), Lines()
    lines.learn(play.rules, play.table, WINS)
    play.push("t4 r1")
    assert lines.find(play.rules, play.table) == ()
    play.undo()
    assert lines.find(play.rules, play.table) == WINS


def test_a_line_that_is_illegal_or_does_not_win_is_not_kept() -> None:
    play, lines = free_cell_with_kings_left(), Lines()
    assert not lines.learn(play.rules, play.table, line("t1 f2"))
    assert not lines.learn(play.rules, play.table, WINS[:3])
    assert lines.find(play.rules, play.table) == ()
