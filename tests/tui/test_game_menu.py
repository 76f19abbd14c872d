"""The game menu (Tab) and the key help: every useful command, and no other."""

import re

from solterm.core.play.mode import Mode
from solterm.core.play.play import Play
from solterm.games import catalogue, find
from solterm.tui.keys import keymap, offers
from solterm.tui.keys.commands import MENUS, TABLE, find_command
from solterm.tui.screens.game_menu import GameMenu
from tests.tui.player import playing
from tests.tui.table import at_table


def offered(game: str, level: int = 3, mode: Mode = Mode.FREE) -> set[str]:
    menu = GameMenu(Play(find(game), 617, level, mode), {}, False)
    return {command.id for commands in menu.under.values() for command in commands}


def test_every_command_has_a_function_and_most_have_a_menu() -> None:
    unlisted = {each.id for each in TABLE if not each.menu}
    assert unlisted == {"cancel", "left", "right", "up", "down", "game_menu"}
    assert all(each.menu in (*MENUS, "") for each in TABLE)
    assert at_table("demon").commands.functions.keys() == {each.id for each in TABLE}


def test_no_key_has_two_commands() -> None:
    keys = [key for each in TABLE for key in each.keys]
    assert len(keys) == len(set(keys))


def test_every_command_is_named_with_its_key_in_every_game() -> None:
    for game in catalogue().values():
        play = Play(game, 617)
        for commands in GameMenu(play, {}, False).under.values():
            assert commands
            for command in commands:
                assert offers.label(play, command)
                assert bool(keymap.key_name(command)) == bool(command.keys)


def test_commands_that_a_game_has_no_use_for_are_left_out() -> None:
    assert {"legal", "ranks", "suits"} <= offered("farewell-to-kings")
    assert not {"legal", "ranks", "suits"} & offered("kloncan-klondike")
    assert not {"turn_hand", "hand_to_field"} & offered("free-cell")
    assert not {"undo", "redo", "over", "bookmark", "jump"} & offered("concentration")
    assert not {"exception", "cheat"} & offered("kloncan-klondike", level=1)


def test_royales_one_draw_has_its_own_line() -> None:
    play = Play(find("three-shuffles-and-a-draw"), 617)
    assert offers.label(play, find_command("more")) == "Draw one card from a stack"


def test_commands_that_scored_games_refuse_are_left_out() -> None:
    helps = {"undo", "redo", "over", "bookmark", "jump", "hint", "peek", "cheat", "deal"}
    assert helps <= offered("three-shuffles-and-a-draw")
    scored = offered("three-shuffles-and-a-draw", mode=Mode.SCORED)
    assert helps & scored == {"peek"}
    strict = offered("three-shuffles-and-a-draw", mode=Mode.STRICT)
    assert not {"level", "exception"} & strict


async def test_arrows_and_enter_choose_and_escape_closes() -> None:
    async with playing() as player:
        await player.press("tab", "right")
        assert "Move through hand" in player.text
        await player.press("down", "enter")
        assert player.play.events == ["s"]
        assert not player.dialogs
        await player.press("tab", "left", "escape", "tab", "tab")
        assert player.play.events == ["s"]
        assert not player.dialogs


async def test_a_commands_key_works_in_the_menu() -> None:
    async with playing() as player:
        await player.press("tab", "f3")
        assert player.play.events == ["s"]
        await player.press("tab", "h")
        assert player.play.events == ["s", "hint"]


async def test_the_menu_fits_the_screen() -> None:
    async with playing() as player:
        await player.resize(60, 20)
        await player.press("tab", "right", "up")
        assert "Type a command" in player.text
        assert player.text.splitlines()[-1].startswith("1Pile")
        await player.press("enter", "u", "enter")
        assert not player.dialogs


async def test_the_card_names_the_game_and_leaves_the_message_row_free() -> None:
    async with playing("scorpion", 617) as player:
        await player.press("f2")
        for words in ("Keys: Scorpion, level 3", "-- Stuck?", "H      hint", "D      deal again"):
            assert words in player.text
        assert player.notice in player.text.splitlines()[-2]


async def test_playing_keys_are_off_under_the_help() -> None:
    async with playing() as player:
        await player.press("f2")
        for key in [*"hpwodnlx+130", "tab", "left", "home", "f1", "f3", "f4", "f5", "f6", "f10"]:
            player.table.notice = ""
            await player.press(key)
            assert player.notice == "This key is off under the help. Esc closes it.", key
            assert len(player.dialogs) == 1
        assert player.play.events == []
        assert player.table.hand.marked is None
        await player.press("escape")
        assert not player.dialogs


async def test_the_longest_status_row_fits() -> None:
    deal = 99_999_999_999_999_999_999
    async with playing("three-shuffles-and-a-draw", deal, 2) as player:
        await player.command("cheat")
        await player.press("y")
        row = player.text.splitlines()[0]
        assert str(deal) in row
        assert "Cheat" in row
        assert "Three Shuffles" in row
        assert "L2" in row
        assert row.rstrip().endswith("Cheat")


async def test_a_screen_too_small_for_the_game_says_what_it_needs() -> None:
    async with playing("three-shuffles-and-a-draw", 617) as player:
        await player.resize(42, 16)
        need = re.search(r"at least (\d+)x(\d+) cells", player.text)
        assert need, player.text
        columns, rows = map(int, need.groups())
        await player.resize(columns, rows)
        assert "at least" not in player.text
        await player.resize(columns - 1, rows)
        assert "at least" in player.text


async def test_a_click_on_an_empty_cell_does_nothing() -> None:
    async with playing() as player:
        await player.pilot.click(offset=(79, 15))
        assert player.play.events == []
