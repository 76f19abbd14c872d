"""The full screens round the table, gone through at the two smallest sizes."""

import re
from pathlib import Path

import pytest

from solterm.games import find
from solterm.store.settings import load
from solterm.store.store import Store
from solterm.tui.screens.deal import DealScreen
from solterm.tui.screens.helppages import HelpPagesScreen
from solterm.tui.screens.menu import MenuScreen
from solterm.tui.screens.menuways import WAYS
from solterm.tui.screens.ownkeys import OwnKeysScreen
from solterm.tui.screens.saves import SavesScreen
from solterm.tui.screens.settings import SettingsScreen
from solterm.tui.screens.sheet import SheetScreen
from solterm.tui.screens.statistics import StatisticsScreen
from solterm.tui.screens.table import TableScreen
from solterm.tui.screens.text import TextScreen
from tests.tui.visitor import GAME, SIZES, first_moves, menu, started


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SOLTERM_HOME", str(tmp_path))
    return tmp_path


# -- the menu ----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("key", "screen"),
    [
        ("f2", HelpPagesScreen),
        ("f5", StatisticsScreen),
        ("f6", SavesScreen),
        ("f7", SettingsScreen),
        ("f9", DealScreen),
    ],
)
async def test_a_function_key_and_its_digit_lead_to_a_screen_and_escape_back(
    key: str, screen: type, size: tuple[int, int]
) -> None:
    async with menu(size) as player:
        for each in (key, key[1:]):
            await player.press(each)
            assert isinstance(player.screen, screen)
            footer = player.text.splitlines()[-1]
            assert "? Help" in footer
            assert re.search("Esc Back|ESC Back", footer)
            await player.press("question_mark")
            assert isinstance(player.screen, TextScreen)
            await player.press("escape", "escape")
            assert isinstance(player.screen, MenuScreen)


