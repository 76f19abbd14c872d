"""The lamp: how soon it has a verdict after a move, and how much it slows the keys down.

verdicts  We play a few random moves that lead on, in deals whose opening a search decides in time.
          After each move we ask the lamp as the table does: it knows some verdicts at once and asks
          the worker for the others. A row has the median of all moves, in seconds by the clock and
          of the worker's processor time, and how many verdicts the lamp knew at once.
keys      Two terminals play the script of `script.py`, key by key in turns, one with the lamp on
          and one with it off.
"""

import os
import statistics
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

from scripts.benchmarks.keys import SOLTERM
from scripts.benchmarks.report import Row, progress
from scripts.benchmarks.script import DEAL, DIALOG_CLOSED, GAME, Script
from scripts.benchmarks.start import wait_until_idle
from solterm.advice.ask import LAMP, Worker
from solterm.core.game import Game
from solterm.core.play.play import Play
from solterm.games import find
from tests.harness.pty import Terminal

GAMES = (
    *("free-cell", "bakers-game", "beleaguered-castle", "klondike-deal-1", "klondike-deal-3"),
    *("kloncan-klondike", "demon", "scorpion", "agnes", "royale-golf", "royale-pyramid"),
)
DEALS = range(1, 3)
MOVES = 8
BUDGET = 0.3
"""Seconds: the limit for the median."""
_CALM = 0.3
"""Seconds of silence before a key; by then the lamp has shown its verdict."""


class Answer(NamedTuple):
    """A verdict of the lamp, and the seconds it took."""

    finding: str
    clock: float
    processor: float


def measure() -> Iterator[Row]:
    """Measure the verdicts, then the keys."""
    yield from _verdicts()
    yield from _keys()


def _verdicts() -> Iterator[Row]:
    after: list[Answer] = []
    for name in GAMES:
        game, found = find(name), list[Answer]()
        for deal in DEALS:
            progress(f"lamp: {name}, deal {deal}")
            found += _play_on(game, deal)
        after += found
        yield Row(f"lamp: verdict after a move of {name}", _told(found) if found else "undecided")
    median = statistics.median(each.clock for each in after)
    share = sum(each.clock == 0 for each in after) / len(after)
    told = f"{_told(after)}, {share:.0%} known at once"
    yield Row("lamp: verdict after a move", told, budget=f"<= {BUDGET} s", ok=median <= BUDGET)


def _told(found: list[Answer]) -> str:
    """Return the medians of all moves, then those of the moves that the worker judged."""
    asked = [each for each in found if each.clock]
    undecided = sum(each.finding == "undecided" for each in found)
    told = f"{_median(found)}; {len(asked)} asked"
    if asked:
        told = f"{told}: {_median(asked)}, max {max(each.clock for each in asked):.2f}"
    return f"{told}; {undecided} of {len(found)} undecided"


def _median(found: list[Answer]) -> str:
    clock = statistics.median(each.clock for each in found)
    processor = statistics.median(each.processor for each in found)
    return f"{clock:.2f} s ({processor:.2f} of processor time)"


def _play_on(game: Game, deal: int) -> list[Answer]:
    """Return the verdicts after each move; none if the lamp can't judge the opening."""
    chance, play, worker = Random(deal), Play(game, deal), Worker(is_off=False)
    try:
        if _ask(play, worker).finding == "undecided":
            return []
        found = []
        for _ in range(MOVES):
            leading = [
                move for move in play.legal_moves if play.rules.makes_progress(play.table, move)
            ]
            if play.outcome or not leading:
                break
            play.push(chance.choice(leading))
            found.append(_ask(play, worker))
        return found
    finally:
        worker.end()


def _ask(play: Play, worker: Worker) -> Answer:
    """Ask the lamp for its verdict on the present position."""
    if known := worker.knowledge.finding(play):
        return Answer(known, 0.0, 0.0)
    begun, worked = perf_counter(), _processor(worker)
    heard = worker.wait(worker.judge(play, LAMP), 10 * LAMP)
    if heard.answer is None:
        return Answer("undecided", perf_counter() - begun, _processor(worker) - worked)
    passed, worked = perf_counter() - begun, _processor(worker) - worked
    return Answer(heard.answer.finding, passed, max(0.0, worked))


def _processor(worker: Worker) -> float:
    """Return the processor time of a worker in seconds; 0 if the system doesn't tell it."""
    try:
        stat = Path(f"/proc/{worker.process_number}/stat").read_text(encoding="ascii")
    except OSError:
        return 0.0
    user, system = stat.rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def _keys() -> Iterator[Row]:
    """Compare the milliseconds per key with and without the lamp."""
    script = Script()
    with TemporaryDirectory() as home, ExitStack() as stack:
        terminals = []
        for name, setting in (("on", "lamp = true\n"), ("off", "")):
            folder = Path(home, name)
            folder.mkdir()
            (folder / "settings.toml").write_text(setting, encoding="utf-8")
            argv = [SOLTERM, "play", GAME, "--deal", str(DEAL)]
            terminal = stack.enter_context(Terminal(argv, env={"SOLTERM_HOME": str(folder)}))
            terminal.wait_for("Klondike")
            wait_until_idle(terminal)
            terminals.append(terminal)
        times: tuple[list[float], list[float]] = ([], [])
        for count, press in enumerate(script.presses):
            progress(f"lamp: key {count + 1} of {len(script.presses)}")
            for which in (0, 1) if count % 2 else (1, 0):
                terminals[which].settle(_CALM)
                cost = terminals[which].measure(press.key)
                if press.kind != DIALOG_CLOSED:  # Esc waits for the rest of a sequence
                    times[which].append(cost.seconds * 1000)
        for terminal in terminals:
            script.compare(terminal.text())
    on, off = (statistics.median(each) for each in times)
    told = f"{on:.2f} ms, max {max(times[0]):.1f}"
    yield Row("ms to last byte, lamp on", told, f"{off:.2f} ms, max {max(times[1]):.1f}", on / off)
