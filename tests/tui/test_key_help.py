"""F2 shows a card of every key that works; it and other sentences name the player's own keys."""

from functools import cache
from itertools import product

import pytest

from solterm.core.game import Game
from solterm.core.play.mode import Mode
from solterm.core.play.play import Play
from solterm.games import catalogue, find
from solterm.store.settings import Settings
from solterm.tui.keys import offers
from solterm.tui.keys.commands import MENUS, TABLE
from solterm.tui.keys.keymap import Keymap, key_name
from solterm.tui.screens.game_menu import GameMenu
from solterm.tui.screens.help_pages import HelpPagesScreen
from solterm.tui.screens.table_dialogs import StuckDialog
from solterm.tui.table.layout import BARS
from solterm.tui.table.sentences import greet, tell_beginning
from solterm.tui.widgets.key_help import RARE, KeyCard
from solterm.tui.widgets.lines import status
from tests.effort import tries
from tests.harness.cases import over
from tests.tui.player import playing
from tests.tui.table import at_table

OWN = {"colours": "z", "undo": "y", "exception": "ctrl+e", "natural": "ctrl+a", "left": "f12"}
"""A player's own keys for some commands."""


@cache
def dealt(game: Game, mode: Mode) -> Play:
    """Return a new play. It is cached, so don't play it."""
    return Play(game, 617, mode=mode)


def words_of(card: KeyCard, width: int) -> list[str]:
    """Return the words of the card; check that its lines fit the window."""
    lines = card.lines(width)
    assert all(len(line) <= width - 4 for line in lines)
    return [word.strip(",:()") or word for line in lines for word in line.split()]


@pytest.mark.parametrize(
    ("width", "own", "mode"),
    [*product((40, 44, 60, 80, 132), ({}, OWN), Mode)][:: tries(1, 4)],
)
def test_the_card_names_every_key_that_works_here_and_no_other(
    width: int, own: dict[str, str], mode: Mode
) -> None:
    for game in catalogue().values():
        play, is_kloncan = dealt(game, mode), offers.is_kloncan(game)
        words = words_of(KeyCard(play, Keymap(own), False), width)
        lowered = {word.lower() for word in words}
        for command in Keymap(own).commands:
            name = key_name(command)
            if not offers.has(play, command, False):
                assert not command.number or name not in words
            elif command.id == "redraw" or (command.id == "help" and not is_kloncan):
                continue  # every screen has Ctrl+L, and F2 is the card itself
            elif command.id in RARE and command.id not in own:
                assert command.menu, "Tab lists it"
                assert is_kloncan or name not in words, command.id
            elif not name or (name in ("Left", "Right", "Up", "Down") and "Arrows" in words):
                continue
            else:
                assert name in words, command.id
                texts = {command.brief, offers.label(play, command)} - {""}
                told = [text.lower().replace(",", "").split() for text in texts]
                assert any(lowered.issuperset(each) for each in told), command.id


@over("mode", [*Mode])
def test_the_card_of_every_game_fits_80_by_24(mode: Mode) -> None:
    for game in catalogue().values():
        lines = KeyCard(dealt(game, mode), Keymap(), True).lines(80)
        assert len(lines) <= 24 - BARS - 2, game.id


async def test_f2_leads_from_the_rules_to_the_card_and_g_to_the_guide() -> None:
    async with playing("scorpion") as player:
        await player.press("question_mark", "f2")
        await player.pilot.wait_until(lambda: "Keys: Scorpion, level 3" in player.text)
        assert player.screen is player.table
        await player.press("g")
        assert isinstance(player.screen, HelpPagesScreen)
        await player.press("escape", "escape", "g")
        assert player.notice.startswith("G does nothing here.")


def test_an_unbound_key_names_the_nearest_command() -> None:
    commands = at_table("scorpion").commands
    for key, advice in {
        "j": '"Jump back to the bookmark" is in the Tab menu.',
        "ctrl+r": '"Redo" is R.',
        "t": '"Type a command" is the key ":".',
        "z": "F2 lists the keys, Tab all commands.",
    }.items():
        assert commands.advise(key) == advice


def test_kloncans_games_begin_with_their_own_fifteen_lines() -> None:
    for name in ("kloncan-klondike", "kloncan-canfield"):
        lines = KeyCard(Play(find(name), 617), Keymap(), False).lines(44)
        assert lines[2] == "F3  Move through hand"
        assert lines[14] == "Esc Go on / drop the mark"
        assert lines[15].startswith("-- Play --")
    assert (
        KeyCard(Play(find("scorpion"), 617), Keymap(), False).lines(80)[0].startswith("-- Play --")
    )


async def test_a_tall_card_scrolls() -> None:
    async with playing() as player:
        await player.resize(60, 20)
        await player.press("f2")
        cursor = player.table.hand.cursor
        assert "Pile to pile move" in player.text
        assert "Tab" not in player.text
        await player.press("f2", "f2", "f2")
        assert "Pile to pile move" not in player.text
        assert "Tab    lists all commands" in player.text
        await player.press(*["up"] * 40)
        assert "Pile to pile move" in player.text
        assert player.table.hand.cursor == cursor
        await player.press("escape", "right")
        assert player.table.hand.cursor != cursor


@over("mode", [Mode.SCORED, Mode.STRICT])
def test_the_help_of_scored_games_omits_refused_commands(mode: Mode) -> None:
    text = "\n".join(
        KeyCard(Play(find("kloncan-klondike"), 617, mode=mode), Keymap(), False).lines(80)
    )
    for words in ("Undo", "undo", "hint", "peek", "ookmark", "heat", "eal again"):
        assert words not in text
    assert ("F8" in text) == (mode is Mode.SCORED)


def test_sentences_name_own_keys() -> None:
    own = {"bookmark": "z", "jump": "y", "undo": "f11", "deal": "a", "natural": "f12"}
    player = at_table("royale-golf", 617, settings=Settings(keys=own))
    player.press("y")
    assert player.notice == "No bookmark yet: Z sets one."
    player.press("z")
    assert player.notice == "Bookmark 1 set. Y jumps back here."
    player.press("y")
    assert "F11 undoes it." in player.notice
    assert StuckDialog("", player.play, Keymap(own)).answers[0].shown == "F11"
    player = at_table(settings=Settings(keys=own))
    player.to("t4")
    player.press("f12")
    assert player.notice.startswith("F12: ")


def test_kloncans_games_name_the_main_keys_until_the_second_move() -> None:
    player = at_table(settings=Settings(keys={"game_menu": "f12"}))
    player.press("f3")
    told = "F2 Help   F12 Menu   Enter proposes a move, Enter again makes it"
    assert tell_beginning(player.hand, 78) == told
    player.to("t6")
    player.press("f5", "left")
    assert tell_beginning(player.hand, 78) == told
    player.play.push(next(move for move in player.play.legal_moves if move.dst))
    assert tell_beginning(player.hand, 78) == ""


@over(
    "game level told",
    [
        ("klondike-deal-3", 2, "Level 2: the stock turns one card at a time."),
        ("klondike-deal-3", 1, "Level 1 eases the rules: ? says"),
        ("kloncan-canfield", 3, "Bring all cards to the field, Jack to 10 by suit."),
    ],
)
def test_a_game_begins_with_its_object_or_what_its_level_changes(
    game: str, level: int, told: str
) -> None:
    assert greet(at_table(game, level=level).hand, 78).startswith(told)


# -- the game menu --------------------------------------------------------------------------------


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
