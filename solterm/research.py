"""Ask the solver about a position, a recorded game or many deals.

The solver sees every card, so its answers are for studies and for players who ask for them.
A study of many deals runs in worker processes of low priority.
"""

import contextlib
import os
import signal
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from itertools import islice
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from time import process_time
from types import MappingProxyType
from typing import NamedTuple

from solterm import solver
from solterm.advice import analysis
from solterm.advice.analysis import Analysis
from solterm.advice.ask import Direct
from solterm.advice.choose import Hints, play_by_hints
from solterm.core.game import Game, Position
from solterm.core.move import UnknownCard
from solterm.core.outcome import Outcome
from solterm.core.play import record
from solterm.core.play.play import Play
from solterm.core.play.record import Record
from solterm.core.refusal import Refusal
from solterm.core.values import expect
from solterm.games import board_text, catalogue, find, find_known
from solterm.solver import Finding, Limit, Verdict

_LOOK_SECONDS = 0.2
"""How often a study looks whether it is stopped."""
_EACH = 5.0
"""Seconds that an analysis spends on one position."""


def solve(position: Position, limit: Limit = Limit(seconds=10)) -> Verdict:  # noqa: B008
    """Find out whether a position can be won, and how.

    Raises ``UnknownCard`` for a position with unknown cards, as a player sees it:
    ``Play.reveal`` names them.

    >>> from solterm import find, solve
    >>> verdict = solve(find("free-cell").deal(617))
    >>> print(verdict.finding)
    won
    >>> position = find("free-cell").deal(617)
    >>> for move in verdict.moves:
    ...     position = position.push(move)
    >>> print(position.outcome)
    won
    """
    if isinstance(position, Play):
        raise TypeError("solve needs a position: write solve(play.reveal()).")
    if isinstance(position, Game):
        raise TypeError("solve needs a position: write solve(game.deal(617)).")
    expect(position, Position, "solve needs a position, such as game.deal(617)")
    if not position.is_open:
        raise UnknownCard("Some cards of this position are unknown; solve needs play.reveal().")
    return solver.solve(position.rules, position.table, limit)


def read_board(text: str, game: Game | None = None, level: int = 3) -> Position:
    """Return the position of a board that a person or another program wrote.

    Raises ``Refusal`` that names what is wrong with it, or the games that it may belong to.

    >>> from solterm import find, read_board
    >>> rows = ("4C 2C 9C 8C QS 4S 2H", "5H QH 3C AC 3H 4H QD", "QC 9S 6H 9H 3S KS 3D",
    ...     "5D 2S JC 5C JH 6D AS", "2D KD TH TC TD 8D", "7H JS KH TS KC 7C",
    ...     "AH 5S 6S AD 8H JD", "7S 6C 7D 4D 8S 9D")
    >>> read_board("\\n".join(rows)) == find("free-cell").deal(24)
    True
    """
    expect(text, str, "read_board takes a text")
    return board_text.read_board(text, catalogue(published=True).values(), game, level)


def analyse(game: Play | Record, seconds: float = 60.0) -> Analysis:
    """Find where a game was lost.

    Raises ``RecordError`` for a record that does not replay.

    >>> from solterm import Play, analyse, find
    >>> play = Play(find("royale-golf"), deal=617)
    >>> for move in "s", "s", "s":
    ...     _ = play.push(move)
    >>> found = analyse(play, seconds=2)
    >>> found.level, len(found.trail)
    (3, 4)
    """
    expect(game, Play | Record, "analyse needs a Play or a Record")
    text = game if isinstance(game, Record) else record.read(record.write(game))
    return analysis.analyse(text, find, min(_EACH, seconds), seconds)


class StudyRow(NamedTuple):
    """The result of one deal in a study."""

    game: str
    level: int
    deal: int
    finding: str
    """``won``, ``lost`` or ``undecided``."""
    positions: int
    """How many positions were searched, or moves made by hints."""
    seconds: float
    """Processor time."""
    best: int | None
    """The best score found, in a game played for points; by hints, the cards home."""
    options: str = ""
    """Options that differ from the defaults, such as ``deck=bland size=small``."""


def study(
    game: Game,
    deals: Iterable[int],
    level: int = 3,
    options: Mapping[str, str] = MappingProxyType({}),
    *,
    seconds: float = 5.0,
    workers: int = 1,
) -> Iterator[StudyRow]:
    """Solve deals of a game, and yield rows as they are found.

    ``seconds`` limits the processor time for each deal.

    One worker is this process, which can study any declaration. Several are separate processes:
    they find the game by its id, and a script that starts them needs
    ``if __name__ == "__main__":``. Raises ``Refusal`` for a game they cannot find.

    >>> from solterm import find, study
    >>> [(row.deal, row.finding) for row in study(find("free-cell"), range(1, 4))]
    [(1, 'won'), (2, 'won'), (3, 'won')]
    """
    expect(game, Game, 'study needs a game, such as find("free-cell")')
    chosen = tuple(sorted(options.items()))
    jobs = (Job(game.id, level, deal, chosen, seconds) for deal in deals)
    if workers == 1:
        return (_solve(game, job) for job in jobs)
    if find_known(game.id) is not game:
        raise Refusal(f"Only one worker can study {game.id!r}: it is not an installed game.")
    return solve_all(jobs, workers)


