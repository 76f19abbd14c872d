"""The budgets of the screen: start-up and memory, bytes and milliseconds a key, lines of code."""

from collections.abc import Iterator

from scripts.benchmarks import budgets, keys, start
from scripts.benchmarks.report import Row
from scripts.benchmarks.start import ROOT


def measure() -> Iterator[Row]:
    """Measure all of them; `serve` measures hosted sessions."""
    yield from start.measure()
    yield from keys.measure()
    yield Row.judged("lines in solterm/tui", _count_lines(), budgets.LINES, "lines")


def _count_lines() -> int:
    files = (ROOT / "solterm" / "tui").rglob("*.py")
    return sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files)
