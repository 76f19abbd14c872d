"""The peer usolitaire, a Klondike on Textual: how to install it, and the cost of its keys.

It deals at random. We measure its cursor between stock and waste, where it is cheapest; in
the columns it costs several times as much.
"""

from scripts.benchmarks.peers import install
from tests.harness.pty import Cost, Terminal

VERSION = "1.1.0"
SIZE = (132, 43)
FIRST = "first screen"
KEYS = (*["Ctrl+D"] * 4, *["Right", "Left"] * 4)


def command() -> list[str] | None:
    """Return its command line, or None if it can't be installed."""
    folder = install("usolitaire", VERSION)
    return [str(folder / "usolitaire")] if folder else None


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
