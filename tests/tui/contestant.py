"""Steps of a player who plays contests on the screen."""

from contextlib import AbstractAsyncContextManager

from solterm.chance import random_deal
from solterm.contests.boards import Boards
from solterm.contests.contest import Contest, lay_out
from solterm.contests.kinds import TOUR
from solterm.store.store import Store
from solterm.tui.screens.contests_page import ContestsScreen
from solterm.tui.screens.kloncan import TitleScreen
from solterm.tui.screens.pick_games import PickScreen
from solterm.tui.screens.series import SeriesScreen
from solterm.tui.screens.table_screen import TableScreen
from tests.contests.laid_out import end
from tests.tui.screens import Player, starting_with


def contests(size: tuple[int, int] = (80, 24)) -> AbstractAsyncContextManager[Player]:
    return starting_with(lambda app: app.doors.go_to_contests(), size)


def under_way(contest: Contest, count: int) -> AbstractAsyncContextManager[Player]:
    """Open a contest after giving up its first `count` games without a move."""
    store = Store.open()
    for place in range(count):
        contest = end(store, contest, place)
    return starting_with(lambda app: app.go_to(SeriesScreen(contest)))


def short_tour() -> Contest:
    return lay_out(TOUR, random_deal, ("corners", "calculation", "reno"), "Short")


async def begin(player: Player, text: str) -> None:
    """Choose the contest whose line contains `text`."""
    assert isinstance(player.screen, ContestsScreen)
    options = player.screen.list.options
    (place,) = (
        k for k, each in enumerate(options) if not each.disabled and text in str(each.prompt)
    )
    player.screen.list.highlighted = place
    await player.press("enter")
    if isinstance(player.screen, TitleScreen):  # Royale's, before the first tour
        await player.press("space")


async def pick(player: Player, *names: str) -> None:
    """Pick games from the list by typing part of each name."""
    assert isinstance(player.screen, PickScreen)
    for name in names:
        await player.press(*name, "enter")
    await player.press("enter")


async def end_game(player: Player) -> None:
    assert isinstance(player.screen, TableScreen)
    await player.press("9", "y")


async def enter_as(player: Player, name: str) -> None:
    await player.press("ctrl+u", *name, "enter")


def top(board: str) -> list[tuple[str, int]]:
    return [(each.player, each.points) for each in Boards(Store.open()).top(board)]
