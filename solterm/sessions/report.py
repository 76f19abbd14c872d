"""A page of rows and columns, and its text for pipes and line mode.

A report says what a page shows. The screen (``tui.screens.list_page``) and the command line
(``cli.rendering``) draw it; ``write_table`` and ``write_lines`` are its plain text.
"""

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum, auto
from typing import NamedTuple

BLOCKS, ASCII_BLOCKS = "▁▂▃▄▅▆▇█", ".:#"
"""Heights of a cell in a graph, for ``Graph.draw``."""
_BAR = 20
"""Characters of a bar in plain text that stands for the whole."""


class Share(NamedTuple):
    """A share from 0 to 1, drawn as a bar."""

    value: float

    def draw(self, cells: int, full: str = "#", empty: str = ".") -> str:
        """Return a bar of so many cells.

        >>> Share(0.25).draw(20)
        '#####...............'
        """
        filled = round(self.value * cells)
        return full * filled + empty * (cells - filled)


class Graph(NamedTuple):
    """Numbers over time, drawn as columns of characters with a sign under each."""

    title: str
    values: Sequence[int]
    """The latest is the last."""
    signs: str
    """A character for each value."""
    words: Mapping[str, str]
    """What the signs mean; "" is the usual case, which text does not name."""
    legend: str
    """What the signs mean, as a line under the graph."""

    def draw(self, width: int, height: int, heights: str) -> list[str]:
        """Return the lines: the title, the columns with their scale, the signs and their legend.

        ``heights`` has the characters of a cell from the lowest to the full one.

        >>> graph = Graph("Marks", [10, 1000, 500], ".W.", {}, "W won")
        >>> print(*graph.draw(60, 2, ".:#"), sep="\\n")
        Marks, the latest at the right
        1000  #
          10 .##
             .W.
        W won

        Equal values take one row.

        >>> print(*Graph("Marks", [10, 10], "..", {}, "").draw(60, 2, ".:#")[1:-2], sep="\\n")
        10 ##
        """
        edge = max((len(str(each)) for each in self.values), default=0) + 1
        room = max(1, width - edge)
        values, signs = self.values[-room:], self.signs[-room:]
        low, high = min(values, default=0), max(values, default=0)
        full = len(heights)
        if low == high:
            height = 1  # one label
        top = height * full
        levels = [
            1 + (top - 1) * (each - low) // (high - low) if high > low else top for each in values
        ]
        lines = [f"{self.title}, the latest at the right" if len(self.values) > 1 else self.title]
        for row in reversed(range(height)):
            label = {height - 1: str(high), 0: str(low)}.get(row, "")
            cells = (min(max(each - row * full, 0), full) for each in levels)
            drawn = "".join(heights[cell - 1] if cell else " " for cell in cells)
            lines.append(f"{label:>{edge - 1}} {drawn}".rstrip())
        return [*lines, f"{'':{edge}}{signs}", self.legend]

    def tell(self) -> str:
        """Return the numbers in a sentence.

        >>> Graph("Marks", [10, 1000], ".W", {"W": "won", ".": ""}, "").tell()
        'Marks, the latest last: 10, 1000 won.'
        """
        pairs = zip(self.values, self.signs, strict=True)
        told = (f"{value} {self.words.get(sign, '')}".rstrip() for value, sign in pairs)
        return f"{self.title}, the latest last: {', '.join(told)}."


Value = str | int | Share | None
"""The content of a cell; None is a number that does not exist, such as that of an unplayed game."""


class Emphasis(Enum):
    """How a column or line stands out where there are colours."""

    PLAIN = auto()
    ID = auto()
    """The word that a player types."""
    MAIN = auto()
    GOOD = auto()
    WARNING = auto()
    BAD = auto()


