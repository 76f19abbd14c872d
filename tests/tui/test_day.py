"""The page of the deal of the day on the screen."""

from datetime import timedelta

import pytest
from textual import events

from solterm.context import NICKNAME
from solterm.core.words.describe import tell_object
from solterm.sessions import calendar
from solterm.store.settings import Settings, save_settings
from solterm.store.store import Store
from solterm.tui.screens.day_page import DayScreen
from solterm.tui.screens.help_pages import RulesScreen
from solterm.tui.screens.menu import MenuScreen
from solterm.tui.screens.replay_screen import ReplayScreen
from solterm.tui.screens.table_screen import TableScreen
from tests.harness.noon import TODAY, at_noon  # noqa: F401
from tests.here import here
from tests.tui.contestant import end_game
from tests.tui.screens import SIZES, Player, starting_with


async def play(player: Player, level: str = "3") -> None:
    """Make one move in today's deal and end the game."""
    await player.press(level, "enter")
    assert isinstance(player.screen, TableScreen)
    player.screen.kept.push(next(iter(player.screen.play.legal_moves)))
    await end_game(player)


@pytest.mark.parametrize("size", SIZES)
async def test_the_page_before_the_try_has_the_rule_and_the_level(size: tuple[int, int]) -> None:
    async with starting_with(lambda app: app.game_doors.play_daily(), size) as player:
        game = player.screen.view.game
        assert tell_object(game) in player.text
        assert "level 3" in player.text
        await player.press("2")
        assert "level 2" in player.text
        assert "? Rules" in player.text
        assert "F2 Help" in player.text
        await player.press("?")
        assert isinstance(player.screen, RulesScreen)
        await player.press("escape")
        assert "Tomorrow at " in player.text
        await player.press("p")
        assert "does nothing here" in player.screen.notice
        await player.press("enter")
        assert isinstance(player.screen, TableScreen)
        assert player.screen.play.level == 2
        player.app.game_doors.play_daily()
        await player.press("1")
        assert "under way" in player.text
        assert "1 does nothing here" in player.screen.notice


async def test_after_the_try_one_page_has_everything() -> None:
    save_settings(here(), Settings(player="Ann"))
    async with starting_with(lambda app: app.game_doors.play_daily()) as player:
        await play(player, "2")
        assert isinstance(player.screen, DayScreen)
        text = player.text
        assert "Not won at level 2: " in text
        assert "You reached place 1 of 1." in text
        assert "1.  Ann" in text
        assert "1 day played, " in text
        assert ("Best of " in text) == bool(player.screen.view.outcome.result.score)
        assert calendar.MONTHS[TODAY.month - 1] in text
        await player.press("c")
        assert "Sent to the terminal's clipboard." in player.text
        assert f"solterm {TODAY.day} " in player.text, "it can be selected, too"
        await player.press("escape")
        assert player.app.clipboard.startswith(f"solterm {TODAY.day} ")
        assert player.app.clipboard.endswith(f"\nsolterm daily {TODAY}")
        await player.press("w")
        assert isinstance(player.screen, ReplayScreen)
        await player.press("escape", "enter")
        assert isinstance(player.screen, MenuScreen)


async def test_p_practises_the_deal_with_undo_and_hints() -> None:
    save_settings(here(), Settings(player="Ann"))
    async with starting_with(lambda app: app.game_doors.play_daily()) as player:
        await play(player)
        deal = player.screen.view.leg.deal
        await player.press("p")
        assert isinstance(player.screen, TableScreen)
        assert player.screen.play.deal == deal
        assert player.screen.kept.is_free
        assert " Practice " in player.text.splitlines()[0]
    assert list(calendar.days(Store.open())) == [TODAY]


async def test_a_missed_day_is_practised_and_stays_missed() -> None:
    async with starting_with(lambda app: app.game_doors.play_daily()) as player:
        await player.press("1", "left")
        assert player.screen.view.day == TODAY - timedelta(days=1)
        assert "You did not play this day." in player.text
        await player.pilot.take(events.Paste("a friend's game"))
        assert player.screen.notice == "A copied game or deal is pasted into the menu."
        await player.press("p")
        assert isinstance(player.screen, TableScreen)
        assert player.screen.kept.is_free
        assert player.screen.play.level == 3, "level 1 was for the other day"
        await player.press("f9")
        assert "Practice of a deal of the day: it counts for no board." in " ".join(
            player.text.split()
        )
    assert calendar.days(Store.open()) == {}


async def test_the_page_asks_once_for_a_name_and_remembers_it() -> None:
    async with starting_with(lambda app: app.game_doors.play_daily()) as player:
        await play(player)
        assert "Your name for the board?" in player.text
        await player.press("escape")
        assert "E enters your result on the board." in player.text
        await player.press("m", "f3")
        assert "tried today" in player.text
        player.app.game_doors.play_daily()
        await player.pilot.pause()
        assert "Your name for the board?" not in player.text
        await player.press("e", "ctrl+u", *"Ann", "enter")
        assert "You reached place 1 of 1." in player.text
        assert player.app.settings.player == "Ann"


async def test_a_host_enters_the_result_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NICKNAME, "ann")
    async with starting_with(lambda app: app.game_doors.play_daily()) as player:
        await play(player)
        assert "1.  ann" in player.text
        assert player.app.settings.player == ""
