"""What a key costs on the line: bytes, and milliseconds from the key to the last byte.

The scripted game of `script` is played through a pty of 80x24, then, where it is installed, some
of `ttysolitaire`, a C program on ncurses. By kind of key the median and the maximum are shown;
*ideal* is the median of what a cell diff would send that knows both screens and addresses every
run of cells by row and column, so that a cleverer one may send less.

What a key plays is stored before it shows: the milliseconds of moves and turns include an SQLite
commit in the folder for temporary files. Those of Esc have no budget: it waits ESCDELAY for the
rest of a sequence.
"""

import statistics
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from scripts.benchmarks import ttysolitaire
from scripts.benchmarks.report import Row, progress
from scripts.benchmarks.script import BOX_CLOSED, DEAL, GAME, Script
from scripts.benchmarks.start import wait_until_idle
from tests.harness.pty import Cost, Terminal

SOLTERM = str(Path(sys.executable).with_name("solterm"))
BYTES = {"cursor": 150, "move": 600}
"""Budgets of medians."""
MILLISECONDS = 5
IDLE_SECONDS = 3

Costs = Mapping[str, list[Cost]]
"""What each press cost, by kind."""


def measure() -> Iterator[Row]:
    """A row of bytes and one of milliseconds for each kind of key, and the idle line."""
    with TemporaryDirectory() as home:
        ours, cpu, idle = _play(home)
    peers: Costs = {}
    if argv := ttysolitaire.command():
        progress("bytes: ttysolitaire")
        peers = ttysolitaire.play(argv)
    for kind, costs in ours.items():
        yield _bytes(kind, costs, peers.get(kind, []))
    for kind, costs in ours.items():
        yield _milliseconds(kind, costs, peers.get(kind, []))
    yield _all_keys(ours)
    yield Row("ms of the processor a key, all", f"{cpu * 1000:.2f} ms")
    note = f"{idle} B in {IDLE_SECONDS} s"
    yield Row("bytes on an idle line", note, budget="0 B", ok=idle == 0)


def _play(home: str) -> tuple[Costs, float, int]:
    """What the script's keys cost, seconds of the processor for each, bytes in silence."""
    script = Script()
    costs: dict[str, list[Cost]] = {}
    argv = [SOLTERM, "play", GAME, "--deal", str(DEAL)]
    with Terminal(argv, env={"SOLTERM_HOME": home}) as terminal:
        terminal.wait_for("Klondike")
        wait_until_idle(terminal)
        cpu = terminal.cpu_seconds()
        for number, press in enumerate(script.presses, 1):
            progress(f"bytes: key {number} of {len(script.presses)}")
            costs.setdefault(press.kind, []).append(terminal.measure(press.key))
        script.compare(terminal.text())
        cpu = (terminal.cpu_seconds() - cpu) / len(script.presses)
        written = terminal.bytes_written
        terminal.settle(IDLE_SECONDS)
        return costs, cpu, terminal.bytes_written - written


def _bytes(kind: str, costs: list[Cost], peers: list[Cost]) -> Row:
    ours = [cost.bytes for cost in costs]
    row = Row(f"bytes a key: {kind}", _spread(ours, costs))
    if peers:
        theirs = [cost.bytes for cost in peers]
        ratio = statistics.median(ours) / max(1, statistics.median(theirs))
        row = row._replace(peer=_spread(theirs, peers), ratio=ratio)
    if kind in BYTES:
        met = statistics.median(ours) <= BYTES[kind]
        row = row._replace(budget=f"<= {BYTES[kind]} B", ok=met)
    return row


def _spread(counts: list[int], costs: list[Cost]) -> str:
    ideal = statistics.median(cost.ideal for cost in costs)
    return f"{statistics.median(counts):.0f} B, max {max(counts)}, ideal {ideal:.0f}"


def _milliseconds(kind: str, costs: list[Cost], peers: list[Cost]) -> Row:
    median, most = _times(costs)
    row = Row(f"ms to last byte: {kind}", f"{median:.2f} ms, max {most:.1f}")
    if kind != BOX_CLOSED:
        row = row._replace(budget=f"<= {MILLISECONDS} ms", ok=median <= MILLISECONDS)
    if peers:
        theirs, worst = _times(peers)
        peer = f"{theirs:.2f} ms, max {worst:.1f}"
        row = row._replace(peer=peer, ratio=median / theirs if theirs else None)
    return row


def _all_keys(ours: Costs) -> Row:
    """The budget itself: the median of all keys of the script."""
    median, most = _times(
        [cost for kind, costs in ours.items() if kind != BOX_CLOSED for cost in costs]
    )
    told = f"{median:.2f} ms, max {most:.1f}"
    return Row(
        "ms to last byte: all", told, budget=f"<= {MILLISECONDS} ms", ok=median <= MILLISECONDS
    )


def _times(costs: list[Cost]) -> tuple[float, float]:
    times = [cost.seconds * 1000 for cost in costs]
    return statistics.median(times), max(times)
