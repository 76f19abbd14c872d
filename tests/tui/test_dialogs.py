"""Dialogs: keys that answer, keys that do nothing, and refused input."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from solterm.context import Context
from solterm.core.play.mode import Mode
from solterm.core.play.play import Play
from solterm.games import find
from solterm.store.settings import Settings, save_settings
from solterm.tui.keys import keymap
from solterm.tui.screens.dialogs import Choice, Question, QuitDialog, TextDialog
from solterm.tui.screens.table_dialogs import DealDialog, StuckDialog
from tests.tui.player import Player, playing
from tests.tui.table import at_table


@asynccontextmanager
async def opened(dialog: Any) -> AsyncIterator[tuple[Player, list[Any]]]:
    """Open a dialog over a table; yield the player and a list for its result."""
    returned: list[Any] = []
    async with playing() as player:
        player.pilot.app.push_screen(dialog, returned.append)
        await player.pilot.pause()
        yield player, returned


@pytest.mark.parametrize("key", ["tab", "w", "colon", "f2", "q"])
async def test_every_box_over_an_ascii_table_is_ascii(home: Path, key: str) -> None:
    save_settings(Context(folder=home), Settings(cards="ascii"))
    async with playing() as player:
        await player.press(key)
        await player.pilot.pause()
        assert player.dialogs
        assert player.text.isascii()


async def test_the_cards_of_the_settings_change_open_boxes() -> None:
    async with playing() as player:
        await player.press("f2")
        await player.pilot.pause()
        assert "╔" in player.text
        player.pilot.app.change_settings(cards="ascii")
        await player.pilot.pause()
        assert player.text.isascii()


async def test_a_question_takes_yes_no_and_escape() -> None:
    async with playing() as player:
        for key, answer in (("y", True), ("Y", True), ("n", False), ("escape", False)):
            returned: list[bool | None] = []
            player.pilot.app.push_screen(Question("Really?"), returned.append)
            await player.press("x", "enter", "space", "tab")
            assert not returned, "other keys do nothing"
            await player.press(key)
            assert returned == [answer]
            assert not player.dialogs


async def test_a_key_that_is_no_answer_beeps(monkeypatch: pytest.MonkeyPatch) -> None:
    beeps: list[None] = []
    async with opened(Question("Really?")) as (player, _):
        monkeypatch.setattr(player.pilot.app, "bell", lambda: beeps.append(None))
        await player.press("x")
        assert len(beeps) == 1
        await player.press("n")
        assert len(beeps) == 1


async def test_a_dialog_is_in_the_middle_of_a_large_window() -> None:
    async with opened(Question("Really?")) as (player, _):
        box = player.pilot.app.screen.query_one("#box").region
        assert box.right == 80, "in a small window it covers fewest cards"
        await player.resize(120, 36)
        box = player.pilot.app.screen.query_one("#box").region
        assert abs(box.x - (120 - box.right)) <= 1, "in a large one it is in the middle"


async def test_answers_can_be_clicked() -> None:
    async with opened(Question("Really?")) as (player, returned):
        rows = player.text.splitlines()
        y = next(y for y, row in enumerate(rows) if "Y   - Yes" in row)
        await player.pilot.click((rows[y].index("Yes"), y))
        assert returned == [True]


async def test_the_quit_dialog_takes_the_players_own_key_but_not_enter() -> None:
    command = keymap.find_own("quit", {"quit": "z"})
    dialog = QuitDialog(command.keys, keymap.key_name(command), "the game is kept")
    async with opened(dialog) as (player, returned):
        assert "Z   - Quit; the game is kept" in player.text
        assert "Esc - Go on" in player.text
        await player.press("q", "enter", "y")
        assert not returned
        await player.press("z")
        assert returned == [True]


async def test_a_choice_returns_its_key() -> None:
    async with opened(Choice("Which?", [("a", "The first"), ("b", "The second")])) as (
        player,
        returned,
    ):
        await player.press("c", "B")
        assert returned == ["b"]


async def test_a_text_dialog_stays_open_and_says_why_it_refuses() -> None:
    dialog = TextDialog("Name:", refuses=lambda text: None if text == "ann" else "No such name.")
    async with opened(dialog) as (player, returned):
        await player.press("x", "enter")
        assert not returned
        assert "No such name." in player.text
        await player.press("backspace", "a", "n", "n", "enter")
        assert returned == ["ann"]


async def test_escape_cancels_a_text_dialog() -> None:
    async with opened(TextDialog("Name:", "ann")) as (player, returned):
        await player.press("escape")
        assert returned == [None]


@pytest.mark.parametrize("turns", [0, 23])
def test_a_stuck_game_offers_an_exception_only_if_one_can_be_made(turns: int) -> None:
    play = Play(find("tri-peaks"), 1)
    for _ in range(turns):
        play.push("s")
    offered = [answer.label for answer in StuckDialog("No moves left.", play, {}).answers]
    assert ("Make an exception" in offered) == (turns == 0)


def test_an_exception_that_costs_points_is_made_after_a_yes() -> None:
    player = at_table("klondike-deal-3", 1)
    player.press("x")
    assert "It turns up the next card of the stock alone." in player.text
    assert "It costs 100 points of a win, which undo does not return." in player.text
    player.press("n")
    assert player.table.play.tally.exceptions == 0
    player.press("x", "y")
    assert player.table.play.tally.exceptions == 1


def test_a_second_look_at_a_card_is_free_and_asks_nothing() -> None:
    player = at_table("ultimate-golf", 1)
    player.press("x")
    assert "It lowers the mark, which undo does not change." in player.text
    player.press("y")
    assert player.table.play.tally.exceptions == 1
    player.press("x")
    assert "Make an exception?" not in player.text
    assert player.table.play.tally.exceptions == 1


@pytest.mark.parametrize("mode", [Mode.FREE, Mode.SCORED])
def test_kloncan_asks_before_an_exception(mode: Mode) -> None:
    player = at_table("kloncan-klondike", 1, mode=mode)
    player.press("x")
    assert "Make an exception?" in player.text
    player.press("y")
    assert player.table.play.tally.exceptions == 1


def test_the_box_of_levels_says_what_each_one_changes() -> None:
    player = at_table("free-cell", 1)
    player.press("f8")
    lines = player.doors.given[2]
    assert lines[3] == "the rules of this game, unchanged (a win: 1000)"
    assert lines[2] == "there is a fifth cell (a win: 500)"
    player = at_table("kloncan-canfield", 1)
    player.press("f8")
    assert player.doors.given[2][2] == "the hand turns one card at a time (a win: 500)"


def test_a_new_deal_is_offered_first() -> None:
    labels = [answer.label for answer in DealDialog(7, begun=False).answers]
    assert labels[0] == "A new deal"


async def test_ctrl_l_repaints_the_screen_under_a_line_to_type_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with playing() as player:
        repainted: list[str] = []
        monkeypatch.setattr(player.pilot.app, "picture_lost", lambda: repainted.append("all"))
        await player.press("d", "ctrl+l")
        assert isinstance(player.screen, DealDialog)
        assert repainted


async def test_a_key_without_an_answer_names_those_with_one() -> None:
    async with playing() as player:
        for key in ("z", "enter"):
            await player.press("d", key)
            assert "Type a number and Enter, or press D, R, W or Esc." in player.text
            await player.press("escape")
