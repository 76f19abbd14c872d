"""How commands show reports: with tables and colours at a terminal, as plain text elsewhere.

``decide`` chooses once which of the two it is. A report is one model with two renderings: ``text``
for pipes, and ``parts`` for terminals, which ``solterm.cli.rendering`` draws with Rich. Rich is
loaded only for a terminal, and only when there is something to draw; every start of the program
loads this module, so it imports little.
"""

import sys
from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol, TextIO

from solterm.capabilities import Terminal

_rich: Terminal | None = None
"""The terminal for tables and colours; None for plain text."""


def decide(terminal: Terminal, as_json: bool) -> None:
    """Choose how this run shows things: richly only for people at a terminal with colours on."""
    global _rich  # noqa: PLW0603
    is_plain = as_json or terminal.wants_no_colour or terminal.is_lines_only
    _rich = terminal if not is_plain and is_terminal(sys.stdout) else None


def rich_terminal() -> Terminal | None:
    """Return the terminal, if this run shows tables and colours."""
    return _rich


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a stream, which may be closed, is a terminal."""
    return bool(stream and stream.isatty())


class Share(NamedTuple):
    """A share from 0 to 1, drawn as a bar."""

    value: float


class Column(NamedTuple):
    """A column of a table."""

    head: str = ""
    is_right: bool = False
    style: str = ""
    from_width: int = 0
    """The terminal width from which it appears."""


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
    """Lines that name piles and their cards: ``t1  column 1: 7D TD``."""

    text: str


Part = Table | Line | Markdown | Cards


class Report(Protocol):
    """The findings of a command."""

    def text(self) -> str:
        """Return it as plain text."""

    def values(self) -> object:
        """Return it as values of JSON."""

    def parts(self) -> Iterable[Part]:
        """Return it as parts for a terminal."""


def show(report: Report | str, as_json: bool = False) -> None:
    """Print a report."""
    if isinstance(report, str):
        print(report.removesuffix("\n"))
    elif as_json:
        import json

        print(json.dumps(report.values()))
    elif _rich:
        from solterm.cli.rendering import draw

        draw(report.parts(), _rich)
    else:
        print(report.text().removesuffix("\n"))
