"""The lamp, the way back to a win, and winnable deals on the screen."""

import re

import pytest

from solterm.advice import ask
from solterm.advice.ask import SearchNews
from solterm.advice.pipe import Traced
from solterm.context import SOLVER
from solterm.core.play import record
from solterm.core.play.mode import Mode
from solterm.core.play.play import Play
from solterm.games import find
from solterm.sessions import plays
from solterm.sessions.plays import NONE_KNOWN
from solterm.tui.screens import search_dialog as searching
from solterm.tui.screens.base_screen import RoomScreen
from solterm.tui.screens.replay_screen import ReplayScreen
from tests.tui.player import Player, playing

DEAL = 602
"""In Golf, turning the stock three times at the start loses this deal."""


@pytest.fixture(autouse=True)
def lamp(home):
    (home / "settings.toml").write_text("lamp = true\n")


def status(player: Player) -> str:
    return player.text.splitlines()[0]


async def test_the_lamp_follows_the_game(tmp_path):
    async with playing("royale-golf", DEAL) as player:
        await player.pilot.wait_until(lambda: "can win" in status(player))
        await player.press("f3")
        await player.press("f3")
        await player.press("f3")
        await player.pilot.wait_until(lambda: " lost " in status(player))
        await player.press("h")
        lost = "This is lost; "
        await player.pilot.wait_until(lambda: lost in player.text)
        await player.press("f3")
        assert " lost " in status(player)
        await player.press("b")
        await player.pilot.wait_until(lambda: player.play.counts.undos == 2)
        assert "Back 2 steps: winnable from here, knowing all cards." in player.text
        await player.pilot.wait_until(lambda: "can win" in status(player))
        player.pilot.app.seat.worker.end()


async def test_b_looks_from_the_deal_too():
    async with playing("royale-golf", DEAL) as player:
        told = "It can still be won from here, knowing all cards. B again: H shows how."
        await player.press("b")
        await player.pilot.wait_until(lambda: told in player.text)
        assert not player.table.seat.knowledge.way_for(player.play), (
            "hints go on without unseen cards"
        )
        await player.press("b")
        assert "From here on, H shows the way to win, knowing all cards." in player.text
        assert player.table.seat.knowledge.way_for(player.play) and player.table.kept.way
        player.pilot.app.seat.worker.end()


@pytest.fixture
def endless_search(monkeypatch):
    monkeypatch.setattr(ask.Worker, "_send", lambda *_: None)


async def test_esc_stops_a_search(endless_search):
    async with playing("interregnum", 1) as player:
        await player.press("f3")
        await player.press("b")
        await player.pilot.wait_until(lambda: "Esc - Stop" in player.text)
        await player.pilot.wait_until(lambda: re.search("Searching for [1-9]", player.text))
        await player.press("escape")
        await player.pilot.wait_until(lambda: ask.STOPPED in player.text)
        assert player.play.counts.undos == 0
        player.pilot.app.seat.worker.end()


async def test_the_lamp_counts_seconds_until_esc_stops_it(endless_search):
    async with playing("interregnum", 1) as player:
        worker = player.pilot.app.seat.worker
        await player.pilot.wait_until(lambda: re.search(r"\? [1-9]\d* s \(Esc\)", status(player)))
        for _ in range(2):
            await player.press("f3")
            assert worker._question.position == str(player.play.reveal())
        await player.press("escape")
        assert ask.STOPPED in player.text and not worker.is_busy
        assert "?" in status(player) and "Esc" not in status(player)
        await player.press("right")
        assert not worker.is_busy
        await player.press("f3")
        assert worker.is_busy and not player.play.counts.undos
        player.pilot.app.doors.go_to_menu()
        await player.pilot.wait_until(lambda: not worker.is_busy)
        worker.end()


async def test_the_lamp_keeps_its_last_answer_dimmed_while_it_thinks(monkeypatch):
    async with playing("royale-golf", DEAL) as player:
        await player.pilot.wait_until(lambda: "can win  " in status(player))
        monkeypatch.setattr(ask.Worker, "_send", lambda *_: None)
        await player.press("f3")
        dimmed = [each.text for each in player.pilot.strips[0] if each.style and each.style.dim]
        assert dimmed == ["can win?"] and "can win?" in status(player)
        await player.press("escape")
        assert "can win" not in status(player) and "?" in status(player)
        player.pilot.app.seat.worker.end()


