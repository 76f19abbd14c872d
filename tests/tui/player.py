"""Fingers on the keys, or on the mouse, and an eye on the table, for tests through the program."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from textual.pilot import Pilot
from textual.screen import Screen

from solterm.core.play.play import Play
from solterm.core.play.terms import Terms
from solterm.games import find
from solterm.store.store import Store
from solterm.tui.app import SoltermApp
from solterm.tui.screens.painted import Picture
from solterm.tui.screens.table import TableScreen
from solterm.tui.table.cursor import Arrow, step

DEAL = 24
"""In KLONCAN's Klondike t4, t6 and t7 can move at once: 't4 t2', 't6 f', 't7 t4'; after one turn
'w f' too."""


class Player:
    """Somebody who plays."""

    def __init__(self, pilot: Pilot[int]) -> None:
        self.pilot = pilot

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)

    async def resize(self, columns: int, rows: int) -> None:
        """Resize the window, and wait until the program has taken the new size."""
        await self.pilot.resize_terminal(columns, rows)
        picture = self.screen.query_one(Picture)
        while picture.size != (columns, rows):  # Textual gathers resizes for a moment
            await asyncio.sleep(0.001)
        await self.pilot.pause()

    async def to(self, pile: str) -> None:
        """Move the cursor to a pile by the fewest arrow keys."""
        await self.press(*self._way_to(pile))
        assert self.table.hand.cursor == pile

    def _way_to(self, pile: str) -> list[str]:
        """The arrow keys that lead from the cursor to a pile."""
        geometry, start = self.table.window.geometry, self.table.hand.cursor
        assert geometry is not None, "there is no room for the table"
        ways: dict[str, list[str]] = {start: []}
        waiting = deque([start])
        while waiting and pile not in ways:
            here = waiting.popleft()
            for arrow in Arrow:
                there = step(self.play, geometry, here, arrow)
                if there not in ways:
                    ways[there] = [*ways[here], arrow.value]
                    waiting.append(there)
        assert pile in ways, f"{pile} is not reached"
        return ways[pile]

    async def down_on(self, pile: str, depth: int = 1) -> None:
        """Press the mouse button on a card of a pile, counted from the end card."""
        await self.pilot.mouse_down(offset=self.cell(pile, depth))

    async def up_on(self, pile: str, depth: int = 1) -> None:
        """Let go of it there."""
        await self.pilot.mouse_up(offset=self.cell(pile, depth))

    async def click(self, pile: str, depth: int = 1, times: int = 1) -> None:
        """Click a card of a pile."""
        await self.pilot.click(offset=self.cell(pile, depth), times=times)

    def cell(self, pile: str, depth: int = 1) -> tuple[int, int]:
        """A cell of the screen on which a card shows."""
        width, height = self.pilot.app.size
        cells = ((x, y) for y in range(height) for x in range(width))
        found = (cell for cell in cells if self.table.window.spot_at(*cell) == (pile, depth))
        return [cell for cell, _ in zip(found, range(10), strict=False)][-1]

    @property
    def screen(self) -> Screen[object]:
        return self.pilot.app.screen

    @property
    def table(self) -> TableScreen:
        assert isinstance(self.screen, TableScreen), self.screen
        return self.screen

    @property
    def play(self) -> Play:
        return self.table.play

    @property
    def notice(self) -> str:
        return self.table.notice

    @property
    def text(self) -> str:
        """What the screen shows."""
        picture = self.screen.query_one(Picture)
        rows = (picture.render_line(y) for y in range(picture.size.height))
        return "\n".join(row.text for row in rows)


@asynccontextmanager
async def playing(
    game: str = "kloncan-klondike",
    deal: int = DEAL,
    level: int = 3,
    terms: Terms = Terms.FREE,
    events: tuple[str, ...] = (),
) -> AsyncIterator[Player]:
    """A game on the screen, after some events."""
    app = SoltermApp(Store.open(), find(game), deal, level)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        if terms:
            app.deal(find(game), deal, level, context="sheet 1", terms=terms)
            await pilot.pause()
        player = Player(pilot)
        for event in events:
            assert player.table.sitting.attempt(event), player.notice
        yield player
