"""Contests on a host: it names the players, and guests can't enter boards."""

import pytest

from solterm.contests import contests as stored
from solterm.contests.boards import Boards
from solterm.contests.kinds import KINDS
from solterm.context import GUEST, NICKNAME
from solterm.store.store import Store
from solterm.tui.screens.contests_page import ContestsScreen
from solterm.tui.screens.day_page import DayScreen
from solterm.tui.screens.series import SeriesScreen
from tests.contests.laid_out import cup_of
from tests.tui.contestant import begin, contests, end_game, short_tour, under_way
from tests.tui.screens import Player, starting_with


@pytest.fixture(autouse=True)
def nickname(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NICKNAME, "ann")


async def play_daily(player: Player) -> str:
    """Play the deal of the day and return to its page; return its board."""
    await begin(player, "The deal of the day")
    day = player.screen.view.day
    await player.press("enter")
    await end_game(player)
    return f"daily:{day}"


def names(board: str) -> list[str]:
    return [each.player for each in Boards(Store.open()).top(board)]


async def test_a_result_goes_to_the_board_under_the_hosts_name() -> None:
    async with contests() as player:
        board = await play_daily(player)
        assert isinstance(player.screen, DayScreen)
        assert "You reached place 1 of 1." in player.text
    assert names(board) == ["ann"]


async def test_the_place_in_a_tournament_is_told_after_its_last_game() -> None:
    cup = cup_of("Cup", ("demon",), (617,)).next_turn()
    async with starting_with(lambda app: app.go_to(SeriesScreen(cup))) as player:
        await player.press("enter")
        await end_game(player)
        assert isinstance(player.screen, SeriesScreen)
        assert "Your result is on the board. You reached place 1 of 1." in player.text
        assert "Enter Go on   H High scores   ?" in player.text
    assert names("tournament:Cup") == ["ann"]


async def test_a_guest_has_a_result_and_no_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(GUEST, "1")
    async with contests() as player:
        board = await play_daily(player)
        assert isinstance(player.screen, DayScreen)
        assert not player.screen.view.contest.open
        await player.press("e")
        assert "does nothing here" in player.screen.notice
    assert names(board) == []


@pytest.mark.parametrize(("key", "entered"), [("y", ["ann"]), ("n", []), ("escape", None)])
async def test_a_tour_ended_early_is_entered_after_a_yes(
    key: str, entered: list[str] | None
) -> None:
    async with under_way(short_tour(), 1) as player:
        await player.press("x", "y")
        assert "Enter it on the board as ann?" in player.text
        await player.press(key)
        open_ones = stored.list_contests(player.app.seat.store, KINDS["tour"], only_open=True)
        assert (entered is None) == bool(open_ones)
    assert names("tour:Short") == (entered or [])


async def test_a_guest_ends_a_tour_without_a_question(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(GUEST, "1")
    async with under_way(short_tour(), 1) as player:
        await player.press("x", "y")
        assert isinstance(player.screen, ContestsScreen)
