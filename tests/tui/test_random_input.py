"""Random keys, pastes, mouse reports and window sizes: no error, and the screen still answers."""

import random
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.command import CommandPalette

from solterm.games import find
from solterm.store.store import Store
from solterm.tui.app import SoltermApp
from solterm.tui.screens.base import RoomScreen
from solterm.wire.driver import event_of
from solterm.wire.input_parser import Mouse
from solterm.wire.settling import deliver
from tests.tui.player import AppPilot, playing, run_test

PACKETS = 20_000
"""Packets that the long test sends."""
_PARTS = 40

SCREENS: dict[str, Callable[[SoltermApp], object]] = {
    "table": lambda app: app.deal(find("kloncan-klondike"), 24),
    "menu": SoltermApp.show_menu,
    "settings": SoltermApp.show_settings,
    "keyboard": SoltermApp.show_keyboard,
    "statistics": SoltermApp.show_statistics,
    "finished": SoltermApp.show_finished,
    "contests": SoltermApp.show_contests,
    "daily": SoltermApp.show_daily,
    "scores": SoltermApp.show_scores,
    "saves": SoltermApp.show_saves,
    "lesson": SoltermApp.show_lesson,
    "help": SoltermApp.show_help_pages,
    "rules": lambda app: app.show_rules(find("free-cell")),
    "deal": lambda app: app.show_deal(find("free-cell")),
    "start": lambda app: app.show_start(find("kloncan-klondike")),
}
_KEYS = (
    *"abcdefghijklmnoprstuvwxyz0123456789?,./:[]@ ",
    *(f"f{number}" for number in range(1, 13)),
    *("enter", "escape", "tab", "up", "down", "left", "right", "backspace", "delete"),
    *("home", "end", "pageup", "pagedown", "ctrl+p", "ctrl+b", "ctrl+l", "ctrl+j", "ctrl+home"),
)
_SIZES = ((1, 1), (2, 1), (3, 3), (10, 5), (20, 10), (39, 13), (40, 14), (60, 20), (80, 24))
_MICE = ("down", "up", "drag", "wheel_up", "wheel_down")


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # random keys may name and write files


async def send_packets(chance: random.Random, screen: str, count: int) -> None:
    """Send random packets to a screen, with the palette open half of the time."""
    app = SoltermApp(Store.open())
    app.is_lesson_offered = True
    async with run_test(app) as pilot:
        SCREENS[screen](app)
        await pilot.pause()
        for place in range(count):
            if place % 20 == 0:
                await pilot.press("ctrl+p")
            await _send_packet(pilot, chance)
            if not app.is_running or app.return_value is not None:
                return  # the random keys said yes to the question of Q
        await _check_answer(pilot)


async def _send_packet(pilot: AppPilot, chance: random.Random) -> None:
    kind = chance.random()
    if kind < 0.6:
        await pilot.send(*chance.choices(_KEYS, k=chance.randint(1, 4)))
    elif kind < 0.7:
        text = "".join(chance.choices("sett\n[/]\x1b é♠0 ", k=chance.randint(0, 40)))
        await deliver(pilot.app, deque[Any]([events.Paste(text)]))
    elif kind < 0.85:
        x, y = chance.randrange(100), chance.randrange(40)
        mouse = Mouse(chance.choice(_MICE), x, y, chance.randint(0, 3))
        await deliver(pilot.app, deque[Any]([event_of(mouse)]))
    else:
        size = (chance.randint(1, 300), chance.randint(1, 100))
        await pilot.textual.resize_terminal(*chance.choice([size, *_SIZES]))


async def _check_answer(pilot: AppPilot) -> None:
    await pilot.textual.resize_terminal(20, 5)
    await pilot.pause()
    await pilot.textual.resize_terminal(120, 40)
    await pilot.pause()
    assert not isinstance(pilot.app.screen, RoomScreen), "the notice stays"
    before = pilot.app.screen
    for key in ("escape", "f1", "ctrl+p", "escape", "q", "escape"):
        await pilot.press(key)
        if pilot.app.screen is not before:
            return
    raise AssertionError(f"{before} does not answer")


@pytest.mark.parametrize("screen", SCREENS)
async def test_random_packets_cause_no_error(screen: str) -> None:
    await send_packets(random.Random(screen), screen, 8)


@pytest.mark.long
@pytest.mark.parametrize("part", range(_PARTS))
@pytest.mark.parametrize("screen", SCREENS)
async def test_many_random_packets_cause_no_error(screen: str, part: int) -> None:
    count = -(-PACKETS // (_PARTS * len(SCREENS)))
    await send_packets(random.Random(f"{screen} {part}"), screen, count)


@pytest.mark.parametrize("size", [(20, 10), (10, 5), (3, 3), (2, 1), (1, 1)])
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
