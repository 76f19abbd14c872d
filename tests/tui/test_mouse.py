"""The mouse: clicks, double clicks, drags, the wheel and the function keys."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.harness.cases import over
from tests.harness.pty import Terminal
from tests.tui.player import playing
from tests.tui.table import at_table


@over(
    "clicks events marked",
    [
        ("t4", "", "t4"),
        ("t4 t2", "t4 t2", None),
        ("t4 t4", "", None),
        ("t4 t7", "", "t7"),
        ("t2 t4", "", "t4"),
        ("s s", "s, s", None),
    ],
)
def test_a_click_marks_and_a_click_on_a_target_moves(
    clicks: str, events: str, marked: str | None
) -> None:
    player = at_table()
    for pile in clicks.split():
        player.click(pile)
    assert ", ".join(player.play.events) == events
    assert player.hand.marked == marked
    assert bool(player.commands.error) == (clicks in ("t4 t7", "t2 t4"))


def test_a_double_click_sends_a_card_home_if_it_fits() -> None:
    player = at_table()
    player.click("t6", times=2)
    assert player.play.events == ["t6 f1"]
    player.click("t1", times=2)
    assert player.play.events == ["t6 f1"]


@over(
    "way drag events",
    [("t4 t2", True, ["t4 t2"]), ("t1 t2", True, []), ("t4 t2", False, [])],
)
def test_a_drag_moves_cards_or_returns_them(way: str, drag: bool, events: list[str]) -> None:
    player = at_table()
    player.change_settings(drag=drag)
    src, dst = way.split()
    player.down_on(src)
    player.up_on(dst)
    assert player.play.events == events
    assert (player.notice or None) == player.commands.error
    assert player.hand.marked is None


def test_a_click_deep_in_a_fan_lifts_from_there() -> None:
    player = at_table("scorpion", 617)
    player.click("t3", depth=3)
    assert (player.table.hand.marked, player.table.hand.marked_cards.depth) == ("t3", 3)
    player.click("t2")
    assert player.play.events == ["t3 t2 3"]


async def test_the_function_keys_can_be_clicked_and_no_card_under_the_help() -> None:
    async with playing() as player:
        await player.pilot.click(offset=(17, 23))
        assert player.play.events == ["s"]
        await player.pilot.click(offset=(9, 23))
        assert player.dialogs
        await player.click("s")
        await player.click("t4")
        await player.pilot.roll()
        assert player.play.events == ["s"]
        assert player.table.hand.marked is None


async def test_a_click_on_a_message_does_what_it_names() -> None:
    async with playing() as player:
        await player.click("s")
        for named, event in (("All is well.", "s"), ("U undoes.", "undo")):
            player.screen.say(named)
            await player.pilot.click(offset=(3, 22))
            assert player.play.events[-1] == event


async def test_a_click_chooses_from_the_menu_and_one_outside_closes_it() -> None:
    async with playing() as player:
        await player.press("tab")
        await player.pilot.click(offset=(9, 0))
        await player.pilot.click(offset=(12, player.find_row("Move through hand")))
        assert player.play.events == ["s"]
        await player.press("tab")
        await player.pilot.click(offset=(70, 20))
        assert not player.dialogs
        await player.pilot.click(offset=(79, 15))
        assert player.play.events == ["s"], "an empty cell does nothing"


async def test_a_click_moves_pile_help_to_another_pile() -> None:
    async with playing() as player:
        await player.press("w")
        await player.click("t2")
        assert "Column 2 " in player.text
        await player.pilot.click(offset=(79, 12))
        assert not player.dialogs


# -- in a real terminal ---------------------------------------------------------------------------


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    argv = [sys.executable, "-m", "solterm", "play", "kloncan-klondike", "--deal", "24"]
    with Terminal(argv, env={"SOLTERM_HOME": str(tmp_path), "LC_ALL": "C.UTF-8"}) as terminal:
        terminal.wait_for("F2 keys")
        terminal.rest()
        yield terminal


def mouse(terminal: Terminal, x: int, y: int, release: tuple[int, int] | None = None) -> None:
    """Press the left button on a cell, and release it there or elsewhere."""
    to = release or (x, y)
    terminal.send(f"\x1b[<0;{x + 1};{y + 1}M".encode())
    terminal.send(f"\x1b[<0;{to[0] + 1};{to[1] + 1}m".encode())


def cell_of(terminal: Terminal, text: str) -> tuple[int, int]:
    """Return the column and row where a text first appears."""
    rows = terminal.text().splitlines()
    y = next(y for y, row in enumerate(rows) if text in row)
    return rows[y].index(text), y


def test_the_mouse_plays(terminal: Terminal) -> None:
    mouse(terminal, *cell_of(terminal, "6♥"))
    terminal.wait_for("► 6♥  ◄")
    mouse(terminal, *cell_of(terminal, "7♠"))
    terminal.wait_for("Moves 1")
    mouse(terminal, *cell_of(terminal, "A♣"), release=cell_of(terminal, "  A  ║"))
    terminal.wait_for("Moves 2")
    mouse(terminal, 17, 23)
    terminal.wait_for("A♦")


def test_shift_with_an_arrow_lifts_cards(terminal: Terminal) -> None:
    terminal.press("Right", "Right", "Right", "F1")
    terminal.wait_for("╚═════╝")
    terminal.press("\x1b[1;2A")
    terminal.wait_for("You can't lift more cards here.")
