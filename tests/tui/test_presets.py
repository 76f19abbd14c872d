"""The key set for vi, and F4 in Free Cell."""

import pytest

from solterm.capabilities import Terminal
from solterm.core.values import replace
from solterm.store.settings import PRESETS, SETTINGS, Settings
from solterm.tui.keys import keymap
from solterm.tui.keys.commands import TABLE
from solterm.tui.keys.offers import labels
from solterm.tui.skin import Skin
from tests.tui.table import at_table


@pytest.mark.parametrize("preset", PRESETS)
def test_every_set_keeps_a_key_for_each_command_and_none_twice(preset: str) -> None:
    given = keymap.keys_of(preset, {})
    assert keymap.faults(given) == []
    found = [(key, each.id) for each in keymap.remap(given) for key in each.keys]
    assert len(dict(found)) == len(found)
    assert {name for _, name in found} == {each.id for each in TABLE if each.keys}


def test_a_players_own_keys_override_the_set() -> None:
    keys = keymap.by_key(keymap.keys_of("vi", {"hint": "y"}))
    assert (keys["y"].id, keys["h"].id) == ("hint", "left")


def test_the_vi_set_moves_the_cursor_and_keeps_the_digits() -> None:
    player = at_table("kloncan-klondike", deal=24)
    player.change_settings(preset="vi")
    start = player.table.hand.cursor
    player.press("l")
    assert player.table.hand.cursor != start
    player.press("h")
    assert player.table.hand.cursor == start
    waste = len(player.play.pile("w"))
    player.press("3")
    assert len(player.play.pile("w")) > waste


def test_in_the_usual_set_digits_are_function_keys() -> None:
    player = at_table("kloncan-klondike", deal=24)
    waste = len(player.play.pile("w"))
    player.press("3")
    assert len(player.play.pile("w")) > waste


def test_f4_puts_a_card_into_the_first_free_cell() -> None:
    player = at_table("free-cell", deal=617)
    assert labels(player.play.rules.game)[4].short == "Cell"
    cursor = player.table.hand.cursor
    card = player.play.pile(cursor)[-1]
    player.press("f4")
    assert player.play.pile("r1") == (card,)
    player.press("f4", "f4", "f4", "escape", "escape", "f4")
    assert player.table.commands.error, "no free cell is left"


def test_set_names_match_the_settings() -> None:
    assert tuple(keymap.PRESETS) == PRESETS


def test_a_skin_follows_from_the_settings_that_it_names() -> None:
    def worn(skin: Skin) -> tuple[object, ...]:
        return skin.glyphs, skin.palette, skin.keys, skin.left_handed

    usual, terminal = Settings(), Terminal()
    skin = Skin(usual, terminal)
    for setting in SETTINGS:
        values = setting.among if isinstance(setting.among, tuple | range) else ()
        for value in [{"undo": "z"}] if setting.name == "keys" else values:
            settings = replace(usual, **{setting.name: value})
            assert skin.is_for(settings) or value != setting.default
            if skin.is_for(settings):
                assert worn(Skin(settings, terminal)) == worn(skin), setting.name
