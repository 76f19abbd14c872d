"""The settings screen, and the screen for the player's own keys."""

import re
from pathlib import Path

import pytest

from solterm.context import Context
from solterm.sessions import statistics
from solterm.store.settings import SETTINGS, load_settings
from solterm.store.store import Store
from solterm.tui.screens.own_keys import OwnKeysScreen
from solterm.tui.screens.settings import Sample, SettingsScreen
from solterm.tui.widgets.form import Form, Row
from tests.effort import tries
from tests.tui.screens import SIZES, Player, first_moves, menu, showing, started


def setting(size: tuple[int, int] = (80, 24)):
    return showing(lambda app: app.doors.show_settings(), size)


async def to(player: Player, name: str) -> None:
    form = player.screen.form
    form.go_to(next(row.control for row in form.rows if row.field.name == name))
    await player.pilot.pause()


async def unfold(player: Player) -> None:
    player.screen.form.go_to(player.screen.query_one("#more"))
    await player.press("enter")
    await player.pilot.pause()


def rows(player: Player) -> list[Row]:
    return list(player.screen.query_one(Form).rows)


@pytest.mark.parametrize("last", [2, pytest.param(99, marks=pytest.mark.long)])
async def test_every_setting_can_be_changed_and_reset(home: Path, last: int) -> None:
    async with setting() as player:
        if last > 2:
            await unfold(player)
        shown = [row for row in rows(player) if row.display]
        for row in shown[:last]:
            name = row.field.key
            usual = getattr(player.app.settings, name)
            await to(player, row.field.name)
            if name == "player":
                continue
            await player.press("right")
            assert getattr(player.app.settings, name) != usual
            assert load_settings(Context(folder=home))[0] == player.app.settings
            await player.press("left")
            assert getattr(player.app.settings, name) == usual
            await player.press("enter", "delete")
            assert getattr(player.app.settings, name) == usual


async def test_every_setting_has_an_explained_row_or_a_screen() -> None:
    async with setting() as player:
        shown = {row.field.key for row in rows(player)}
        await to(player, "Lamp")
        assert "The first row says whether the game can still be won." in player.text
    elsewhere = {"favourites", "ignored", "keys", "door", "news", "phrases"}
    assert shown == {each.name for each in SETTINGS} - elsewhere


async def test_the_name_is_typed_and_a_long_one_refused() -> None:
    async with setting() as player:
        await to(player, "Player")
        await player.press(*"Ann", "up")
        assert player.app.settings.player == "Ann", "leaving the row saves it"
        await player.press("down", "enter", *"a" * 30, "enter")
        assert player.app.settings.player == "Ann"
        assert "at most 24" in player.text
        await player.press("ctrl+u")
        await player.type("Anne")
        await player.press("enter")
        assert player.app.settings.player == "Anne"
        await player.type("Bea")
        await player.press("escape")
        assert player.app.settings.player == "Anne", "Esc keeps the old name"


@pytest.mark.parametrize("size", SIZES[: tries(2, 1)])
async def test_the_settings_show_cards_in_the_current_look(size: tuple[int, int]) -> None:
    async with setting(size) as player:
        sample = player.screen.query_one(Sample)
        assert "7♠" in sample.text
        await to(player, "Cards")
        await player.press("left")
        assert "7S" in sample.text, "changed at once"


@pytest.mark.parametrize("size", SIZES[: tries(2, 1)])
async def test_a_scroll_bar_shows_that_there_are_more_rows(size: tuple[int, int]) -> None:
    async with setting(size) as player:
        await unfold(player)
        await player.press("home")
        form = player.screen.query_one(Form)
        assert form.show_vertical_scrollbar
        assert form.vertical_scrollbar.display
        first = player.pilot.rows[1]
        await player.press("end")
        await player.pilot.wait_until(lambda: player.pilot.rows[1] != first)
        assert player.line.startswith("[ Clear the statistics ... ]")
        await player.press("home")
        await player.pilot.wait_until(lambda: player.pilot.rows[1] == first)


async def test_a_value_is_chosen_from_a_list_or_with_the_mouse() -> None:
    async with setting() as player:
        await player.press("space", "down", "enter")
        assert player.app.settings.theme == "felt"
        assert isinstance(player.screen, SettingsScreen)
        y = next(y for y, row in enumerate(player.pilot.rows) if "Four colours" in row)
        await player.pilot.click((21, y))
        assert player.app.settings.four_colours
        assert " on" in player.pilot.rows[y]


@pytest.mark.parametrize("word", ["player", "score", "name"][: tries(3, 1)])
async def test_a_search_that_finds_a_text_writes_nothing_into_it(word: str) -> None:
    async with setting() as player:
        await player.press(*word)
        assert player.pilot.rows[0].strip() == f"Settings: {word}"
        assert not player.app.settings.player
        assert "Enter goes to Player." in player.text
        assert "login name" in player.text
        await player.press("enter", *"Bob", "enter")
        assert player.app.settings.player == "Bob"
        await player.press("escape", *"ex", "backspace", "backspace")
        assert player.app.settings.player == "Bob"