class Job(NamedTuple):
    """A deal to solve or to play by hints alone."""

    game: str
    level: int
    deal: int
    options: tuple[tuple[str, str], ...] = ()
    seconds: float | None = None
    positions: int | None = None
    """The limit for the deal, or for each hint. A limit of positions is the same on all machines.
    """
    by_hints: bool = False


def write_options(options: Iterable[tuple[str, str]]) -> str:
    """Return options as study files have them.

    >>> write_options([("size", "small"), ("deck", "bland")])
    'deck=bland size=small'
    """
    return " ".join(f"{key}={value}" for key, value in sorted(options))


def solve_all(
    jobs: Iterable[Job], workers: int, is_stopped: Callable[[], bool] = lambda: False
) -> Generator[StudyRow, None, None]:
    """Solve deals in worker processes, or play them by hints alone; yield rows as they are found.

    The workers end when this generator is closed or the program ends. Raises ``Refusal`` if a
    worker ends before it has answered, and ``KeyboardInterrupt`` soon after ``is_stopped`` holds.
    """
    left = iter(jobs)
    crew: dict[Connection, BaseProcess] = {}
    try:
        for job in islice(left, workers):
            ours, worker = _engage()
            crew[ours] = worker
            ours.send(job)
        while crew:
            ready = wait(list(crew), _LOOK_SECONDS)
            if is_stopped():
                raise KeyboardInterrupt
            for ours in [each for each in ready if isinstance(each, Connection)]:
                try:
                    row = ours.recv()
                except (EOFError, OSError):
                    raise Refusal(
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


def _engage() -> tuple[Connection, BaseProcess]:
    """Start a worker, and return it with the pipe to it."""
    started = get_context("spawn")  # a fork would hold the pipes of the others open
    ours, theirs = started.Pipe()
    worker = started.Process(target=_work, args=(theirs,), daemon=True)
    os.environ["PYTHONSAFEPATH"] = "1"  # else it looks for modules in the current directory first
    # The worker inherits the blocked signal, so only we stop it; Ctrl+C reaches us afterwards.
    resource_tracker.ensure_running()  # else its start would unblock the signal
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        worker.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    theirs.close()
    return ours, worker


def _work(pipe: Connection) -> None:
    """Solve or play each deal that arrives, until the pipe is closed."""
    with contextlib.suppress(OSError, AttributeError):
        os.nice(19)
    parent = os.getppid()
    with contextlib.suppress(EOFError, OSError):
        while True:
            job = pipe.recv()
            do = _play_by_hints if job.by_hints else _solve
            pipe.send(do(find(job.game), job, lambda: os.getppid() != parent))


def _solve(game: Game, job: Job, is_alone: Callable[[], bool] = lambda: False) -> StudyRow:
    """Solve a deal within a limit of processor time, however busy the machine is."""
    position = game.deal(job.deal, job.level, dict(job.options))
    begun = process_time()

    def is_stopped() -> bool:
        is_late = job.seconds is not None and process_time() - begun > job.seconds
        return is_late or is_alone()

    verdict = solve(position, Limit(positions=job.positions, is_stopped=is_stopped))
    for move in verdict.moves:
        position = position.push(move)  # the rules check the solver's answer
    won = position.rules.is_won(position.table)
    assert won or verdict.finding is not Finding.WON, f"{job} is not won"
    passed = round(process_time() - begun, 3)
    finding, written = str(verdict.finding), write_options(job.options)
    return StudyRow(
        job.game, job.level, job.deal, finding, verdict.positions, passed, verdict.best, written
    )


def _play_by_hints(game: Game, job: Job, is_alone: Callable[[], bool]) -> StudyRow:
    play = Play(game, job.deal, job.level, options=dict(job.options))
    begun = process_time()
    moves = play_by_hints(play, Hints(Direct(job.seconds, job.positions, is_alone)))
    finding = "won" if play.outcome is Outcome.WON else "lost"
    passed, scored = round(process_time() - begun, 3), play.rules.count_scored(play.table)
    written = write_options(job.options)
    return StudyRow(job.game, job.level, job.deal, finding, moves, passed, scored, written)
