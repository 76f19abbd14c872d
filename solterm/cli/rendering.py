"""Draws reports and progress with Rich. No other module of the command line imports Rich."""

import sys
from collections.abc import Iterable, Iterator
from io import TextIOWrapper
from itertools import compress
from time import monotonic
from typing import ClassVar, TextIO

from rich.box import SIMPLE, Box
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.constrain import Constrain
from rich.highlighter import RegexHighlighter
from rich.markdown import Heading, Markdown
from rich.progress import BarColumn, TextColumn
from rich.progress import Progress as RichProgress
from rich.progress import Task as RichTask
from rich.progress_bar import ProgressBar
from rich.table import Column as RichColumn
from rich.table import Table
from rich.text import Text
from rich.theme import Theme

from solterm.capabilities import Terminal
from solterm.cli import console
from solterm.cli.console import Part, Task
from solterm.core.phrases import duration
from solterm.sessions.report import ASCII_BLOCKS, BLOCKS, Column, Emphasis, Report, Share, Value

_PAGE = 80
"""Columns of a page of text at most: longer lines are hard to read."""

_ECHO = 3
"""Free columns to the right of progress: the terminal may echo ^C there."""

_WIDE = 76
"""Columns from which there is room for the whole hint."""

_BAR = 12
"""Columns of a bar in a table."""

_GRAPH = 4
"""Lines of the columns of a graph."""

_ASCII = Box(
    "\n".join(["    ", "    ", " -- ", "    ", "    ", " -- ", "    ", "    "]),
    ascii=True,
)
"""``SIMPLE`` for terminals that show ASCII only."""

_STYLES = Theme(
    {
        "card.red": "bold red",
        "card.black": "bold",
        "markdown.code": "bold cyan",
        "markdown.h1": "bold",
        "markdown.h2": "bold underline",
    }
)
_LOOKS = {
    Emphasis.PLAIN: "",
    Emphasis.ID: "cyan",
    Emphasis.MAIN: "bold",
    Emphasis.GOOD: "green",
    Emphasis.WARNING: "yellow",
    Emphasis.BAD: "red",
}
_COLOURS = {0: None, 16: "standard", 256: "256", 1 << 24: "truecolor"}
"""Rich's names for numbers of colours."""


class _Console(Console):
    """A console that believes what ``solterm.capabilities`` says about the terminal."""

    def __init__(self, stream: TextIO, terminal: Terminal) -> None:
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding=terminal.charset, errors="replace")
        super().__init__(
            file=stream,
            color_system=_COLOURS[terminal.colours],  # type: ignore[arg-type]
            force_terminal=True,
            theme=_STYLES,
            markup=False,
            emoji=False,
            highlight=False,
        )

    def show_cursor(self, show: bool = True) -> bool:
        """Leave the cursor alone: a program that is killed could not bring it back."""
        return False


# -- reports -------------------------------------------------------------------------------


def draw(parts: Iterable[Part], terminal: Terminal) -> None:
    """Print the parts of an answer, with a blank line before and after each table."""
    screen = _Console(sys.stdout, terminal)
    is_table = True
    for number, part in enumerate(parts):
        was_table, is_table = is_table, isinstance(part, Report)
        if number and (is_table or was_table):
            screen.print()
        _draw(screen, part)


def _draw(screen: Console, part: Part) -> None:
    match part:
        case Report():
            _draw_report(screen, part)
        case console.PlainLine(text, look):
            screen.print(Text(text, _LOOKS[look]))
        case console.Markdown(text):
            _draw_page(screen, text)
        case console.Cards(text):
            screen.print(_piles(text))


def _draw_report(screen: Console, report: Report) -> None:
    if report.title:
        screen.print(Text(report.title, "bold"))
    screen.print(_table(report, screen))
    if report.graph:
        heights = ASCII_BLOCKS if screen.options.ascii_only else BLOCKS
        lines = report.graph.draw(screen.width, _GRAPH, heights)
        screen.print(Text("\n".join(["", *lines])))
    if report.notes or report.warning:
        screen.print()
    for note in report.notes:
        screen.print(Text(note))
    if report.warning:
        screen.print(Text(report.warning, _LOOKS[Emphasis.WARNING]))


