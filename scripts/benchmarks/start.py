"""The time until the first screen and the first answer, and the memory of an idle program.

Four programs start in turns, each on a new 80x24 terminal: ``solterm play`` (a new deal),
``solterm`` (the menu, since no game is suspended), a plain Textual program with a header, a list of
48 lines and a footer, and an empty Textual App, the minimum of memory. A start lasts from just
before fork and exec to the last byte of the first screen, before `QUIET` seconds of silence. We
press the first key as soon as the first screen is complete. As on every start but the very first,
all imported modules are compiled already, and the player's folder exists.
"""

import compileall
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from scripts.benchmarks import budgets
from scripts.benchmarks.report import Row, progress
from tests.harness.pty import Terminal

ROOT = Path(__file__).resolve().parents[2]
SOLTERM = str(Path(sys.executable).with_name("solterm"))
EMPTY_APP = "from textual.app import App\n\nApp().run()\n"
PLAIN_APP = """
from textual.app import App
from textual.widgets import Footer, Header, OptionList

class Plain(App):
    def compose(self):
        yield Header()
        yield OptionList(*(f"Line {number}" for number in range(48)))
        yield Footer()

Plain().run()
"""
RUNS = 9
QUIET = 0.5


class Start(NamedTuple):
    """The costs of one start."""

    seconds: float
    cpu: float
    """Seconds of processor time; other programs disturb them less."""
    mebibytes: float
    answer: float
    """Seconds from exec to the answer to a key, pressed at the first screen."""


@dataclass
class Program:
    """A program, and its starts."""

    argv: Sequence[str]
    home: Path
    shows: str = ""
    """A text on its first screen."""
    starts: list[Start] = field(default_factory=list)

    def start(self) -> None:
        """Start it, measure it, and end it."""
        with Terminal(self.argv, env={"SOLTERM_HOME": str(self.home)}) as terminal:
            terminal.settle(QUIET, patience=10)
            terminal.wait_for(self.shows)
            terminal.settle(QUIET)
            seconds = terminal.elapsed()
            wait_until_idle(terminal)
            cpu, size = terminal.cpu_seconds(), terminal.rss_kib() / 1024
        answer = 0.0
        if self.shows:
            began = time.monotonic()
            with Terminal(self.argv, env={"SOLTERM_HOME": str(self.home)}) as terminal:
                terminal.wait_for(self.shows)
                terminal.settle(0.02)
                shown = terminal.bytes_written
                terminal.press("Down")
                terminal.wait_for(lambda: terminal.bytes_written > shown)
                answer = time.monotonic() - began
        self.starts.append(Start(seconds, cpu, size, answer))

    def median(self) -> Start:
        """Return the median of each figure."""
        return Start(*map(statistics.median, zip(*self.starts, strict=True)))


def wait_until_idle(terminal: Terminal) -> None:
    """Wait until the program uses no more processor time."""
    before = -1.0
    while (now := terminal.cpu_seconds()) != before:
        before = now
        terminal.settle(QUIET)


def measure() -> Iterator[Row]:
    """Compare both ways to start with a plain program, and the memory with an empty App."""
    with TemporaryDirectory() as folder:
        scripts = {"plain": PLAIN_APP, "empty": EMPTY_APP}
        for name, text in scripts.items():
            Path(folder, f"{name}.py").write_text(text)
        deal = [SOLTERM, "play", "kloncan-klondike", "--deal", "1"]
        play = Program(deal, Path(folder, "play"), "Deal 1")
        menu = Program([SOLTERM], Path(folder, "menu"), "Klondike")
        plain, empty = (
            Program([sys.executable, str(Path(folder, f"{name}.py"))], Path(folder, "none"))
            for name in scripts
        )
        programs = (play, menu, plain, empty)
        compileall.compile_dir(ROOT / "solterm", quiet=2)
        for program in programs:
            program.start()  # compiles the modules of other packages, and makes the folder
            program.starts.clear()
        for number in range(RUNS):
            progress(f"start: run {number + 1} of {RUNS}")
            for program in programs:
                program.start()
    peer, least = plain.median(), empty.median()
    for what, ours in (("play", play.median()), ("menu", menu.median())):
        wall, cpu = budgets.FIRST_SCREEN_TIME[what], budgets.FIRST_SCREEN_CPU[what]
        for figure, mine, its, most, unit in (
            ("complete first screen", ours.seconds, peer.seconds, wall, "ms"),
            ("first key answered", ours.answer, peer.seconds, budgets.FIRST_KEY, "ms"),
            ("processor time", ours.cpu, peer.cpu, cpu, "ms"),
            (
                "resident memory, beside an empty App",
                ours.mebibytes,
                least.mebibytes,
                budgets.MEMORY,
                "MiB",
            ),
        ):
            scale = 1000 if unit == "ms" else 1
            yield Row.compared(f"start {what}: {figure}", mine * scale, its * scale, most, unit)
