"""After a winnable deal, the screen searches for the next one in the background."""

import pytest

from solterm.advice.workers import SearchNews
from solterm.core.play.mode import Mode
from solterm.games import find
from solterm.sessions.winnables import ANY, Wish
from solterm.store.store import Store
from solterm.tui import background_search
from solterm.tui.app import SoltermApp
from solterm.tui.screens.deal import DealScreen
from solterm.tui.screens.table import TableScreen
from tests.here import here
from tests.tui.player import Player, playing, run_test

GOLF = find("royale-golf")
RENO = find("reno")
"""Winnable deals of Reno are so rare that the search does not end."""


@pytest.fixture(autouse=True)
def quick_timer(monkeypatch):
    monkeypatch.setattr(background_search, "_PAUSE", 0.1)


async def deal_hard(player: Player, wish: Wish) -> None:
    """Ask for a winnable deal that is hard, in the dialog."""
    player.pilot.app.push_screen(DealScreen(wish.game, wish.level))
    await player.pilot.pause()
    player.pilot.app.screen.values["winnable"] = "hard"
    await player.press("enter")


async def test_the_next_winnable_deal_is_ready_in_time():
    wish = Wish(here(), GOLF, 1, {}, "hard")
    wish.shelf.keep({"hard": [(7, 40)]})
    async with playing("royale-golf", 602) as player:
        await deal_hard(player, wish)
        assert isinstance(player.pilot.app.screen, TableScreen) and player.play.deal == 7
        await player.pilot.wait_until(lambda: wish.shelf.has("hard"))
        await deal_hard(player, wish)
        assert isinstance(player.pilot.app.screen, TableScreen) and player.play.deal != 7
        player.pilot.app.search.end()


async def test_a_winnable_deal_from_the_command_line_starts_the_search():
    wish = Wish(here(), GOLF, 1, {}, ANY)
    app = SoltermApp(Store.memory("this is a test."), GOLF, 7, 1, {}, wish)
    async with run_test(app) as pilot:
        await pilot.wait_until(lambda: wish.shelf.has(ANY))
        app.search.end()


async def test_scored_games_stop_the_search_and_its_worker():
    wish = Wish(here(), RENO, 3, {}, "hard")
    wish.shelf.keep({"hard": [(7, 40)]})
    async with playing("royale-golf", 602) as player:
        app = player.pilot.app
        await deal_hard(player, wish)
        await player.pilot.wait_until(lambda: app.search.worker.process_number)
        app.deal(GOLF, 602, mode=Mode.SCORED, context="sheet 1")
        assert app.search.worker.process_number is None
        await player.pilot.pause(0.1)
        assert app.search.worker.process_number is None
        app.deal(GOLF, 602)
        await player.pilot.wait_until(lambda: app.search.worker.process_number)
        app.search.end()
        assert app.search.worker.process_number is None


async def test_esc_keeps_the_deals_found_so_far(monkeypatch):
    wish = Wish(here(), RENO, 3, {}, "hard")
    async with playing("royale-golf", 602) as player:
        worker = player.pilot.app.search.worker
        await deal_hard(player, wish)
        monkeypatch.setattr(worker, "known", {"found": {ANY: [[7, 40]]}})
        monkeypatch.setattr(worker, "hear", lambda number: SearchNews())
        await player.press("escape")
        assert "The search was stopped." in player.text
        assert wish.shelf.uncompared == [[7, 40]]
        worker.end()


async def test_the_lamp_interrupts_the_search_which_then_goes_on(tmp_path):
    (tmp_path / "settings.toml").write_text("lamp = true\n")
    wish = Wish(here(), RENO, 3, {}, "hard")
    async with playing("royale-golf", 602) as player:
        app = player.pilot.app
        app.search.prefetch(wish)
        await player.pilot.wait_until(lambda: "can win" in player.text.splitlines()[0])
        app.search.prefetch(wish)
        await player.pilot.wait_until(
            lambda: app.search.worker._is_quiet and app.search.worker._question
        )
        await player.press("f3", "f3", "f3")
        await player.pilot.wait_until(lambda: " lost " in player.text.splitlines()[0])
        await player.pilot.wait_until(
            lambda: app.search.worker._is_quiet and app.search.worker._question
        )
        assert not app.search.worker.is_busy
        app.search.end()
