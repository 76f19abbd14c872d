"""Line mode reads back the moves that solve, analyse and records write."""

import json
from argparse import Namespace
from typing import Any

import pytest

from solterm.advice.analysis import analyse, tell_analysis
from solterm.cli.console import Output
from solterm.cli.solver_commands import solve_deal
from solterm.context import Context
from solterm.core.game import Game
from solterm.core.levels import LEVELS
from solterm.core.play import record
from solterm.core.play.play import Play
from solterm.games import find
from solterm.sessions.plays import Start
from tests.core.strategies import each_game, some_games_at_a_level
from tests.plain.line_sessions import new_session

JSON = Output(Context(), as_json=True)


def replay(play: Play, moves: list[str]) -> None:
    """Type moves in line mode, and check that they lead from the deal to the play's position."""
    session = new_session(play.game.id, play.deal, level=play.start_level)
    for move in moves:
        reply = session.handle(move)
        assert reply.ok, (move, reply.text)
        assert session.play.events[-1] == move
    assert session.play.table == play.table


def solve(game: Game, deal: int, level: int, seconds: float) -> dict[str, Any]:
    asked = Namespace(
        game=Start(game), deal=deal, level=level, option=[], seconds=seconds, record=False
    )
    found: dict[str, Any] = json.loads(solve_deal(asked, JSON))
    return found


def check_solution(game: Game, deal: int, level: int, seconds: float) -> None:
    result = solve(game, deal, level, seconds)
    if result["moves"]:
        play = record.read(result["record"]).replay(find)
        assert list(play.events) == result["moves"]
        replay(play, result["moves"])


@some_games_at_a_level
def test_line_mode_reads_the_solvers_moves(game: Game, level: int) -> None:
    check_solution(game, 2, level, 0.04)


@pytest.mark.long
@each_game
@pytest.mark.parametrize("level", LEVELS)
def test_line_mode_reads_the_solvers_moves_of_many_deals(game: Game, level: int) -> None:
    for deal in (2, 3, 617):
        check_solution(game, deal, level, 5)


def test_an_older_record_without_a_count_of_one_still_means_one_card() -> None:
    text = record.write(Play(find("smallware-four-seasons"), 2, level=1))
    play = Play(find("smallware-four-seasons"), 2, level=1)
    for move in solve(play.game, 2, 1, 5)["moves"]:
        play.push(move)
    events = [event.removesuffix(" 1") for event in play.events]
    assert events != play.events
    old = record.read(f"{text.partition('[Result')[0]}\n{', '.join(events)}\n").replay(find)
    assert (old.table, old.events) == (play.table, events)


def test_analyse_writes_moves_that_line_mode_reads() -> None:
    game = find("smallware-four-seasons")
    play = Play(game, 2, level=1)
    play.push("s")
    result = tell_analysis(analyse(record.read(record.write(play)), find, 2, 4))
    moves = ["s", *result["would_win"]]
    for move in result["would_win"]:
        play.push(move)
    replay(play, moves)
