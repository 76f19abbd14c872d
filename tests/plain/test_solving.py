"""The solver in line mode: its answers, and scored games without it."""

import json
from argparse import Namespace
from typing import Any

import pytest

from solterm.advice import ask
from solterm.advice.analysis import analyse, tell_analysis
from solterm.advice.ask import SearchNews
from solterm.advice.knowledge import HOPELESS
from solterm.advice.pipe import Judged, Traced
from solterm.cli.console import Output
from solterm.cli.solver_commands import solve_deal
from solterm.context import SOLVER, Context
from solterm.core.game import Game
from solterm.core.levels import LEVELS
from solterm.core.play import record
from solterm.core.play.mode import Mode
from solterm.core.play.play import Play
from solterm.games import find
from solterm.plain import protocol, searching
from solterm.plain.interpreter import carry_out
from solterm.sessions.plays import Start
from solterm.solver import solve
from tests.core.strategies import each_game, some_games_at_a_level
from tests.harness.cases import over
from tests.plain.line_sessions import new_session

GOLF, DEAL = "royale-golf", 602
"""The deal can be won until the stock is turned three times in a row."""


def test_solve_and_back_say_whether_and_where_the_game_was_lost(monkeypatch):
    monkeypatch.setattr(ask, "EACH", ask.IN_ALL)  # enough even on a busy machine
    session = new_session(GOLF, DEAL)
    assert carry_out(session, "solve 600").winnable == "yes"
    for _ in range(4):
        assert carry_out(session, "s").winnable is None
    reply = carry_out(session, "solve 600")
    assert (reply.text, reply.winnable) == ("It cannot be won from here without exceptions.", "no")
    assert protocol.state(reply, session.play)["winnable"] == "no"
    assert "The step that lost it: deal" in carry_out(session, "analyse").text
    assert "Back 2 moves" in carry_out(session, "back").text
    assert (len(session.play.passed), session.play.counts.undos) == (2, 2)
    assert carry_out(session, "back").text == "It can still be won from here."


def test_an_armed_exception_counts_in_the_verdict():
    session = new_session("bakers-game", 2)
    for move in ("t4 r2", "t3 r4", "t2 r1", "t5 r3"):
        assert carry_out(session, move).ok
    assert carry_out(session, "solve").text == "It cannot be won from here without exceptions."
    carry_out(session, "x")
    assert carry_out(session, "solve").winnable == "yes"
    carry_out(session, "x")
    assert carry_out(session, "solve").winnable == "no"


def test_a_search_that_runs_out_of_time_suggests_more():
    text = carry_out(new_session("german-patience", 1), "solve 1").text
    assert text == "Undecided after 1 second of processor time. 'solve 3' searches longer."


def test_the_lamp_gives_a_verdict_after_each_action_while_it_is_on():
    session = new_session(GOLF, DEAL)
    assert carry_out(session, "lamp on").ok
    assert carry_out(session, "s").winnable in ("yes", "unknown")
    assert carry_out(session, "moves").winnable is None
    assert carry_out(session, "lamp off").ok
    assert carry_out(session, "s").winnable is None


@over("line", ["solve", "back", "analyse", "lamp on"])
def test_the_solver_is_off_in_scored_games_and_on_some_hosts(line, monkeypatch):
    scored = new_session(GOLF, DEAL, mode=Mode.SCORED)
    assert carry_out(scored, line).ok == (line == "lamp on"), "which is a setting"
    assert carry_out(scored, "s").winnable is None
    with monkeypatch.context() as patch:
        patch.setenv(SOLVER, "off")
        reply = carry_out(new_session(GOLF, DEAL), line)
    assert (reply.ok, reply.text) == (False, ask.OFF)


def test_ctrl_c_ends_the_search_and_not_the_game(monkeypatch):
    def interrupt(*_, **__):
        raise KeyboardInterrupt

    session = new_session(GOLF, DEAL)
    with monkeypatch.context() as patch:
        patch.setattr(ask.Worker, "wait", interrupt)
        reply = carry_out(session, "solve")
    assert (reply.ok, reply.text) == (False, ask.STOPPED)
    assert carry_out(session, "solve 600").winnable == "yes"


