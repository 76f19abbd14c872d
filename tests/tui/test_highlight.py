"""The cursor of a list covers the whole row, and moving it stays within its budget of bytes."""

import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median

import pytest
from rich.cells import cell_len

from scripts.benchmarks import budgets
from solterm.tui.app import SoltermApp
from tests.harness.pty import Terminal
from tests.tui.screens import SIZES, Player, showing

PAGES: dict[str, Callable[[SoltermApp], object]] = {
    "menu": lambda app: app.doors.go_to_menu(),
    "contests": lambda app: app.doors.go_to_contests(),
    "saved games": lambda app: app.doors.show_saves(),
    "deal of the day": lambda app: app.game_doors.play_daily(),
    "keys": lambda app: app.doors.show_own_keys(),
}


def papers(player: Player, row: int) -> list[object]:
    """Return the background of each column of a row, up to the last one with text."""
    found: list[object] = []
    for text, style, _ in player.pilot.strips[row]:
        found += [style and style.bgcolor] * cell_len(text)
    return found[: len(player.pilot.rows[row].rstrip(" ▁▂▃▄▅▆▇█"))]


@pytest.mark.parametrize("size", SIZES)
async def test_the_highlight_covers_the_row(size: tuple[int, int]) -> None:
    async with showing(lambda app: app.doors.go_to_menu(), size) as player:
        for name, show in PAGES.items():
            show(player.app)
            await player.pilot.pause()
            await player.press("down", "up")
            x, y = player.pilot.cursor
            lit = papers(player, y)
            assert len(lit) > 5, name
            assert len(set(lit[x + 1 :])) == 1, name
            assert lit[x + 1] not in papers(player, y + 1)[x + 1 :], name


@pytest.mark.parametrize("key", ["3", "6"])
def test_a_step_of_the_cursor_costs_few_bytes_on_pages(home: Path, key: str) -> None:
    """3 opens a list, 6 a table."""
    argv = [sys.executable, "-m", "solterm"]
    with Terminal(argv, env={"SOLTERM_HOME": str(home)}) as terminal:
        terminal.wait_for("2Help")
        terminal.rest()
        terminal.press("Escape")  # closes the offer of the lesson
        terminal.press(key)
        terminal.wait_for("Esc Back")
        terminal.rest()
        costs = [terminal.measure(step).bytes for step in ("Down", "Down", "Up", "Down")]
        assert min(costs) > 0
        assert median(costs) <= budgets.BYTES["list cursor"]
