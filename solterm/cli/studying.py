"""``solterm study``: how many deals of a rule-set can be won."""

import csv
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from solterm.cli.crew import Job, StudyRow, solve_all, write_options
from solterm.core.game import Game
from solterm.core.levels import LEVELS
from solterm.games import catalogue
from solterm.games.odds import Odds

_BEFORE_OPTIONS = StudyRow._fields[:-1]
"""The columns of older files."""


class Study(NamedTuple):
    """Which deals of which games are looked at, and how."""

    games: Sequence[Game]
    levels: Sequence[int]
    deals: range
    options: tuple[tuple[str, str], ...] = ()
    seconds: float = 5.0
    """For a deal, of the processor."""
    workers: int = 1

    def jobs(self) -> Iterator[Job]:
        """Deal by deal, so that wherever the study stops all games have as many."""
        for deal in self.deals:
            for game in self.games:
                for level in self.levels:
                    yield Job(game.id, level, deal, self.options)


class StudyRows:
    """The rows of a study, the last one of each deal."""

    def __init__(self, rows: Iterable[StudyRow] = ()) -> None:
        self._row_of: dict[tuple[str, str, int, int], StudyRow] = {}
        for row in rows:
            self.add(row)

    def add(self, row: StudyRow) -> None:
        """Count a row, in the place of an older one of its deal."""
        self._row_of[row.game, row.options, row.level, row.deal] = row

    def needs(self, job: Job, seconds: float) -> bool:
        """Is a deal still to be looked at, or for longer than it was?"""
        options = write_options(job.options)
        row = self._row_of.get((job.game, options, job.level, job.deal))
        return row is None or (row.finding == "undecided" and row.seconds < 0.9 * seconds)

    def odds(self, game: str, level: int, options: str = "") -> Odds:
        """What the rows of a game at a level come to."""
        wanted = game, options, level
        found = Counter(row.finding for key, row in self._row_of.items() if key[:3] == wanted)
        return Odds(found.total(), found["won"], found["lost"])


def study_asked(
    game: Game | None,
    level: int | None,
    options: Mapping[str, str],
    deals: range,
    seconds: float,
    jobs: int,
    file: str | None,
) -> str:
    """A study as it is asked for: of one game or all of the catalogue, of one level or all.

    Raises ``ValueError`` with a sentence for options without a game, or a file of something else.
    """
    if options and not game:
        raise ValueError("Options are those of one game: name it instead of 'all'.")
    games = [game] if game else list(catalogue().values())
    levels = [level] if level else list(LEVELS)
    usual = {option.key: option.usual for option in game.options} if game else {}
    chosen = tuple(sorted(each for each in options.items() if usual.get(each[0]) != each[1]))
    what = Study(games, levels, deals, chosen, seconds, jobs)
    return study(what, Path(file) if file else None)


def study(what: Study, file: Path | None) -> str:
    """Look at deals, and tell how many can be won; rows go to a file, which is gone on with.

    Ctrl+C ends it: what is known by then is told.
    """
    with _rows(file, bool(what.options)) as (known, write):
        tally = StudyRows(known)
        jobs = [job for job in what.jobs() if tally.needs(job, what.seconds)]
        progress = _Progress(len(jobs), file is not None)
        rows = solve_all(jobs, what.seconds, what.workers)
        try:
            for row in rows:
                tally.add(row)
                write(row)
                progress.show()
        except KeyboardInterrupt:
            progress.wipe()
            if not (progress.done or known):
                raise
        finally:
            rows.close()
        progress.wipe()
    return _tabulate(what, tally)


@contextmanager
def _rows(
    file: Path | None, has_options: bool
) -> Iterator[tuple[list[StudyRow], Callable[[StudyRow], object]]]:
    """The rows a file holds, and what writes another one to it."""
    if file is None:
        yield [], lambda row: None
        return
    known = read_rows(file) if file.exists() else []
    with file.open("a", newline="", encoding="utf-8") as out:
        writer = csv.writer(out)
        if not out.tell():
            writer.writerow(StudyRow._fields)
        width = len(_head(file)) or len(StudyRow._fields)
        if has_options and width == len(_BEFORE_OPTIONS):
            raise ValueError(f"{str(file)!r} has no room for options: name another file.")

        def write(row: StudyRow) -> None:
            writer.writerow(["" if each is None else each for each in row[:width]])
            out.flush()

        yield known, write


def _head(file: Path) -> tuple[str, ...]:
    """The names of a file's columns."""
    with file.open(newline="", encoding="utf-8") as lines:
        return tuple(next(csv.reader(lines), ()))


def read_rows(file: Path) -> list[StudyRow]:
    """The rows of a file; raises ``ValueError`` with a sentence for one that is no study's."""
    if _head(file) not in (StudyRow._fields, _BEFORE_OPTIONS):
        raise ValueError(f"{str(file)!r} holds no rows of a study.")
    with file.open(newline="", encoding="utf-8") as lines:
        reader = csv.reader(lines)
        next(reader)
        return [
            StudyRow(
                *(game, int(level), int(deal), finding, int(seen), float(passed), _number(best)),
                *options,
            )
            for game, level, deal, finding, seen, passed, best, *options in reader
        ]


def _number(text: str) -> int | None:
    return int(text) if text else None


def _tabulate(what: Study, tally: StudyRows) -> str:
    """The table of what was found out."""
    from solterm.cli.reports import table

    rows: list[tuple[object, ...]] = [
        ("game", "level", "deals", "won", "lost", "undecided", "can be won (95 %)")
    ]
    for game in what.games:
        for level in what.levels:
            odds = tally.odds(game.id, level, write_options(what.options))
            if odds.deals:
                share = f"{odds.least:.1%} to {odds.most:.1%}"
                rows.append(
                    (game.id, level, odds.deals, odds.won, odds.lost, odds.undecided, share)
                )
    return table(rows)


class _Progress:
    """A bar on a terminal's stderr: how much is done, and about how long it will yet take."""

    _WIDTH = 30

    def __init__(self, jobs: int, is_kept: bool) -> None:
        self._jobs = jobs
        self.done = 0
        """How many deals are done."""
        self._begun = monotonic()
        self._is_shown = bool(sys.stderr and sys.stderr.isatty())
        self._end = "Ctrl+C stops; go on later." if is_kept else "Ctrl+C stops."

    def show(self) -> None:
        """One more is done."""
        self.done += 1
        if self._is_shown:
            bar = ("#" * (self._WIDTH * self.done // self._jobs)).ljust(self._WIDTH, ".")
            left = (monotonic() - self._begun) / self.done * (self._jobs - self.done)
            said = f"{bar} {self.done} of {self._jobs}, {_duration(left)} left. {self._end}"
            print(f"\r\033[K{said}", end="", file=sys.stderr, flush=True)

    def wipe(self) -> None:
        """Take the bar away."""
        if self._is_shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


def _duration(seconds: float) -> str:
    """A time to come, roughly.

    >>> _duration(45), _duration(600), _duration(9000)
    ('45 s', '10 min', '2.5 h')
    """
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"