def _table(report: Report, screen: Console) -> Table:
    has_heads = any(each.head for each in report.columns)
    table = Table(
        box=(_ASCII if screen.options.ascii_only else SIMPLE) if has_heads else None,
        show_header=has_heads,
        show_footer=report.has_totals,
        show_edge=False,
        pad_edge=False,
        padding=(0, 1, 0, 0),
    )
    fits = [each.from_width <= screen.width for each in report.columns]
    columns = list(compress(report.columns, fits))
    rows = [
        [_cell(*each) for each in zip(columns, compress(row, fits), strict=True)]
        for row in report.rows
    ]
    totals = rows.pop() if report.has_totals else [""] * len(columns)
    for column, total in zip(columns, totals, strict=True):
        table.add_column(
            Text(column.title),
            total,
            justify="right" if column.is_number else "left",
            style=_LOOKS[column.look],
            no_wrap=column.is_number,
            overflow="fold",
        )
    for row in rows:
        table.add_row(*row)
    return table


def _cell(column: Column, value: Value) -> RenderableType:
    if isinstance(value, Share):
        return ProgressBar(total=1, completed=value.value, width=_BAR)
    return Text(column.text(value))


class _CardHighlighter(RegexHighlighter):
    """Colours the cards of a text."""

    base_style = "card."
    highlights: ClassVar = [
        r"\b(?P<red>[A2-9TJQK][DH])\b",
        r"\b(?P<black>[A2-9TJQK][CS])\b",
    ]


def _piles(text: str) -> Table:
    """Lay out lines such as ``t1  column 1: 7D TD``, wrapped to the right of the name."""
    piles = Table.grid(padding=(0, 2, 0, 0))
    piles.add_column(style="cyan", no_wrap=True)
    piles.add_column()
    colour = _CardHighlighter()
    for line in text.splitlines():
        name, _, cards = line.partition("  ")
        piles.add_row(Text(name), colour(cards.lstrip()))
    return piles


class _Heading(Heading):
    """A heading at the left, without a frame."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        self.text.justify = "left"
        yield self.text


class _Markdown(Markdown):
    elements: ClassVar = {**Markdown.elements, "heading_open": _Heading}


def _draw_page(screen: Console, text: str) -> None:
    if screen.options.ascii_only:
        print(text, end="")  # Rich draws bullets that are not ASCII
        return
    screen.print(_Markdown(text), width=min(_PAGE, screen.width))


# -- progress ------------------------------------------------------------------------------


class Bar(RichProgress):
    """A bar with how much is done, the time left, and how to stop it."""

    def __init__(self, task: Task, begun: float, terminal: Terminal) -> None:
        self._task = task
        self._begun = begun
        self._note = ""
        self._screen = _Console(sys.stderr, terminal)
        columns = [
            _field("title"),
            BarColumn(bar_width=30),
            _field("done"),
            _field("left"),
            _field("hint", "dim"),
        ]
        super().__init__(
            *columns,
            console=self._screen,
            auto_refresh=True,
            refresh_per_second=4,
            speed_estimate_period=3600,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._only = self.add_task(
            "", total=task.total, title=task.title, done="", left="", hint=""
        )

    def tell(self, done: float, total: float | None, note: str) -> None:
        """Set the amount done, the total and the note, unless it is empty."""
        self._note = note or self._note
        if not self._task.is_timed:
            self.update(self._only, completed=done, total=total)

    def get_renderables(self) -> Iterator[RenderableType]:
        width = self._screen.width - _ECHO
        hint = self._task.hint if width > _WIDE else self._task.hint.partition(";")[0]
        for each in self.tasks:
            if self._task.is_timed:
                most = each.total or float("inf")
                self.update(each.id, completed=min(most, monotonic() - self._begun))
            self.update(each.id, done=self._tell_done(each), left=self._tell_left(each), hint=hint)
        if self._note:
            yield Text(self._note, "dim", no_wrap=True, overflow="ellipsis")
        yield Constrain(self.make_tasks_table(self.tasks), width)

    def _tell_done(self, task: RichTask) -> str:
        """Return the amount done and the total: ``12 of 60 s``."""
        unit = " s" if self._task.is_timed else ""
        if task.total is None:
            return f"{task.completed:.0f}{unit}" if task.completed else ""
        most = f"{task.total:g}{unit}" if unit else f"{task.total:.0f}"
        return f"{task.completed:.0f} of {most}"

    def _tell_left(self, task: RichTask) -> str:
        """Return the remaining time: ``1:05 left``."""
        left = task.remaining if self._task.is_timed else task.time_remaining
        return "" if left is None else f"{duration(left)} left"


def _field(name: str, style: str = "") -> TextColumn:
    """Return a column with a field of the task, cut where there is no room."""
    column = RichColumn(no_wrap=True, overflow="ellipsis")
    return TextColumn(f"{{task.fields[{name}]}}", style, markup=False, table_column=column)
