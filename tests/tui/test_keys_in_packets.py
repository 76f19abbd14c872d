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
from solterm.tui.screens.contests import ContestsScreen
from solterm.tui.screens.menu import MenuScreen
from solterm.tui.screens.reading import TextScreen
from solterm.tui.screens.saves import SavesScreen
from solterm.tui.screens.table import TableScreen
from tests.tui.player import Hands, run_test

FUZZED = int(os.environ.get("SOLTERM_FUZZED_KEYS", "1000000"))
"""Keys that the long test types."""


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # random keys may name and write files


class Packets:
    """A line that carries several keys at once."""

    def __init__(self, app: SoltermApp, hands: Hands) -> None:
        self.app = app
        self._hands = hands

    async def send(self, *keys: str) -> None:
        await self._hands.send(*keys)

    async def click(self, x: int, y: int, times: int) -> None:
        await self._hands.click((x, y), times)

    @property
    def screen(self):
        return self.app.screen

    @property
    def rows(self) -> list[str]:
        return self._hands.rows


@asynccontextmanager
async def line(game: str | None = "free-cell") -> AsyncIterator[Packets]:
    app = SoltermApp(Store.open(), find(game) if game else None)
    async with run_test(app) as hands:
        yield Packets(app, hands)


@pytest.mark.usefixtures("short_rules")
@pytest.mark.parametrize("closing", ["qq", "??", "\r\r\r", "\x1b\x1b\x1b\x1b", "q\x1bq\x1b"])
async def test_closing_keys_in_one_packet_close_what_is_there_and_no_more(closing: str) -> None:
    async with line() as at:
        await at.send("?")
        assert isinstance(at.screen, TextScreen)
        await at.send(*closing)
        await at.send("\x1b", "\x1b", "\x1b")
        assert isinstance(at.screen, TableScreen)


@pytest.mark.usefixtures("short_rules")
async def test_a_question_asked_three_times_opens_one_page() -> None:
    async with line() as at:
        await at.send("?", "?", "?")
        depth = len(at.app.screen_stack)
        assert depth <= 2 + isinstance(at.screen, TextScreen)
        await at.send("\x1b")
        assert isinstance(at.screen, TableScreen)


async def test_enter_four_times_in_deal_deals_one_game() -> None:
    async with line(None) as at:
        await at.send(*"free cell", "f9", "\r", "\r", "\r", "\r")
        assert isinstance(at.screen, TableScreen)
        assert len(at.app.store.in_progress()) == 1
        assert at.app.store.read("SELECT count(*) FROM play") == [(1,)]


async def test_keys_behind_a_way_to_another_screen_are_for_that_screen() -> None:
    async with line() as at:
        await at.send("m", *"golf", "f6", "\x1b", "f3", "\x1b")
        assert isinstance(at.screen, MenuScreen)
        await at.send("f6")
        assert isinstance(at.screen, SavesScreen)
        await at.send("\x1b", "f3")
        assert isinstance(at.screen, ContestsScreen)


async def test_keys_behind_the_one_that_quits_do_nothing() -> None:
    async with line() as at:
        legal = str(next(iter(at.screen.play.legal_moves)))
        await at.send("q", "q", ":", *legal, "enter")
        assert at.app.return_value == 0
    saved = Store.open().load_suspended()
    assert saved is not None
    assert saved.record.events == ()


async def test_two_clicks_that_close_a_screen_close_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(App, "CLICK_CHAIN_TIME_THRESHOLD", 60.0)  # a busy machine is slow
    async with line(None) as at:
        await at.send("f9")
        rows = at.rows
        y = next(y for y, row in enumerate(rows) if "Cancel" in row)
        await at.click(rows[y].index("Cancel"), y, times=3)
        assert isinstance(at.screen, MenuScreen)


# -- any keys whatever -------------------------------------------------------------------------

LETTERS = [*"abcdefghijklmnopqrstuvwxyzCFGHLNQ0123456789:?.,+- \r\x1b"]
NAMES = ["up", "down", "left", "right", "tab", "home", "end", "pageup", "pagedown", "backspace"]
FUNCTIONS = [f"f{n}" for n in range(1, 11)]


async def typed(chance: random.Random, count: int) -> None:
    """Random keys in packets of one to five; whenever the program is quit, it starts anew."""
    left = count
    while left > 0:
        game = chance.choice([None, *catalogue()])
        async with line(game) as at:
            while left > 0 and at.app.is_running:
                kind = chance.choices([LETTERS, NAMES, FUNCTIONS], [6, 5, 3])[0]
                packet = chance.choices(kind, k=chance.randint(1, 5))
                left -= len(packet)
                await at.send(*packet)


@pytest.mark.parametrize("seed", range(3))
async def test_a_hundred_random_keys_end_in_no_error(seed: int) -> None:
    await typed(random.Random(seed), 100)


@pytest.mark.long
@pytest.mark.parametrize("part", range(100))
async def test_a_million_random_keys_end_in_no_error(part: int) -> None:
    await typed(random.Random(1000 + part), FUZZED // 100)
