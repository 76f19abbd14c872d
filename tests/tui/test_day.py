"""The page of the deal of the day on the screen."""

from datetime import timedelta

from solterm.core.words.describe import tell_object
from solterm.sessions import calendar
from solterm.store.settings import Settings, save_settings
from solterm.store.store import Store
from solterm.tui.screens.day_page import DayScreen
from solterm.tui.screens.help_pages import RulesScreen
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


async def test_the_page_before_the_try_has_the_rule_and_the_level() -> None:
    async with starting_with(lambda app: app.game_doors.play_daily(), SIZES[1]) as player:
        assert tell_object(player.screen.view.game) in player.text
        assert "level 3" in player.text
        await player.press("2")
        assert "level 2" in player.text
        assert "Tomorrow at " in player.text
        await player.press("?")
        assert isinstance(player.screen, RulesScreen)
        await player.press("escape", "p")
        assert "does nothing here" in player.screen.notice
        await player.press("enter")
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
        deal = player.screen.view.leg.deal
        for told in (
            "Not won at level 2: ",
            "You reached place 1 of 1.",
            "1.  Ann",
            "1 day played, ",
        ):
            assert told in player.text
        assert calendar.MONTHS[TODAY.month - 1] in player.text
        await player.press("c")
        assert f"solterm {TODAY.day} " in player.text, "it can be selected, too"
        await player.press("escape")
        assert player.app.clipboard.endswith(f"\nsolterm daily {TODAY}")
        await player.press("w")
        assert isinstance(player.screen, ReplayScreen)
        await player.press("escape", "p")
        assert (player.screen.play.deal, player.screen.kept.is_free) == (deal, True)
        assert " Practice " in player.text.splitlines()[0]
    assert list(calendar.days(Store.open())) == [TODAY]


async def test_a_missed_day_is_practised_and_stays_missed() -> None:
    async with starting_with(lambda app: app.game_doors.play_daily()) as player:
        await player.press("1", "left")
        assert player.screen.view.day == TODAY - timedelta(days=1)
        assert "You did not play this day." in player.text
        await player.press("p")
        assert player.screen.kept.is_free
        assert player.screen.play.level == 3, "level 1 was for the other day"
        await player.press("f9")
        words = " ".join(player.text.split())
        assert "Practice of a deal of the day: it counts for no board." in words
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
