"""The player's own keys to quit and to open the menu, on every screen."""

from pathlib import Path

import pytest

from solterm.core.play.mode import Mode
from solterm.tui.screens.menu import MenuScreen
from solterm.tui.screens.sheet import SheetScreen
from tests.tui.player import Player, playing


@pytest.fixture(autouse=True)
def own_keys(home: Path) -> None:
    (home / "settings.toml").write_text('[keys]\nquit = "z"\nmenu = "y"\n')


def has_quit(player: Player) -> bool:
    return player.pilot.app.return_value == 0


async def test_the_end_page_names_and_takes_own_keys() -> None:
    async with playing(events=("s",)) as player:
        await player.press("f9")
        assert "Y Menu   Z Quit" in player.text
        await player.press("q", "m")
        assert not has_quit(player)
        await player.press("y")
        assert isinstance(player.screen, MenuScreen)


async def test_a_sheet_takes_own_keys() -> None:
    async with playing(mode=Mode.SCORED) as player:
        await player.press("f9", "3")
        assert isinstance(player.screen, SheetScreen)
        await player.press("q", "z", "q")
        assert not has_quit(player)
        await player.press("z")
        assert has_quit(player)


async def test_the_menu_names_and_takes_own_keys() -> None:
    async with playing() as player:
        await player.press("y", "escape")
        assert "Z twice quits." in player.text
        await player.press("q")
        assert not has_quit(player)
        await player.press("escape", "z", "z")
        assert has_quit(player)


async def test_a_window_that_is_too_small_names_own_keys() -> None:
    async with playing() as player:
        await player.resize(30, 8)
        assert "Z: quit" in player.text
        await player.press("q")
        assert "More room" in player.text
        await player.press("z", "z")
        assert has_quit(player)
