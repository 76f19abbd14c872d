"""Stopping a search on the command line restores the terminal."""

import signal
import sys
from pathlib import Path

import pytest

from tests.effort import tries
from tests.harness.pty import Terminal

SOLTERM = str(Path(sys.executable).with_name("solterm"))
NEVER = [SOLTERM, "play", "agnes", "--plain", "--winnable"]
"""A long search, because winnable deals of Agnes are rare."""


@pytest.fixture
def searching(tmp_path):
    """A terminal with a search in progress."""
    with Terminal(NEVER, env={"SOLTERM_HOME": str(tmp_path)}, size=(132, 24)) as terminal:
        terminal.wait_for("Esc or Ctrl+C stops")
        yield terminal


@pytest.mark.parametrize("key", [b"\x1b", b"\x03"][: tries(2, 1)])
def test_escape_and_ctrl_c_stop_the_search(searching, key):
    searching.send(b"ab\x1b[A")  # other keys do nothing, even one that begins with ESC
    searching.send(key)
    assert searching.wait_exit() == 1
    assert "Search stopped." in searching.text()
    assert "^[" not in searching.text() and "Searching" not in searching.text()
    assert searching.termios_restored()


def test_a_signal_restores_the_terminal(searching):
    searching.signal(signal.SIGTERM)
    assert searching.wait_exit() == 128 + signal.SIGTERM
    assert searching.termios_restored()