@pytest.mark.parametrize("size", SIZES)
async def test_the_bar_of_the_menu_names_every_way(size: tuple[int, int]) -> None:
    async with menu(size) as player:
        bar = player.text.splitlines()[-1]
        assert all(f"{way.number % 10}{way.short}"[: size[0] // 10 - 1] in bar for way in WAYS)


async def test_f8_asks_for_the_level_at_which_games_begin() -> None:
    async with menu() as player:
        await player.press("8", "x", "2")
        assert player.app.settings.level == 2
        assert "Level 2" in player.text
        await player.press("8", "escape")
        assert player.app.settings.level == 2


async def test_a_game_is_found_by_typing_and_played_by_enter_or_f1() -> None:
    for key in ("enter", "f1", "1"):
        async with menu() as player:
            await player.type("free cell")
            await player.press(key)
            assert isinstance(player.screen, TableScreen)
            assert player.screen.play.game.id == GAME


async def test_tab_opens_the_start_of_the_score_sheet() -> None:
    async with menu() as player:
        await player.type("free cell")
        await player.press("tab", "y", "3")
        assert isinstance(player.screen, SheetScreen)


async def test_a_search_that_finds_nothing_says_so_and_keys_do_no_harm() -> None:
    async with menu() as player:
        await player.type("zzz")
        assert "No game is called so" in player.text
        await player.press("enter", "tab", "f9", "question_mark", "down", "end")
        assert isinstance(player.screen, MenuScreen)
        await player.press("backspace", "backspace", "backspace")
        assert player.screen.chosen is not None


async def test_escape_asks_before_it_quits() -> None:
    async with menu() as player:
        for key in ("escape", "0", "ctrl+c"):
            await player.press(key, "x", "escape")
            assert isinstance(player.screen, MenuScreen)
            assert player.screen.prompt is None
        await player.press("f10", "q")
    assert player.app.status == 0


# -- dealing with options ----------------------------------------------------------------------


async def test_a_deal_is_chosen_with_options_level_and_number() -> None:
    async with menu() as player:
        await player.type("farewell")
        await player.press("f9", "right")
        await player.to("Grid size")
        await player.press("right", "right", "left")
        await player.to("Level")
        await player.press("right")
        await player.type("617")
        await player.press("enter")
        assert isinstance(player.screen, TableScreen)
        play = player.screen.play
        assert play.options == {"difficulty": "easy", "size": "small"}
        assert (play.deal, play.level) == (617, 2)


async def test_a_number_that_is_no_deal_is_refused_with_a_sentence() -> None:
    async with menu() as player:
        await player.type("golf")
        await player.press("f9", "0", "enter")
        assert isinstance(player.screen, DealScreen)
        assert player.screen.notice
        await player.press("backspace", *"9" * 25, "enter")
        assert isinstance(player.screen, DealScreen)
        assert player.screen.notice


async def test_defaults_are_the_usual_values_and_cancel_changes_nothing() -> None:
    async with menu() as player:
        await player.type("concentration")
        await player.press("f9", "right", "6", "d")
        assert player.screen.values["players"] == "1"
        assert player.screen.number == ""
        await player.to("[ Cancel ]")
        await player.press("enter")
        assert isinstance(player.screen, MenuScreen)
    assert Store.open().load_suspended("concentration") is None


async def test_a_game_in_progress_is_named_before_it_is_ended() -> None:
    first_moves(started(), 1)
    async with menu() as player:
        await player.press("f9")
        assert "deal 617" in player.text


async def test_the_table_too_can_open_the_dialog_and_deals_from_it() -> None:
    started()
    async with menu() as player:
        await player.press("enter")
        table = player.screen
        player.app.show_deal(find(GAME))
        await player.press("escape")
        assert player.screen is table
        player.app.show_deal(find(GAME))
        await player.press("5", "enter")
        assert isinstance(player.screen, TableScreen)
        assert player.screen.play.deal == 5


# -- settings ----------------------------------------------------------------------------------


async def test_every_setting_is_changed_and_brought_back(home: Path) -> None:
    async with menu() as player:
        await player.press("f7")
        for entry in player.screen.entries[:-2]:
            usual = getattr(player.app.settings, entry.name)
            if isinstance(usual, str) and entry.name == "player":
                continue
            await player.to(player.screen.line(entry, 60)[:15])
            await player.press("right")
            assert getattr(player.app.settings, entry.name) != usual
            assert load(home)[0] == player.app.settings
            await player.press("left")
            assert getattr(player.app.settings, entry.name) == usual
            await player.press("enter", "d")
            assert getattr(player.app.settings, entry.name) == usual


async def test_the_name_is_typed_and_a_long_one_refused() -> None:
    async with menu() as player:
        await player.press("f7")
        await player.to("Player")
        await player.press("enter", *"a" * 30, "enter")
        assert player.app.settings.player == ""
        assert "at most 24" in player.text
        await player.press("ctrl+u")
        await player.type("Anne")
        await player.press("enter")
        assert player.app.settings.player == "Anne"


@pytest.mark.parametrize("size", SIZES)
async def test_the_settings_show_cards_in_the_present_look(size: tuple[int, int]) -> None:
    async with menu(size) as player:
        await player.press("f7")
        assert "7♠" in player.text


async def test_a_key_is_given_to_a_command_and_taken_back() -> None:
    async with menu() as player:
        player.app.show_keyboard()
        await player.press("home")
        await player.to("Hint")
        await player.press("enter", "u")
        assert "taken" in player.screen.notice
        assert player.app.settings.keys == {}
        await player.press("enter", "f3")
        assert player.app.settings.keys == {}
        await player.press("enter", "escape", "enter", "z")
        assert player.app.settings.keys == {"hint": "z"}
        await player.press("delete")
        assert player.app.settings.keys == {}
        assert isinstance(player.screen, OwnKeysScreen)


async def test_a_given_key_works_on_the_table() -> None:
    started()
    async with menu() as player:
        player.app.change_settings(keys={"hint": "z"})
        await player.press("enter", "z")
        assert player.screen.play.counts.hints == 1


# -- the mouse, which is never needed ----------------------------------------------------------


async def test_a_click_on_the_bar_of_the_menu_is_that_key() -> None:
    async with menu() as player:
        await player.pilot.click(offset=(35, 23))
        await player.pilot.pause()
        assert isinstance(player.screen, StatisticsScreen)
