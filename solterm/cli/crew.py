"""Worker processes of low priority that solve one deal after another."""

import contextlib
import os
import signal
from collections.abc import Callable, Generator, Iterable
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from time import process_time
from typing import NamedTuple

from solterm.core.outcome import Outcome
from solterm.core.play.play import Play
from solterm.games import find
from solterm.solver import Finding, Limit, solve


class Job(NamedTuple):
    """A deal to solve."""

    game: str
    level: int
    deal: int
    options: tuple[tuple[str, str], ...] = ()


def write_options(options: Iterable[tuple[str, str]]) -> str:
    """Return options as study files have them.

    >>> write_options([("size", "small"), ("deck", "bland")])
    'deck=bland size=small'
    """
    return " ".join(f"{key}={value}" for key, value in sorted(options))


class StudyRow(NamedTuple):
    """The result of solving a deal."""

    game: str
    level: int
    deal: int
    finding: str
    positions: int
    seconds: float
    best: int | None
    options: str = ""
    """In the form of ``write_options``, without default values."""


def solve_all(
    jobs: Iterable[Job], seconds: float, workers: int, by_hints: bool = False
) -> Generator[StudyRow, None, None]:
    """Solve deals, or play them by hints alone; yield the results as they are found.

    The workers end when this is closed or the program ends, in whatever way. Raises ``ValueError``
    with a sentence if a worker ends before it has answered.
    """
    left = iter(jobs)
    crew: dict[Connection, BaseProcess] = {}
    try:
        for job in islice(left, workers):
            ours, worker = _engage(seconds, by_hints)
            crew[ours] = worker
            ours.send(job)
        while crew:
            for ours in [each for each in wait(list(crew)) if isinstance(each, Connection)]:
                try:
                    row = ours.recv()
                except (EOFError, OSError):
                    raise ValueError(
                        "A worker process of the study was killed; run it again."
                    ) from None
                yield row
                if following := next(left, None):
                    ours.send(following)
                else:
                    ours.close()
                    crew.pop(ours).join()
    finally:
        for ours, worker in crew.items():
            worker.terminate()
            ours.close()


def _engage(seconds: float, by_hints: bool) -> tuple[Connection, BaseProcess]:
    """Start a worker, and return it with the pipe to it."""
    started = get_context("spawn")  # a fork would hold the pipes of the others open
    ours, theirs = started.Pipe()
    worker = started.Process(target=_work, args=(theirs, seconds, by_hints), daemon=True)
    os.environ["PYTHONSAFEPATH"] = "1"  # else it looks for modules in the current directory first
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # inherited: only we stop it
    try:
        worker.start()
    finally:
        signal.signal(signal.SIGINT, before)
    theirs.close()
    return ours, worker


def _work(pipe: Connection, seconds: float, by_hints: bool) -> None:
    """Solve or play each deal that arrives, until the pipe is closed."""
    with contextlib.suppress(OSError, AttributeError):
        os.nice(19)
    parent = os.getppid()
    with contextlib.suppress(EOFError, OSError):
        while True:
            do = _play_by_hints if by_hints else _solve
            row = do(pipe.recv(), seconds, lambda: os.getppid() != parent)
            pipe.send(row)


def _solve(job: Job, seconds: float, is_alone: Callable[[], bool]) -> StudyRow:
    """Solve a deal within a limit of processor time, however busy the machine is."""
    game = find(job.game).with_options(dict(job.options))
    rules, table = game.rules(job.level), game.opening(game.shuffle(job.deal), job.deal)
    begun = process_time()

    def is_stopped() -> bool:
        return process_time() - begun > seconds or is_alone()

    verdict = solve(rules, table, Limit(is_stopped=is_stopped))
    for move in verdict.moves:
        assert move in rules.legal_moves(table), f"{move} of {job} is not legal"
        table = rules.make(table, move)
    assert rules.is_won(table) or verdict.finding is not Finding.WON, f"{job} is not won"
    passed = round(process_time() - begun, 3)
    finding, written = str(verdict.finding), write_options(job.options)
    return StudyRow(
        job.game, job.level, job.deal, finding, verdict.positions, passed, verdict.best, written
    )


def _play_by_hints(job: Job, seconds: float, is_alone: Callable[[], bool]) -> StudyRow:
    """Play a deal by hints alone, with so many seconds for each hint."""
    from solterm.sessions.hinting import Hints
    from solterm.sessions.hintplay import Direct, play_by_hints

    play = Play(find(job.game), job.deal, job.level, options=dict(job.options))
    begun = process_time()
    moves = play_by_hints(play, Hints(Direct(seconds, is_stopped=is_alone)))
    finding = "won" if play.outcome is Outcome.WON else "lost"
    passed, scored = round(process_time() - begun, 3), play.rules.count_scored(play.table)
    written = write_options(job.options)
    return StudyRow(job.game, job.level, job.deal, finding, moves, passed, scored, written)
