"""Free Cell deals per second, compared with fc-solve, a solver in C, if it is installed.

Both solve Microsoft's deals from 1 on, in turns in the same run, and we count processor time. We
run fc-solve in three ways: its tool for ranges solves many deals in one process, with its usual
search and with its fast preset `lg`; and a new process with `lg` solves each deal, where most of
the time goes into the start. Debian has it in the package freecell-solver-bin.
"""

import os
import subprocess
from collections.abc import Callable, Iterator
from resource import RUSAGE_CHILDREN, getrusage
from shutil import which
from time import process_time

from scripts.benchmarks.report import Row, progress
from solterm.games import find
from solterm.solver import Finding, solve

DEALS = 60
"""Deals for our solver, in all rounds."""
ROUNDS = 3
RANGE = 300
"""Deals for the tool for ranges: in each round with `lg`, or once with its usual search."""
ALONE = 10
"""Deals that get a process each."""
ITERATIONS = 100_000
"""Positions after which fc-solve gives up a deal; on some, its usual search would never end."""
BUDGET = 20
"""The highest ratio of our cost to that of fc-solve."""
_LONGEST = 300
"""Seconds until a process of fc-solve is stopped."""


def measure() -> Iterator[Row]:
    """Compare our solver with each way to run fc-solve; without fc-solve, measure only ours."""
    whole, single, maker = (
        which(name)
        for name in (
            *("freecell-solver-range-parallel-solve", "fc-solve"),
            "make-microsoft-freecell-board",
        )
    )
    ours, usual, fast, begun = 0.0, 0.0, 0.0, 0.0
    for each in range(ROUNDS):
        progress(f"freecell: round {each + 1} of {ROUNDS}")
        ours += _ours(each)
        if whole:
            usual += _cost(lambda: _solve_range(whole)) if each == 0 else 0.0
            fast += _cost(lambda: _solve_range(whole, "-l", "lg"))
        if single and maker:
            begun += _cost(lambda: _solve_alone(single, maker))
            begun -= _cost(lambda: _make_boards(maker))
    speed = DEALS / ours
    if not whole:
        yield Row("free-cell, deals/s", f"{speed:.1f}", "fc-solve is not installed")
        return
    yield _row("its usual search", speed, RANGE / usual)
    yield _row("its preset lg", speed, ROUNDS * RANGE / fast)
    if begun > 0:
        yield _row("lg, a process for each deal", speed, ROUNDS * ALONE / begun)


def _row(what: str, ours: float, theirs: float) -> Row:
    ratio = theirs / ours
    return Row(
        f"free-cell, deals/s: {what}",
        *(f"{ours:.1f}", f"{theirs:.1f}", ratio, f"<= {BUDGET}", ratio <= BUDGET),
    )


def _ours(each: int) -> float:
    """Return our processor time for the deals of a round."""
    game, many = find("free-cell"), DEALS // ROUNDS
    begun = process_time()
    for deal in range(1 + each * many, 1 + (each + 1) * many):
        verdict = solve(game.rules(), game.deal(deal).table)
        assert verdict.finding is Finding.WON, deal
    return process_time() - begun


def _cost(run: Callable[[], object]) -> float:
    """Return the processor time of the processes that a function runs."""
    before = getrusage(RUSAGE_CHILDREN)
    run()
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _solve_range(program: str, *search: str) -> None:
    limit = ["--total-iterations-limit", str(ITERATIONS)]
    argv = [program, "1", str(RANGE), str(RANGE), *limit, *search]
    subprocess.run(argv, stdout=subprocess.DEVNULL, check=True, timeout=_LONGEST)


def _make_boards(maker: str) -> list[bytes]:
    return [
        subprocess.run([maker, str(deal)], stdout=subprocess.PIPE, check=True).stdout
        for deal in range(1, ALONE + 1)
    ]


def _solve_alone(program: str, maker: str) -> None:
    quiet = {**os.environ, "FREECELL_SOLVER_QUIET": "1"}
    for board in _make_boards(maker):
        argv = [program, "-l", "lg"]
        subprocess.run(
            argv, input=board, stdout=subprocess.DEVNULL, env=quiet, check=True, timeout=_LONGEST
        )
