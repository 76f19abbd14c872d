"""The solver in line mode: its answers, and scored games without it."""

import pytest

from solterm.core.play.terms import Terms
from solterm.plain import protocol, searching
from solterm.plain.commands import solving
from solterm.sessions import plays, workers
from solterm.sessions.workers import SearchNews
from solterm.solver import solve
from tests.plain.sittings import sitting

GOLF, DEAL = "royale-golf", 602
"""It can be won until the stock has been turned three times at once."""


def test_it_says_whether_the_game_can_be_won_and_where_it_was_lost(monkeypatch):
    monkeypatch.setattr(solving, "_EACH", solving._IN_ALL)  # on a busy machine too
    session = sitting(GOLF, DEAL)
    assert session.handle("solve 600").winnable == "yes"
    for _ in range(4):
        assert session.handle("s").winnable is None
    reply = session.handle("solve 600")
    assert (reply.text, reply.winnable) == ("It cannot be won from here without exceptions.", "no")
    assert protocol.state(reply, session.play)["winnable"] == "no"
    assert "It was lost by step 3" in session.handle("analyse").text
    assert "Back 2 moves" in session.handle("back").text
    assert (len(session.play.passed), session.play.counts.undos) == (2, 2)
    assert session.handle("back").text == "It can still be won from here."


def test_an_armed_exception_counts_in_the_verdict():
    session = sitting("bakers-game", 2)
    for move in ("t4 r2", "t3 r4", "t2 r1", "t5 r3"):
        assert session.handle(move).ok
    assert session.handle("solve").text == "It cannot be won from here without exceptions."
    session.handle("x")
    assert session.handle("solve").winnable == "yes"
    session.handle("x")
    assert session.handle("solve").winnable == "no"


def test_a_search_that_runs_out_of_time_suggests_more():
    text = sitting("german-patience", 1).handle("solve 1").text
    assert text == "Undecided after 1 second of processor time. 'solve 3' searches longer."


def test_the_lamp_says_it_after_each_action_until_it_is_put_out():
    session = sitting(GOLF, DEAL)
    assert session.handle("lamp on").ok
    assert session.handle("s").winnable in ("yes", "unknown")
    assert session.handle("moves").winnable is None
    assert session.handle("lamp off").ok
    assert session.handle("s").winnable is None
    assert not session.handle("lamp maybe").ok


@pytest.mark.parametrize("line", ["solve", "back", "analyse"])
def test_scored_games_and_hosts_may_rule_out_the_solver(line, monkeypatch):
    reply = sitting(GOLF, DEAL, terms=Terms.SCORED).handle(line)
    assert (reply.ok, reply.text) == (False, "The solver is off in scored games.")
    monkeypatch.setenv(workers.SWITCH, "off")
    assert sitting(GOLF, DEAL).handle(line).text == workers.OFF


def test_in_a_game_that_counts_the_lamp_is_dark():
    session = sitting(GOLF, DEAL, terms=Terms.SCORED)
    session.handle("lamp on")
    assert session.handle("s").winnable is None


def test_on_a_host_without_a_solver_the_lamp_is_not_lit(monkeypatch):
    monkeypatch.setenv(workers.SWITCH, "off")
    reply = sitting(GOLF, DEAL).handle("lamp on")
    assert (reply.ok, reply.text) == (False, workers.OFF)
    assert sitting(GOLF, DEAL).handle("lamp off").ok


def test_ctrl_c_ends_the_search_and_not_the_game(monkeypatch):
    def interrupt(*_, **__):
        raise KeyboardInterrupt

    session = sitting(GOLF, DEAL)
    with monkeypatch.context() as patch:
        patch.setattr(workers.Worker, "wait", interrupt)
        reply = session.handle("solve")
    assert (reply.ok, reply.text) == (False, "The search is stopped.")
    assert session.handle("solve 600").winnable == "yes"


def test_ctrl_c_ends_an_analysis_with_what_is_known(monkeypatch):
    session = sitting(GOLF, DEAL)

    def wait(worker, number, seconds, drops=True):
        worker.known = {"text": "It was lost by step 3.", "positions": ["no"]}
        raise KeyboardInterrupt

    monkeypatch.setattr(workers.Worker, "wait", wait)
    assert session.handle("analyse").text == "It was lost by step 3."


def test_an_analysis_at_a_terminal_says_how_far_it_is(monkeypatch, capsys):
    session = sitting(GOLF, DEAL)
    heard = iter([SearchNews(told="2 positions judged"), SearchNews(), SearchNews()])
    answer = SearchNews(answer={"text": "It was lost by step 3.", "positions": ["no"]})
    monkeypatch.setattr(searching, "_is_watched", lambda: True)
    monkeypatch.setattr(searching, "_EVERY", 0.0)
    monkeypatch.setattr(searching, "_POLL", 0.0)
    monkeypatch.setattr(workers.Worker, "wait", lambda *_, **__: SearchNews())
    monkeypatch.setattr(workers.Worker, "hear", lambda *_: next(heard, answer))
    assert session.handle("analyse").text == "It was lost by step 3."
    first, progress = capsys.readouterr().err.splitlines()
    assert first == "Searching for up to 60 seconds. Ctrl+C stops."
    assert progress == "2 positions judged."


def test_an_analysis_answers_after_a_win_and_when_the_game_has_left_the_table():
    session = sitting(GOLF, DEAL)
    assert session.handle("analyse").ok
    play = session.play
    for move in solve(play.rules, play.table).moves:
        assert session.handle(str(move)).ok
    assert play.tally.won
    told = session.handle("analyse")
    assert told.text.startswith("This game was won. ")
    plays.leave(session.kept)
    session.clear_table()
    assert session.handle("analyse") == told


def test_an_analysis_without_any_finished_game_says_so():
    session = sitting(GOLF, DEAL)
    session.clear_table()
    assert session.handle("analyse").text == "You have not finished a game yet."


@pytest.mark.parametrize("word", ["solve", "lamp", "analyse", "back"])
def test_help_tells_of_one_command(word):
    session = sitting(GOLF, DEAL)
    (line,) = session.handle(f"help {word}").text.splitlines()
    assert line in session.handle("help").text


def test_there_is_no_way_back_in_a_deal_that_cannot_be_won():
    session = sitting("the-wish", 1)
    (first, *_) = session.play.legal_moves
    session.handle(str(first))
    reply = session.handle("back")
    assert (reply.text, reply.winnable) == (workers.HOPELESS, "no")
    assert session.play.counts.undos == 0
