"""A Textual program that knows nothing of the Wire runs on it."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.harness.pty import PATIENCE, Terminal

ROOT = Path(__file__).parents[2]
PROGRAM = """
from textual.app import App
from textual.widgets import Footer, Header, OptionList

class Program(App):
    BINDINGS = [("q", "quit", "Quit"), ("s", "leave", "Leave")]

    def compose(self):
        yield Header()
        yield OptionList(*(f"Row {number}" for number in range(48)))
        yield Footer()

    def on_app_blur(self):
        self.title = "Blurred"

    def on_app_focus(self):
        self.title = "Focused"

    def action_leave(self):
        with self.suspend():
            print("outside", flush=True)

Program().run()
"""


@pytest.fixture(scope="module")
def program() -> Iterator[Terminal]:
    env = {"PYTHONPATH": str(ROOT), "TEXTUAL_DRIVER": "solterm.wire:WireDriver"}
    with Terminal([sys.executable, "-c", PROGRAM], env=env) as terminal:
        terminal.wait_for("Row 5")
        terminal.rest()
        yield terminal


def test_a_key_sends_only_the_cells_that_differ(program: Terminal) -> None:
    for key in ("Down", "Down", "Up"):
        assert 0 < program.measure(key, patience=PATIENCE).bytes <= 400


def test_hover_is_reported_as_the_program_asks(program: Terminal) -> None:
    assert b"\x1b[?1003h" in program.output


def test_the_program_hears_of_the_focus(program: Terminal) -> None:
    program.send(b"\x1b[O")
    program.wait_for("Blurred")
    program.send(b"\x1b[I")
    program.wait_for("Focused")


def test_the_whole_picture_returns_after_a_suspension(program: Terminal) -> None:
    program.rest()
    before = program.text()
    program.press("s")
    program.wait_for(lambda: b"outside" in program.output)
    program.wait_for(lambda: program.text() == before)
