"""The cost of a key on the connection: bytes, and milliseconds until the last byte.

In a terminal with 256 colours and `animation = false`, we play the game of `script.py`, open and
close dialogs at the table, and move the cursor through the menu and a page. We press the same keys
in three peers: our program under Textual's own driver, a plain Textual list (the cursor only), and
usolitaire at 132x43. A fourth peer is ttysolitaire, if it is installed. *Ideal* is the median size
of a cell diff that knows both screens and addresses each run of cells by row and column; a cleverer
diff may be smaller.

The program stores each move before it shows it, so the milliseconds of moves and turns include an
SQLite commit in the temporary folder. Esc is not timed: the program waits ESCDELAY for the rest of
a sequence.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from scripts.benchmarks import budgets, ttysolitaire, usolitaire
from scripts.benchmarks.report import Row, progress
from scripts.benchmarks.script import DEAL, DIALOG_CLOSED, DIALOG_OPENED, GAME, Press, Script
from scripts.benchmarks.start import PLAIN_APP
from tests.harness.pty import Cost, Terminal

SOLTERM = str(Path(sys.executable).with_name("solterm"))
TEXTUALS_DRIVER = {"TEXTUAL_DRIVER": "textual.drivers.linux_driver:LinuxDriver"}
IDLE_SECONDS = 3
DIALOGS = ("F2", "F8", "Tab", "q", "s", "w", "d", "c", ":")
"""Keys of the table that open a dialog or page; Esc closes it."""
LIST = (
    *(Press("list cursor", key) for key in ["Down"] * 6 + ["Up"] * 2),
    Press("list page", "PageDown"),
    Press("list page", "PageDown"),
    *[Press("list scrolled by a row", "Down")] * 4,
)
"""Keys of the menu; its list is longer than the window."""
_UNTIMED = {DIALOG_OPENED, DIALOG_CLOSED, "list page", "list scrolled by a row"}
"""All kinds but the keys of the table and the cursor keys of a list."""

Costs = Mapping[str, list[Cost]]
"""The costs of key presses, by kind."""


class Sitting(NamedTuple):
    """The costs of one run of the program."""

    costs: Costs
    first: int
    """Bytes of the first screen."""
    idle: int
    """Bytes without keys."""
    cpu: float
    """Seconds of processor time per key at the table."""


def measure() -> Iterator[Row]:
    """Measure bytes, bytes compared with the peers, and milliseconds."""
    ours = play("ours")
    textual = play("Textual's driver", env=TEXTUALS_DRIVER)
    yield Row.judged("bytes: first screen", ours.first, budgets.FIRST_SCREEN, "B", textual.first)
    for kind, costs in ours.costs.items():
        yield _bytes(kind, costs, textual.costs[kind])
    yield Row.judged(f"bytes in {IDLE_SECONDS} idle seconds", ours.idle, budgets.IDLE, "B")
    yield from _same_keys(
        ours.costs, play_plain_list(), "a plain Textual list", ["list cursor"], budgets.PEER
    )
    yield from _same_keys(ours.costs, textual.costs, "Textual's driver", list(budgets.BYTES))
    yield from _compare_with_usolitaire()
    if argv := ttysolitaire.command():
        progress("bytes: ttysolitaire")
        theirs = ttysolitaire.play(argv)
        kinds = [kind for kind in theirs if kind in ours.costs]
        yield from _same_keys(ours.costs, theirs, "ttysolitaire", kinds)
    yield from _times(ours, textual)


def play(name: str, size: tuple[int, int] = (80, 24), env: Mapping[str, str] = {}) -> Sitting:
    """Play the script in one process; open dialogs and move through the menu in another."""
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
            # The game stays open; m leads from it to the menu.
            terminal.press("m")
            terminal.wait_for("type to search")
            terminal.rest()
            _press(name, terminal, LIST, costs)
        return Sitting(costs, first, idle, cpu)


def play_plain_list(presses: Sequence[Press] = LIST[:8]) -> Costs:
    """Move the cursor through the list of a plain Textual program, which Textual's driver shows."""
    costs: dict[str, list[Cost]] = {}
    with TemporaryDirectory() as folder:
        program = Path(folder, "plain.py")
        program.write_text(PLAIN_APP)
        with Terminal([sys.executable, str(program)]) as terminal:
            terminal.wait_for("Line 10")
            terminal.rest()
            _press("a plain list", terminal, presses, costs)
    return costs


def _press(
    name: str,
    terminal: Terminal,
    presses: Sequence[Press],
    costs: dict[str, list[Cost]],
) -> None:
    for number, press in enumerate(presses, 1):
        progress(f"bytes: {name}, key {number} of {len(presses)}")
        costs.setdefault(press.kind, []).append(terminal.measure(press.key))


def typical(kind: str, costs: list[Cost]) -> float:
    """Return the bytes of a kind of key: the maximum for dialogs, else the median."""
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
    """Compare bytes with those of a peer."""
    for kind in kinds:
        mine, its = typical(kind, ours[kind]), typical(kind, theirs[kind])
        yield Row.compared(f"bytes compared with {peer}: {kind}", mine, its, most, "B")


def _compare_with_usolitaire() -> Iterator[Row]:
    argv = usolitaire.command()
    if argv is None:
        yield Row("bytes compared with usolitaire", "usolitaire could not be installed")
        return
    large = play("ours at 132x43", usolitaire.SIZE)
    progress("bytes: usolitaire")
    theirs = usolitaire.play(argv)
    first = theirs[usolitaire.FIRST][0].bytes
    yield from _same_keys(
        large.costs, theirs, "usolitaire, 132x43", ["cursor", "turn"], budgets.PEER
    )
    what = "bytes compared with usolitaire, 132x43: first screen"
    yield Row.compared(what, large.first, first, budgets.PEER, "B")
    for kind in ("cursor", "turn"):
        mine, its = _milliseconds(large.costs[kind]), _milliseconds(theirs[kind])
        yield Row.compared(f"ms compared with usolitaire, 132x43: {kind}", mine, its, None, "ms")


def _times(ours: Sitting, textual: Sitting) -> Iterator[Row]:
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
    yield Row.compared("ms compared with Textual's driver: all", mine, its, budgets.KEYS, "ms")
    cpu = 1000 * ours.cpu, 1000 * textual.cpu
    yield Row.compared("ms of processor time per key at the table", *cpu, None, "ms")


def _milliseconds(costs: list[Cost]) -> float:
    return median(cost.seconds * 1000 for cost in costs)
