"""The game menu (Tab) and the key help: every useful command, and no other."""

from solterm.core.play.mode import Mode
from solterm.core.play.play import Play
from solterm.games import catalogue, find
from solterm.tui.keys import offers
from solterm.tui.keys.commands import MENUS, TABLE
from solterm.tui.keys.keymap import Keymap, key_name
from solterm.tui.screens.game_menu import GameMenu
from solterm.tui.widgets.lines import status
from tests.harness.cases import over
from tests.tui.player import playing
from tests.tui.table import at_table

HELPS = {"undo", "redo", "over", "bookmark", "jump", "hint", "peek", "cheat", "deal"}


def offered(game: str, level: int = 3, mode: Mode = Mode.FREE) -> set[str]:
    menu = GameMenu(Play(find(game), 617, level, mode), Keymap(), False)
    return {command.id for commands in menu.under.values() for command in commands}


def test_every_command_has_a_function_and_most_have_a_menu() -> None:
    unlisted = {each.id for each in TABLE if not each.menu}
    assert unlisted == {"cancel", "left", "right", "up", "down", "game_menu"}
    assert all(each.menu in (*MENUS, "") for each in TABLE)
    assert at_table("demon").commands.functions.keys() == {each.id for each in TABLE}


def test_every_command_is_named_with_its_key_in_every_game() -> None:
    for game in catalogue().values():
        play = Play(game, 617)
        for commands in GameMenu(play, Keymap(), False).under.values():
            assert commands
            for command in commands:
                assert offers.label(play, command)
                assert bool(key_name(command)) == bool(command.keys)


@over(
    "game level mode has lacks",
    [
        ("farewell-to-kings", 3, Mode.FREE, {"legal", "ranks", "suits"}, set()),
        ("kloncan-klondike", 3, Mode.FREE, {"turn_hand"}, {"legal", "ranks", "suits"}),
        ("kloncan-klondike", 1, Mode.FREE, set(), {"exception", "cheat"}),
        ("free-cell", 3, Mode.FREE, set(), {"turn_hand", "hand_to_field"}),
        ("concentration", 3, Mode.FREE, set(), {"undo", "redo", "over", "bookmark", "jump"}),
        ("three-shuffles-and-a-draw", 3, Mode.FREE, HELPS, set()),
        ("three-shuffles-and-a-draw", 3, Mode.SCORED, {"peek"}, HELPS - {"peek"}),
        ("three-shuffles-and-a-draw", 3, Mode.STRICT, set(), {"level", "exception"}),
    ],
)
def test_the_menu_offers_what_a_game_has_a_use_for(
    game: str, level: int, mode: Mode, has: set[str], lacks: set[str]
) -> None:
    found = offered(game, level, mode)
    assert has <= found
    assert not lacks & found


async def test_arrows_enter_and_keys_choose_and_escape_closes() -> None:
    async with playing() as player:
        await player.resize(60, 20)
        await player.press("tab", "right")
        assert "Move through hand" in player.text
        await player.press("down", "enter", "tab", "h")
        assert player.play.events == ["s", "hint"]
        await player.press("tab", "left", "escape", "tab", "tab")
        assert player.play.events == ["s", "hint"]
        assert not player.dialogs
        await player.press("tab", "right", "up")
        assert "Type a command" in player.text
        assert player.text.splitlines()[-1].startswith("1Pile")


async def test_playing_keys_are_off_under_the_help() -> None:
    async with playing() as player:
        await player.press("f2")
        for key in [*"hpwodnlx+130", "tab", "left", "home", "f1", "f3", "f4", "f5", "f6", "f10"]:
            player.table.notice = ""
            await player.press(key)
            assert player.notice == "This key is off under the help. Esc closes it.", key
        assert player.play.events == []
        assert len(player.dialogs) == 1
        await player.press("escape")
        assert not player.dialogs


def test_the_longest_status_row_fits() -> None:
    deal = 99_999_999_999_999_999_999
    play = Play(find("three-shuffles-and-a-draw"), deal, 2)
    play.perform("cheat")
    row = status(play, 0, 80)
    assert all(word in row for word in (str(deal), "Three Shuffles", "L2"))
    assert len(row) <= 80 and row.rstrip().endswith("Cheat")
