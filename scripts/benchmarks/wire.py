"""The Wire under other people's programs: bytes, milliseconds and pictures.

Each program runs twice with the same keys, under Textual's own driver and under ours. The pictures
are compared cell by cell after the first screen and after each key. A cell may differ where a
program shows the time, or blinks.
"""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from scripts.benchmarks.peers import install
from scripts.benchmarks.report import Row, progress
from scripts.benchmarks.start import ROOT
from tests.harness.pty import Cost, Snapshot, Terminal

SIZE = (132, 43)
DRIVERS = {
    "Textual's": "textual.drivers.linux_driver:LinuxDriver",
    "Wire": "solterm.wire:WireDriver",
}
_QUIET = 0.3
"""Seconds of silence after which a picture is complete; a blinking cursor leaves 0.5."""


class Program(NamedTuple):
    """A Textual program, and the keys pressed in it."""

    name: str
    find: Callable[[], list[str] | None]
    """Returns its command line; None if it can't be installed."""
    ready: str
    """A text of its first screen."""
    keys: tuple[str, ...]


def _of_package(package: str, version: str, *others: str) -> list[str] | None:
    folder = install(package, version, *others)
    return [str(folder / package)] if folder else None


def _find_posting() -> list[str] | None:
    return _of_package("posting", "2.11.0", "tree-sitter<0.26")  # a newer one crashes it


def _find_harlequin() -> list[str] | None:
    return _of_package("harlequin", "2.17.0", "tree-sitter<0.26")


_TABS = ("Tab",) * 6
_MOVES = ("Down", "Down", "Right", "Left", "Up", "PageDown")
PROGRAMS = (
    Program("Posting", _find_posting, "Send", (*_TABS, *_MOVES, "Ctrl+P")),
    Program("Harlequin", _find_harlequin, "Run Query", (*"select 1", *_MOVES)),
    Program(
        "Textual's demo",
        lambda: [sys.executable, "-m", "textual"],
        "Home",
        ("PageDown", "Down", "Down", "p", "Down", "Tab", "w", "Tab", "Down", "Ctrl+P"),
    ),
)


class Sitting(NamedTuple):
    """One run of a program."""

    first: Cost
    keys: list[Cost]
    pictures: list[Snapshot]


def measure() -> Iterator[Row]:
    """Compare the Wire with Textual's driver in each program."""
    for program in PROGRAMS:
        argv = program.find()
        if argv is None:
            yield Row(f"{program.name}", "not measured: it could not be installed")
            continue
        theirs, ours = (_run(program, argv, driver) for driver in DRIVERS)
        name = f"{program.name}, bytes"
        yield Row.compared(f"{name}: first screen", ours.first.bytes, theirs.first.bytes, None, "B")
        bytes_of = [median(cost.bytes for cost in each.keys) for each in (ours, theirs)]
        yield Row.compared(f"{name}: a key, median", *bytes_of, None, "B")
        total = [sum(cost.bytes for cost in each.keys) for each in (ours, theirs)]
        yield Row.compared(f"{name}: {len(program.keys)} keys", *total, 0.5, "B")
        times = [median(1000 * cost.seconds for cost in each.keys) for each in (ours, theirs)]
        yield Row.compared(f"{program.name}, ms to last byte: a key, median", *times, None, "ms")
        unlike = [_count_unlike(*pair) for pair in zip(ours.pictures, theirs.pictures, strict=True)]
        yield Row(
            f"{program.name}: cells that differ, in {len(unlike)} pictures",
            f"{sum(unlike)} (most in one: {max(unlike)})",
            budget="0, or a blinking cursor",
            ok=max(unlike) <= 1,
        )


def _run(program: Program, argv: list[str], driver: str) -> Sitting:
    with TemporaryDirectory() as home:
        env = {
            "TEXTUAL_DRIVER": DRIVERS[driver],
            "TEXTUAL_ANIMATIONS": "none",
            "COLORTERM": "truecolor",
            "PYTHONPATH": str(ROOT),
            "HOME": home,
        }
        for name in ("CONFIG", "DATA", "CACHE", "STATE"):
            env[f"XDG_{name}_HOME"] = str(Path(home, name.lower()))
        with Terminal(argv, SIZE, env=env) as terminal:
            progress(f"wire: {program.name} with {driver} driver, first screen")
            terminal.wait_for(program.ready)
            terminal.settle(_QUIET)
            terminal.rest()
            first = Cost(terminal.bytes_written, terminal.elapsed(), 0)
            costs, pictures = [], [terminal.snapshot()]
            for number, key in enumerate(program.keys, 1):
                progress(f"wire: {program.name} with {driver} driver, key {number}")
                costs.append(terminal.measure(key, _QUIET))
                terminal.rest()
                pictures.append(terminal.snapshot())
            return Sitting(first, costs, pictures)


def _count_unlike(ours: Snapshot, theirs: Snapshot) -> int:
    pairs = zip(ours, theirs, strict=True)
    return sum(a != b for mine, its in pairs for a, b in zip(mine, its, strict=True))
