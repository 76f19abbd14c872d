"""Plans contain only steps that serve their end."""

import pytest

from solterm.advice import steps
from solterm.advice.choose import hint
from solterm.advice.quick import Webs
from solterm.advice.reasons import drop_idle_steps
from solterm.advice.steps import fold, shorten
from solterm.core.move import Move
from solterm.core.play.play import Play
from solterm.core.play.view import View
from solterm.games import find
from solterm.solver.solve import solve
from tests.core.positions import free_cell_with_kings_left, spider_before_the_end
from tests.solver.late import is_won_by


def moves_of(text: str) -> list[Move]:
    return [Move.parse(move) for move in text.split(", ")]


def test_a_winning_line_makes_no_detours() -> None:
    play = free_cell_with_kings_left()
    detours = moves_of("t1 r1, r1 r2, t2 f2, r2 t5, t5 f1, t3 f3, t4 f4")
    assert shorten(play.rules, play.table, detours) == tuple(moves_of("t2 f2, t1 f1, t3 f3, t4 f4"))


def test_each_hint_in_spider_serves_the_gain_that_it_names() -> None:
    play, needless = Play(find("spider"), 25675), 0
    for _ in range(30):
        found, webs = hint(play), Webs.of(View.of(play))
        if found.move is None:
            break
        assert webs
        if way := webs.find_best():
            needed = drop_idle_steps(play.rules, play.known, way)
            assert found.move == needed[0]
            needless += len(way) - len(needed)
        play.push(found.move)
    assert needless


def test_no_hint_in_spider_leads_to_where_no_move_is_useful() -> None:
    play = spider_before_the_end()
    found = hint(play)
    assert found.text == "Try 4S and 3 more to column 6: that turns up one of three hidden cards."
    play.push(Move("t8", "t6"))
    assert play.is_idle


def test_a_winning_line_moves_runs_at_once() -> None:
    play = Play(find("free-cell"), 1)
    moves = solve(play.rules, play.table).moves
    line = shorten(play.rules, play.table, moves)
    steps = [*fold(play.rules, play.table, line)]
    assert len(steps) <= 0.8 * len(moves) and len(line) <= len(moves)
    for step in steps:
        play.push(step)
    assert play.rules.is_won(play.table)


def test_a_line_that_wanders_for_long_is_cut_to_the_moves_that_win() -> None:
    play = free_cell_with_kings_left()
    wander = moves_of("t2 r1, r1 t5, t5 r2, r2 t6, t6 r1, r1 t2")
    line = [*wander * 70, *wander[:2], *moves_of("t1 f1, t3 f3, t5 f2, t4 f4")]
    kept = shorten(play.rules, play.table, line)
    assert len(kept) == 4 and is_won_by(play.rules, play.table, kept)


def test_a_line_that_stays_too_long_is_no_way_to_win(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steps, "_LONG", 1)
    monkeypatch.setattr(steps, "_LONGEST", 2)
    play = free_cell_with_kings_left()
    assert shorten(play.rules, play.table, moves_of("t1 f1, t2 f2, t3 f3, t4 f4")) == ()
