"""``solterm study``: how many deals of a rule-set can be won."""

import csv
import io
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from shutil import get_terminal_size
from time import monotonic
from typing import NamedTuple

from solterm.cli.crew import Job, StudyRow, solve_all, write_options
from solterm.core.game import Game
from solterm.core.levels import LEVELS
from solterm.games import catalogue
from solterm.manual.odds import Odds

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

    @property
    def size(self) -> int:
        """How many deals it looks at, those of each game and level counted."""
        return (self.deals.stop - self.deals.start) * len(self.games) * len(self.levels)

    def covers(self, row: StudyRow) -> bool:
        """Is a row about one of its deals?"""
        is_asked = row.game in [game.id for game in self.games] and row.level in self.levels
        return is_asked and row.deal in self.deals and row.options == write_options(self.options)

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
        row = self._row_of.get((job.game, write_options(job.options), job.level, job.deal))
        return row is None or not _is_enough(row, seconds)

    def left(self, what: "Study") -> int:
        """How many deals of a study are still to be looked at; it may have more than can be listed.

        Of its deals only those are counted one by one of which there is a row.
        """
        rows = self._row_of.values()
        return what.size - sum(what.covers(row) and _is_enough(row, what.seconds) for row in rows)

    def odds(self, game: str, level: int, options: str = "") -> Odds:
        """What the rows of a game at a level come to."""
        wanted = game, options, level
        found = Counter(row.finding for key, row in self._row_of.items() if key[:3] == wanted)
        return Odds(found.total(), found["won"], found["lost"])


def _is_enough(row: StudyRow, seconds: float) -> bool:
    """Is a deal decided, or was it looked at as long as it would be now?"""
    return row.finding != "undecided" or row.seconds >= 0.9 * seconds


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
        progress = _Progress(tally.left(what), file is not None)
        jobs = (job for job in what.jobs() if tally.needs(job, what.seconds))
        rows = solve_all(jobs, what.seconds, what.workers)
        try:
            progress.show()
            for row in rows:
                tally.add(row)
                write(row)
                progress.count()
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
    known = read_rows(file) if file.is_file() else []
    with _naming(file):
        out = file.open("ab", buffering=0)  # a row is written whole and at once, or refused
    with out:
        with _naming(file):
            _cut_end(file)
            if not file.is_file() or not out.tell():
                _write_line(out, StudyRow._fields)
        width = (len(_head(file)) if file.is_file() else 0) or len(StudyRow._fields)
        if has_options and width == len(_BEFORE_OPTIONS):
            raise ValueError(f"{str(file)!r} has no room for options: name another file.")

        def write(row: StudyRow) -> None:
            with _naming(file):
                _write_line(out, row[:width])

        yield known, write


@contextmanager
def _naming(file: Path) -> Iterator[None]:
    """What the system refuses is told as a sentence with the file in it."""
    try:
        yield
    except OSError as error:
        why = error.strerror or str(error)
        raise ValueError(f"{str(file)!r} cannot be written: {why}.") from None


def _write_line(out: io.FileIO, values: Iterable[object]) -> None:
    """Write a row; where the disk is full, the part for which there was room."""
    line = io.StringIO()
    csv.writer(line).writerow(["" if each is None else each for each in values])
    left = line.getvalue().encode()
    while left:
        left = left[out.write(left) :]


def _cut_end(file: Path) -> None:
    """Cut off a last row that was never written to its end."""
    if not file.is_file():
        return
    with file.open("r+b") as rows:
        *_, last = [b"", *rows]
        if last and not last.endswith(b"\n"):
            rows.truncate(rows.seek(0, os.SEEK_END) - len(last))


def _head(file: Path) -> tuple[str, ...]:
    """The names of a file's columns."""
    with file.open(newline="", encoding="utf-8") as lines:
        return tuple(next(csv.reader(lines), ()))


def read_rows(file: Path) -> list[StudyRow]:
    """The rows of a file, without a last one that breaks off: that deal is looked at again.

    Raises ``ValueError`` with a sentence for a file that is no study's.
    """
    try:
        text = file.read_bytes().decode()
    except OSError as error:
        raise ValueError(f"{str(file)!r} cannot be read: {error.strerror or error}.") from None
    except UnicodeDecodeError:
        text = "?\n"
    whole = text[: text.rfind("\n") + 1]
    reader = csv.reader(whole.splitlines())
    if text and tuple(next(reader, ())) not in (StudyRow._fields, _BEFORE_OPTIONS):
        raise ValueError(f"{str(file)!r} holds no rows of a study.")
    try:
        return [_read_row(values) for values in reader]
    except (ValueError, csv.Error):
        raise ValueError(f"Line {reader.line_num} of {str(file)!r} is no row of a study.") from None


def _read_row(values: Sequence[str]) -> StudyRow:
    """A row by its values as they are written; raises ``ValueError`` for something else."""
    game, level, deal, finding, seen, passed, best, *options = values
    found = int(seen), float(passed), _number(best)
    return StudyRow(game, int(level), int(deal), finding, *found, *options[:1])


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
        self._is_shown = bool(jobs and sys.stderr and sys.stderr.isatty())
        self._end = "Ctrl+C stops; go on later." if is_kept else "Ctrl+C stops."

    def count(self) -> None:
        """One more is done."""
        self.done += 1
        self.show()

    def show(self) -> None:
        """Show how far it is."""
        if self._is_shown:
            columns = get_terminal_size().columns  # the terminal may echo ^C behind it
            print(f"\r\033[K{self._tell(columns - 3)}", end="", file=sys.stderr, flush=True)

    def _tell(self, width: int) -> str:
        """A line that fits: the words before the bar, and the end only where there is room."""
        said = f"{self.done} of {self._jobs}"
        if self.done:
            passed = monotonic() - self._begun
            said += f", {_duration(passed / self.done * (self._jobs - self.done))} left"
        if (room := width - len(f"{said}. {self._end} ")) > 0:
            said += f". {self._end}"
            size = min(self._WIDTH, room)
            bar = "#" * (size * self.done // self._jobs)
            said = f"{bar.ljust(size, '.')} {said}"
        return said[:width]

    def wipe(self) -> None:
        """Take the bar away."""
        if self._is_shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


def _duration(seconds: float) -> str:
    """A time to come, roughly.

    >>> _duration(45), _duration(600), _duration(9000), _duration(400000)
    ('45 s', '10 min', '2.5 h', '5 days')
    """
    if seconds < 100:
        return f"{seconds:.0f} s"
    if seconds < 6000:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h" if seconds < 200_000 else f"{seconds / 86400:.0f} days"
