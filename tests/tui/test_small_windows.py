"""Windows that are too small: the size they ask for, and the ways out."""

import pytest
from textual.geometry import Size
from textual.screen import Screen

from solterm.core import cards
from solterm.games import catalogue
from solterm.store.store import Store
from solterm.tui.app import SoltermApp
from solterm.tui.look.faces import front
from solterm.tui.look.glyphs import ASCII, UNICODE
from solterm.tui.screens.about_pile import WhatDialog
from solterm.tui.screens.menu import MenuScreen
from solterm.tui.table.geometry import arrange
from solterm.tui.table.layout import BARS, ROOM, room_for
from tests.core.strategies import some_games
from tests.effort import tries
from tests.tui.player import playing, run_test

WINDOWS = [(30, 10), (50, 40), (100, 12), (45, 18), (60, 10), (39, 50)]


def test_every_table_fits_the_size_that_the_manual_promises() -> None:
    assert all(arrange(game, 60, 20 - BARS) for game in catalogue().values())


@some_games
def test_the_requested_size_is_the_smallest_that_fits(game) -> None:
    for width, height in WINDOWS[: tries(6, 1)]:
        wide, high = room_for(game, width, height)
        assert arrange(game, wide, high - BARS)
        assert wide == ROOM[0] or not arrange(game, wide - 1, high - BARS)
        assert high == ROOM[1] or not arrange(game, wide, high - 1 - BARS)


async def test_a_window_of_the_requested_size_shows_the_table() -> None:
    async with playing("farewell-to-kings", 617) as player:
        await player.resize(30, 8)
        assert "at least 44x22 cells" in player.text
        await player.resize(44, 21)
        assert "More room" in player.text
        await player.resize(44, 22)
        assert "More room" not in player.text


@pytest.mark.parametrize("key", ["q", "Q", "ctrl+c", "escape"])
@pytest.mark.parametrize("size", [(30, 8), (41, 15)][: tries(2, 1)])
async def test_quit_keys_work_while_the_table_does_not_fit(key: str, size: tuple[int, int]) -> None:
    async with playing("three-shuffles-and-a-draw", 617) as player:
        await player.resize(*size)
        assert "Q: quit" in player.text
        await player.press(key)
        assert "Quit?" in player.text
        await player.press("escape")
        assert "More room" in player.text
        assert player.pilot.app.return_value is None
        await player.press(key, "q" if key == "escape" else key)
        assert player.pilot.app.return_value == 0


async def test_other_keys_do_nothing_while_the_table_does_not_fit() -> None:
    async with playing() as player:
        await player.resize(30, 8)
        await player.press("f3", "enter", "f1", "0", "x", "m")
        await player.resize(80, 24)
        assert player.play.events == []
        assert not player.dialogs
        assert player.table.hand.marked is None


async def test_the_notice_and_its_question_go_if_the_window_grows() -> None:
    async with playing() as player:
        await player.resize(30, 8)
        over = Screen[None]()
        player.pilot.app.push_screen(over)
        await player.resize(80, 24)
        assert player.screen is over, "it stays"
        player.pilot.app.pop_screen()
        await player.pilot.pause()
        assert player.screen is player.table
        await player.resize(30, 8)
        await player.press("q")
        await player.resize(80, 24)
        await player.resize(30, 8)
        assert "More room" in player.text


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (30, 8)])
async def test_escape_at_the_menu_asks_before_it_quits(size: tuple[int, int]) -> None:
    app = SoltermApp(Store.open())
    app.is_lesson_offered = True
    async with run_test(app, size) as pilot:
        await pilot.pause()
        assert isinstance(app.base_screen, MenuScreen)
        await pilot.press("escape", "escape", "escape")
        assert app.return_value is None
        await pilot.press("q", "q")
        assert app.return_value == 0


@pytest.mark.parametrize("look", [UNICODE, ASCII])
def test_all_cards_differ_at_the_narrowest_size(look) -> None:
    names = {front(look, card, 2, 1) for card in cards.pack()}
    assert len(names) == 52
    assert front(look, cards.parse("TH"), 2, 1) == (f"T{look.suits[2]}",)


async def test_the_wheel_works_on_a_page_that_no_longer_fits() -> None:
    async with playing("free-cell", 617) as player:
        for columns in range(1, 5, tries(1, 3)):
            for opens in (["question_mark"], ["f2", "g"]):
                await player.resize(80, 24)
                await player.press(*opens)
                await player.resize(columns, 24)
                await player.press("down", "up", "pagedown")
                await player.pilot.roll()
                await player.resize(80, 24)
                await player.press("escape")


async def test_a_table_is_not_painted_in_a_window_that_has_just_become_too_small(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A key may come before the screen hears of the new size."""
    async with playing() as player:
        await player.press("f2")
        for size in [(1, 1), (3, 3), (300, 3), (20, 10), (39, 13), (200, 9)]:
            with monkeypatch.context() as patched:
                patched.setattr(type(player.pilot.app), "size", Size(*size))
                table = player.table
                table.show_table()
                player.pilot.app.push_screen(WhatDialog(table.hand, table.show_table))
                await player.pilot.pause()
            player.pilot.app.pop_screen()
            await player.pilot.pause()
            while player.screen is not player.table:
                player.pilot.app.pop_screen()
                await player.pilot.pause()
