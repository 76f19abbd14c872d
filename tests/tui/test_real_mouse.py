"""The mouse, and Shift with an arrow, in a real terminal."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.harness.pty import Terminal


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
