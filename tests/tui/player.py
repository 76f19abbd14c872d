"""Fingers on the keys, or on the mouse, and an eye on the table, for tests through the program."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from solterm.core.play.play import Play
from solterm.core.play.terms import Terms
from solterm.games import find
from solterm.store.store import Store
from solterm.tui.app import SoltermApp
from solterm.tui.screens.painted import PaintedScreen
from solterm.tui.screens.table import TableScreen
from solterm.tui.table.cursor import Arrow, step
from solterm.tui.terminal.keyboard import Key, press_of

DEAL = 24
"""In KLONCAN's Klondike t4, t6 and t7 can move at once: 't4 t2', 't6 f', 't7 t4'; after one turn
'w f' too."""

_NAMED = {key.name: key for key in map(press_of, map(chr, range(127)))}
"""The keys that type something, by their names."""


class Hands:
    """Hands on the keys and on the mouse of a program that runs without a terminal."""

    def __init__(self, app: SoltermApp) -> None:
        self.app = app

    async def press(self, *keys: str) -> None:
        """Press keys, by their names or by what they type."""
        for key in keys:
            pressed = press_of(key) if len(key) == 1 else _NAMED.get(key, Key(key))
            self.app.take_key(*pressed)
            await self.pause()

    async def pause(self, seconds: float = 0) -> None:
        """Let time pass."""
        await asyncio.sleep(seconds)

    async def down(self, x: int, y: int) -> None:
        self.app.take_mouse("down", x, y)

    async def up(self, x: int, y: int) -> None:
        self.app.take_mouse("up", x, y)

    async def click(self, offset: tuple[int, int], times: int = 1) -> None:
        for _ in range(times):
            await self.down(*offset)
            await self.up(*offset)

    async def roll(self, down: bool = True) -> None:
        """Turn the wheel one notch over the middle of the screen."""
        self.app.take_mouse("wheel_down" if down else "wheel_up", 40, 12)


class Line:
    """A display that only counts, on a line that may be busy."""

    def __init__(self, busy: bool = False) -> None:
        self.tty = self
        self.busy = busy
        self.sent = 0

    def show(self, picture: object) -> None:
        self.sent += 100

    def bell(self) -> None:
        pass


class Clock:
    """Keeps the time for a program, on the event loop of a test."""

    def call_once(self, seconds: float, do: Callable[[], None]) -> "Alarm":
        return Alarm(seconds, do, repeats=False)

    def call_again(self, seconds: float, do: Callable[[], None]) -> "Alarm":
        return Alarm(seconds, do, repeats=True)

    def exit(self) -> None:
        pass


class Alarm:
    """What rings once, or again and again."""

    def __init__(self, seconds: float, ring: Callable[[], None], repeats: bool) -> None:
        self._task = asyncio.create_task(self._run(seconds, ring, repeats))

    def stop(self) -> None:
        self._task.cancel()

    async def _run(self, seconds: float, ring: Callable[[], None], repeats: bool) -> None:
        await asyncio.sleep(seconds)
        ring()
        while repeats:
            await asyncio.sleep(seconds)
            ring()


@asynccontextmanager
async def run_test(app: SoltermApp, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Hands]:
    """The program in a window of this size, without a terminal."""
    app.resize(*size)
    app.open()
    app.run_on(Clock())
    yield Hands(app)


class Player:
    """Somebody who plays."""

    def __init__(self, pilot: Hands) -> None:
        self.pilot = pilot

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)

    async def resize(self, columns: int, rows: int) -> None:
        """Resize the window."""
        self.pilot.app.resize(columns, rows)

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
        await self.pilot.down(*self.cell(pile, depth))

    async def up_on(self, pile: str, depth: int = 1) -> None:
        """Let go of it there."""
        await self.pilot.up(*self.cell(pile, depth))

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
    def screen(self) -> PaintedScreen:
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
        assert self.pilot.app.picture is not None
        return self.pilot.app.picture.text


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
    async with run_test(app) as pilot:
        await pilot.pause()
        if terms:
            app.deal(find(game), deal, level, context="sheet 1", terms=terms)
            await pilot.pause()
        player = Player(pilot)
        for event in events:
            assert player.table.sitting.attempt(event), player.notice
        yield player
