"""Dialogs: keys that answer, keys that do nothing, and refused input."""

from typing import Any

import pytest

from solterm.core.play.play import Play
from solterm.games import find
from solterm.tui.keys import keymap
from solterm.tui.screens.dialogs import Choice, Question, QuitDialog, TextDialog
from solterm.tui.screens.table_dialogs import StuckDialog
from tests.harness.cases import over
from tests.tui.player import Player, playing
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


async def test_dialogs_take_keys_and_texts_and_say_what_they_refuse(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with playing() as player:
        command = keymap.Keymap({"quit": "z"}).find("quit")
        quits = QuitDialog(command.keys, keymap.key_name(command), "the game is kept")
        returned = await ask(player, quits)
        assert "Z   - Quit; the game is kept" in player.text
        assert "Esc - Go on" in player.text
        await player.press("q", "enter", "y")
        assert not returned
        await player.press("z")
        assert returned == [True]

        returned = await ask(player, Choice("Which?", [("a", "The first"), ("b", "The second")]))
        await player.press("c", "B")
        assert returned == ["b"]

        refuses = {"x": "No such name.", "ann": None}
        returned = await ask(player, TextDialog("Name:", refuses=refuses.__getitem__))
        await player.press("x", "enter")
        assert not returned
        assert "No such name." in player.text
        repainted: list[None] = []
        monkeypatch.setattr(player.pilot.app, "picture_lost", lambda: repainted.append(None))
        await player.press("ctrl+l")
        assert repainted
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
