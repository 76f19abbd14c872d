"""Dialogs: keys that answer, keys that do nothing, and refused input."""

from typing import Any

import pytest

from solterm.context import SOLVER
from solterm.core.play.play import Play
from solterm.games import find
from solterm.sessions.plays import NONE_SOUGHT
from solterm.store.store import Store
from solterm.tui.keys import keymap
from solterm.tui.screens.deal import DealScreen
from solterm.tui.screens.dialogs import Choice, Question, QuitDialog, TextDialog
from solterm.tui.screens.menu import MenuScreen
from solterm.tui.screens.table_dialogs import StuckDialog
from tests.harness.cases import over
from tests.tui.player import Player, playing
from tests.tui.screens import SIZES, first_moves, menu, showing, started
from tests.tui.table import at_table


async def ask(player: Player, dialog: Any) -> list[Any]:
    """Open a dialog over a table; return a list for its result."""
    returned: list[Any] = []
    player.pilot.app.push_screen(dialog, returned.append)
    await player.pilot.pause()
    return returned


async def test_a_question_takes_yes_no_and_a_click_and_beeps_at_other_keys(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with playing() as player:
        beeps: list[None] = []
        monkeypatch.setattr(player.pilot.app, "bell", lambda: beeps.append(None))
        for key, answer in (("y", True), ("Y", True), ("n", False), ("escape", False)):
            returned = await ask(player, Question("Really?"))
            await player.press("x")
            assert not returned and beeps, "other keys do nothing"
            beeps.clear()
            await player.press(key)
            assert returned == [answer]
            assert not player.dialogs
        returned = await ask(player, Question("Really?"))
        y = player.find_row("Y   - Yes")
        await player.pilot.click((player.pilot.rows[y].index("Yes"), y))
        assert (returned, beeps) == ([True], [])


async def test_dialogs_take_their_keys_alone() -> None:
    async with playing() as player:
        command = keymap.Keymap({"quit": "z"}).find("quit")
        quits = QuitDialog(command.keys, keymap.key_name(command), "the game is kept")
        returned = await ask(player, quits)
        assert "Z   - Quit; the game is kept" in player.text
        await player.press("q", "enter", "y")
        assert not returned
        await player.press("z")
        assert returned == [True]
        returned = await ask(player, Choice("Which?", [("a", "The first"), ("b", "The second")]))
        await player.press("c", "B")
        assert returned == ["b"]


async def test_a_text_is_refused_with_a_reason_and_esc_gives_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    repainted: list[None] = []
    async with playing() as player:
        monkeypatch.setattr(player.pilot.app, "picture_lost", lambda: repainted.append(None))
        refuses = {"x": "No such name.", "ann": None}
        returned = await ask(player, TextDialog("Name:", refuses=refuses.__getitem__))
        await player.press("x", "enter", "ctrl+l")
        assert "No such name." in player.text and repainted and not returned
        await player.press("backspace", "a", "n", "n", "enter")
        assert returned == ["ann"]
        returned = await ask(player, TextDialog("Name:", "ann"))
        await player.press("escape")
        assert returned == [None]


async def test_a_dialog_is_in_the_middle_of_a_large_window() -> None:
    async with playing() as player:
        await ask(player, Question("Really?"))
        box = player.pilot.app.screen.query_one("#box").region
        assert box.right == 80, "in a small window it covers fewest cards"
        await player.resize(120, 36)
        box = player.pilot.app.screen.query_one("#box").region
        assert abs(box.x - (120 - box.right)) <= 1, "in a large one it is in the middle"


async def test_every_box_over_an_ascii_table_is_ascii() -> None:
    async with playing() as player:
        await player.press("f2")
        player.pilot.app.change_settings(cards="ascii")
        await player.pilot.pause()
        assert player.text.isascii(), "an open box changes, too"
        await player.press("escape")
        for key in ("tab", "w", "colon", "q"):
            await player.press(key)
            assert player.dialogs
            assert player.text.isascii(), key
            await player.press("escape")


@over("turns", [0, 23])
def test_a_stuck_game_offers_an_exception_only_if_one_can_be_made(turns: int) -> None:
    play = Play(find("tri-peaks"), 1)
    for _ in range(turns):
        play.push("s")
    offered = [answer.label for answer in StuckDialog("No moves left.", play, keymap.USUAL).answers]
    assert ("Make an exception" in offered) == (turns == 0)


def test_the_box_of_levels_says_what_each_one_changes() -> None:
    player = at_table("free-cell", 1)
    player.press("f8")
    lines = player.doors.given[2]
    assert lines[3] == "the rules of this game, unchanged (a win: 1000)"
    assert lines[2] == "there is a fifth cell (a win: 500)"
    player = at_table("kloncan-canfield", 1)
    player.press("f8")
    assert player.doors.given[2][2] == "the hand turns one card at a time (a win: 500)"


def test_a_second_look_at_a_card_is_free_and_asks_nothing() -> None:
    player = at_table("ultimate-golf", 1)
    player.press("x")
    assert "It lowers the mark, which undo does not change." in player.text
    player.press("y")
    assert player.table.play.tally.exceptions == 1
    player.press("x")
    assert "Make an exception?" not in player.text
    assert player.table.play.tally.exceptions == 1


# -- before a deal --------------------------------------------------------------------------------


def dealing(game: str, size: tuple[int, int] = (80, 24)):
    return showing(lambda app: app.push_screen(DealScreen(find(game), 3)), size)


async def test_a_deal_is_chosen_with_options_level_and_number() -> None:
    async with menu() as player:
        await player.type("farewell")
        await player.press("f9", "right")
        await player.to("Grid size")
        await player.press("right", "right", "left")
        await player.to("Level")
        await player.pilot.press("right", *"617", "enter")
        play = player.screen.play
        assert play.options == {"difficulty": "easy", "size": "small"}
        assert (play.deal, play.level) == (617, 2)


async def test_a_number_is_checked_and_excludes_a_winnable_deal() -> None:
    async with dealing("royale-golf") as player:
        for typed in ("0", "9" * 25):
            await player.press("d", *typed, "enter")
            assert isinstance(player.screen, DealScreen)
            assert player.screen.notice and player.screen.notice in player.text
        await player.press("d", "up", "right")
        assert player.screen.values["winnable"] is True
        await player.press("6", "1")
        assert player.screen.values["winnable"] is False
        assert player.line.split() == ["Deal", "number", "61"]
        await player.press("up", "left")
        assert (player.screen.values["winnable"], player.screen.values["deal"]) == (True, "")


async def test_a_deal_with_other_options_ends_no_game() -> None:
    first_moves(started("spider"), 1)
    async with dealing("spider") as player:
        assert "This ends the free game in progress (deal 617)." in player.text
        await player.press("right")
        assert "This ends the free game" not in player.text
        await player.press("d")
        assert "This ends the free game" in player.text, "the usual values again"
        await player.press("escape")
        assert isinstance(player.screen, MenuScreen)
    assert Store.open().load_suspended("spider")


async def test_a_host_without_a_solver_deals_known_deals_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(SOLVER, "off")
    for game, deals in (("agnes", ()), ("scorpion", (5, 63))):
        async with dealing(game) as player:
            await player.press("down", "right", "enter")
            if deals:
                assert player.screen.play.deal in deals
                assert "This deal can be won." in player.text
            else:
                assert NONE_SOUGHT in player.text


async def test_a_turns_the_setting_for_winnable_deals_and_the_first_row_says_so() -> None:
    async with playing("scorpion", 700) as player:
        assert "Level 3  Deal 700" in player.text
        await player.press("d")
        await player.press("k")
        assert "press one of these keys:" in player.text
        await player.press("4", "k")
        assert "Enter deals it. Or press one of these keys:" in player.text
        await player.press("backspace")
        assert "Always one that can be won: off" in player.text
        await player.press("a")
        assert "Always one that can be won: on" in player.text
        assert player.pilot.app.settings.winnable
        await player.press("d")
        assert player.play.deal in (5, 63)
        assert f"Level 3  Winnable deal {player.play.deal}" in player.text


async def test_a_second_click_turns_a_value_or_asks_for_the_number() -> None:
    async with dealing("farewell-to-kings", SIZES[1]) as player:
        assert player.screen.list.max_scroll_y == 0
        await player.pilot.click((20, player.find_row("Level")), times=2)
        assert player.screen.values["level"] == 2
        await player.pilot.click((20, player.find_row("Deal number")), times=2)
        await player.press("0", "enter")
        assert "1" in player.screen.query_one("#fault").render().plain
        await player.press("backspace", "7", "enter")
        assert player.screen.values["deal"] == "7"
