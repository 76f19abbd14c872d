"""Keys in one packet: each reaches the screen that is open by then."""

import os
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.app import App

from solterm.games import catalogue, find
from solterm.store.store import Store
from solterm.tui.app import SoltermApp
from solterm.tui.screens.contests_page import ContestsScreen
from solterm.tui.screens.help_pages import TextScreen
from solterm.tui.screens.menu import MenuScreen
from solterm.tui.screens.saves_page import SavesScreen
from solterm.tui.screens.table_screen import TableScreen
from tests.effort import tries
from tests.tui.player import AppPilot, run_test

FUZZED = int(os.environ.get("SOLTERM_FUZZED_KEYS", "1000000"))
"""The number of keys that the long test presses."""


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # random keys may name and write files


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


# -- random keys -------------------------------------------------------------------------------

LETTERS = [*"abcdefghijklmnopqrstuvwxyzCFGHLNQ0123456789:?.,+- \r\x1b"]
NAMES = ["up", "down", "left", "right", "tab", "home", "end", "pageup", "pagedown", "backspace"]
FUNCTIONS = [f"f{n}" for n in range(1, 11)]


async def press_random_keys(chance: random.Random, count: int) -> None:
    """Press random keys in packets of one to five; restart the App whenever they quit it."""
    left = count
    while left > 0:
        game = chance.choice([None, *catalogue()])
        async with connect(game) as connection:
            while left > 0 and connection.app.is_running:
                kind = chance.choices([LETTERS, NAMES, FUNCTIONS], [6, 5, 3])[0]
                packet = chance.choices(kind, k=chance.randint(1, 5))
                left -= len(packet)
                await connection.send(*packet)


@pytest.mark.parametrize("seed", range(tries(3, 1)))
async def test_a_hundred_random_keys_cause_no_error(seed: int) -> None:
    await press_random_keys(random.Random(seed), 100)


@pytest.mark.long
@pytest.mark.parametrize("part", range(100))
async def test_a_million_random_keys_cause_no_error(part: int) -> None:
    await press_random_keys(random.Random(1000 + part), FUZZED // 100)
