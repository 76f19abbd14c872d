"""What is kept, on its screens: statistics, saves and replays, at the two smallest sizes."""

from pathlib import Path

import pytest

from solterm.core.play import record
from solterm.games.samples import sample
from solterm.store import saves, statistics
from solterm.store.store import Store
from solterm.tui.screens.menu import MenuScreen
from solterm.tui.screens.replay import ReplayScreen
from solterm.tui.screens.saves import SavesScreen
from solterm.tui.screens.table import TableScreen
from tests.tui.visitor import GAME, SIZES, first_moves, menu, started


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SOLTERM_HOME", str(tmp_path))
    return tmp_path


# -- statistics -----------------------------------------------------------------------------


async def test_the_settings_clear_the_statistics_too() -> None:
    first_moves(started(), 1)
    started(GAME, 618)
    async with menu() as player:
        await player.press("f7", "end", "enter", "y")
        assert statistics.figures(player.app.store) == []


# -- saves -------------------------------------------------------------------------------------


async def test_a_game_is_saved_opened_and_deleted() -> None:
    first_moves(started(), 2)
    async with menu() as player:
        await player.press("f6", "a", "ctrl+u")
        await player.type("before the leap")
        await player.press("enter")
        assert [each.name for each in saves.list_saves(player.app.store)] == ["before the leap"]
        await player.press("enter")
        assert "ends your game" in player.text
        await player.press("y")
        assert isinstance(player.screen, TableScreen)
        assert player.screen.play.moves == 2
        await player.press("m", "f6", "delete", "n", "delete", "y")
        assert saves.list_saves(player.app.store) == []


async def test_a_save_of_the_same_name_is_replaced_only_after_a_yes() -> None:
    kept = first_moves(started(), 1)
    saves.save(kept.store, "mine", kept)
    first_moves(kept, 1)
    async with menu() as player:
        await player.press("f6", "a", "ctrl+u")
        await player.type("mine")
        await player.press("enter", "n")
        assert len(record.read(saves.find(kept.store, "mine").text).events) == 1
        await player.press("a", "ctrl+u")
        await player.type("mine")
        await player.press("enter", "y")
        assert len(record.read(saves.find(kept.store, "mine").text).events) == 2


async def test_a_scored_game_is_not_saved_under_a_name() -> None:
    async with menu() as player:
        await player.type("free cell")
        await player.press("tab", "y", "3", "1")
        player.app.show_saves(player.screen.kept)
        await player.press("s")
        assert "scored game" in player.screen.notice
        assert saves.list_saves(player.app.store) == []


async def test_a_damaged_save_says_what_is_wrong_and_is_left_alone() -> None:
    saves.put(Store.open(), "odd", '[Game "free-cell"]\n[Deal "5"]\n[Level "3"]\n\nt1 t9\n')
    async with menu() as player:
        await player.press("f6")
        assert "Line 5" in player.text
        for key in ("enter", "r"):
            await player.press(key)
            assert isinstance(player.screen, SavesScreen)
            assert "no good" in player.screen.notice
        assert [each.name for each in saves.list_saves(player.app.store)] == ["odd"]


async def test_a_record_goes_to_a_file_and_comes_back(home: Path) -> None:
    kept = first_moves(started(), 2)
    saves.save(kept.store, "mine", kept)
    async with menu() as player:
        await player.press("f6", "e", "ctrl+u")
        path = home / "out.txt"
        player.screen.prompt.text = str(path)
        await player.press("enter")
        assert len(record.read(path.read_text()).events) == 2
        await player.press("e")
        player.screen.prompt.text = str(path)
        await player.press("enter")
        fault = player.screen.prompt.fault
        assert fault.endswith("is there already; choose another name.")
        # It breaks where the folder's name has it, beside what the screen shows round the box.
        assert all(word in player.text for word in fault.split()[1:])
        await player.press("escape", "i")
        player.screen.prompt.text = str(path)
        await player.press("enter")
        assert {each.name for each in saves.list_saves(player.app.store)} == {"mine", "out"}


async def test_a_file_that_is_no_record_is_refused_in_the_box(home: Path) -> None:
    path = home / "diary.txt"
    path.write_text("dear diary")
    async with menu() as player:
        await player.press("f6", "i")
        player.screen.prompt.text = str(path)
        await player.press("enter")
        assert player.screen.prompt.fault.startswith("Line 1")
        assert saves.list_saves(player.app.store) == []


# -- replays -----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
async def test_a_sample_game_is_stepped_through_to_its_win(size: tuple[int, int]) -> None:
    async with menu(size) as player:
        player.app.show_replay("Sample", record.read(sample("farewell-small")))
        await player.press("right", "right", "left")
        assert player.screen.step == 1
        assert "1/61" in player.text
        await player.press("pagedown", "end", "right")
        assert player.screen.step == 61
        assert len(player.screen.play.pile("d")) == 52
        await player.press("pageup", "home", "left")
        assert player.screen.step == 0
        assert "The deal" in player.text


async def test_a_replay_that_plays_by_itself_stops_at_any_key() -> None:
    async with menu() as player:
        player.app.show_replay("Sample", record.read(sample("farewell-small")))
        await player.press("space")
        assert "Space Stops" in player.text
        await player.press("space")
        assert "Space Plays" in player.text
