"""The command line of `scripts/bench`."""

import argparse
import os
import platform
import sys
from collections.abc import Callable, Iterable, Sequence

from scripts.benchmarks import (
    core,
    floods,
    freecell,
    hints,
    keys,
    lamp,
    savings,
    scale,
    screen,
    serve,
    solver,
    start,
    walks,
    wire,
)
from scripts.benchmarks.report import Row, progress, table

_MEASURES: dict[str, Callable[[], Iterable[Row]]] = {
    "screen": screen.measure,
    "start": start.measure,
    "bytes": keys.measure,
    "core": core.measure,
    "serve": serve.measure,
    "floods": floods.measure,
    "scale": scale.measure,
    "solver": solver.measure,
    "freecell": freecell.measure,
    "savings": savings.measure,
    "lamp": lamp.measure,
    "hints": hints.measure,
    "wire": wire.measure,
    "walks": walks.measure,
}
_USUAL = ("screen", "core")
"""Measured without arguments; the others take long."""

_DESCRIPTION = """\
Measure solterm next to its peers and print one table.

  screen    all budgets of the screen except those of hosted sessions: start, bytes, lines of code
  start     time from exec to the last picture, to the complete first screen and to the first
            answer, and memory; the peers are a plain Textual program and, for memory, an empty App
  bytes     bytes and milliseconds per key in a scripted Klondike, in dialogs and in the menu, at
            80x24; the peers are Textual's own driver, usolitaire (a Textual Klondike, installed
            into .venv/peers) and, if installed, ttysolitaire
  core      positions per second of the rules core; the peer is python-chess
  serve     a host with real ssh clients: logins, 200 players at once, 300 logins at one moment, and
            a host that is killed (a few minutes; SOLTERM_BENCH_CROWD sets the number of players)
  floods    a player beside guests who send pings, sizes or packets without end (three minutes;
            needs scripts/web-assets)
  scale     a host with 500 terminals, and one with 1,000 players in line mode, who press a key
            every four seconds (SOLTERM_BENCH_TERMINALS, SOLTERM_BENCH_LINES and
            SOLTERM_BENCH_SECONDS set the numbers; needs 20 GiB)
  solver    share of deals decided within 5 s, and deals per second (up to 40 minutes;
            SOLTERM_BENCH_DEALS sets the number of deals of each game, usually 10)
  freecell  Free Cell deals per second; the peer is fc-solve, if installed (a minute)
  savings   how many positions of a search each derivation saves, by rule set (3 minutes)
  lamp      how soon the lamp has a verdict after a move, and its cost for the keys (5 minutes)
  hints     how long a player waits for the first hint of a game and for later ones (3 minutes)
  wire      bytes, milliseconds and pictures of other Textual programs under our driver and under
            Textual's: Posting and Harlequin, installed into .venv/peers, and Textual's demo
  walks     how many files and functions of solterm a key, a hint, the end page, a
            setting and the deal of the day enter (half a minute)

Without arguments, it measures screen and core.
It measures peers in the same run, in turns. Ratios are our cost divided by the peer's: 1 is even,
less is better. Times and bytes are medians; speeds are the best of several rounds.
"""

_EXAMPLES = """\
examples:
  scripts/bench              screen and core (about four minutes)
  scripts/bench screen       the budgets of the screen
  scripts/bench core         the rules core only
  scripts/bench start bytes  what a player on a slow connection feels
"""


def run(argv: Sequence[str]) -> int:
    """Measure what the arguments name, or the usual, and print the report."""
    parser = argparse.ArgumentParser(
        prog="scripts/bench",
        description=_DESCRIPTION,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("what", nargs="*", metavar="NAME", help="what to measure")
    chosen = parser.parse_args(argv).what or list(_USUAL)
    if unknown := [name for name in chosen if name not in _MEASURES]:
        parser.error(f"unknown measurement {unknown[0]!r}; choose from {', '.join(_MEASURES)}")
    # The peers draw suits too; a plain C locale would not allow it.
    os.environ["LC_ALL"] = "C.UTF-8"
    rows = [row for name in dict.fromkeys(chosen) for row in _MEASURES[name]()]
    progress("")
    print(f"Python {platform.python_version()}, {os.cpu_count()} processors")
    print(
        "Peers: a plain Textual program (start), the named ones (bytes, ms), python-chess (core)."
    )
    print("Ratios are our cost divided by the peer's: 1 is even, less is better.\n")
    print(table(rows))
    return 0


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
