"""The settings screen, and the screen for the player's own keys."""

import re
from pathlib import Path

import pytest

from solterm.context import NICKNAME, SITE, Context
from solterm.store.kept import KeptPlay
from solterm.store.settings import SETTINGS, load_settings
from solterm.tui.screens.choices_page import Field
from solterm.tui.screens.settings_page import (
    Sample,
    list_fields,
    matches,
)
from tests.effort import tries
from tests.harness.cases import over
from tests.tui.player import playing
from tests.tui.screens import SIZES, Player, showing

ELSEWHERE = {"favourites", "ignored", "keys"}
"""Settings that have a screen or a key of their own."""


def setting(size: tuple[int, int] = (80, 24)):
    return showing(lambda app: app.doors.show_settings(), size)


def fields() -> dict[str, Field]:
    return {field.key: field for group in list_fields().values() for field in group}


async def to(player: Player, key: str) -> None:
    player.screen.go_to(player.screen.find_item(fields()[key]))
    await player.pilot.pause()


def shown(player: Player) -> list[str]:
    rows = player.screen.shown.rows
    return [row.item.key for row in rows if isinstance(row.item, Field)]


# -- without a screen --------------------------------------------------------------------------


def test_every_setting_has_an_explained_field_or_a_screen() -> None:
    assert fields().keys() == {each.name for each in SETTINGS} - ELSEWHERE
    assert all(field.about and field.usual is not None for field in fields().values())


def test_every_value_is_reached_by_turning_and_has_words() -> None:
    for field in fields().values():
        value = field.usual
        for _ in field.choices:
            assert field.tell(value)
            value = field.turn(value, 1)
        assert value == field.usual
        if field.choices:
            assert field.turn(field.turn(value, -1), 1) == value


@over(
    "typed found",
    [
        ("col", {"theme", "four_colours", "background", "foreground"}),
        ("left hand", {"left_handed"}),
        ("lefthanded", {"left_handed"}),
        ("colx", set()),
    ],
)
def test_words_find_the_settings_about_them(typed: str, found: set[str]) -> None:
    assert {key for key, field in fields().items() if matches(field, typed)} == found


# -- on the screen -----------------------------------------------------------------------------


async def test_a_value_is_turned_typed_kept_and_reset(home: Path) -> None:
    async with setting() as player:
        await to(player, "lamp")
        await player.press("right")
        assert player.app.settings.lamp
        assert load_settings(Context(folder=home))[0] == player.app.settings
        assert re.search(r"Lamp \* +on", player.line)
        assert "* You changed it; Del sets it back." in player.text
        await player.press("left", "enter", "delete")
        assert not player.app.settings.lamp
        assert "You changed it" not in player.text
        await to(player, "player")
        assert player.line.endswith("(login name)")
        await player.press("enter", *"a" * 30, "enter")
        assert "at most 24" in player.text
        await player.press("ctrl+u", *"Anne", "enter")
        assert player.app.settings.player == "Anne"
        await player.press("enter", *"Bea", "escape")
        assert player.line.endswith("Anne"), "Esc keeps the old name"
        y = player.find_row("Four colours")
        await player.pilot.click((21, y))
        assert not player.app.settings.four_colours
        await player.pilot.click((21, y))
        assert player.app.settings.four_colours, "a second click turns it"


@pytest.mark.parametrize("size", SIZES[: tries(2, 1)])
async def test_rare_settings_are_folded_and_cards_show_the_look(size: tuple[int, int]) -> None:
    async with setting(size) as player:
        sample = player.screen.query_one(Sample)
        assert "7♠" in sample.text
        await to(player, "cards")
        await player.press("left")
        assert "7S" in sample.text, "changed at once"
        assert "left_handed" not in shown(player)
        await player.to("More settings")
        await player.press("enter")
        assert "left_handed" in shown(player)
        assert player.line.startswith("Fewer settings")
        assert player.screen.list.show_vertical_scrollbar
        await player.press("end")
        assert player.line.startswith("Clear the statistics ...")
        await player.press("home")
        assert player.pilot.rows[1].strip().startswith("Look")


async def test_typing_shows_the_settings_about_a_word() -> None:
    async with setting() as player:
        await player.type("left-2,?")
        assert player.pilot.rows[0].strip() == "Settings: left-2,?"
        assert player.pilot.rows[-1].rstrip().endswith("F2 Help   Esc All")
        await player.press(*["backspace"] * 4)
        assert shown(player) == ["left_handed"]
        await player.press("x")
        assert "No setting has 'leftx' in its" in player.text
        await player.press("enter", *["backspace"] * 5, *"lamp", "right", "escape")
        assert player.app.settings.lamp
        assert player.line.startswith("Lamp")
        await player.type("player")
        assert player.line.startswith("Player"), "names come first"
        await player.press("escape")
        await player.type("statistics")
        await player.press("enter")
        assert "Reset all statistics?" in player.text
        await player.press("enter", "x", "y")
        assert "Statistics start again from now." in player.text


# -- own keys ----------------------------------------------------------------------------------


async def test_a_key_can_be_assigned_and_removed() -> None:
    async with showing(lambda app: app.doors.show_own_keys()) as player:
        await player.press("home")
        await player.to("Hint")
        await player.press("enter", "u")
        assert "taken" in player.screen.notice
        await player.press("enter", "f3")
        assert player.app.settings.keys == {}
        await player.press("enter", "escape", "enter", "z")
        assert player.app.settings.keys == {"hint": "z"}
        assert "Z *" in player.line
        await player.press("delete")
        assert player.app.settings.keys == {}
        player.app.change_settings(keys={"hint": "z", "peek": "y"})
        await player.press("a", "n")
        assert player.app.settings.keys
        await player.press("a", "y")
        assert player.app.settings.keys == {}


async def test_the_first_row_tells_the_time_played_as_often_as_wanted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played = 754.9
    monkeypatch.setattr(KeptPlay, "seconds", property(lambda _: played))
    async with playing("free-cell", 617) as player:
        app = player.pilot.app
        told = {"off": "Free Cell (smallWare)  Level 3", "minutes": "  12 min  Level"}
        for value, words in (told | {"seconds": "  12:34  Level"}).items():
            app.change_settings(clock=value)
            await player.pilot.pause()
            assert words in player.text.splitlines()[0]
        played = 755.0
        await player.pilot.wait_until(lambda: "  12:35  Level" in player.text)
        assert "12:35" not in player.text.splitlines()[1]


async def test_whoever_allows_web_pages_reads_where_the_own_page_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(NICKNAME, "ann")
    monkeypatch.setenv(SITE, "https://cards.example")
    async with setting() as player:
        player.screen.change(fields()["public"], True)
        assert player.notice == "Your page: https://cards.example/players/ann"
