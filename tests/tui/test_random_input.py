"""Random keys, pastes, mouse reports and window sizes: no error, and every screen still answers."""

import random
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.app import App
from textual.command import CommandPalette
from textual.screen import Screen
from textual.widgets import OptionList

from solterm.games import catalogue, find
from solterm.sessions.plays import Start
from solterm.store.store import Store
from solterm.tui.app import SoltermApp
from solterm.tui.screens.base_screen import RoomScreen
from solterm.tui.screens.contests_page import ContestsScreen
from solterm.tui.screens.help_pages import TextScreen
from solterm.tui.screens.menu import MenuScreen
from solterm.tui.screens.saves_page import SavesScreen
from solterm.tui.screens.table_screen import TableScreen
from solterm.wire.driver import event_of
from solterm.wire.input_parser import MouseReport
from tests.effort import tries
from tests.tui.every_screen import OTHERS, SHOWING, World, world_of
from tests.tui.player import AppPilot, playing, run_test

PACKETS = 20_000
"""Packets that the long test sends."""
_PARTS = 10

SCREENS = {**SHOWING, **OTHERS}


_KEYS = (
    *"abcdefghijklmnopqrstuvwxyz0123456789?,./:[]@ ",
    *(f"f{number}" for number in range(1, 13)),
    *("enter", "escape", "tab", "up", "down", "left", "right", "backspace", "delete"),
    *("home", "end", "pageup", "pagedown", "ctrl+p", "ctrl+b", "ctrl+l", "ctrl+j", "ctrl+home"),
)
_SIZES = ((1, 1), (2, 1), (3, 3), (10, 5), (20, 10), (39, 13), (40, 14), (60, 20), (80, 24))
_MICE = ("down", "up", "drag", "wheel_up", "wheel_down")


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    monkeypatch.chdir(tmp_path)  # random keys may name and write files
    with world_of("Eve", tmp_path, monkeypatch) as world:
        yield world


async def send_packets(
    world: World, kinds: Sequence[type[Screen[Any]]], chance: random.Random, count: int
) -> None:
    """Send random packets to screens and to the palette over them; start again after a quit."""
    waiting = [kind for kind in kinds for _ in range(count)]
    while waiting:
        app = SoltermApp(world.store, host=world.host.session)
        app.shown.add("lesson")
        app.opening = app.doors.go_to_menu
        shown = None
        async with run_test(app) as pilot:
            while waiting and app.return_value is None:
                kind = waiting.pop()
                if kind is not shown or len(waiting) % 20 == 0:
                    await _open(pilot, world, kind, chance)
                    shown = kind
                await _send_packet(pilot, chance)
                if app.return_value is None and kind not in waiting[-1:]:
                    await _check_answer(pilot)
        assert app.return_value in (None, 0), "the player quit"


async def _open(
    pilot: AppPilot, world: World, kind: type[Screen[Any]], chance: random.Random
) -> None:
    app = pilot.app
    if not any(isinstance(screen, kind) for screen in app.screen_stack):
        await pilot.textual.resize_terminal(80, 24)
        app.doors.go_to_menu()
        if kind is TableScreen:
            app.game_doors.deal(Start(chance.choice([*catalogue().values()])))
        else:
            app.push_screen(SCREENS[kind](world))
        await pilot.pause()
    await pilot.press("ctrl+p")


async def _send_packet(pilot: AppPilot, chance: random.Random) -> None:
    kind = chance.random()
    if kind < 0.6:
        await pilot.send(*chance.choices(_KEYS, k=chance.randint(1, 4)))
    elif kind < 0.7:
        text = "".join(chance.choices("sett\n[/]\x1b é♠0 ", k=chance.randint(0, 40)))
        await pilot.take(events.Paste(text))
    elif kind < 0.85:
        x, y = chance.randrange(100), chance.randrange(40)
        mouse = MouseReport(chance.choice(_MICE), x, y, chance.randint(0, 3))
        await pilot.take(event_of(mouse))
    else:
        size = (chance.randint(1, 300), chance.randint(1, 100))
        await pilot.textual.resize_terminal(*chance.choice([size, *_SIZES]))


async def _check_answer(pilot: AppPilot) -> None:
    """Check that the notice goes when the window grows, and that Ctrl+P then works."""
    app = pilot.app
    for size in ((20, 5), (120, 40)):
        await pilot.textual.resize_terminal(*size)
        await pilot.pause()
    assert not isinstance(app.screen, RoomScreen), "the notice stays"
    for _ in range(20):
        if isinstance(app.screen, CommandPalette):
            break
        await pilot.press("escape", "ctrl+p")
    else:
        raise AssertionError(f"{app.screen} does not answer")
    await pilot.press("escape")
    assert not isinstance(app.screen, CommandPalette)


