"""The command line of `scripts/bench`."""

import argparse
import os
import platform
import sys
from collections.abc import Callable, Iterable, Sequence

from scripts.benchmarks import core, freecell, keys, lamp, savings, screen, serve, solver, start
from scripts.benchmarks.report import Row, progress, table

_MEASURES: dict[str, Callable[[], Iterable[Row]]] = {
    "screen": screen.measure,
    "start": start.measure,
    "bytes": keys.measure,
    "core": core.measure,
    "serve": serve.measure,
    "solver": solver.measure,
    "freecell": freecell.measure,
    "savings": savings.measure,
    "lamp": lamp.measure,
}
_USUAL = ("screen", "core")
"""Measured if nothing is named: the others take long."""

_DESCRIPTION = """\
Measure solterm next to its peers and print one table.

  screen all budgets of the screen but those of hosted sessions: start, bytes, and lines of code
  start  from exec to a quiet first screen and to the first key answered, and memory, beside an
         empty Textual App
  bytes  a scripted game of Klondike, dialogs and the menu's list in an 80x24 terminal: bytes and
         milliseconds a key, beside the same program under Textual's own driver, beside usolitaire
         (a Textual Klondike, installed into .venv/peers) and, where it is installed, ttysolitaire
  core   positions a second of the rules core, beside python-chess
  serve  a host with real ssh clients: logins, a crowd of 200, a host that is killed (a few minutes,
         only where it is named; SOLTERM_BENCH_CROWD says how many play)
  solver share of deals decided within 5 s, and deals a second (SOLTERM_BENCH_DEALS says how many
         deals of each game, 10 otherwise; up to 40 minutes)
  freecell  deals of Free Cell a second, beside fc-solve where it is installed (a minute)
  savings  how many positions of a search each derivation saves, by rule-set (3 minutes)
  lamp   how long it takes to know after a move, and what it costs the keys (5 minutes)

Without arguments, screen and core are measured.
Peers are measured in the same run, in turns. Ratios are costs, ours over the peer's: 1 is even,
less is better. Times and bytes are medians, speeds the best of several rounds.
"""

_EXAMPLES = """\
examples:
  scripts/bench              screen and core (about four minutes)
  scripts/bench screen       the budgets of the screen
  scripts/bench core         the rules core only
  scripts/bench start bytes  what a player on a slow line feels
"""


def run(argv: Sequence[str]) -> int:
    """Measure what the arguments name, all without any, and print the table."""
    parser = argparse.ArgumentParser(
        prog="scripts/bench",
        description=_DESCRIPTION,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("what", nargs="*", metavar="NAME", help="what to measure")
    chosen = parser.parse_args(argv).what or list(_USUAL)
    if unknown := [name for name in chosen if name not in _MEASURES]:
        parser.error(f"{unknown[0]!r} is not among {', '.join(_MEASURES)}")
    # The peers draw suits too, which a plain C locale would not let them.
    os.environ["LC_ALL"] = "C.UTF-8"
    rows = [row for name in dict.fromkeys(chosen) for row in _MEASURES[name]()]
    progress("")
    print(f"Python {platform.python_version()}, {os.cpu_count()} processors")
    print("Peers: an empty Textual App (start), those named (bytes, ms), python-chess (core).")
    print("Ratios are costs, ours over the peer's: 1 is even, less is better.\n")
    print(table(rows))
    return 0


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
