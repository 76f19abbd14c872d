"""The time until the first screen and the first answer, and the memory of an idle program.

Five programs start in turns, each on a new 80x24 terminal: ``solterm`` with a game and with the
menu as its last picture, ``solterm play`` with a new deal, a plain Textual program with a header, a
list of 48 lines and a footer, and an empty Textual App, the minimum of memory. A start lasts from
just before fork and exec to the last byte of the first screen, before `QUIET` seconds of silence.
We press the first key as soon as the picture or the first screen is complete. As on every start but
the very first, all imported modules are compiled already, solterm's are in one file, and the
player's folder exists.
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
from tests.harness.pty import Snapshot, Terminal

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
    picture: float
    """Seconds from exec to the last byte of the last picture; 0 if it shows none."""
    after: int
    """Bytes from there to the complete first screen."""


@dataclass
class Program:
    """A program, and its starts."""

    argv: Sequence[str]
    home: Path
    shows: str = ""
    """A text on its first screen."""
    picture: bytes = b""
    """The last picture, if it shows one."""
    starts: list[Start] = field(default_factory=list)

    def _begin(self, *words: str) -> Terminal:
        env = {"SOLTERM_HOME": str(self.home), "XDG_CACHE_HOME": str(self.home / "cache")}
        return Terminal([*self.argv, *words], env=env)

    def end_in_order(self, *words: str) -> None:
        """Start and end it, so that the next start has its modules in one file."""
        with self._begin(*words) as terminal:
            terminal.wait_for(self.shows)
            terminal.rest()
            for _ in range(2):
                terminal.press("q")
                terminal.settle(QUIET)
            terminal.wait_exit()

    def keep_picture(self, *words: str) -> None:
        """End it in order, so that the next start shows its picture."""
        self.end_in_order(*words)
        kept = self.home / "cache" / "solterm" / "picture"
        self.picture = kept.read_bytes().split(b"\n")[3]

    def start(self) -> None:
        """Start it, measure it, and end it."""
        with self._begin() as terminal:
            terminal.wait_for(lambda: self.picture in terminal.output)
            picture, shown = terminal.elapsed(), terminal.bytes_written
            terminal.settle(QUIET, patience=10)
            terminal.wait_for(self.shows)
            terminal.settle(QUIET)
            seconds, after = terminal.elapsed(), terminal.bytes_written - shown
            wait_until_idle(terminal)
            cpu, size = terminal.cpu_seconds(), terminal.rss_kib() / 1024
        answer = 0.0
        if self.shows:
            began = time.monotonic()
            with self._begin() as terminal:
                if self.picture:
                    terminal.wait_for(lambda: self.picture in terminal.output)
                else:
                    terminal.wait_for(self.shows)
                    terminal.settle(0.02)
                before = rows_but_the_second(terminal)
                terminal.press("Down")
                terminal.wait_for(lambda: rows_but_the_second(terminal) != before)
                answer = time.monotonic() - began
        self.starts.append(Start(seconds, cpu, size, answer, picture, after))

    def median(self) -> Start:
        """Return the median of each figure."""
        return Start(*map(statistics.median, zip(*self.starts, strict=True)))


def rows_but_the_second(terminal: Terminal) -> Snapshot:
    """Return what stands on the terminal; on the second row the driver tries a line character."""
    rows = terminal.snapshot()
    return [*rows[:1], *rows[2:]]


def wait_until_idle(terminal: Terminal) -> None:
    """Wait until the program uses no more processor time."""
    before = -1.0
    while (now := terminal.cpu_seconds()) != before:
        before = now
        terminal.settle(QUIET)


def measure() -> Iterator[Row]:
    """Compare the ways to start with a plain program, and the memory with an empty App."""
    with TemporaryDirectory() as folder:
        scripts = {"plain": PLAIN_APP, "empty": EMPTY_APP}
        for name, text in scripts.items():
            Path(folder, f"{name}.py").write_text(text)
        homes = {name: Path(folder, name) for name in ("resume", "menu", "play", "none")}
        for home in homes.values():
            home.mkdir()
            (home / "settings.toml").write_text("lesson = false\n")
        deal = ["play", "kloncan-klondike", "--deal", "1"]
        resume = Program([SOLTERM], homes["resume"], "(KLONCAN)")
        menu = Program([SOLTERM], homes["menu"], "Klondike")
        play = Program([SOLTERM, *deal], homes["play"], "(KLONCAN)")
        plain, empty = (
            Program([sys.executable, str(Path(folder, f"{name}.py"))], homes["none"])
            for name in scripts
        )
        programs = (resume, menu, play, plain, empty)
        compileall.compile_dir(ROOT / "solterm", quiet=2)
        resume.keep_picture(*deal)
        menu.keep_picture()
        play.end_in_order()
        for program in programs:
            program.start()  # compiles the modules of other packages, and makes the folder
            program.starts.clear()
        for number in range(RUNS):
            progress(f"start: run {number + 1} of {RUNS}")
            for program in programs:
                program.start()
    peer, least = plain.median(), empty.median()
    for what, ours in (("resume", resume.median()), ("menu", menu.median())):
        yield Row.compared(
            f"start {what}: last picture",
            *(ours.picture * 1000, peer.seconds * 1000, budgets.PICTURE_TIME, "ms"),
        )
        yield Row.judged(f"start {what}: bytes after it", ours.after, budgets.AFTER_PICTURE, "B")
    every = {"resume": resume.median(), "menu": menu.median(), "play": play.median()}
    for what, ours in every.items():
        wall, cpu = budgets.FIRST_SCREEN_TIME[what], budgets.FIRST_SCREEN_CPU[what]
        for figure, mine, its, most, unit in (
            ("complete first screen", ours.seconds, peer.seconds, wall, "ms"),
            ("first key answered", ours.answer, peer.seconds, budgets.FIRST_KEY[what], "ms"),
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