@pytest.mark.parametrize("size", SIZES[: tries(2, 1)])
async def test_typing_shows_the_settings_about_a_word(size: tuple[int, int]) -> None:
    async with setting(size) as player:
        await player.press(*"col")
        assert player.pilot.rows[0].strip().startswith("Settings: col")
        shown = [row.field.key for row in rows(player) if row.display]
        assert shown == ["theme", "four_colours", "background", "foreground"]
        assert player.screen.form.row.field.key == "theme"
        await player.press("x")
        assert "No setting has 'colx' in its name." in player.text
        await player.press("enter", "backspace", "backspace", "backspace", "backspace")
        assert "Clear the statistics" in player.text or size[1] < 24
        await player.press(*"lamp", "right", "escape", "escape")
        assert player.app.settings.lamp
        assert not isinstance(player.screen, SettingsScreen)


async def test_spaces_digits_and_signs_belong_to_a_search() -> None:
    async with setting() as player:
        await player.type("left hand")
        assert [row.field.key for row in rows(player) if row.display] == ["left_handed"]
        assert player.app.settings.left_handed is False
        await player.press("escape", *"left-", "2", "comma", "question_mark")
        assert player.pilot.rows[0].strip() == "Settings: left-2,?"


async def test_the_key_bar_names_no_key_that_the_search_takes() -> None:
    async with setting() as player:
        assert player.pilot.rows[-1].rstrip().endswith("? Help   Esc Back")
        await player.type("left")
        assert player.pilot.rows[-1].rstrip().endswith("F2 Help   Esc All")
        await player.press("f2")
        assert re.search(r"F2 +Help\n", re.sub(r" +\n", "\n", player.text))
        await player.press("escape", "escape")
        assert player.pilot.rows[-1].rstrip().endswith("? Help   Esc Back")


async def test_a_search_finds_buttons() -> None:
    async with setting() as player:
        await player.press(*"keys")
        assert "[ Keys of the table ... ]" in player.text
        await player.press("escape", *"statistics")
        assert "Statistics" not in player.text and "[ Clear the statistics ... ]" in player.text
        await player.press("enter")
        assert "Reset all statistics?" in player.text


@pytest.mark.usefixtures("short_settings")
async def test_an_arrow_leaves_a_row_that_a_search_has_just_hidden() -> None:
    async with setting() as player:
        first = rows(player)[0]
        first.display = False
        assert player.screen.form.here is first.control
        await player.press("down")
        assert player.screen.form.here is not first.control
        for control in player.screen.query(".control"):
            control.display = False
        await player.press("down")
        assert player.app.is_running


async def test_changed_settings_have_a_mark() -> None:
    async with setting() as player:
        assert "*" not in player.pilot.rows[3]
        await to(player, "Lamp")
        await player.press("right")
        assert "Lamp *" in player.text
        assert "* You changed it; Del sets it back." in player.text
        await player.press("delete")
        assert "Lamp *" not in player.text
        assert "You changed it" not in player.text


async def test_rare_settings_are_folded() -> None:
    async with setting() as player:
        rare = player.screen.form.find("left_handed")
        assert not rare.display
        await unfold(player)
        assert rare.display
        await player.press("enter")
        assert not rare.display


@pytest.mark.usefixtures("short_settings")
async def test_clearing_the_statistics_asks_first() -> None:
    kept = first_moves(started(), 3)
    kept.finish()
    async with setting() as player:
        await player.press("end", "enter")
        assert "Reset all statistics?" in player.text
        await player.press("enter", "x", "n")
        assert statistics.figures(player.app.store)
        await player.press("enter", "y")
        assert statistics.figures(player.app.store) == []
        assert "Statistics start again from now." in player.text
        await player.press("up")
        assert "Statistics start again" not in player.text
    assert Store.open().load_suspended("free-cell") is None


# -- own keys ----------------------------------------------------------------------------------


async def test_a_key_can_be_assigned_and_removed() -> None:
    async with showing(lambda app: app.doors.show_own_keys()) as player:
        await player.press("home")
        await player.to("Hint")
        await player.press("enter", "u")
        assert "taken" in player.screen.notice
        assert player.screen.notice in player.text
        assert player.app.settings.keys == {}
        await player.press("enter", "f3")
        assert player.app.settings.keys == {}
        await player.press("enter", "escape", "enter", "z")
        assert player.app.settings.keys == {"hint": "z"}
        assert "Z *" in player.line
        await player.press("delete")
        assert player.app.settings.keys == {}
        assert isinstance(player.screen, OwnKeysScreen)


async def test_resetting_all_keys_asks_first() -> None:
    async with showing(lambda app: app.doors.show_own_keys()) as player:
        player.app.change_settings(keys={"hint": "z", "peek": "y"})
        await player.press("a")
        assert "Reset the keys of all commands?" in player.text
        await player.press("n")
        assert player.app.settings.keys
        await player.press("a", "y")
        assert player.app.settings.keys == {}


async def test_an_assigned_key_works_at_the_table() -> None:
    started()
    async with menu() as player:
        player.app.change_settings(keys={"hint": "z"})
        await player.press("enter", "z")
        assert player.screen.play.counts.hints == 1
