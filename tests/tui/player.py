"""Drive the App in tests: press keys, use the mouse, read the screen."""

import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Hashable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

from textual import events
from textual._compositor import Compositor
from textual._context import visible_screen_stack
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.geometry import Offset
from textual.pilot import Pilot
from textual.strip import Strip

from solterm.core.play.mode import Mode
from solterm.core.play.play import Play
from solterm.games import find
from solterm.sessions.plays import Start
from solterm.store.store import Store
from solterm.tui.app import SoltermApp
from solterm.tui.screens.table_screen import TableScreen
from solterm.tui.table.cursor import Arrow, step
from solterm.tui.table.hand import Hand
from solterm.tui.widgets.key_help import KeyHelp
from solterm.wire import driver
from solterm.wire.driver import event_of, settle
from solterm.wire.input_parser import MouseReport
from solterm.wire.keys import Key, press_of
from tests.contests.laid_out import row_of

DEAL = 24
"""In KLONCAN's Klondike t4, t6 and t7 can move at once: 't4 t2', 't6 f', 't7 t4'; after one turn
'w f' too."""

_parse = Stylesheet.parse
_Parsed = tuple[list[RuleSet], dict[str, list[RuleSet]]]
_parsed: dict[Hashable, _Parsed] = {}
_parsed_parts: dict[Hashable, dict[Hashable, list[RuleSet]]] = {}


def _parse_once(sheet: Stylesheet) -> None:
    """Parse equal style sheets once for all Apps of this process: it is half of their start-up.

    Each screen adds a part, so each part is parsed once for each set of colours, too.
    """
    colours = (*sheet._variables.items(),)
    key = (colours, *sheet.source.items())
    if key not in _parsed:
        own, sheet._parse_cache = sheet._parse_cache, _parsed_parts.setdefault(colours, {})
        try:
            _parse(sheet)
        finally:
            sheet._parse_cache = own
        _parsed[key] = sheet._rules, sheet.rules_map
    sheet._rules, sheet._rules_map = _parsed[key]
    sheet._require_parse = False


Stylesheet.parse = _parse_once  # type: ignore[method-assign]
RuleSet.__hash__ = object.__hash__  # type: ignore[method-assign]  # Textual's own says the same

_render_update = Compositor.render_update


def _skip_frame(compositor: Compositor, full: bool = False, **named: Any) -> Any:
    """Leave a frame unpainted, unless a picture of it is taken. Tests read few frames."""
    if full:
        return _render_update(compositor, full, **named)
    compositor._dirty_regions.clear()
    visible_screen_stack.set(named["screen_stack"])
    return None


@contextmanager
def skipping_frames() -> Iterator[None]:
    """Paint the screen only when a test reads it: painting takes a fifth of an App's time."""
    Compositor.render_update = _skip_frame  # type: ignore[method-assign]
    yield
    Compositor.render_update = _render_update  # type: ignore[method-assign]


# On a busy machine a page may take longer to open than a player would wait for it.
driver.SETTLE_SECONDS = 60.0

_PAINTINGS = 20
"""The most times that a pause paints the screen."""

_NAMED = {key.name: key for key in map(press_of, map(chr, range(127)))}
"""Keys that type a character, by name."""


def _pressed(key: str) -> Key:
    return press_of(key) if len(key) == 1 else _NAMED.get(key, Key(key))


class AppPilot:
    """Presses keys and the mouse in an App that runs without a terminal."""

    def __init__(self, app: SoltermApp, pilot: Pilot[int]) -> None:
        self.app = app
        self.textual = pilot

    async def press(self, *keys: str) -> None:
        """Press keys, by name or character, as the driver delivers them."""
        for key in keys:
            await self.take(event_of(_pressed(key)))

    async def send(self, *keys: str) -> None:
        """Press keys that arrive in one packet, before the first of them is delivered."""
        await self.take(*[event_of(_pressed(key)) for key in keys])

    async def take(self, *waiting: events.Event) -> None:
        """Deliver events as the driver does, and let the App handle the last."""
        for event in waiting:
            if not self.app.is_running:
                return
            event.set_sender(self.app)
            self.app.post_message(event)
            await settle(self.app, event)

    async def pause(self, seconds: float = 0) -> None:
        """Let time pass, then wait until the App is idle."""
        if seconds:
            await self.textual.pause(seconds)
        await settle(self.app)
        for _ in range(_PAINTINGS):
            if not self.app.is_running or not self.app.screen_stack:
                return
            if not self.app.screen._callbacks:  # a list scrolls once it is painted
                return
            self._paint()
            await settle(self.app)

    async def wait_until(self, condition: Callable[[], object]) -> None:
        """Let time pass until a condition holds, for five minutes at most."""
        end, seconds = time.monotonic() + 300, 0.01
        while not condition():
            assert time.monotonic() < end, self.text
            await self.pause(seconds)
            seconds = min(1.5 * seconds, 0.1)  # to look often is work that others wait for

    async def down(self, x: int, y: int) -> None:
        """Press the left button on a cell of the screen."""
        await self.take(event_of(MouseReport("down", x, y, 1)))

    async def up(self, x: int, y: int) -> None:
        """Release the left button on a cell of the screen."""
        await self.take(event_of(MouseReport("up", x, y, 1)))

    async def click(self, offset: tuple[int, int], times: int = 1) -> None:
        for _ in range(times):
            await self.down(*offset)
            await self.up(*offset)

    async def roll(self, down: bool = True) -> None:
        """Turn the wheel one notch over the middle of the screen."""
        await self.take(event_of(MouseReport("wheel_down" if down else "wheel_up", 40, 12)))

    @property
    def text(self) -> str:
        """The screen as text, one line per row."""
        return "\n".join(self.rows)

    @property
    def rows(self) -> list[str]:
        """The text of each row of the screen."""
        return ["".join(segment.text for segment in strip) for strip in self.strips]

    @property
    def strips(self) -> list[Strip]:
        """Each row of the screen as Textual would paint it now."""
        self._paint()
        return self.app.screen._compositor.render_strips()

    def _paint(self) -> None:
        # Textual has no public way to paint a screen before its timer, or to read it as text.
        for screen in self.app.screen_stack:
            with self.app._context():
                screen._on_timer_update()
                screen._compositor_refresh()

    @property
    def cursor(self) -> Offset:
        """The position of the terminal's cursor."""
        return self.app.cursor()


