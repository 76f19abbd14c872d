"""Dialogs: keys that answer, keys that are dead, and refused input."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from solterm.tui.keys import offers
from solterm.tui.screens.dialogs import Choice, Question, QuitDialog, TextDialog
from tests.tui.player import Player, playing


@asynccontextmanager
async def asked(dialog: Any) -> AsyncIterator[tuple[Player, list[Any]]]:
    """A dialog over a table, and what it has returned."""
    returned: list[Any] = []
    async with playing() as player:
        player.pilot.app.push_screen(dialog, returned.append)
        await player.pilot.pause()
        yield player, returned


async def test_a_question_knows_yes_no_and_escape() -> None:
    for key, answer in (("y", True), ("Y", True), ("n", False), ("escape", False)):
        async with asked(Question("Really?")) as (player, returned):
            await player.press("x", "enter", "space", "tab")
            assert not returned, "other keys are dead"
            await player.press(key)
            assert returned == [answer]
            assert not player.boxes


async def test_the_answer_of_a_question_can_be_clicked() -> None:
    async with asked(Question("Really?")) as (player, returned):
        rows = player.text.splitlines()
        y = next(y for y, row in enumerate(rows) if "Y   - Yes" in row)
        await player.pilot.click((rows[y].index("Yes"), y))
        assert returned == [True]


async def test_the_quit_dialog_knows_the_players_own_key_and_enter_is_dead() -> None:
    command = offers.find_own("quit", {"quit": "z"})
    dialog = QuitDialog(command.keys, offers.key_name(command), "the game is kept")
    async with asked(dialog) as (player, returned):
        assert "Z   - Quit; the game is kept" in player.text
        assert "Esc - Go on" in player.text
        await player.press("q", "enter", "y")
        assert not returned
        await player.press("z")
        assert returned == [True]


async def test_a_choice_returns_its_key() -> None:
    async with asked(Choice("Which?", [("a", "The first"), ("b", "The second")])) as (
        player,
        returned,
    ):
        await player.press("c", "B")
        assert returned == ["b"]


async def test_a_refused_text_stays_open_and_says_why() -> None:
    dialog = TextDialog("Name:", refuses=lambda text: None if text == "ann" else "No such name.")
    async with asked(dialog) as (player, returned):
        await player.press("x", "enter")
        assert not returned
        assert "No such name." in player.text
        await player.press("backspace", "a", "n", "n", "enter")
        assert returned == ["ann"]


async def test_escape_leaves_a_text() -> None:
    async with asked(TextDialog("Name:", "ann")) as (player, returned):
        await player.press("escape")
        assert returned == [None]
