"""What a key costs on the line: bytes, and milliseconds from the key to the last byte.

Three things are done in a terminal of 256 colours, with `animation = false`: the scripted game of
`script` is played, dialogs are opened and closed at the table, and the cursor goes through the menu
and a page. The same keys are pressed twice more, as peers: in our program under Textual's own
driver, and, at 132x43, in usolitaire. Where ttysolitaire, a C program on ncurses, is installed, it
is another peer. *Ideal* is the median of what a cell diff would send that knows both screens and
addresses every run of cells by row and column, so that a cleverer one may send less.

What a key plays is stored before it shows: the milliseconds of moves and turns include an SQLite
commit in the folder for temporary files. Those of Esc count nowhere: it waits ESCDELAY for the rest
of a sequence.
"""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from scripts.benchmarks import budgets, ttysolitaire, usolitaire
from scripts.benchmarks.report import Row, progress
from scripts.benchmarks.script import DEAL, DIALOG_CLOSED, DIALOG_OPENED, GAME, Press, Script
from tests.harness.pty import Cost, Terminal

SOLTERM = str(Path(sys.executable).with_name("solterm"))
TEXTUALS_DRIVER = {"TEXTUAL_DRIVER": "textual.drivers.linux_driver:LinuxDriver"}
IDLE_SECONDS = 3
DIALOGS = ("F2", "F8", "Tab", "q", "s", "w", "d", "c", ":")
"""Keys of the table that open something, which Esc closes."""
LIST = (
    *(Press("list cursor", key) for key in ["Down"] * 6 + ["Up"] * 2),
    Press("list page", "PageDown"),
    Press("list page", "PageDown"),
    *[Press("list scrolled by a row", "Down")] * 4,
)
"""Keys of the menu, whose list is longer than the window."""
_UNTIMED = {DIALOG_OPENED, DIALOG_CLOSED, "list page", "list scrolled by a row"}
"""What is no key of the table or cursor key of a list."""

Costs = Mapping[str, list[Cost]]
"""What each press cost, by kind."""


class Evening(NamedTuple):
    """What the keys of one way to run the program cost."""

    costs: Costs
    first: int
    """Bytes of the first screen."""
    idle: int
    """Bytes in silence."""
    cpu: float
    """Seconds of the processor a key of the table."""


def measure() -> Iterator[Row]:
    """Rows of bytes, of the same beside the peers, of milliseconds, and of the idle line."""
    ours = play("ours")
    textual = play("Textual's driver", env=TEXTUALS_DRIVER)
    yield Row.judged("bytes: first screen", ours.first, budgets.FIRST_SCREEN, "B", textual.first)
    for kind, costs in ours.costs.items():
        yield _bytes(kind, costs, textual.costs[kind])
    yield Row.judged(f"bytes in {IDLE_SECONDS} idle seconds", ours.idle, budgets.IDLE, "B")
    peer = "Textual's driver"
    yield from _same_keys(ours.costs, textual.costs, peer, ["list cursor"], budgets.PEER)
    table = [kind for kind in budgets.BYTES if kind != "list cursor"]
    yield from _same_keys(ours.costs, textual.costs, peer, table)
    yield from _beside_usolitaire()
    if argv := ttysolitaire.command():
        progress("bytes: ttysolitaire")
        theirs = ttysolitaire.play(argv)
        kinds = [kind for kind in theirs if kind in ours.costs]
        yield from _same_keys(ours.costs, theirs, "ttysolitaire", kinds)
    yield from _times(ours, textual)