@pytest.mark.each_frame
@pytest.mark.parametrize("part", range(0, _PARTS, tries(1, 5)))
async def test_random_packets_cause_no_error(world: World, part: int) -> None:
    await send_packets(world, [*SCREENS][part::_PARTS], random.Random(part), tries(5, 2))


@pytest.mark.each_frame
@pytest.mark.long
@pytest.mark.parametrize("part", range(tries(_PARTS, 1)))
@pytest.mark.parametrize("kind", SCREENS)
async def test_many_random_packets_cause_no_error(
    world: World, kind: type[Screen[Any]], part: int
) -> None:
    count = -(-PACKETS // (_PARTS * len(SCREENS)))
    await send_packets(world, [kind], random.Random(f"{kind.__name__} {part}"), count)


@pytest.mark.each_frame
async def test_a_page_key_before_the_list_of_the_palette_has_a_size_does_nothing() -> None:
    async with playing() as player:
        await player.press("ctrl+p")
        found = player.screen.query_one("CommandList", OptionList)
        found.styles.max_height = 0
        await player.press(*"sett")
        while not found.option_count:
            await player.pilot.pause(0.01)
        await player.press("pagedown", "pageup")
        assert isinstance(player.screen, CommandPalette)


@pytest.mark.each_frame
@pytest.mark.parametrize("size", [(1, 1), (20, 10), (10, 5), (3, 3), (2, 1)][: tries(5, 2)])
async def test_the_notice_covers_the_palette_until_the_window_grows(size: tuple[int, int]) -> None:
    async with playing() as player:
        await player.press("ctrl+p", *"sett")
        await player.resize(*size)
        assert isinstance(player.screen, RoomScreen)
        await player.press("ctrl+p", "k", "pagedown")
        assert isinstance(player.screen, RoomScreen)
        await player.resize(80, 24)
        assert isinstance(player.screen, CommandPalette)
        await player.press("escape")
        assert player.screen is player.table
        await player.resize(*size)
        await player.press("ctrl+p", "k", "pagedown")
        assert isinstance(player.screen, RoomScreen)


# -- keys in one packet: each reaches the screen that is open by then -----------------------------


@asynccontextmanager
async def connect(game: str | None = "free-cell") -> AsyncIterator[AppPilot]:
    app = SoltermApp(Store.open(), find(game) if game else None)
    async with run_test(app) as pilot:
        yield pilot


@pytest.mark.usefixtures("short_rules")
async def test_closing_keys_in_one_packet_close_only_what_is_open() -> None:
    async with connect() as connection:
        for closing in ("qq", "??", "\r\r\r", "\x1b\x1b\x1b\x1b", "q\x1bq\x1b"):
            await connection.send("?")
            assert isinstance(connection.app.screen, TextScreen)
            await connection.send(*closing)
            await connection.send("\x1b", "\x1b", "\x1b")
            assert isinstance(connection.app.screen, TableScreen)


async def test_enter_four_times_in_the_deal_dialog_deals_one_game() -> None:
    async with connect(None) as connection:
        await connection.send(*"free cell", "f9", "\r", "\r", "\r", "\r")
        assert isinstance(connection.app.screen, TableScreen)
        assert len(connection.app.seat.store.in_progress()) == 1
        assert connection.app.seat.store.read("SELECT count(*) FROM play") == [(1,)]


async def test_keys_after_one_that_opens_a_screen_go_to_that_screen() -> None:
    async with connect() as connection:
        await connection.send("m", *"golf", "f6", "\x1b", "f3", "\x1b")
        assert isinstance(connection.app.screen, MenuScreen)
        await connection.send("f6")
        assert isinstance(connection.app.screen, SavesScreen)
        await connection.send("\x1b", "f3")
        assert isinstance(connection.app.screen, ContestsScreen)


async def test_keys_after_the_one_that_quits_do_nothing() -> None:
    async with connect() as connection:
        legal = str(next(iter(connection.app.screen.play.legal_moves)))
        await connection.send("q", "q", ":", *legal, "enter")
        assert connection.app.return_value == 0
    saved = Store.open().load_suspended()
    assert saved is not None
    assert saved.record.events == ()


async def test_extra_clicks_on_back_close_no_other_screen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(App, "CLICK_CHAIN_TIME_THRESHOLD", 60.0)  # busy machines are slow
    async with connect(None) as connection:
        await connection.send("f9")
        y = len(connection.rows) - 1
        await connection.click((connection.rows[y].index("Esc Back"), y), times=3)
        assert isinstance(connection.app.screen, MenuScreen)
