"""Workers: processes of low priority that solve one deal after another."""

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
    """A deal to be solved."""

    game: str
    level: int
    deal: int
    options: tuple[tuple[str, str], ...] = ()


def write_options(options: Iterable[tuple[str, str]]) -> str:
    """Options as a file has them.

    >>> write_options([("size", "small"), ("deck", "bland")])
    'deck=bland size=small'
    """
    return " ".join(f"{key}={value}" for key, value in sorted(options))


class StudyRow(NamedTuple):
    """What was found out about a deal."""

    game: str
    level: int
    deal: int
    finding: str
    positions: int
    seconds: float
    best: int | None
    options: str = ""
    """As they are written, less usual values; empty where there are none."""


def solve_all(
    jobs: Iterable[Job], seconds: float, workers: int, by_hints: bool = False
) -> Generator[StudyRow, None, None]:
    """What becomes of deals, in the order in which they are solved, or played by hints alone.

    When it is closed, or the program ends in whatever way, the workers end with it. Raises
    ``ValueError`` with a sentence if one of them ends before it has answered.
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
                        "A process that searched was ended by somebody else."
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
    """A worker, and the pipe to it."""
    started = get_context("spawn")  # a fork would hold the pipes of the others open
    ours, theirs = started.Pipe()
    worker = started.Process(target=_work, args=(theirs, seconds, by_hints), daemon=True)
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # it inherits that: we end it
    try:
        worker.start()
    finally:
        signal.signal(signal.SIGINT, before)
    theirs.close()
    return ours, worker


def _work(pipe: Connection, seconds: float, by_hints: bool) -> None:
    """Solve what comes, until nobody sends any more."""
    with contextlib.suppress(OSError, AttributeError):
        os.nice(19)
    parent = os.getppid()
    with contextlib.suppress(EOFError, OSError):
        while True:
            do = _play_by_hints if by_hints else _solve
            row = do(pipe.recv(), seconds, lambda: os.getppid() != parent)
            pipe.send(row)


def _solve(job: Job, seconds: float, is_alone: Callable[[], bool]) -> StudyRow:
    """What becomes of a deal in so many seconds of the processor, however busy it is."""
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
    """What becomes of a deal whose player follows hints, each found in so many seconds."""
    from solterm.sessions.hinting import Hints
    from solterm.sessions.hintplay import Direct, play_by_hints

    play = Play(find(job.game), job.deal, job.level, options=dict(job.options))
    begun = process_time()
    moves = play_by_hints(play, Hints(Direct(seconds, is_stopped=is_alone)))
    finding = "won" if play.outcome is Outcome.WON else "lost"
    passed, scored = round(process_time() - begun, 3), play.rules.count_scored(play.table)
    written = write_options(job.options)
    return StudyRow(job.game, job.level, job.deal, finding, moves, passed, scored, written)