def play(name: str, size: tuple[int, int] = (80, 24), env: Mapping[str, str] = {}) -> Evening:
    """Play the script, open dialogs and go through a list, each in a program of its own."""
    script = Script()
    argv = [SOLTERM, "play", GAME, "--deal", str(DEAL)]
    with TemporaryDirectory() as home:
        Path(home, "settings.toml").write_text("animation = false\n")
        env = {"SOLTERM_HOME": home, **env}
        costs: dict[str, list[Cost]] = {}
        with Terminal(argv, size, env=env) as terminal:
            terminal.wait_for(f"Deal {DEAL}")
            terminal.rest()
            first, cpu = terminal.bytes_written, terminal.cpu_seconds()
            _press(name, terminal, script.presses, costs)
            script.compare(terminal.text())
            cpu = (terminal.cpu_seconds() - cpu) / len(script.presses)
            written = terminal.bytes_written
            terminal.settle(IDLE_SECONDS)
            idle = terminal.bytes_written - written
        with Terminal(argv, size, env=env) as terminal:
            terminal.wait_for(f"Deal {DEAL}")
            terminal.rest()
            pairs = [(Press(DIALOG_OPENED, key), Press(DIALOG_CLOSED, "Escape")) for key in DIALOGS]
            _press(name, terminal, [press for pair in pairs for press in pair], costs)
            # The game stays suspended: the menu is reached from it.
            terminal.press("m")
            terminal.wait_for("type to search")
            terminal.rest()
            _press(name, terminal, LIST, costs)
        return Evening(costs, first, idle, cpu)


def _press(
    name: str,
    terminal: Terminal,
    presses: tuple[Press, ...] | list[Press],
    costs: dict[str, list[Cost]],
) -> None:
    for number, press in enumerate(presses, 1):
        progress(f"bytes: {name}, key {number} of {len(presses)}")
        costs.setdefault(press.kind, []).append(terminal.measure(press.key))


def typical(kind: str, costs: list[Cost]) -> float:
    """Bytes of a kind of key: the median, but the most of any dialog."""
    counts = [cost.bytes for cost in costs]
    return max(counts) if kind in (DIALOG_OPENED, DIALOG_CLOSED) else median(counts)


def _bytes(kind: str, costs: list[Cost], peers: list[Cost]) -> Row:
    ideal = median(cost.ideal for cost in costs)
    most = max(cost.bytes for cost in costs)
    budget = budgets.DIALOG if kind in (DIALOG_OPENED, DIALOG_CLOSED) else budgets.BYTES.get(kind)
    row = Row.judged(f"bytes: {kind}", typical(kind, costs), budget, "B", typical(kind, peers))
    return row._replace(ours=f"{row.ours} (max {most}, ideal {ideal:.0f})")


def _same_keys(
    ours: Costs,
    theirs: Costs,
    peer: str,
    kinds: list[str],
    most: float | None = None,
) -> Iterator[Row]:
    """Ratios of bytes to those of a peer."""
    for kind in kinds:
        mine, its = typical(kind, ours[kind]), typical(kind, theirs[kind])
        yield Row.compared(f"bytes beside {peer}: {kind}", mine, its, most, "B")


def _beside_usolitaire() -> Iterator[Row]:
    argv = usolitaire.command()
    if argv is None:
        yield Row("bytes beside usolitaire", "it could not be installed")
        return
    large = play("ours at 132x43", usolitaire.SIZE)
    progress("bytes: usolitaire")
    theirs = usolitaire.play(argv)
    first = theirs[usolitaire.FIRST][0].bytes
    yield from _same_keys(
        large.costs, theirs, "usolitaire, 132x43", ["cursor", "turn"], budgets.PEER
    )
    what = "bytes beside usolitaire, 132x43: first screen"
    yield Row.compared(what, large.first, first, budgets.PEER, "B")
    for kind in ("cursor", "turn"):
        mine, its = _milliseconds(large.costs[kind]), _milliseconds(theirs[kind])
        yield Row.compared(f"ms beside usolitaire, 132x43: {kind}", mine, its, None, "ms")


def _times(ours: Evening, textual: Evening) -> Iterator[Row]:
    for kind, costs in ours.costs.items():
        if kind not in _UNTIMED:
            mine, its = _milliseconds(costs), _milliseconds(textual.costs[kind])
            yield Row.compared(f"ms to last byte: {kind}", mine, its, None, "ms")
    mine, its = (
        _milliseconds(
            [c for kind, costs in each.costs.items() if kind not in _UNTIMED for c in costs]
        )
        for each in (ours, textual)
    )
    yield Row.judged("ms to last byte: all of these", mine, budgets.MILLISECONDS, "ms", its)
    cpu = 1000 * ours.cpu, 1000 * textual.cpu
    yield Row.compared("ms of the processor a key at the table", *cpu, None, "ms")


def _milliseconds(costs: list[Cost]) -> float:
    return median(cost.seconds * 1000 for cost in costs)
