"""``solterm study``: counts how many deals of a game can be won, or are won by hints alone."""

import csv
import io
import os
from argparse import Namespace
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from solterm.advice.ask import OFF
from solterm.cli.arguments import read_start
from solterm.cli.console import CommandAnswer, Output, Part, PlainLine, Task
from solterm.cli.long_tasks import Progress, progress, stopping
from solterm.core import deals as deal_numbers
from solterm.core.game import Game
from solterm.core.levels import LEVELS
from solterm.core.phrases import either
from solterm.core.refusal import Refusal
from solterm.games import catalogue
from solterm.manual.odds import Odds, wilson
from solterm.research import Job, StudyRow, solve_all, write_options
from solterm.sessions.report import Column, Emphasis, Report, Value, write_table

HINTED = ("game", "level", "deal", "hinted", "moves", "seconds", "scored", "options")
"""The columns of a file of deals played by hints alone."""


class Study(NamedTuple):
    """The deals and games to search or to play, and how."""

    games: Sequence[Game]
    levels: Sequence[int]
    deals: Collection[int]
    each: Job
    """What all of its deals have in common."""
    workers: int = 1
    published: Mapping[int, str] = MappingProxyType({})
    """What others say about a deal: ``won`` or ``lost``."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of its file."""
        return HINTED if self.each.by_hints else StudyRow._fields

    @property
    def size(self) -> int:
        """How many deals it has, counted for each game and level."""
        many = self.deals  # the length of a range may be too large for len
        numbers = many.stop - many.start if isinstance(many, range) else len(many)
        return numbers * len(self.games) * len(self.levels)

    def covers(self, row: StudyRow) -> bool:
        """Whether a row is about one of its deals."""
        is_asked = row.game in [game.id for game in self.games] and row.level in self.levels
        return (
            is_asked and row.deal in self.deals and row.options == write_options(self.each.options)
        )

    def jobs(self) -> Iterator[Job]:
        """Yield the jobs deal by deal, so that all games have as many wherever it stops."""
        for deal in self.deals:
            for game in self.games:
                for level in self.levels:
                    yield self.each._replace(game=game.id, level=level, deal=deal)


class StudyRows:
    """The rows of a study; the last one of each deal counts."""

    def __init__(self, rows: Iterable[StudyRow] = ()) -> None:
        self._row_of: dict[tuple[str, str, int, int], StudyRow] = {}
        for row in rows:
            self.add(row)

    def add(self, row: StudyRow) -> None:
        """Add a row, replacing an older one of its deal."""
        self._row_of[row.game, row.options, row.level, row.deal] = row

    def needs(self, job: Job) -> bool:
        """Whether a deal was not searched yet, or not for long enough."""
        row = self._row_of.get((job.game, write_options(job.options), job.level, job.deal))
        return row is None or not _is_enough(row, job.seconds)

    def left(self, what: "Study") -> int:
        """Count the remaining deals of a study without listing them: there may be too many."""
        rows = self._row_of.values()
        return what.size - sum(
            what.covers(row) and _is_enough(row, what.each.seconds) for row in rows
        )

    def list(self, game: str, level: int, options: str = "") -> list[StudyRow]:
        """Return the rows of a game at a level, by deal."""
        wanted = game, options, level
        return [row for key, row in sorted(self._row_of.items()) if key[:3] == wanted]


def _is_enough(row: StudyRow, seconds: float | None) -> bool:
    """Whether a deal is decided, or was searched for as long as it would be now."""
    return row.finding != "undecided" or row.seconds >= 0.9 * (seconds or 0)


def study_asked(args: Namespace, out: Output) -> CommandAnswer:
    """Study one game or the whole catalogue, at one level or all."""
    if out.context.is_solver_off:
        raise Refusal(OFF)
    game, options = None, dict(args.option)
    if args.game:
        game, options = (start := read_start(args)).game, dict(start.options)
    elif options:
        raise Refusal("Options belong to one game: name the game instead of 'all'.")
    usual = {option.key: option.usual for option in game.options} if game else {}
    chosen = tuple(sorted(each for each in options.items() if usual.get(each[0]) != each[1]))
    seconds = None if args.positions else args.seconds or (1.0 if args.hints else 5.0)
    games = [game] if game else list(catalogue().values())
    levels = [args.level] if args.level else list(LEVELS)
    each = Job("", 0, 0, chosen, seconds, args.positions, args.hints)
    listed = read_list(args.deals) if isinstance(args.deals, Path) else None
    deals = listed.keys() if listed else args.deals  # quick to look a deal up in, as ranges are
    published = {deal: verdict for deal, verdict in (listed or {}).items() if verdict}
    what = Study(games, levels, deals, each, args.jobs, published)
    return study(out, what, Path(args.csv) if args.csv else None)


