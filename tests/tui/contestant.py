"""What somebody does who plays contests on the screen."""

from solterm.games import find
from solterm.store.boards import Boards
from solterm.store.store import Store
from solterm.tui.screens.menu import MenuScreen
from solterm.tui.screens.pick import PickScreen
from solterm.tui.screens.table import TableScreen
from tests.tui.visitor import Player


async def begin(player: Player, what: str) -> None:
    """Choose a line of the contests."""
    if isinstance(player.screen, MenuScreen):
        await player.press("3")
    (place,) = (k for k, each in enumerate(player.screen.entries) if each.do and what in each.text)
    player.screen.here = place
    await player.press("enter")


async def pick(player: Player, *names: str) -> None:
    """Pick games from the list by typing a part of their names."""
    assert isinstance(player.screen, PickScreen)
    for name in names:
        await player.press(*name, "space", "escape")
    await player.press("enter")


async def end_game(player: Player) -> None:
    assert isinstance(player.screen, TableScreen)
    await player.press("9", "y")


async def enter_as(player: Player, name: str) -> None:
    """Answer the question for a name."""
    player.screen.prompt.text = name
    await player.press("enter")


def top(board: str) -> list[tuple[str, int]]:
    return [(each.player, each.score) for each in Boards(Store.open(), find).top(board)]
