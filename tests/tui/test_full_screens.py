"""The full screens around the table at the two smallest sizes."""

import pytest

from solterm.tui.screens.deal import DealScreen
from solterm.tui.screens.help_pages import HelpPagesScreen, TextScreen
from solterm.tui.screens.menu import WAYS, MenuScreen
from solterm.tui.screens.saves_page import SavesScreen
from solterm.tui.screens.settings_page import SettingsScreen
from solterm.tui.screens.sheet import SheetScreen
from solterm.tui.screens.statistics_page import StatisticsScreen
from solterm.tui.screens.table_screen import TableScreen
from tests.effort import tries
from tests.tui.screens import GAME, SIZES, menu

# -- the menu ----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES[-tries(2, 1) :])
async def test_function_keys_and_digits_open_screens_and_escape_closes_them(
    size: tuple[int, int],
) -> None:
    screens = {
        "2": HelpPagesScreen,
        "5": StatisticsScreen,
        "6": SavesScreen,
        "7": SettingsScreen,
        "9": DealScreen,
    }
    async with menu(size) as player:
        for digit, screen in screens.items():
            await player.press(digit)
            assert isinstance(player.screen, screen)
            await player.press("escape", f"f{digit}")
            assert isinstance(player.screen, screen)
            footer = player.text.splitlines()[-1]
            assert "? Help" in footer
            assert "esc back" in footer.lower()
            await player.press("question_mark")
            assert isinstance(player.screen, TextScreen)
            await player.press("escape", "escape")
            assert isinstance(player.screen, MenuScreen)


@pytest.mark.parametrize("size", SIZES)
async def test_the_menus_bar_names_every_function_key(size: tuple[int, int]) -> None:
    async with menu(size) as player:
        bar = player.text.splitlines()[-1]
        assert all(f"{number % 10}{label}"[: size[0] // 10 - 1] in bar for number, _, label in WAYS)


async def test_a_search_without_results_says_so_and_keys_do_no_harm() -> None:
    async with menu() as player:
        await player.type("zzz")
        assert "No game by that name" in player.text
        assert "digits and signs are keys again." in player.text
        await player.press("enter", "tab", "f9", "question_mark", "down", "end")
        assert isinstance(player.screen, MenuScreen)
        await player.press("backspace", "backspace", "backspace")
        assert player.screen.chosen is not None


async def test_keys_and_clicks_of_the_menu() -> None:
    async with menu() as player:
        await player.press("escape")  # closes the offer of the lesson
        for key in ("0", "f10", "ctrl+c"):
            await player.press(key)
            assert "Quit; your games are kept" in player.text
            await player.press("x", "enter", "escape")
            assert isinstance(player.screen, MenuScreen)
        await player.press("8", "x", "2")
        assert player.app.settings.level == 2
        assert "Level 2" in player.text
        await player.press("8", "escape")
        assert player.app.settings.level == 2
        await player.pilot.click(offset=(35, 23))
        await player.pilot.pause()
        assert isinstance(player.screen, StatisticsScreen)
        for keys in (["enter"], ["escape", "1"], ["f1"]):
            await player.press("escape")
            await player.type("free cell")
            await player.press(*keys)
            assert isinstance(player.screen, TableScreen)
            assert player.screen.play.game.id == GAME
            await player.press("m")
        await player.type("free cell")
        await player.press("tab", "y", "3")
        assert isinstance(player.screen, SheetScreen)
        await player.press("m", "f10", "q")
    assert player.app.return_value == 0


# -- the mouse ---------------------------------------------------------------------------------
