"""The screens that are lists: settings, keys, statistics, saved games, deals, pages, replays."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from solterm.games import find
from solterm.store.kept import KeptPlay
from solterm.store.settings import load
from solterm.store.store import Store
from solterm.tui.app import SoltermApp
from solterm.tui.canvas import Canvas
from solterm.tui.screens.menu import MenuScreen
from solterm.tui.screens.replay import ReplayScreen
from solterm.tui.screens.table import TableScreen
from solterm.tui.screens.text import TextScreen

KLONDIKE = "kloncan-klondike"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SOLTERM_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


class Player:
    """Fingers on the keys, and eyes that read the screen."""

    def __init__(self, pilot: Pilot[int]) -> None:
        self.pilot = pilot

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def type(self, text: str) -> None:
        await self.press(*({" ": "space", "/": "slash", ".": "full_stop"}.get(c, c) for c in text))

    @property
    def screen(self) -> Any:
        return self.pilot.app.screen

    @property
    def app(self) -> Any:
        return self.pilot.app

    @property
    def text(self) -> str:
        canvas = Canvas(*self.app.size, self.app.glyphs)
        self.screen.paint(canvas)
        return "\n".join(row.rstrip() for row, _ in canvas.rows())


@asynccontextmanager
async def starting(game: str | None = None, deal: int | None = None) -> AsyncIterator[Player]:
    app = SoltermApp(Store.open(), find(game) if game else None, deal)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        yield Player(pilot)


# -- the menu ----------------------------------------------------------------------------------


async def test_the_menus_function_keys_are_on_the_digits_too() -> None:
    async with starting() as player:
        await player.press("f6")
        assert "Statistics" in player.text
        await player.press("escape", "7")
        assert "Saved games" in player.text
        await player.press("escape", "8", "1")
        assert isinstance(player.screen, MenuScreen)
        assert player.screen.level == 1


async def test_a_newcomer_finds_what_there_is_to_read() -> None:
    async with starting() as player:
        await player.press("f2")
        for line in ("What solitaire is", "How to play", "Score sheets", "The rules of Klondike"):
            assert line in player.text
        await player.press("down", "enter")
        assert isinstance(player.screen, TextScreen)
        assert "The cursor" in player.text
        await player.press("escape", "escape")
        assert isinstance(player.screen, MenuScreen)


# -- deals and options -------------------------------------------------------------------------


async def test_options_are_chosen_before_the_deal() -> None:
    async with starting() as player:
        await player.type("farewell")
        await player.press("9", "down", "down", "down", "down", "right", "down", "left")
        await player.press("number_sign", "6", "1", "7", "enter", "enter")
        play = player.screen.play
        assert (play.game.id, play.deal) == ("farewell-to-kings", 617)
        assert play.options == {"size": "small", "kings": "custom"}


async def test_a_number_that_is_no_deal_is_refused() -> None:
    async with starting() as player:
        await player.press("9", "0", "enter")
        assert "Deal numbers go from 1" in player.text
        await player.press("escape")
        assert isinstance(player.screen, MenuScreen)


# -- settings ----------------------------------------------------------------------------------


async def test_a_setting_is_changed_seen_and_kept(home: Path) -> None:
    async with starting() as player:
        await player.press("0", "right")
        assert load(home)[0].messages is False
        assert "Messages            off" in player.text
        await player.press("d")
        assert load(home)[0].messages is True


async def test_a_name_is_typed(home: Path) -> None:
    async with starting() as player:
        await player.press("0")
        player.screen.place = player.screen._shown.index("player")
        await player.press("enter")
        await player.type("Ann")
        await player.press("enter")
        assert load(home)[0].player == "Ann"


async def test_a_command_gets_another_key(home: Path) -> None:
    async with starting(KLONDIKE, 24) as player:
        await player.press("comma", "end", "up", "enter")
        commands = [each.id for each in player.screen._commands]
        player.screen.place = commands.index("undo")
        await player.press("enter", "z")
        assert load(home)[0].keys == {"undo": "z"}
        await player.press("escape", "escape")
        assert isinstance(player.screen, TableScreen)
        await player.press("f3", "z")
        assert player.screen.play.events == ["s", "undo"]


async def test_function_keys_stay_where_they_are(home: Path) -> None:
    async with starting(KLONDIKE, 24) as player:
        await player.press("comma", "end", "up", "enter", "enter", "f3")
        assert load(home)[0].keys == {}


# -- statistics --------------------------------------------------------------------------------


async def test_statistics_have_a_bar_and_are_reset_only_when_sure() -> None:
    store = Store.open()
    kept = KeptPlay.start(store, find(KLONDIKE), 617)
    kept.perform("t2 f1")
    kept.finish()
    async with starting() as player:
        await player.press("6")
        assert "Klondike (KLONCAN)" in player.text
        assert "0/1" in player.text
        await player.press("r", "n")
        assert "0/1" in player.text
        await player.press("r", "y")
        assert "No game is finished yet." in player.text


# -- saved games -------------------------------------------------------------------------------


async def test_a_game_is_saved_and_opened_again() -> None:
    async with starting(KLONDIKE, 617) as player:
        await player.press("right", "f5", "v", "s", "enter")
        assert "kloncan-klondike, deal 617" in player.text
        await player.press("escape", "u")
        assert player.screen.play.events == ["t2 f1", "undo"]
        await player.press("v", "enter", "y")
        assert isinstance(player.screen, TableScreen)
        assert player.screen.play.events == ["t2 f1"]


async def test_a_saved_game_is_deleted_only_when_sure() -> None:
    async with starting(KLONDIKE, 617) as player:
        await player.press("v", "s", "enter", "delete", "n")
        assert "deal 617" in player.text
        await player.press("delete", "y")
        assert "deal 617" not in player.text


async def test_records_go_out_and_come_in(tmp_path: Path) -> None:
    async with starting(KLONDIKE, 617) as player:
        await player.press("v", "s", "enter", "e")
        player.screen._typed = str(tmp_path / "mine.txt")
        await player.press("enter")
        assert '[Deal "617"]' in (tmp_path / "mine.txt").read_text()
        await player.press("e")
        player.screen._typed = str(tmp_path / "mine.txt")
        await player.press("enter")
        assert "is there already" in player.screen.notice
        await player.press("i")
        player.screen._typed = str(tmp_path / "mine.txt")
        await player.press("enter")
        assert "mine " in player.text
        await player.press("i")
        player.screen._typed = str(tmp_path / "nowhere.txt")
        await player.press("enter")
        assert "cannot be read" in player.screen.notice


async def test_a_scored_game_is_not_saved_under_a_name() -> None:
    async with starting(KLONDIKE, 617) as player:
        await player.press("m", "f3", "y", "3", "1", "v", "s", "enter")
        assert player.screen.notice.startswith("A scored game is not saved under a name")


# -- replays -----------------------------------------------------------------------------------


async def test_a_sample_is_replayed_step_by_step() -> None:
    async with starting() as player:
        await player.press("7", "enter")
        assert isinstance(player.screen, ReplayScreen)
        await player.press("right")
        first = player.text
        await player.press("right", "pagedown", "left", "home", "right")
        assert player.text == first
        await player.press("end")
        assert player.screen.play.tally.won
        await player.press("escape", "escape")
        assert isinstance(player.screen, MenuScreen)
