"""How commands show what they found: tables and colours at a terminal, plain text elsewhere.

``decide`` chooses once which of the two it is. A report is one model with two renderings: ``text``
for pipes, and ``parts`` for terminals, which ``solterm.cli.rendering`` draws with Rich. Rich is
loaded only for a terminal, and only when there is something to draw.
"""

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from shutil import get_terminal_size
from threading import Lock, Timer
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple, Protocol, TextIO

from solterm.capabilities import LINES_ONLY

if TYPE_CHECKING:
    from solterm.cli.rendering import Bar

_BETWEEN = 0.3
"""Seconds between two plain lines of progress."""

_is_rich = False


def decide(as_json: bool) -> None:
    """Choose how this run shows things: richly only for people at a terminal with colours on."""
    global _is_rich
    wants_plain = as_json or bool(os.environ.get("NO_COLOR"))
    _is_rich = not wants_plain and _is_terminal(sys.stdout) and not _is_lines_only()


def is_rich() -> bool:
    """Whether this run shows tables and colours."""
    return _is_rich


def _is_terminal(stream: TextIO | None) -> bool:
    return bool(stream and stream.isatty())


def _is_lines_only() -> bool:
    return os.environ.get("TERM", "") in LINES_ONLY


# -- reports -------------------------------------------------------------------------------


class Share(NamedTuple):
    """A share from 0 to 1, drawn as a bar."""

    value: float


class Column(NamedTuple):
    """A column of a table."""

    head: str = ""
    is_right: bool = False
    style: str = ""
    from_width: int = 0
    """Columns of the terminal below which it is left out."""


class Table(NamedTuple):
    """Rows under heads."""

    columns: Sequence[Column]
    rows: Sequence[Sequence[str | int | Share]]
    title: str = ""
    has_totals: bool = False
    """Whether the last row adds up the others."""


class Line(NamedTuple):
    """A line of text in a style of Rich."""

    text: str
    style: str = ""


class Markdown(NamedTuple):
    """A text in Markdown."""

    text: str


class Cards(NamedTuple):
    """Lines that name cards."""

    text: str


Part = Table | Line | Markdown | Cards


class Report(Protocol):
    """What a command found."""

    def text(self) -> str:
        """Return it as plain text."""

    def values(self) -> object:
        """Return it as values of JSON."""

    def parts(self) -> Iterable[Part]:
        """Return it as what a terminal shows."""


def show(report: Report | str, as_json: bool = False) -> None:
    """Print a report."""
    if isinstance(report, str):
        print(report.removesuffix("\n"))
    elif as_json:
        print(json.dumps(report.values()))
    elif _is_rich:
        from solterm.cli.rendering import draw

        draw(report.parts())
    else:
        print(report.text().removesuffix("\n"))


# -- progress ------------------------------------------------------------------------------


class Progress:
    """How far a long job is. This one shows nothing."""

    def update(self, done: float, total: float | None = None, note: str = "") -> None:
        """Say how much is done, and of how much where that has changed."""


class Task(NamedTuple):
    """A job that may take long."""

    title: str
    total: float | None = None
    """How much there is to do; for a search, how many seconds it may take."""
    is_timed: bool = False
    """Whether seconds are what is counted."""
    hint: str = ""
    """How to stop it."""
    delay: float = 1.0
    """Seconds before its progress is shown, so that a short one shows none."""


Tell = Callable[[float, float | None, int], str]
"""Makes a line of an amount done, of how much, and of how many columns there are."""


@contextmanager
def progress(task: Task, tell: Tell | None = None) -> Iterator[Progress]:
    """Show how far a job is, on standard error if that is a terminal; take it away at the end.

    Where this run shows plain text it is the line that ``tell`` makes, or nothing.
    """
    with _choose_progress(task, tell) as shown:
        yield shown


def _choose_progress(task: Task, tell: Tell | None) -> AbstractContextManager[Progress]:
    if not _is_terminal(sys.stderr):
        return _silent()
    if _is_rich:
        return _bar(task)
    return _line(task, tell) if tell else _silent()


@contextmanager
def _silent() -> Iterator[Progress]:
    yield Progress()


@contextmanager
def _bar(task: Task) -> Iterator[Progress]:
    bar = _Bar(task)
    try:
        yield bar
    finally:
        bar.close()


class _Bar(Progress):
    """A bar that shows itself, and loads Rich, only if the task takes longer than its delay."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._begun = monotonic()
        self._lock = Lock()
        self._is_closed = False
        self._shown: Bar | None = None
        self._latest: tuple[float, float | None, str] = (0, None, "")
        self._timer = Timer(task.delay, self._start)
        self._timer.daemon = True
        self._timer.start()

    def _start(self) -> None:
        from solterm.cli.rendering import Bar

        with self._lock:
            if not self._is_closed:
                self._shown = Bar(self._task, self._begun)
                self._shown.tell(*self._latest)
                self._shown.start()

    def update(self, done: float, total: float | None = None, note: str = "") -> None:
        self._latest = (done, total, note or self._latest[2])
        if self._shown:
            self._shown.tell(*self._latest)

    def close(self) -> None:
        """Take it away."""
        self._timer.cancel()
        with self._lock:
            self._is_closed = True
        if self._shown:
            self._shown.stop()


@contextmanager
def _line(task: Task, tell: Tell) -> Iterator[Progress]:
    line = _Line(task, tell)
    try:
        if not task.delay:
            line.update(0)
        yield line
    finally:
        line.wipe()


class _Line(Progress):
    """A line that is written over."""

    def __init__(self, task: Task, tell: Tell) -> None:
        self._tell = tell
        self._total = task.total
        self._due = monotonic() + task.delay
        self._shown = ""

    def update(self, done: float, total: float | None = None, note: str = "") -> None:
        self._total = self._total if total is None else total
        if monotonic() < self._due:
            return
        # The terminal may echo ^C behind it.
        said = self._tell(done, self._total, get_terminal_size().columns - 3)
        if said != self._shown:
            self._shown = said
            self._due = monotonic() + _BETWEEN
            print(f"\r\033[K{said}", end="", file=sys.stderr, flush=True)

    def wipe(self) -> None:
        """Take the line away."""
        if self._shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