async def test_an_answer_waits_until_the_dialog_is_on_top_again(monkeypatch):
    async with playing("royale-golf", DEAL) as player:
        app = player.pilot.app
        with monkeypatch.context() as endless:
            endless.setattr(ask.Worker, "hear", lambda *_: SearchNews())
            await player.press("f3", "f3", "f3", "b")
            assert "Esc - Stop" in player.text
            await player.resize(20, 5)
            assert isinstance(player.screen, RoomScreen)
        await player.pilot.wait_until(lambda: not app.seat.worker.is_busy)
        assert isinstance(player.screen, RoomScreen)
        await player.resize(80, 24)
        await player.pilot.wait_until(lambda: "winnable from here" in player.text)
        assert player.screen is player.table
        app.seat.worker.end()


async def test_scored_games_never_ask_the_solver():
    async with playing("royale-golf", DEAL, mode=Mode.SCORED) as player:
        await player.press("f3", "b")
        assert player.notice.startswith("Going back to a win is off in contests")
        assert "?" not in status(player)
        assert not player.pilot.app.seat.worker.is_busy


async def test_a_host_may_turn_the_lamp_off(monkeypatch):
    monkeypatch.setenv(SOLVER, "off")
    async with playing("royale-golf", DEAL) as player:
        await player.press("f3", "b")
        assert ask.OFF in player.text
        assert "?" not in status(player)
        await player.press("f9")
        assert "Where it was lost" not in player.text


async def test_a_winnable_deal_is_looked_for_where_none_is_known(monkeypatch):
    monkeypatch.setattr(searching, "pick", lambda *_: None)
    async with playing("royale-golf", DEAL) as player:
        await player.press("d", "w")
        await player.pilot.wait_until(lambda: "This deal can be won." in player.text)
        assert player.play.deal != DEAL
        await player.pilot.wait_until(lambda: "can win " in status(player))
        assert f"Winnable deal {player.play.deal}" in status(player)
        player.pilot.app.seat.worker.end()


@pytest.mark.parametrize("game", ["royale-golf", "poker"])
async def test_the_setting_looks_for_a_winnable_deal_where_none_is_known(game, monkeypatch):
    """And deals any in a game of points, where there are none."""
    for module in (plays, searching):
        monkeypatch.setattr(module, "pick", lambda *_: None)
    async with playing(game, DEAL) as player:
        player.pilot.app.change_settings(winnable=True)
        await player.press("d", "d")
        told = "This deal can be won." if game == "royale-golf" else NONE_KNOWN
        await player.pilot.wait_until(lambda: told in player.text)
        assert player.play.deal != DEAL and player.screen is player.table
        player.pilot.app.seat.worker.end()


async def test_esc_shows_the_findings_so_far(endless_search):
    async with playing("royale-golf", DEAL) as player:
        worker = player.pilot.app.seat.worker
        await player.press("f3", "f3", "f3", "f9", "l")
        told = {"text": "The step that lost it: step 3.", "won": False, "positions": ["no"]}
        worker.known = Traced(told)
        await player.press("escape")
        assert "The search was stopped." in player.text and not worker.is_busy
        assert "The step that lost it: step 3." in player.text
        worker.end()


async def test_the_end_page_says_where_the_game_was_lost():
    async with playing("royale-golf", DEAL) as player:
        await player.press("f3", "f3", "f3", "f9", "l")
        await player.pilot.wait_until(
            lambda: "The step that lost it: deal from the stock" in player.text
        )
        assert "Better: " in player.text
        await player.press("question_mark")
        assert "Watch the way to win, move by move" in player.text
        await player.press("escape", "c", "escape")
        assert "[solterm:" in player.pilot.app.clipboard
        await player.press("w")
        replay = player.pilot.app.screen
        assert isinstance(replay, ReplayScreen) and replay.step == 2
        await player.press("end")
        assert replay.play.tally.won
        await player.press("escape", "enter")
        assert "Back 1 step: winnable from here, knowing all cards." in player.text
        assert (len(player.play.passed), player.play.counts.undos) == (2, 1)
        player.pilot.app.seat.worker.end()


async def test_a_replay_marks_the_step_that_lost_the_game():
    play = Play(find("royale-golf"), 638)
    for event in ("t2 f", "s", "s", "s", "s"):
        play.perform(event)
    async with playing("royale-golf", DEAL) as player:
        app = player.pilot.app
        app.push_screen(ReplayScreen("Golf", record.read(record.write(play))))
        await player.press("l")
        told = "lost it: deal from the stock, after move 1"
        await player.pilot.wait_until(lambda: told in player.text)
        await player.press("home", "l")
        assert app.screen.step == 5 and "<- lost by this" in player.text
        await player.press("left")
        assert "<- lost by this" not in player.text
        app.seat.worker.end()
