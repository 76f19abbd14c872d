"""The dialog before a deal: options, level, a number or a winnable deal."""

import pytest

from solterm.context import SOLVER
from solterm.games import find
from solterm.sessions.plays import NONE_SOUGHT
from solterm.store.store import Store
from solterm.tui.screens.deal import DealScreen
from solterm.tui.screens.menu import MenuScreen
from tests.tui.screens import SIZES, first_moves, menu, showing, started


def dealing(game: str, size: tuple[int, int] = (80, 24)):
    return showing(lambda app: app.push_screen(DealScreen(find(game), 3)), size)


async def test_a_deal_is_chosen_with_options_level_and_number() -> None:
    async with menu() as player:
        await player.type("farewell")
        await player.press("f9", "right")
        await player.to("Grid size")
        await player.press("right", "right", "left")
        await player.to("Level")
        await player.pilot.press("right", *"617", "enter")
        play = player.screen.play
        assert play.options == {"difficulty": "easy", "size": "small"}
        assert (play.deal, play.level) == (617, 2)


async def test_a_number_is_checked_and_excludes_a_winnable_deal() -> None:
    async with dealing("royale-golf") as player:
        for typed in ("0", "9" * 25):
            await player.press("d", *typed, "enter")
            assert isinstance(player.screen, DealScreen)
            assert player.screen.notice and player.screen.notice in player.text
        await player.press("d", "up", "right")
        assert player.screen.values["winnable"] is True
        await player.press("6", "1")
        assert player.screen.values["winnable"] is False
        assert player.line.split() == ["Deal", "number", "61"]
        await player.press("up", "left")
        assert (player.screen.values["winnable"], player.screen.values["deal"]) == (True, "")


async def test_a_deal_with_other_options_ends_no_game() -> None:
    first_moves(started("spider"), 1)
    async with dealing("spider") as player:
        assert "This ends the free game in progress (deal 617)." in player.text
        await player.press("right")
        assert "This ends the free game" not in player.text
        await player.press("d")
        assert "This ends the free game" in player.text, "the usual values again"
        await player.press("escape")
        assert isinstance(player.screen, MenuScreen)
    assert Store.open().load_suspended("spider")


async def test_a_host_without_a_solver_deals_known_deals_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(SOLVER, "off")
    for game, deals in (("agnes", ()), ("scorpion", (5, 63))):
        async with dealing(game) as player:
            await player.press("down", "right", "enter")
            if deals:
                assert player.screen.play.deal in deals
                assert "This deal can be won." in player.text
            else:
                assert NONE_SOUGHT in player.text


async def test_a_second_click_turns_a_value_or_asks_for_the_number() -> None:
    async with dealing("farewell-to-kings", SIZES[1]) as player:
        assert player.screen.list.max_scroll_y == 0
        await player.pilot.click((20, player.find_row("Level")), times=2)
        assert player.screen.values["level"] == 2
        await player.pilot.click((20, player.find_row("Deal number")), times=2)
        await player.press("0", "enter")
        assert "1" in player.screen.query_one("#fault").render().plain
        await player.press("backspace", "7", "enter")
        assert player.screen.values["deal"] == "7"