def test_an_analysis_at_a_terminal_shows_progress(monkeypatch, capsys):
    session = new_session(GOLF, DEAL)
    news = iter([SearchNews(told="2 positions judged"), SearchNews(), SearchNews()])
    found = Traced({"text": "The step that lost it: step 3.", "positions": ["no"]})
    answer = SearchNews(answer=found)
    monkeypatch.setattr(searching, "_is_watched", lambda: True)
    monkeypatch.setattr(searching, "_EVERY", 0.0)
    monkeypatch.setattr(searching, "_POLL", 0.0)
    monkeypatch.setattr(ask.Worker, "wait", lambda *_, **__: SearchNews())
    monkeypatch.setattr(ask.Worker, "hear", lambda *_: next(news, answer))
    assert carry_out(session, "analyse").text == "The step that lost it: step 3."
    assert "2 seconds: 2 positions judged." in capsys.readouterr().err.splitlines()


def test_the_last_game_can_be_analysed_after_it_has_ended():
    session = new_session(GOLF, DEAL)
    kept = session.kept
    session.seat.clear()
    assert carry_out(session, "analyse").text == "You have not finished a game yet."
    session.bring(kept)
    assert carry_out(session, "analyse").ok
    play = session.play
    for move in solve(play.rules, play.table).moves:
        assert carry_out(session, str(move)).ok
    assert play.tally.won
    reply = carry_out(session, "analyse")
    assert reply.text.startswith("This game was won.")
    session.seat.leave()
    session.seat.clear()
    assert carry_out(session, "analyse") == reply


def test_back_finds_no_position_in_a_deal_that_cannot_be_won(monkeypatch):
    session = new_session("the-wish", 1)
    (first, *_) = session.play.legal_moves
    carry_out(session, str(first))
    reply = carry_out(session, "back")
    assert (reply.text, reply.winnable) == (HOPELESS, "no")
    assert (session.play.counts.undos, session.play.counts.hints) == (0, 1)
    monkeypatch.setattr(searching, "wait", None)  # it knows now
    assert carry_out(session, "back") == reply


def test_back_needs_no_search_on_a_known_way_to_win(monkeypatch):
    session = new_session("free-cell", 617)
    line = [str(move) for move in solve(session.play.rules, session.play.table).moves]
    session.seat.worker.knowledge.follow(session.play, line)
    carry_out(session, line[0])
    monkeypatch.setattr(searching, "wait", None)
    reply = carry_out(session, "back")
    assert (reply.text, reply.winnable) == ("It can still be won from here.", "yes")
    assert session.play.counts.hints == 1, "a win after that is no win alone"


class FakeWorker(ask.Direct):
    """A worker whose findings the test supplies."""

    def __init__(self, *findings):
        super().__init__()
        self.findings = iter(findings)

    def ask(self, question, learn=None):
        found = next(self.findings)
        learn(found)
        return self._answer_at_once(found)


def test_a_longer_search_is_made_for_an_undecided_position():
    session = new_session(GOLF, DEAL)
    way = solve(session.play.rules, session.play.table).moves
    findings = Judged("undecided"), Judged("undecided"), Judged("won", way)
    session.seat.worker = FakeWorker(*findings)
    judged = [searching.judge(session.seat, seconds) for seconds in (1, 1, 30, 30, 30)]
    assert judged == ["unknown", "unknown", "unknown", "yes", "yes"]


def test_ctrl_c_ends_an_analysis_with_partial_results(monkeypatch):
    session = new_session(GOLF, DEAL)

    def wait(worker, number, seconds, drops=True):
        worker.known = Traced({"text": "The step that lost it: step 3.", "positions": ["no"]})
        raise KeyboardInterrupt

    monkeypatch.setattr(ask.Worker, "wait", wait)
    monkeypatch.setattr(ask.Worker, "hear", lambda *_: SearchNews())
    assert carry_out(session, "analyse").text == "The step that lost it: step 3."


# -- moves that solve, analyse and records write --------------------------------------------------


JSON = Output(Context(), as_json=True)


def replay(play: Play, moves: list[str]) -> None:
    """Type moves in line mode, and check that they lead from the deal to the play's position."""
    session = new_session(play.game.id, play.deal, level=play.start_level)
    for move in moves:
        reply = carry_out(session, move)
        assert reply.ok, (move, reply.text)
        assert session.play.events[-1] == move
    assert session.play.table == play.table


def solve_in_shell(game: Game, deal: int, level: int, seconds: float) -> dict[str, Any]:
    given = {"game": Start(game), "deal": deal, "level": level, "option": [], "seconds": seconds}
    asked = Namespace(**given, record=False, format=None, of=None)
    found: dict[str, Any] = json.loads(solve_deal(asked, JSON))
    return found


def check_solution(game: Game, deal: int, level: int, seconds: float) -> None:
    result = solve_in_shell(game, deal, level, seconds)
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
    for move in solve_in_shell(play.game, 2, 1, 5)["moves"]:
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
