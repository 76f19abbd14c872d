"""The dialog before a deal: options, level, a number or a winnable deal."""

import pytest

from solterm.context import SOLVER
from solterm.games import find
from solterm.sessions.winnable import NONE_SOUGHT
from solterm.store.store import Store
from solterm.tui.screens.deal import DealScreen
from solterm.tui.screens.menu import MenuScreen
from solterm.tui.screens.table_screen import TableScreen
from tests.tui.screens import GAME, SIZES, Player, first_moves, menu, showing, started


def dealing(game: str, size: tuple[int, int] = (80, 24)):
    return showing(lambda app: app.push_screen(DealScreen(find(game), 3)), size)


def is_dealing(player: Player) -> bool:
    return isinstance(player.screen, DealScreen)


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


async def test_a_number_is_checked_and_excludes_a_winnable_deal() -> None:
    async with dealing("royale-golf") as player:
        await player.press("0", "enter")
        assert is_dealing(player)
        assert player.screen.notice
        await player.press("backspace", *"9" * 25, "enter")
        assert is_dealing(player)
        assert player.screen.notice
        assert player.screen.notice in player.text
        await player.press("d", "up", "right")
        assert player.screen.values["winnable"] is True
        await player.press("6", "1")
        assert player.screen.values["winnable"] is False
        assert player.line.split() == ["Deal", "number", "61"]
        await player.press("up", "left")
        assert player.screen.values["winnable"] is True
        assert player.screen.values["deal"] == ""


async def test_defaults_are_the_usual_values_and_esc_changes_nothing() -> None:
    async with dealing("concentration") as player:
        await player.press("right", "6", "d")
        assert (player.screen.values["players"], player.screen.values["deal"]) == ("1", "")
        await player.press("escape")
        assert isinstance(player.screen, MenuScreen)
    assert Store.open().load_suspended("concentration") is None


async def test_a_deal_with_other_options_ends_no_game() -> None:
    first_moves(started("spider"), 1)
    async with dealing("spider") as player:
        assert "This ends the free game" in player.text
        await player.press("right")
        assert "This ends the free game" not in player.text
        await player.press("left")
        assert "This ends the free game" in player.text
        await player.press("right", "d")
        assert "This ends the free game" in player.text, "the usual values again"


async def test_the_dialog_opens_and_deals_from_a_table_too() -> None:
    first_moves(started(), 1)
    async with menu() as player:
        await player.press("enter")
        table = player.screen
        player.app.push_screen(DealScreen(find(GAME), 3))
        await player.pilot.pause()
        assert "This ends the free game in progress (deal 617)." in player.text
        await player.press("escape")
        assert player.screen is table
        player.app.push_screen(DealScreen(find(GAME), 3))
        await player.press("5", "enter")
        assert isinstance(player.screen, TableScreen)
        assert player.screen.play.deal == 5


async def test_a_known_deal_is_dealt_at_once() -> None:
    async with dealing("scorpion") as player:
        await player.press("down", "right", "enter")
        assert isinstance(player.screen, TableScreen)
        assert player.screen.play.deal in (5, 63)
        assert "This deal can be won." in player.text


async def test_a_host_without_a_solver_deals_known_deals_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(SOLVER, "off")
    async with dealing("agnes") as player:
        await player.press("down", "right", "enter")
        assert is_dealing(player)
        assert NONE_SOUGHT in player.text


async def test_keys_typed_ahead_are_taken_in_order() -> None:
    async with dealing("farewell-to-kings") as player:
        await player.pilot.press("right", "down", "right", *"4711", "enter")
        assert isinstance(player.screen, TableScreen)
        assert player.screen.play.options == {"difficulty": "easy", "deck": "bland"}
        assert player.screen.play.deal == 4711


@pytest.mark.parametrize("size", SIZES)
async def test_a_second_click_turns_a_value_or_asks_for_the_number(size: tuple[int, int]) -> None:
    async with dealing("farewell-to-kings", size) as player:
        assert "any deal" in player.text
        assert player.screen.list.max_scroll_y == 0
        row = next(y for y, row in enumerate(player.pilot.rows) if "Level" in row)
        await player.pilot.click((20, row), times=2)
        assert player.screen.values["level"] == 2
        row = next(y for y, row in enumerate(player.pilot.rows) if "Deal number" in row)
        await player.pilot.click((20, row), times=2)
        await player.press("0", "enter")
        assert "1" in player.screen.query_one("#fault").render().plain
        await player.press("backspace", "7", "enter")
        assert player.screen.values["deal"] == "7"