def read_list(file: Path) -> dict[int, str]:
    """Return the deals of a file and what it says about them: ``won``, ``lost`` or "".

    A line has a number and perhaps a verdict, or columns that a first line names ``deal`` and
    ``verdict`` or ``finding``. Raises ``Refusal`` that names a line with another content.
    """
    reader = csv.reader(_read_text(file).splitlines())
    found: dict[int, str] = {}
    columns = ["deal", _VERDICT[0]]
    try:
        for values in reader:
            words = [value.strip().lower() for value in values]
            if not found and "deal" in words:
                columns = words
            elif any(words) and not words[0].startswith("#"):
                row = dict(zip(columns, words, strict=False))
                verdict = next((row[name] for name in _VERDICT if name in row), "")
                if verdict not in _SAID:
                    raise Refusal(f"{verdict!a} is no verdict: write won, lost or undecided")
                found[deal_numbers.parse(row.get("deal", ""))] = _SAID[verdict]
    except (Refusal, csv.Error) as error:
        told = str(error).removesuffix(".")
        raise Refusal(f"Line {reader.line_num} of {str(file)!r}: {told}.") from None
    if not found:
        raise Refusal(f"{str(file)!r} lists no deals.")
    return found


_VERDICT = ("verdict", "finding", "result")
"""Names of a column with verdicts."""
_SAID = dict.fromkeys(("won", "win", "winnable", "solved", "solvable", "yes"), "won")
_SAID |= dict.fromkeys(("lost", "loss", "impossible", "unsolvable", "unwinnable", "no"), "lost")
_SAID |= dict.fromkeys(("", "undecided", "unknown", "?"), "")
"""The finding of each word for a verdict."""

COLUMNS = (
    Column("game", look=Emphasis.ID),
    Column("level", is_number=True),
    Column("deals", is_number=True),
    Column("won", is_number=True),
    Column("lost", is_number=True, from_width=80),
    Column("undecided", is_number=True, from_width=80),
    Column("winnable (95%)", is_number=True, look=Emphasis.MAIN),
)
_HINT_COLUMNS = (
    *COLUMNS[:4],
    Column("share won (95%)", is_number=True, look=Emphasis.MAIN),
    Column("scored", is_number=True, from_width=80),
)


def study(out: Output, what: Study, file: Path | None) -> CommandAnswer:
    """Search deals and count how many can be won; resume from the rows of a file, and add to them.

    Ctrl+C stops it; it then reports the deals so far.
    """
    stopped = ""
    # A KeyboardInterrupt that Python raises by itself can get lost while a module is imported.
    with stopping() as is_stopped, _rows(file, what.columns) as (known, write):
        tally = StudyRows(known)
        left = tally.left(what)
        jobs = (job for job in what.jobs() if tally.needs(job))
        rows = solve_all(jobs, what.workers, is_stopped)
        done = 0
        hint = "Ctrl+C stops; run it again to continue" if file else "Ctrl+C stops"
        task = Task("Studying", left, hint=hint, delay=0)
        with progress(out, task) if left else nullcontext(Progress()) as shown:
            try:
                for done, row in enumerate(rows, 1):
                    tally.add(row)
                    write(row)
                    shown.update(done)
            except KeyboardInterrupt:
                if not (done or known):
                    raise
                stopped = f"Stopped with {left - done} of {left} deals to go."
                stopped += " Run it again to continue." if file else ""
            finally:
                rows.close()
    return _report(what, tally, stopped)


@contextmanager
def _rows(
    file: Path | None, columns: tuple[str, ...]
) -> Iterator[tuple[list[StudyRow], Callable[[StudyRow], object]]]:
    """Yield the rows of a file, and a function that adds one."""
    if file is None:
        yield [], lambda row: None
        return
    known = read_rows(file, columns) if file.is_file() else []
    with _naming(file):
        out = file.open("ab", buffering=0)  # a row is written whole and at once, or refused
    with out:
        with _naming(file):
            _cut_end(file)
            if not file.is_file() or not out.tell():
                _write_line(out, columns)

        def write(row: StudyRow) -> None:
            with _naming(file):
                _write_line(out, row)

        yield known, write