@asynccontextmanager
async def run_test(app: SoltermApp, size: tuple[int, int] = (80, 24)) -> AsyncIterator[AppPilot]:
    """Run the App in a window of this size, without a terminal."""
    async with app.run_test(size=size) as pilot:
        app_pilot = AppPilot(app, pilot)
        await app_pilot.pause()
        yield app_pilot


def find_arrows(hand: Hand, pile: str) -> list[str]:
    """Return the fewest arrow keys that lead from the cursor to a pile."""
    geometry = hand.geometry
    assert geometry is not None, "the table does not fit the window"
    ways: dict[str, list[str]] = {hand.cursor: []}
    waiting = deque([hand.cursor])
    while waiting and pile not in ways:
        here = waiting.popleft()
        for arrow in Arrow:
            there = step(hand.play, geometry, here, arrow)
            if there not in ways:
                ways[there] = [*ways[here], arrow.value]
                waiting.append(there)
    assert pile in ways, f"no arrow keys lead to {pile}"
    return ways[pile]


class Player:
    """A player at a table."""

    def __init__(self, pilot: AppPilot) -> None:
        self.pilot = pilot

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)

    async def resize(self, columns: int, rows: int) -> None:
        await self.pilot.textual.resize_terminal(columns, rows)
        await self.pilot.pause()

    def find_line(self, text: str) -> str:
        """Return the first row of the screen that has a text."""
        return self.pilot.rows[self.find_row(text)].rstrip()

    def find_row(self, text: str) -> int:
        """Return the number of the first row of the screen that has a text."""
        return next(y for y, row in enumerate(self.pilot.rows) if text in row)

    async def to(self, pile: str) -> None:
        """Move the cursor to a pile with the fewest arrow keys."""
        await self.press(*find_arrows(self.table.hand, pile))
        assert self.table.hand.cursor == pile

    async def command(self, *names: str) -> None:
        """Carry out commands of the table by id, as the game menu and the palette do."""
        for name in names:
            self.table.commands.run(name)
            await self.pilot.pause()

    async def down_on(self, pile: str, depth: int = 1) -> None:
        """Press the mouse button on a card of a pile, counted from the end card."""
        await self.pilot.down(*self.cell(pile, depth))

    async def up_on(self, pile: str, depth: int = 1) -> None:
        """Release the mouse button on a card of a pile."""
        await self.pilot.up(*self.cell(pile, depth))

    async def click(self, pile: str, depth: int = 1, times: int = 1) -> None:
        await self.pilot.click(offset=self.cell(pile, depth), times=times)

    def cell(self, pile: str, depth: int = 1) -> tuple[int, int]:
        """Return a cell of the screen that shows a card."""
        left, top = self.table.card_table.region.offset
        width, height = self.table.card_table.size
        cells = ((x, y) for y in range(height) for x in range(width))
        found = (cell for cell in cells if self.table.hand.spot_at(*cell) == (pile, depth))
        x, y = [cell for cell, _ in zip(found, range(10), strict=False)][-1]
        return x + left, y + top

    @property
    def screen(self) -> Any:
        return self.pilot.app.screen

    @property
    def table(self) -> TableScreen:
        found = self.pilot.app.base_screen
        assert isinstance(found, TableScreen), found
        return found

    @property
    def dialogs(self) -> list[Any]:
        """The key help, if it is open, and the dialogs over it or the table."""
        app = self.pilot.app
        over = app.screen_stack[app.screen_stack.index(self.table) + 1 :]
        return [help for help in self.table.query(KeyHelp) if help.is_open] + over

    @property
    def play(self) -> Play:
        return self.table.play

    @property
    def notice(self) -> str:
        return self.pilot.app.base_screen.notice

    @property
    def text(self) -> str:
        return self.pilot.text


@asynccontextmanager
async def playing(
    game: str = "kloncan-klondike",
    deal: int = DEAL,
    level: int = 3,
    mode: Mode = Mode.FREE,
    events: tuple[str, ...] = (),
) -> AsyncIterator[Player]:
    """Open a game on the screen and perform some events."""
    app = SoltermApp(Store.open(), find(game), deal, level)
    async with run_test(app) as pilot:
        await pilot.pause()
        if mode:
            row = row_of(app.seat.store, game, 1)
            app.game_doors.deal(Start(find(game), deal, level, mode=mode, purpose=row))
            await pilot.pause()
        player = Player(pilot)
        for event in events:
            player.table.commands.perform(event)
        yield player
