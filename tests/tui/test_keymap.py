"""The player's own keys, and the key set for vi."""

from pathlib import Path

from textual.binding import Binding
from textual.dom import DOMNode

from solterm.capabilities import Terminal
from solterm.core.values import replace
from solterm.games import find
from solterm.store.settings import PRESETS, SETTINGS, Settings
from solterm.tui.keys import keymap
from solterm.tui.keys.commands import TABLE
from solterm.tui.keys.keymap import Keymap
from solterm.tui.keys.offers import labels
from solterm.tui.screens.sheet import SheetScreen
from solterm.tui.skin import Skin
from tests.harness.cases import over
from tests.tui import every_screen
from tests.tui.player import Player, playing
from tests.tui.table import at_table

BROWSERS_KEEP = frozenset(
    {"ctrl+n", "ctrl+q", "ctrl+t", "ctrl+w", "ctrl+tab", "ctrl+pageup", "ctrl+pagedown", "f11"}
)
"""Keys that Chrome or Firefox never pass on to a page."""


def does(key: str, **overrides: str) -> str | None:
    command = Keymap(overrides).by_key.get(key)
    return command.id if command else None


def test_without_overrides_the_usual_keys_apply() -> None:
    assert Keymap().commands == TABLE
    assert Keymap().faults == []
    assert does("h") == "hint"


def test_an_own_key_replaces_the_usual_ones_but_no_function_key() -> None:
    assert does("y", hint="y") == does("Y", hint="y") == "hint"
    assert does("h", hint="y") is None
    assert does("full_stop", hint=".") == does(".", hint="full_stop") == "hint"
    assert does("z", turn_hand="z") == does("f3", turn_hand="z") == does("3", turn_hand="z")
    assert does("ctrl+c", quit="z") == "quit"
    assert does("escape", cancel="z") == "cancel"


def test_a_key_is_taken_from_the_command_that_had_it() -> None:
    own = {"left": "left h", "down": "down j", "up": "up k", "right": "right l"}
    assert [does(key, **own) for key in "hjkl"] == ["left", "down", "up", "right"]
    assert does("left", **own) == "left"
    assert not Keymap(own).faults


@over("key", ["f1", "1", "0", "escape", "ctrl+c"])
def test_function_keys_digits_escape_and_ctrl_c_stay(key: str) -> None:
    assert does(key, hint=key) == does(key)
    assert "cannot be reassigned" in Keymap({"hint": key}).faults[0]
    assert does("h", hint=key) == "hint"


def test_mistakes_are_reported_and_ignored() -> None:
    own = {"hunt": "h", "hint": "hyper+h", "peek": "y", "undo": "y"}
    assert Keymap(own).faults == [
        "No command is called 'hunt'; its keys are ignored.",
        "No key is called 'hyper+h'; 'hint' ignores it.",
        "The key 'y' already belongs to 'peek'; 'undo' cannot have it.",
    ]
    assert does("h", **own) == "hint"
    assert does("u", **own) == "undo"


async def test_own_keys_work_at_the_table_and_appear_in_its_menu(home: Path) -> None:
    (home / "settings.toml").write_text('[keys]\nhint = "y"\nhunt = "h"\n')
    async with playing() as player:
        assert player.notice == "No command is called 'hunt'; its keys are ignored."
        await player.press("h", "y")
        assert player.play.events == ["hint"]
        await player.press("tab", "left")
        assert "Y" in player.find_line("Hint")


def _list_nodes(kind: type[DOMNode]) -> list[type[DOMNode]]:
    kinds = [kind, *(each for below in kind.__subclasses__() for each in _list_nodes(below))]
    return [each for each in kinds if each.__module__.startswith("solterm.")]


def test_every_action_has_a_key_that_a_browser_passes_on() -> None:
    assert every_screen, "which imports all screens"
    keys: dict[str, set[str]] = {each.id: set(each.keys) for each in TABLE if each.keys}
    for kind in _list_nodes(DOMNode):
        for binding in kind.__dict__.get("BINDINGS", ()):
            assert isinstance(binding, Binding)
            keys.setdefault(f"{kind.__name__}.{binding.action}", set()).update(
                binding.key.split(",")
            )
    assert "SoltermApp.races" in keys
    assert {name for name, given in keys.items() if given <= BROWSERS_KEEP} == set()


# -- the key set for vi, and the look -------------------------------------------------------------


def test_every_set_keeps_a_key_for_each_command_and_none_twice() -> None:
    assert tuple(keymap.PRESETS) == PRESETS
    for preset in PRESETS:
        given = Keymap(preset=preset)
        assert given.faults == []
        found = [(key, each.id) for each in given.commands for key in each.keys]
        assert len(dict(found)) == len(found)
        assert {name for _, name in found} == {each.id for each in TABLE if each.keys}


def test_the_vi_set_moves_the_cursor_and_keeps_the_digits_unless_overridden() -> None:
    player = at_table("kloncan-klondike", deal=24)
    player.change_settings(preset="vi")
    player.press("l")
    assert player.cursor == "t2"
    player.press("h", "3")
    assert (player.cursor, player.play.events) == ("t1", ["s"])
    keys = Keymap({"hint": "y"}, "vi").by_key
    assert (keys["y"].id, keys["h"].id) == ("hint", "left")


def test_f4_puts_a_card_into_the_first_free_cell() -> None:
    player = at_table("free-cell", deal=617)
    assert labels(player.play.rules.game)[4].short == "Cell"
    cursor = player.table.hand.cursor
    card = player.play.pile(cursor)[-1]
    player.press("f4")
    assert player.play.pile("r1") == (card,)
    player.press("f4", "f4", "f4", "escape", "escape", "f4")
    assert player.table.commands.error, "no free cell is left"


def test_a_skin_follows_from_the_settings_that_it_names() -> None:
    def worn(skin: Skin) -> tuple[object, ...]:
        return skin.glyphs, skin.palette, skin.keys.commands, skin.left_handed

    usual, terminal = Settings(), Terminal()
    skin = Skin(usual, terminal)
    for setting in SETTINGS:
        values = setting.among if isinstance(setting.among, tuple | range) else ()
        for value in [{"undo": "z"}] if setting.name == "keys" else values:
            settings = replace(usual, **{setting.name: value})
            assert skin.is_for(settings) or value != setting.default
            if skin.is_for(settings):
                assert worn(Skin(settings, terminal)) == worn(skin), setting.name


def has_quit(player: Player) -> bool:
    return player.pilot.app.return_value == 0


async def test_the_players_own_keys_quit_and_open_the_menu_on_every_screen(home: Path) -> None:
    (home / "settings.toml").write_text('[keys]\nquit = "z"\nmenu = "y"\n')
    async with playing(events=("s",)) as player:
        await player.resize(30, 8)
        assert "Z: quit" in player.text
        await player.press("q")
        assert "More room" in player.text
        await player.resize(80, 24)
        await player.press("f9")
        assert "Y Menu   Z Quit" in player.text
        await player.press("q", "m")
        assert not has_quit(player)
        assert player.pilot.app.base_screen is player.table
        await player.press("y")
        player.pilot.app.go_to(SheetScreen(find("kloncan-klondike"), 3))
        await player.press("q", "z", "q", "escape", "y", "escape")
        assert "Z twice quits." in player.text
        await player.press("q", "escape")
        assert not has_quit(player)
        await player.press("z", "z")
        assert has_quit(player)