@contextmanager
def _naming(file: Path) -> Iterator[None]:
    """Raise what the system refuses as a sentence that names the file."""
    try:
        yield
    except OSError as error:
        why = error.strerror or str(error)
        raise Refusal(f"{str(file)!r} cannot be written: {why}.") from None


def _write_line(out: io.FileIO, values: Iterable[object]) -> None:
    """Write a row, or as much of it as the disk has room for."""
    line = io.StringIO()
    csv.writer(line).writerow(["" if each is None else each for each in values])
    left = line.getvalue().encode()
    while left:
        left = left[out.write(left) :]


def _cut_end(file: Path) -> None:
    """Cut off a last row that is incomplete."""
    if not file.is_file():
        return
    with file.open("r+b") as rows:
        *_, last = [b"", *rows]
        if last and not last.endswith(b"\n"):
            rows.truncate(rows.seek(0, os.SEEK_END) - len(last))


def read_rows(file: Path, columns: tuple[str, ...] = StudyRow._fields) -> list[StudyRow]:
    """Return the rows of a file, without an incomplete last one: that deal is searched again.

    Raises ``Refusal`` with a sentence for a file that is no study.
    """
    text = _read_text(file)
    whole = text[: text.rfind("\n") + 1]
    reader = csv.reader(whole.splitlines())
    if text and tuple(next(reader, ())) != columns:
        raise Refusal(f"{str(file)!r} holds no rows of a study.")
    try:
        return [_read_row(values) for values in reader]
    except (ValueError, csv.Error):
        raise Refusal(f"Line {reader.line_num} of {str(file)!r} is not a row of a study.") from None


def _read_text(file: Path) -> str:
    """Return the text of a file; if it is none, a line that is neither a row nor a deal."""
    try:
        return file.read_bytes().decode()
    except OSError as error:
        raise Refusal(f"{str(file)!r} cannot be read: {error.strerror or error}.") from None
    except UnicodeDecodeError:
        return "?\n"


def _read_row(values: Sequence[str]) -> StudyRow:
    """Parse a row; raise ``Refusal`` for anything else."""
    game, level, deal, finding, seen, passed, best, options = values
    found = int(seen), float(passed), int(best) if best else None
    return StudyRow(game, int(level), int(deal), finding, *found, options)


def _report(what: Study, tally: StudyRows, stopped: str) -> CommandAnswer:
    """Return the share of deals that can be won, or were won by hints, by game and level."""
    count = _count_hinted if what.each.by_hints else _count_solved
    options = write_options(what.each.options)
    found = [
        (game.id, level, rows)
        for game in what.games
        for level in what.levels
        if (rows := tally.list(game.id, level, options))
    ]
    shares = [(game_id, level, len(rows), *count(rows)) for game_id, level, rows in found]
    told = tell_study(_HINT_COLUMNS if what.each.by_hints else COLUMNS, shares, stopped)
    every = [row for _, _, rows in found for row in rows if what.covers(row)]
    values = [dict(zip(what.columns, row, strict=True)) for row in every]
    return told._replace(values=values, fault=_tell_contradictions(what, every))


def _tell_contradictions(what: Study, rows: Sequence[StudyRow]) -> str:
    """Return a sentence with the deals about which others say the opposite, or ""."""
    against = [
        f"{row.game} {row.deal} at level {row.level} ({row.finding})"
        for row in rows
        if {row.finding, what.published.get(row.deal)} == {"won", "lost"}
        and not (what.each.by_hints and row.finding == "lost")  # hints lose deals that can be won
    ]
    return f"The list says the opposite of {either(against, 'and')}." if against else ""


def _count_solved(rows: Sequence[StudyRow]) -> tuple[Value, ...]:
    odds = Odds.tally(row.finding for row in rows)
    return odds.won, odds.lost, odds.undecided, f"{odds.least:.1%} to {odds.most:.1%}"


def _count_hinted(rows: Sequence[StudyRow]) -> tuple[Value, ...]:
    won = sum(row.finding == "won" for row in rows)
    least, most = wilson(won, len(rows))
    scored = sum(row.best or 0 for row in rows) / len(rows)
    return won, f"{least:.1%} to {most:.1%}", f"{scored:.1f}"


def tell_study(
    columns: Sequence[Column], rows: Sequence[Sequence[Value]], stopped: str = ""
) -> CommandAnswer:
    """Return the shares of a study; ``stopped`` says why it is not complete."""
    report = Report("", columns, rows)
    parts: list[Part] = [report, *([PlainLine(stopped, Emphasis.WARNING)] if stopped else [])]
    return CommandAnswer(parts, plain=write_table(report))
