"""Progress of long tasks on standard error: a bar, or a line if colours are off."""

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from shutil import get_terminal_size
from threading import Lock, Timer
from time import monotonic
from typing import TYPE_CHECKING

from solterm.capabilities import Terminal
from solterm.cli.answers import Task
from solterm.cli.console import Output
from solterm.cli.surroundings import is_terminal

if TYPE_CHECKING:
    from solterm.cli.rendering import Bar

_BETWEEN = 0.3
"""Seconds between two plain lines."""


class Progress:
    """Progress that stays hidden."""

    def update(self, done: float, total: float | None = None, note: str = "") -> None:
        """Set the amount done and, if it has changed, the total."""


Tell = Callable[[float, float | None, int], str]
"""Makes a line from the amount done, the total and the width of the terminal."""


@contextmanager
def progress(out: Output, task: Task, tell: Tell | None = None) -> Iterator[Progress]:
    """Show the progress of a task if standard error is a terminal, and erase it at the end.

    A run that shows plain text shows the line that ``tell`` makes, if any.
    """
    with _choose_progress(out, task, tell) as shown:
        yield shown


def _choose_progress(
    out: Output, task: Task, tell: Tell | None
) -> AbstractContextManager[Progress]:
    if not is_terminal(sys.stderr):
        return _silent()
    if out.is_rich:
        return _bar(task, out.context.terminal)
    return _line(task, tell) if tell else _silent()


@contextmanager
def _silent() -> Iterator[Progress]:
    yield Progress()


@contextmanager
def _bar(task: Task, terminal: Terminal) -> Iterator[Progress]:
    bar = _Bar(task, terminal)
    try:
        yield bar
    finally:
        bar.close()


class _Bar(Progress):
    """A bar that appears, and loads Rich, only if the task takes longer than its delay."""

    def __init__(self, task: Task, terminal: Terminal) -> None:
        self._task = task
        self._terminal = terminal
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
                self._shown = Bar(self._task, self._begun, self._terminal)
                self._shown.tell(*self._latest)
                self._shown.start()

    def update(self, done: float, total: float | None = None, note: str = "") -> None:
        self._latest = (done, total, note or self._latest[2])
        if self._shown:
            self._shown.tell(*self._latest)

    def close(self) -> None:
        """Erase it."""
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
    """A line that overwrites itself."""

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
        """Erase it."""
        if self._shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
