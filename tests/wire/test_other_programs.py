"""A Textual program that knows nothing of the Wire runs on it."""

import re
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.harness.pty import PATIENCE, Terminal

ROOT = Path(__file__).parents[2]
PROGRAM = """
from textual.app import App
from textual.widgets import Footer, Header, OptionList

class Program(App):
    BINDINGS = [
        ("q", "quit", "Quit"), ("s", "leave", "Leave"), ("ctrl+z", "suspend_process", "Stop")
    ]

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
    with begin() as terminal:
        yield terminal


@contextmanager
def begin(term: str = "xterm-256color") -> Iterator[Terminal]:
    """Start the program and wait for its first screen."""
    env = {"PYTHONPATH": str(ROOT), "TEXTUAL_DRIVER": "solterm.wire:WireDriver"}
    with Terminal([sys.executable, "-c", PROGRAM], term=term, env=env) as terminal:
        terminal.wait_for("Row 5")
        terminal.rest()
        yield terminal


def test_a_key_sends_only_the_cells_that_differ(program: Terminal) -> None:
    for key in ("Down", "Down", "Up"):
        assert 0 < program.measure(key, patience=PATIENCE).bytes <= 400


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


def test_the_whole_picture_returns_after_ctrl_z_in_another_size(program: Terminal) -> None:
    program.rest()
    before = program.snapshot()
    for size in ((60, 18), (80, 24)):
        program.press("Ctrl+Z")
        program.wait_for(program.stopped)
        program.settle()
        assert program.termios_restored()
        program.resize(*size)
        program.signal(signal.SIGCONT)
        program.wait_for(lambda: "Quit" in program.row(program.size[1] - 1))
    program.wait_for(lambda: program.snapshot() == before)


def test_after_a_storm_of_sizes_the_whole_picture_returns(program: Terminal) -> None:
    program.press("Home")
    program.rest()
    before = program.snapshot()
    for size in ((60, 18), (81, 25), (40, 10), (120, 40), (79, 24), (100, 12), (80, 24)):
        program.resize(*size)
        program.press("Down")
    program.press("Home")
    program.wait_for(lambda: program.snapshot() == before)


CONSOLE_SEQUENCE = (
    r"\x1b\[[\d;]*[A-DHJKXm]"  # moves, erasing and colours
    r"|\x1b\[\?\d+[hl]"  # private modes: unknown ones are ignored
    r"|\x1b\[[<>]\d*u"  # ignored
    r"|\x1b\]\d[^\x1b\a]*(\a|\x1b\\)"  # ignored
)


def test_the_linux_console_gets_nothing_that_it_would_print() -> None:
    """Its manual is console_codes(4)."""
    with begin("linux") as terminal:
        for key in ("Down", "s", "Down", "q"):
            terminal.press(key)
            terminal.rest()
        assert terminal.wait_exit() == 0
        output = bytes(terminal.output).decode()
    text = re.sub(CONSOLE_SEQUENCE, "", output)
    assert not re.findall(r"[^ -~\xa0-\U0010ffff\r\n\b]+.{,9}", text)
    assert re.search("Row 5", text)
