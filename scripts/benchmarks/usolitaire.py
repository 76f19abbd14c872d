"""The peer usolitaire, a Klondike on Textual: how to install it, and the cost of its keys.

It comes from the package index into a separate environment below .venv, and is no dependency of
ours. It deals at random. We measure its cursor between stock and waste, where it is cheapest; in
the columns it costs several times as much.
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
    """Return its command line, or None if it can't be installed."""
    folder = Path(sys.prefix, "peers", f"usolitaire-{VERSION}")
    program = folder / "bin" / "usolitaire"
    if not program.exists():
        progress("installing usolitaire in .venv/peers")
        venv.create(folder, with_pip=True, clear=True)
        pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "-qq"]
        argv = [*pip, "--disable-pip-version-check", "--no-input", f"usolitaire=={VERSION}"]
        if subprocess.run(argv, stdin=subprocess.DEVNULL, check=False).returncode:
            return None
    return [str(program)]


def play(argv: list[str]) -> dict[str, list[Cost]]:
    """Press its keys; return the costs by kind of key, with that of its first screen."""
    costs: dict[str, list[Cost]] = {"turn": [], "cursor": []}
    with Terminal(argv, SIZE) as terminal:
        terminal.settle(1, patience=20)
        costs[FIRST] = [Cost(terminal.bytes_written, terminal.elapsed(), 0)]
        for key in KEYS:
            kind = "turn" if key == "Ctrl+D" else "cursor"
            costs[kind].append(terminal.measure(key, quiet=0.5))
    return costs
