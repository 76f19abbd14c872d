"""Open the full screens in tests: the menu, and the screens behind it."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from textual import events
from textual.command import CommandPalette

from solterm.games import find
from solterm.store.kept import KeptPlay
from solterm.store.store import Store
from solterm.tui.app import SoltermApp
from solterm.tui.screens.menu import MenuScreen
from solterm.tui.screens.table_screen import TableScreen
from tests.tui.player import AppPilot, run_test
from tests.tui.player import Player as TablePlayer

GAME = "free-cell"
SIZES = [(80, 24), (60, 20)]


class Player(TablePlayer):
    """A player on the full screens."""

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def type(self, text: str) -> None:
        await self.press(*({" ": "space", ".": "full_stop"}.get(char, char) for char in text))

    async def to(self, name: str) -> None:
        """Move down a list to the line that begins with `name`."""
        for _ in range(60):
            if self.line.startswith(name):
                return
            await self.press("down")
        raise AssertionError(f"no line begins with {name!r}")

    @property
    def line(self) -> str:
        """The line under the cursor."""
        x, y = self.pilot.cursor
        return self.pilot.rows[y][x:].strip(" ►>")

    @property
    def app(self) -> SoltermApp:
        return self.pilot.app

    @property
    def text(self) -> str:
        return "\n".join(row.rstrip() for row in self.pilot.rows)


@asynccontextmanager
async def menu(size: tuple[int, int] = (80, 24)) -> AsyncIterator[Player]:
    app = SoltermApp(Store.open())
    async with run_test(app, size) as pilot:
        await pilot.pause()
        if isinstance(app.screen, TableScreen):
            await pilot.press("m")
            await pilot.pause()
        assert isinstance(app.screen, MenuScreen)
        yield Player(pilot)


@asynccontextmanager
async def showing(
    show: Callable[[SoltermApp], object], size: tuple[int, int] = (80, 24)
) -> AsyncIterator[Player]:
    """Open a screen from the menu."""
    async with starting_with(lambda app: app.doors.go_to_menu(), size) as player:
        show(player.app)
        await player.pilot.pause()
        yield player


@asynccontextmanager
async def starting_with(
    show: Callable[[SoltermApp], object], size: tuple[int, int] = (80, 24)
) -> AsyncIterator[Player]:
    """Start the App with a screen that replaces all others."""
    app = SoltermApp(Store.open())
    app.shown.add("lesson")
    app.opening = lambda: show(app)
    async with run_test(app, size) as pilot:
        yield Player(pilot)


async def search_palette(pilot: AppPilot, words: str) -> None:
    """Open the palette, paste words unless there are none, and wait for all results."""
    await pilot.press("ctrl+p")
    palette = pilot.app.screen
    assert isinstance(palette, CommandPalette)
    if words:
        await pilot.take(events.Paste(words))
    await pilot.pause()
    await pilot.wait_until(lambda: not [*palette.workers])


def started(game: str = GAME, deal: int = 617, *events: str) -> KeptPlay:
    kept = KeptPlay.start(Store.open(), find(game), deal)
    for event in events:
        kept.perform(event)
    return kept


def first_moves(kept: KeptPlay, count: int) -> KeptPlay:
    for _ in range(count):
        kept.perform(str(next(iter(kept.play.legal_moves))))
    return kept