class Column(NamedTuple):
    """A column of a report."""

    head: str = ""
    """Written as in a sentence (``level``); tables begin it with a capital."""
    is_number: bool = False
    """Whether it is aligned to the right. In sentences the head precedes such a value."""
    is_place: bool = False
    """Whether it numbers the rows."""
    look: Emphasis = Emphasis.PLAIN
    from_width: int = 0
    """The narrowest window that has the column."""
    shrinks: bool = False
    """Whether it gives up room that other columns need."""
    short: str = ""
    """The head on the screen, where there is little room."""

    @property
    def title(self) -> str:
        """The head of a table."""
        return self.head[:1].upper() + self.head[1:]

    def text(self, value: Value) -> str:
        """Return the text of a cell."""
        if isinstance(value, Share):
            return f"[{value.draw(_BAR)}]"
        if value is None:
            return "-"
        is_bare = self.is_place and not self.head and value != ""
        return f"{value}." if is_bare else str(value)


class Report(NamedTuple):
    """Rows of values under a title, the same for every way of showing them."""

    title: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Value]]
    notes: Sequence[str] = ()
    """Lines below the table."""
    warning: str = ""
    """What is wrong with the data, as a sentence."""
    has_totals: bool = False
    """Whether the last row adds up the others."""
    own: frozenset[int] = frozenset()
    """The indexes of rows that are the player's own among those of others."""
    graph: Graph | None = None
    """Drawn under the table on a terminal; plain text tells its numbers."""
    unit: str = ""
    """The unit of the first number. With one, plain text names it in the title and has no heads."""


def write_table(report: Report) -> str:
    """Return a report as aligned columns under its title, with its notes and warning below.

    >>> columns = (Column("game"), Column("won", is_number=True))
    >>> print(write_table(Report("", columns, [("demon", 12), ("fly", 3)])))
    game   won
    demon   12
    fly      3
    """
    columns = report.columns
    shown = [at for at, each in enumerate(columns) if not (report.unit and each.is_place)]
    first = next((at for at in shown if columns[at].is_number), None)

    def write(at: int, value: Value) -> str:
        text = columns[at].text(value)
        is_named = report.unit and columns[at].is_number and at != first
        return f"{columns[at].head} {text}" if is_named else text

    rows = [[write(at, row[at]) for at in shown] for row in report.rows]
    if not report.unit:
        rows.insert(0, [columns[at].head for at in shown])
    is_right = [columns[at].is_number and not report.unit for at in shown]
    title = ", ".join(filter(None, (report.title, report.unit)))
    graph = report.graph.tell() if report.graph else ""
    lines = [title, *_align(rows, is_right), graph, *report.notes, report.warning]
    return "\n".join(filter(None, lines))


def _align(rows: Sequence[Sequence[str]], is_right: Sequence[bool]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = zip(row, widths, is_right, strict=True)
        aligned = (f"{cell:{'>' if right else '<'}{width}}" for cell, width, right in cells)
        yield "  ".join(aligned).rstrip()


def write_lines(report: Report) -> list[str]:
    """Return the rows of a report as sentences, for players who listen.

    >>> columns = (Column(is_place=True), Column("player"), Column("strokes", is_number=True))
    >>> write_lines(Report("", columns, [(1, "Ann", 36), (2, "Bob", None)]))
    ['1. Ann: strokes 36.', '2. Bob: not played.']
    """
    return [_write_line(report.columns, row) for row in report.rows]


def _write_line(columns: Sequence[Column], row: Sequence[Value]) -> str:
    place, names, told = "", list[str](), list[str]()
    has_numbers = False
    for column, value in zip(columns, row, strict=True):
        has_numbers = has_numbers or (column.is_number and not column.is_place)
        if column.is_place and not column.head:
            place = f"{column.text(value)} "
        elif value is None or value == "" or isinstance(value, Share):
            continue
        elif column.is_place and isinstance(value, int):
            names.append(f"{column.title} {value}")
        elif has_numbers:
            told.append(f"{column.head} {value}" if column.is_number else str(value))
        else:
            names.append(str(value))
    return f"{place}{', '.join(names)}: {', '.join(told) or 'not played'}."
