"""Windows that are too small: the size they ask for, and the ways out."""

import pytest
from textual.geometry import Size
from textual.screen import Screen

from solterm.tui.screens.about_pile import WhatDialog
from solterm.tui.table.geometry import arrange
from solterm.tui.table.layout import BARS, ROOM, room_for
from tests.core.strategies import some_games
from tests.effort import tries
from tests.tui.player import playing

WINDOWS = [(30, 10), (50, 40), (100, 12), (45, 18), (60, 10), (39, 50)]


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


@pytest.mark.parametrize("key", ["q", "ctrl+c", "escape"])
async def test_quit_keys_work_while_the_table_does_not_fit(key: str) -> None:
    async with playing("three-shuffles-and-a-draw", 617) as player:
        await player.resize(30, 8)
        assert "Q: quit" in player.text
        await player.press("f3", "enter", "f1", "0", "x", "m")
        assert player.play.events == []
        await player.press(key)
        assert "Quit?" in player.text
        await player.press("escape")
        assert "More room" in player.text
        assert player.pilot.app.return_value is None
        await player.press(key, "q" if key == "escape" else key)
        assert player.pilot.app.return_value == 0


async def test_the_notice_and_its_question_go_if_the_window_grows() -> None:
    async with playing() as player:
        await player.resize(30, 8)
        over = Screen[None]()
        player.pilot.app.push_screen(over)
        await player.resize(80, 24)
        assert player.screen is over, "it stays"
        player.pilot.app.pop_screen()
        await player.resize(30, 8)
        await player.press("q")
        await player.resize(80, 24)
        assert player.screen is player.table


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
