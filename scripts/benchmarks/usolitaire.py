"""usolitaire, a Klondike on Textual, as a peer: how to install it and what its keys cost.

It is installed from the package index into an environment of its own, below .venv, and is no
dependency of ours. It deals at random. Its cursor is measured between stock and waste, where it is
cheapest: in the columns it costs several times as much.
"""

import subprocess
import sys
import venv
from pathlib import Path

from scripts.benchmarks.report import progress
from tests.harness.pty import Cost, Terminal

VERSION = "1.1.0"
SIZE = (132, 43)
FIRST = "first screen"
KEYS = (*["Ctrl+D"] * 4, *["Right", "Left"] * 4)


def command() -> list[str] | None:
    """How to start it; None where it cannot be installed."""
    folder = Path(sys.prefix, "peers", f"usolitaire-{VERSION}")
    program = folder / "bin" / "usolitaire"
    if not program.exists():
        progress("installing usolitaire beside our environment")
        venv.create(folder, with_pip=True, clear=True)
        pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "-qq"]
        argv = [*pip, "--disable-pip-version-check", "--no-input", f"usolitaire=={VERSION}"]
        if subprocess.run(argv, stdin=subprocess.DEVNULL, check=False).returncode:
            return None
    return [str(program)]


def play(argv: list[str]) -> dict[str, list[Cost]]:
    """Press its keys; return what each cost, by kind, with its first screen."""
    costs: dict[str, list[Cost]] = {"turn": [], "cursor": []}
    with Terminal(argv, SIZE) as terminal:
        terminal.settle(1, patience=20)
        costs[FIRST] = [Cost(terminal.bytes_written, terminal.elapsed(), 0)]
        for key in KEYS:
            kind = "turn" if key == "Ctrl+D" else "cursor"
            costs[kind].append(terminal.measure(key, quiet=0.5))
    return costs
