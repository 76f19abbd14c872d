"""Saved games on the screen: opening, replacing, deleting, exporting and importing."""

import os
from pathlib import Path

import pytest
from textual import events
from textual.widgets import Input

from solterm.contests.days import today
from solterm.core.play import record
from solterm.manual.rules_pages import sample
from solterm.sessions import shelf
from solterm.sessions.sharing import block
from solterm.store.store import Store
from solterm.tui.app import SoltermApp
from solterm.tui.screens.day_page import DayScreen
from solterm.tui.screens.saves_page import SavesScreen
from solterm.tui.screens.table_screen import TableScreen
from tests.tui.screens import first_moves, menu, showing, started, starting_with


def show(app: SoltermApp) -> None:
    app.doors.show_saves()


async def test_a_game_is_saved_opened_and_deleted() -> None:
    first_moves(started(), 2)
    async with showing(show) as player:
        await player.press("a", "ctrl+u")
        await player.type("before the leap")
        await player.press("enter")
        assert [each.name for each in shelf.list_saves(player.app.seat.store)] == [
            "before the leap"
        ]
        await player.press("enter")
        assert "ends your game" in player.text
        await player.press("y")
        assert isinstance(player.screen, TableScreen)
        assert player.screen.play.moves == 2
        player.app.doors.show_saves()
        await player.press("home", "delete", "n", "delete", "y")
        assert shelf.list_saves(player.app.seat.store) == []


async def test_a_save_of_the_same_name_is_replaced_only_after_a_yes() -> None:
    kept = first_moves(started(), 1)
    shelf.save(kept.store, "mine", kept)
    shelf.save(kept.store, name := f"Free Cell {kept.play.deal}", first_moves(kept, 1))
    friends = shelf.find(kept.store, name).text.replace("t1 r1", "t2 r1")
    shelf.put(kept.store, name, friends)
    async with showing(show) as player:
        for answer, moves in (("n", 1), ("y", 2)):
            await player.press("a", "ctrl+u")
            await player.type("mine")
            await player.press("enter", answer)
            assert len(record.read(shelf.find(kept.store, "mine").text).events) == moves
        await player.press("s", "n")
        assert shelf.find(kept.store, name).text == friends
        await player.press("s", "y", "s")
        assert player.screen.notice == f"Saved as {name!r}.", "its own, without a question"
    assert shelf.find(kept.store, name).text != friends


async def test_a_damaged_save_stays_and_only_records_are_pasted() -> None:
    shelf.put(Store.open(), "odd", '[Game "free-cell"]\n[Deal "5"]\n[Level "3"]\n\nt1 t9\n')
    async with showing(show) as player:
        assert "Line 5" in player.text
        for key in ("enter", "r"):
            await player.press(key)
            assert "is damaged" in player.screen.notice
        for text, told in {
            "solterm play spider --deal 77": "The menu plays the deal that it names",
            "[1] hello": "There is no recorded game in this text.",
        }.items():
            await player.pilot.take(events.Paste(text))
            assert told in player.screen.notice
        assert [each.name for each in shelf.list_saves(player.app.seat.store)] == ["odd"]


async def test_a_record_can_be_exported_and_imported(home: Path) -> None:
    kept = first_moves(started(), 2)
    shelf.save(kept.store, "mine", kept)
    path = home / "out.txt"
    async with showing(show) as player:
        for _ in range(2):
            await player.press("e", "ctrl+u")
            player.screen.query_one(Input).value = str(path)
            await player.press("enter")
        assert len(record.read(path.read_text()).events) == 2
        assert all(word in player.text for word in ("is", "there", "already;"))
        path.write_text("dear diary")
        await player.press("escape", "i")
        player.screen.query_one(Input).value = str(path)
        await player.press("enter")
        assert "Line 1" in player.text
        path.write_text(record.write(first_moves(started(), 3).play))
        await player.press("enter")
        assert {each.name for each in shelf.list_saves(player.app.seat.store)} == {"mine", "out"}


async def test_a_friends_game_is_imported_by_pasting_its_text() -> None:
    text = f"Look!\n{block(first_moves(started(), 2).play)}"
    async with menu() as player:
        await player.pilot.take(events.Paste(text))
        await player.pilot.pause()
        assert isinstance(player.screen, SavesScreen)
        assert player.line.startswith("Free Cell 617")
        await player.pilot.take(events.Paste(text[:-5]))
        assert "it is cut off" in player.screen.notice
        await player.pilot.take(events.Paste(text))
        assert [each.name for each in shelf.list_saves(player.app.seat.store)] == ["Free Cell 617"]
        await player.press("d")
        assert (player.screen.play.deal, player.screen.play.moves) == (617, 0)
        await player.pilot.take(events.Paste(text))
        assert player.screen.notice == "A copied game is pasted into the menu: M opens it."


async def test_a_deal_and_a_day_are_opened_by_pasting_their_lines() -> None:
    async with menu() as player:
        await player.pilot.take(
            events.Paste("try solterm play spider --deal 77 --level 2\n--option suits=2 !")
        )
        await player.pilot.pause()
        play = player.screen.play
        assert (play.game.id, play.deal, play.level) == ("spider", 77, 2)
        assert play.options == {"suits": "2"}
        await player.press("m")
        await player.pilot.take(events.Paste("scripts/play play pyramid --deal 777"))
        assert player.screen.notice == "Enter plays Pyramid, deal 777.", "of one of two"
        await player.press("escape")
        await player.pilot.take(events.Paste(f"solterm daily {today()}"))
        await player.pilot.pause()
        assert isinstance(player.screen, DayScreen)


async def test_the_newest_record_is_proposed_and_names_are_completed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for moment, name in enumerate(("golf.txt", "fan.txt", "notes.csv")):
        (tmp_path / name).write_text(sample("farewell-small"))
        os.utime(tmp_path / name, (moment, moment))
    async with showing(show) as player:
        await player.press("i")
        line = player.screen.query_one(Input)
        assert line.value == "~/fan.txt"
        line.value = "~/"
        await player.press("enter")
        assert "~/ is a folder; type the name of a file in it." in player.text
        await player.press("end", "g")
        await player.pilot.wait_until(lambda: "~/golf.txt" in player.text)
        await player.press("right", "enter")
        assert [each.name for each in shelf.list_saves(player.app.seat.store)] == ["golf"]


async def test_a_click_on_a_key_that_is_refused_says_why() -> None:
    async with starting_with(lambda app: app.doors.show_saves()) as player:
        *_, keys = player.text.splitlines()
        height = player.app.size.height
        await player.pilot.click((keys.index("S Save"), height - 1))
        assert player.screen.notice == "You have no game in progress to save."
