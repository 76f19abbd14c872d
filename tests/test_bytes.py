"""What the screen may cost on a slow line, in bytes; `scripts/bench bytes` shows milliseconds too.

Budgets are medians over the scripted game of the benchmark, in an 80x24 terminal of 256 colours.
"""

import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import pytest

from scripts.benchmarks.script import BOX_CLOSED, BOX_OPENED, DEAL, GAME, Script
from tests.harness.pty import Terminal

SOLTERM = str(Path(sys.executable).with_name("solterm"))
FIRST_SCREEN = 16 * 1024
CURSOR = 150
MOVE = 600
BOX = 2 * 1024
IDLE_SECONDS = 1.5


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    argv = [SOLTERM, "play", GAME, "--deal", str(DEAL)]
    with Terminal(argv, env={"SOLTERM_HOME": str(tmp_path)}) as terminal:
        terminal.wait_for(f"Deal {DEAL}")
        terminal.settle(0.3)
        yield terminal


def test_a_game_stays_within_its_budget(terminal: Terminal) -> None:
    assert terminal.bytes_written <= FIRST_SCREEN

    script = Script()
    costs = defaultdict(list)
    for press in script.presses:
        costs[press.kind].append(terminal.measure(press.key, quiet=0.05).bytes)
    script.compare(terminal.text())

    assert median(costs["cursor"]) <= CURSOR
    assert median(costs["move"]) <= MOVE
    assert max(costs[BOX_OPENED] + costs[BOX_CLOSED]) <= BOX


def test_an_idle_screen_is_silent(terminal: Terminal) -> None:
    written = terminal.bytes_written
    terminal.settle(IDLE_SECONDS)
    assert terminal.bytes_written == written
